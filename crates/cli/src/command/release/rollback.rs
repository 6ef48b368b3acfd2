//! `skeg release rollback`: goes back to an earlier revision.

use skeg_deploy::RollbackRequest;
use skeg_report::Undertaking;

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
    path: &["release", "rollback"],
    arguments: "[NAME] [REVISION]",
    about: "Go back to an earlier revision",
    text: "\
Deploys the resources of REVISION again, as a new revision. Without REVISION: the last deployed one before the current one.
Exit status: 0 done, 1 failed, 4 done but a requested file could not be written, 130 interrupted.

Examples:
  skeg release rollback shop -n shop
  skeg release rollback -n shop -r shop 3
",
    flags: &[
        &RELEASE,
        &DEPLOY,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &MESSAGES,
        &NOTES,
        &ACCEPTED,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::ROLLBACK,
        &helm::ROLLBACK_OUTPUT,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_ROLLBACK" },
    speaks_helm: false,
    run,
};

/// A rollback prints no notes; Nelm's does.
static NOTES: Group =
    Group { title: "", flags: &[Flag::switch("no-notes", "a rollback prints no notes").without_effect()] };

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    files::check(parsed, context)?;
    let (name, rest) = settings::name_and_rest(parsed, "skeg release rollback shop 3")?;
    let revision = settings::revision(parsed, &rest)?;
    let options = settings::deploy_options(parsed, &name, context);
    let opening = Opening::Deploy { undertaking: Undertaking::Rollback, release: options.release.clone() };
    let mut screen = Screen::new(opening, parsed, context);
    let (connection, driver) = (connection(parsed, context), settings::driver(parsed));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::rollback(RollbackRequest { revision, options }, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain_release(&error))?;
    ending::show(&outcome, parsed, &screen, context)
}
