//! `skeg release status`: how a release and its resources stand now.

use skeg_deploy::{Assessment, KnownSecrets, ResourceStatus};
use skeg_report::{Format, ResourceLine};

use super::{reading, settings, view};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CLUSTERS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{ConnectionFlags, OUTPUT, ReleaseFlags};
use crate::flags::helm::{self, DebugFlags, RevisionFlags};
use crate::flags::shared::MessageFlags;
use crate::flags::{Settings, Variables, command_settings, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "status"],
    arguments: "[NAME] [REVISION]",
    about: "Show the state of a release and its resources",
    text: "\
Checks every resource of the last revision (or of REVISION) and tells whether it is ready.

Examples:
  skeg release status shop -n shop
  skeg release status -n shop -r shop -o json
",
    flags: StatusSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_STATUS" },
    speaks_helm: false,
    run: |parsed, context| run(&StatusSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct StatusFlags: "Status" {
        format: Option<Format> = OUTPUT,
    }
}

command_settings! {
    struct StatusSettings {
        release: ReleaseFlags,
        status: StatusFlags,
        connection: ConnectionFlags,
        helm: RevisionFlags,
    }
    also [
        MessageFlags::FLAGS, ACCEPTED_OF_CLUSTERS, ACCEPTED, ACCEPTED_OF_RECORDS, helm::STATUS, DebugFlags::FLAGS,
        helm::GLOBAL, COMMON,
    ]
}

fn run(settings: &StatusSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release status shop")?;
    let revision = settings::revision_or(settings.helm.revision, &rest)?;
    let release = settings::release_name(&settings.release, &name);
    let (what, driver) = (settings::named(&name, revision), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &release.namespace, settings.status.format, context);
    let report = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::status(&release, revision, &world).await
    })?;
    let namespace = &report.record.namespace;
    let secrets = context.printer.secrets();
    let lines: Vec<ResourceLine> = report.resources.iter().map(|resource| line(resource, namespace, secrets)).collect();
    let view = view::of_record(&report.record, secrets);
    let format = settings.status.format.unwrap_or(Format::Table);
    reading::print(&skeg_report::status(&view, &lines, format), format, context);
    Ok(())
}

fn line(resource: &ResourceStatus, home: &str, secrets: &KnownSecrets) -> ResourceLine {
    let (state, info) = match &resource.state {
        None => ("missing", String::new()),
        Some(Assessment::Ready) => ("ready", String::new()),
        Some(Assessment::Progressing(progress)) => ("progressing", progress.waits.clone()),
        Some(Assessment::Failed { message }) => ("failed", message.clone()),
    };
    ResourceLine { resource: resource.id.shown(home), state: state.to_string(), info: secrets.mask(&info).into_owned() }
}
