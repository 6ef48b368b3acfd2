//! `skeg release uninstall`: takes a release away.

use skeg_deploy::{DeployOptions, Policy, UninstallRequest};
use skeg_report::{Undertaking, codes};

use super::{ending, files, settings};
use crate::command::{COMMON, Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{BESIDES, CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables, helm};
use crate::opening::Opening;
use crate::screen::Screen;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "uninstall"],
    arguments: "[NAME]",
    about: "Delete a release and its resources",
    text: "\
Deletes the release's resources, waits until they are gone, and deletes its records. Resources annotated with
helm.sh/resource-policy: keep stay, and so do crds/ and whatever hooks made that holds data: volumes, volume claims,
namespaces and CRDs. It is not an error if there is no such release.
Exit status: 0 done or nothing to do, 1 failed, 4 done but a requested file could not be written,
130 interrupted.

Examples:
  skeg release uninstall shop -n shop
  skeg release uninstall -n shop -r shop --delete-namespace
",
    flags: &[
        &RELEASE,
        &UNINSTALL,
        &DEPLOY,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::UNINSTALL,
        &helm::UNINSTALL_OUTPUT,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_UNINSTALL" },
    speaks_helm: false,
    run,
};

pub(super) static UNINSTALL: Group = Group {
    title: "Uninstall",
    flags: &[
        Flag::switch(
            "delete-namespace",
            "also delete the namespace with everything in it; refused if something must stay",
        ),
        Flag::switch("keep-history", "keep the records, marked uninstalled"),
        Flag::switch("no-delete-hooks", "keep hook resources; their volume claims are kept anyway"),
    ],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    check(parsed)?;
    files::check(parsed, context)?;
    let (name, rest) = settings::name_and_rest(parsed, "skeg release uninstall shop")?;
    settings::no_more(&rest)?;
    let options = deploy_options(parsed, &name, context);
    let opening = Opening::Deploy { undertaking: Undertaking::Uninstall, release: options.release.clone() };
    let mut screen = Screen::new(opening, parsed, context);
    let (connection, driver) = (connection(parsed, context), settings::driver(parsed));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::uninstall(UninstallRequest { options }, &world).await
    })?;
    match outcome.map_err(|error| explain_release(&error))? {
        Some(outcome) => ending::show(&outcome, parsed, &screen, context),
        None => {
            screen.open(context.printer);
            context.printer.say(format!("There is no release {name}: nothing to do."));
            Ok(())
        }
    }
}

/// Refuses what cannot be had together.
pub(super) fn check(parsed: &Parsed) -> Result<(), CommandError> {
    match parsed.switch("delete-namespace") && parsed.switch("keep-history") {
        true => Err(CommandError::new(
            &codes::FLAG_CONFLICT,
            "--keep-history and --delete-namespace cannot be used together",
        )
        .hint("The records are in the namespace and would be deleted with it.")),
        false => Ok(()),
    }
}

pub(super) fn deploy_options(parsed: &Parsed, name: &str, context: &Context<'_, '_>) -> DeployOptions {
    let options = settings::deploy_options(parsed, name, context);
    let policy = Policy {
        keep_history: parsed.switch("keep-history"),
        keep_hooks: parsed.switch("no-delete-hooks"),
        delete_namespace: parsed.switch("delete-namespace"),
        ..options.policy
    };
    DeployOptions { policy, ..options }
}
