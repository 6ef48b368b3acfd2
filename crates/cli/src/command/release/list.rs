//! `skeg release list`: releases and how they stand.

use skeg_deploy::{Detail, ListRequest};
use skeg_report::{Format, ReleaseRow};

use super::{reading, settings};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{CONNECTION, OUTPUT, STORAGE};
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables, helm};
use crate::opening::Opening;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "list"],
    arguments: "",
    about: "List releases",
    text: "\
Shows the last revision of each release, in one namespace with -n, else in all.

Examples:
  skeg release list
  skeg release list -n shop -o json
",
    flags: &[&LIST, &CONNECTION, &MESSAGES, &ACCEPTED, &ACCEPTED_OF_RECORDS, &helm::LIST, &helm::GLOBAL, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_LIST" },
    speaks_helm: false,
    run,
};

static LIST: Group = Group {
    title: "List",
    flags: &[
        Flag::text("namespace", "list only this namespace").value("NAME").short('n').or_variable("HELM_NAMESPACE"),
        Flag::switch("all-namespaces", "list all namespaces, whatever -n or a variable says").short('A'),
        STORAGE,
        OUTPUT,
    ],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    settings::no_more(&parsed.arguments)?;
    let namespace = parsed.filled("namespace").filter(|_| !parsed.switch("all-namespaces")).map(str::to_string);
    let what = "Releases".to_string();
    let opening = match namespace.clone() {
        Some(namespace) => Opening::Release { what, namespace },
        None => Opening::Cluster { what },
    };
    let request = ListRequest { namespace };
    let screen = &mut reading::opened(opening, parsed, context);
    let listing =
        reading::ask(screen, parsed, context, move |world| async move { skeg_deploy::list(&request, &world).await })?;
    reading::warn(&listing.warnings, context);
    let rows: Vec<ReleaseRow> = listing.releases.iter().map(row).collect();
    let format = reading::format(parsed, Format::Table);
    reading::print(&skeg_report::list(&rows, format), format, context);
    Ok(())
}

fn row(detail: &Detail) -> ReleaseRow {
    ReleaseRow {
        name: detail.summary.name.clone(),
        namespace: detail.summary.namespace.clone(),
        revision: detail.summary.revision,
        updated: detail.info.last_deployed.to_string(),
        status: detail.info.status.name().to_string(),
        chart_name: detail.chart_name.clone(),
        chart_version: detail.chart_version.clone(),
        app_version: detail.app_version.clone(),
    }
}
