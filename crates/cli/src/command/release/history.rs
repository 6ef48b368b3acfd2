//! `skeg release history`: the revisions of a release.

use skeg_deploy::{Detail, KnownSecrets};
use skeg_report::{Format, HistoryRow};

use super::{reading, settings};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, OUTPUT, ReleaseFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "history"],
    arguments: "[NAME]",
    about: "Show the revisions of a release",
    text: "\
Examples:
  skeg release history shop -n shop
  skeg release history -n shop -r shop --max 3 -o json
",
    flags: HistorySettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_HISTORY" },
    speaks_helm: false,
    run: |parsed, context| run(&HistorySettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct HistoryFlags: "History" {
        format: Option<Format> = OUTPUT,
        max: Option<usize> = flag("max", "show at most this many revisions, the latest ones (default 256)"),
    }
}

command_settings! {
    struct HistorySettings {
        release: ReleaseFlags,
        history: HistoryFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &HistorySettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release history shop")?;
    settings::no_more(&rest)?;
    let release = settings::release_name(&settings.release, &name);
    let limit = settings.history.max.filter(|max| *max > 0);
    let (what, driver) = (format!("History of release {name}"), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &release.namespace, settings.history.format, context);
    let listing = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::history(&release, limit, &world).await
    })?;
    reading::warn(&listing.warnings, context);
    let rows: Vec<HistoryRow> = listing.releases.iter().map(|detail| row(detail, context.printer.secrets())).collect();
    let format = settings.history.format.unwrap_or(Format::Table);
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
