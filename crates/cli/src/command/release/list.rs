//! `skeg release list`: releases with their status.

use skeg_deploy::{Detail, Driver, ListRequest};
use skeg_report::{Format, ReleaseRow};

use super::{reading, settings};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, OUTPUT, STORAGE};
use crate::flags::helm;
use crate::flags::{Offer, Settings, Variables, command_settings, flag, flag_settings};
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
    flags: ListSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_LIST" },
    speaks_helm: false,
    run: |parsed, context| run(&ListSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct ListFlags: "List" {
        namespace: Option<String> = flag("namespace", "list only this namespace")
            .name_of(Offer::Namespaces)
            .short('n')
            .or_variable("HELM_NAMESPACE"),
        all_namespaces: bool =
            flag("all-namespaces", "list all namespaces, whatever -n or a variable says").short('A'),
        storage: Option<Driver> = STORAGE,
        format: Option<Format> = OUTPUT,
    }
}

command_settings! {
    struct ListSettings {
        list: ListFlags,
        connection: ConnectionFlags,
    }
    also [helm::LIST, OF_READERS]
}

fn run(settings: &ListSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    settings::no_more(arguments)?;
    let ListFlags { namespace, all_namespaces, storage, format } = &settings.list;
    let namespace = namespace.clone().filter(|_| !all_namespaces);
    let what = "Releases".to_string();
    let opening = match namespace.clone() {
        Some(namespace) => Opening::Release { what, namespace },
        None => Opening::Cluster { what },
    };
    let request = ListRequest { namespace };
    let screen = &mut reading::opened(opening, *format, context);
    let driver = storage.unwrap_or(Driver::Secret);
    let listing = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::list(&request, &world).await
    })?;
    reading::warn(&listing.warnings, context);
    let rows: Vec<ReleaseRow> = listing.releases.iter().map(row).collect();
    let format = format.unwrap_or(Format::Table);
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
