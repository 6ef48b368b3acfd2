//! `skeg release get`: one revision as recorded.

use skeg_report::Format;

use super::{reading, settings, view};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, OUTPUT, ReleaseFlags};
use crate::flags::helm::RevisionFlags;
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "get"],
    arguments: "[NAME] [REVISION]",
    about: "Show one revision as recorded",
    text: "\
Without REVISION: the last one. Secrets are masked unless --show-secrets is given.

Examples:
  skeg release get shop -n shop
  skeg release get -n shop -r shop 3 --print-values -o json
",
    flags: GetSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_GET" },
    speaks_helm: false,
    run: |parsed, context| run(&GetSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct GetFlags: "Get" {
        format: Option<Format> = OUTPUT,
        print_values: bool = flag("print-values", "include the values"),
        show_secrets: bool = flag("show-secrets", "do not mask secrets"),
    }
}

command_settings! {
    struct GetSettings {
        release: ReleaseFlags,
        get: GetFlags,
        connection: ConnectionFlags,
        helm: RevisionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &GetSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release get shop")?;
    let revision = settings::revision_or(settings.helm.revision, &rest)?;
    let release = settings::release_name(&settings.release, &name);
    let (what, driver) = (settings::named(&name, revision), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &release.namespace, settings.get.format, context);
    let seen = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::get_resources(&release, revision, &world).await
    })?;
    let values = settings.get.print_values.then(|| seen.values());
    let hidden = (!settings.get.show_secrets).then(|| context.printer.secrets());
    let view = view::of(&seen, values, hidden);
    context.printer.data(skeg_report::get(&view, settings.get.format.unwrap_or(Format::Yaml)));
    Ok(())
}
