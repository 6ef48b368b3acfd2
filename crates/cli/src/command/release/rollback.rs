//! `skeg release rollback`: rolls back to an earlier revision.

use skeg_deploy::RollbackRequest;
use skeg_report::Undertaking;

use super::settings::{self, RunSettings};
use super::{ending, files};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::adoption::AdoptFlags;
use crate::flags::cluster::{DeployFlags, ReleaseFlags};
use crate::flags::helm;
use crate::flags::pruning::PruneFlags;
use crate::flags::{Flag, Flags, Group, Settings, Variables, command_settings};
use crate::opening::Opening;
use crate::screen::Screen;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "rollback"],
    arguments: "[NAME] [REVISION]",
    about: "Roll back to an earlier revision",
    text: "\
Deploys the resources of REVISION again, as a new revision. Without REVISION: the last deployed one before the current one.
Exit status: 0 done, 1 failed, 4 done but a requested file could not be written, 130 interrupted.

Examples:
  skeg release rollback shop -n shop
  skeg release rollback -n shop -r shop 3
",
    flags: RollbackSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_ROLLBACK" },
    speaks_helm: false,
    run: |parsed, context| run(&RollbackSettings::read(parsed), &parsed.arguments, context),
};

command_settings! {
    struct RollbackSettings {
        release: ReleaseFlags,
        deploy: DeployFlags,
        prune: PruneFlags,
        adopt: AdoptFlags,
        run: RunSettings,
    }
    also [NOTES, helm::ROLLBACK, helm::ROLLBACK_OUTPUT, OF_DEPLOYERS]
}

/// A rollback prints no notes, unlike Nelm's.
const NOTES: Flags =
    &[&Group { title: "", flags: &[Flag::switch("no-notes", "a rollback prints no notes").without_effect()] }];

fn run(settings: &RollbackSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    files::check(&settings.run.records, context)?;
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release rollback shop 3")?;
    let revision = settings::revision(&rest)?;
    let release = settings::release_name(&settings.release, &name);
    let options = settings::deploy_options(release, &settings.deploy, &settings.run, context);
    let options = settings.adopt.applied(settings.prune.applied(options)?)?;
    let opening = Opening::Deploy { undertaking: Undertaking::Rollback, release: options.release.clone() };
    let mut screen = Screen::new(opening, &settings.run.tracking, context);
    let (connection, driver) = (connection(&settings.run.connection, context), settings::driver(&settings.release));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::rollback(RollbackRequest { revision, options }, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain_release(&error))?;
    ending::show(&outcome, false, &settings.run.records, &screen, context)
}
