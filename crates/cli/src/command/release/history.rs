//! `skeg release history`: the revisions of a release.

use skeg_deploy::{Detail, KnownSecrets};
use skeg_report::{Format, HistoryRow};

use super::{reading, settings};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{CONNECTION, OUTPUT, RELEASE};
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables, helm};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "history"],
    arguments: "[NAME]",
    about: "Show the revisions of a release",
    text: "\
Examples:
  skeg release history shop -n shop
  skeg release history -n shop -r shop --max 3 -o json
",
    flags: &[&RELEASE, &HISTORY, &CONNECTION, &MESSAGES, &ACCEPTED, &ACCEPTED_OF_RECORDS, &helm::GLOBAL, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_HISTORY" },
    speaks_helm: false,
    run,
};

static HISTORY: Group = Group {
    title: "History",
    flags: &[OUTPUT, Flag::int("max", "show at most this many revisions, the latest ones (default 256)")],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(parsed, "skeg release history shop")?;
    settings::no_more(&rest)?;
    let release = settings::release_name(parsed, &name);
    let limit = parsed.count_of("max").filter(|max| *max > 0);
    let screen = &mut reading::of_release(&format!("History of release {name}"), parsed, context);
    let listing = reading::ask(screen, parsed, context, move |world| async move {
        skeg_deploy::history(&release, limit, &world).await
    })?;
    reading::warn(&listing.warnings, context);
    let rows: Vec<HistoryRow> = listing.releases.iter().map(|detail| row(detail, context.printer.secrets())).collect();
    let format = reading::format(parsed, Format::Table);
    reading::print(&skeg_report::history(&rows, format), format, context);
    Ok(())
}

fn row(detail: &Detail, secrets: &KnownSecrets) -> HistoryRow {
    HistoryRow {
        revision: detail.summary.revision,
        updated: detail.info.last_deployed.to_string(),
        status: detail.info.status.name().to_string(),
        chart_name: detail.chart_name.clone(),
        chart_version: detail.chart_version.clone(),
        app_version: detail.app_version.clone(),
        description: secrets.mask(&detail.info.description).into_owned(),
    }
}
