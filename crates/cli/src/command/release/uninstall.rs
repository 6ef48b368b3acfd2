//! `skeg release uninstall`: deletes a release.

use skeg_deploy::{DeployOptions, Policy, Pruning, UninstallRequest};
use skeg_report::{Undertaking, codes};

use super::settings::{self, RunSettings};
use super::{ending, files};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::cluster::{DeployFlags, ReleaseFlags};
use crate::flags::helm;
use crate::flags::pruning::{PRUNE_DATA, PRUNE_NAMESPACES};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};
use crate::opening::Opening;
use crate::screen::Screen;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "uninstall"],
    arguments: "[NAME]",
    about: "Delete a release and its resources",
    text: "\
Deletes the release's resources, waits until they are gone, and deletes its records. Resources annotated with
helm.sh/resource-policy: keep stay, and so do namespaces, crds/ and objects with data that hooks created: volumes, \
 volume claims and CRDs. It is not an error if there is no such release.
Exit status: 0 done or nothing to do, 1 failed, 4 done but a requested file could not be written,
130 interrupted.

Examples:
  skeg release uninstall shop -n shop
  skeg release uninstall -n shop -r shop --delete-namespace
",
    flags: UninstallSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_UNINSTALL" },
    speaks_helm: false,
    run: |parsed, context| run(&UninstallSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    /// What else to delete, and what to keep.
    pub(super) struct UninstallFlags: "Uninstall" {
        delete_namespace: bool = flag(
            "delete-namespace",
            "also delete the namespace with everything in it; refused if something must stay",
        ),
        prune_namespaces: bool = PRUNE_NAMESPACES,
        prune_data: bool = PRUNE_DATA,
        keep_history: bool = flag("keep-history", "keep the records, marked uninstalled"),
        keep_hooks: bool = flag("no-delete-hooks", "keep hook resources; their volume claims are kept anyway"),
    }
}

command_settings! {
    struct UninstallSettings {
        release: ReleaseFlags,
        uninstall: UninstallFlags,
        deploy: DeployFlags,
        run: RunSettings,
    }
    also [helm::UNINSTALL, helm::UNINSTALL_OUTPUT, OF_DEPLOYERS]
}

fn run(settings: &UninstallSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    check(&settings.uninstall)?;
    files::check(&settings.run.records, context)?;
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release uninstall shop")?;
    settings::no_more(&rest)?;
    let release = settings::release_name(&settings.release, &name);
    let options = settings::deploy_options(release, &settings.deploy, &settings.run, context);
    let options = settings.uninstall.applied(options);
    let opening = Opening::Deploy { undertaking: Undertaking::Uninstall, release: options.release.clone() };
    let mut screen = Screen::new(opening, &settings.run.tracking, context);
    let (connection, driver) = (connection(&settings.run.connection, context), settings::driver(&settings.release));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::uninstall(UninstallRequest { options }, &world).await
    })?;
    match outcome.map_err(|error| explain_release(&error))? {
        Some(outcome) => ending::show(&outcome, false, &settings.run.records, &screen, context),
        None => {
            screen.open(context.printer);
            context.printer.say(format!("There is no release {name}: nothing to do."));
            Ok(())
        }
    }
}

/// Refuses contradicting flags.
pub(super) fn check(flags: &UninstallFlags) -> Result<(), CommandError> {
    match flags.delete_namespace && flags.keep_history {
        true => Err(CommandError::new(
            &codes::FLAG_CONFLICT,
            "--keep-history and --delete-namespace cannot be used together",
        )
        .hint("The records are in the namespace and would be deleted with it.")),
        false => Ok(()),
    }
}

impl UninstallFlags {
    /// Applies these settings to the options.
    pub(super) fn applied(&self, options: DeployOptions) -> DeployOptions {
        let policy = Policy {
            keep_history: self.keep_history,
            keep_hooks: self.keep_hooks,
            delete_namespace: self.delete_namespace,
            pruning: Pruning { namespaces: self.prune_namespaces, data: self.prune_data, ..Pruning::default() },
            ..options.policy
        };
        DeployOptions { policy, ..options }
    }
}
