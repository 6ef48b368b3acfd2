//! `skeg release plan execute`: executes a frozen plan as it is.

use std::time::Duration;

use skeg_deploy::{DeployType, ExecuteRequest, frozen_driver};
use skeg_report::{Undertaking, codes};

use super::flags::{AUTO_ROLLBACK, FrozenFlags, KeyFlags};
use super::frozen::{self, KeyPlaces};
use super::settled::{self, AgreedFlags, FailureFlags};
use crate::command::release::install::UsePlanFlags;
use crate::command::release::settings::{self, RunSettings};
use crate::command::release::{ending, files};
use crate::command::{COMMON, Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CLUSTERS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{NO_FINAL_TRACKING, ReleaseFlags};
use crate::flags::shared::MessageFlags;
use crate::flags::{self, Flag, Flags, Parsed, Settings, Variables, command_settings, flag, flag_settings};
use crate::opening::Opening;
use crate::screen::Screen;

/// The default maximum age of a plan.
const TWO_HOURS: Duration = Duration::from_secs(2 * 60 * 60);

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "execute"],
    arguments: "FILE",
    about: "Execute a saved plan",
    text: "\
Executes exactly what skeg release plan install (rollback, uninstall) --out FILE saved; nothing is rendered or planned again.
Refuses if the file was changed, is too old or for another cluster, if another deploy came in between, or if objects have
changed since the review. To resume an interrupted execution, execute the same file again.
Exit status: 0 done, 1 refused or failed, 4 done but a requested file could not be written, 130 interrupted.

Examples:
  skeg release plan install -n shop -r shop ./shop --out plan.json
  skeg release plan execute plan.json
  skeg release plan execute plan.json --auto-rollback --timeout 10m
",
    flags: ExecuteSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_EXECUTE" },
    speaks_helm: false,
    run,
};

flag_settings! {
    /// How to execute.
    pub(super) struct ExecuteFlags: "Execute" {
        auto_rollback: bool = AUTO_ROLLBACK,
        no_final_tracking: bool = NO_FINAL_TRACKING,
        no_notes: bool = flag("no-notes", "do not print the notes"),
    }
}

command_settings! {
    /// All settings of an execution, whichever command starts it.
    pub(super) struct ExecuteSettings {
        frozen: FrozenFlags,
        execute: ExecuteFlags,
        key: KeyFlags,
        failure: FailureFlags,
        agreed: AgreedFlags,
        run: RunSettings,
    }
    also [
        MessageFlags::FLAGS, settled::ACCEPTED, ACCEPTED_OF_CLUSTERS, ACCEPTED, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS,
        COMMON,
    ]
}

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let path = super::file(&parsed.arguments, "skeg release plan execute plan.json")?;
    let settings = ExecuteSettings::read(&of_this_command(parsed, context));
    execute(path, [None, None], &settings, context)
}

/// `skeg release install --use-plan FILE`.
pub(in crate::command::release) fn use_plan(
    path: &str,
    parsed: &Parsed,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let parsed = &of_this_command(parsed, context);
    let is_wrong = |flag: &&Flag| is_idle(flag) && !flag.is_without_effect && !is_naming(flag);
    if let Some(flag) = parsed.given().map(|(flag, _)| flag).find(is_wrong) {
        return Err(CommandError::new(&codes::PLAN_SETTLED, format!("--{} cannot be used with --use-plan", flag.name))
            .hint("The plan says what is deployed. Give the flag to skeg release plan install --out FILE instead."));
    }
    settings::no_more(&parsed.arguments)?;
    let ReleaseFlags { name, namespace, .. } = ReleaseFlags::read(parsed);
    execute(path, [name.as_deref(), namespace.as_deref()], &ExecuteSettings::read(parsed), context)
}

/// May be given too, to make sure that it is the right plan.
fn is_naming(flag: &Flag) -> bool {
    flags::find(ReleaseFlags::FLAGS, flag.name).is_some()
}

/// Has no effect on an execution.
fn is_idle(flag: &Flag) -> bool {
    !is_way_here(flag) && flags::find(COMMAND.flags, flag.name).is_none()
}

/// The flag that another command uses to start an execution.
fn is_way_here(flag: &Flag) -> bool {
    let asking: Flags = UsePlanFlags::FLAGS;
    flags::find(asking, flag.name).is_some()
}

/// The settings for the execution. Variables are set for many commands, so those about what the plan has settled are
/// dropped.
fn of_this_command(parsed: &Parsed, context: &mut Context<'_, '_>) -> Parsed {
    let mut parsed = parsed.clone();
    let ignored = parsed.drop_variables(|flag| is_idle(flag) || settled::is_settled(flag));
    if !ignored.is_empty() {
        let names: Vec<String> = ignored.into_iter().collect();
        context.printer.debug(format!("ignored, because the plan has settled it: {}", names.join(", ")));
    }
    parsed
}

/// Executes a plan, which must match the release and namespace if these are given.
fn execute(
    path: &str,
    named: [Option<&str>; 2],
    settings: &ExecuteSettings,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let flags = &settings.frozen;
    files::check(&settings.run.records, context)?;
    let key = KeyPlaces {
        given: settings.key.key.as_deref(),
        folder: flags.secret_folder.as_deref(),
        allow_unsigned: flags.allow_unsigned,
    };
    let (opened, frozen) = frozen::read(path, &key, context)?;
    let release = frozen.plan.release.clone();
    for (named, planned) in named.into_iter().zip([&release.name, &release.namespace]) {
        if let Some(named) = named.filter(|named| named != planned) {
            let text = format!("{path}: the plan is of release {} in namespace {}", release.name, release.namespace);
            return Err(CommandError::new(&codes::PLAN_OTHER_RELEASE, format!("{text}, not of {named}")));
        }
    }
    settled::check(&settings.agreed, &frozen)?;
    let options = settled::run_options(settings, &opened.head, &frozen, context);
    let has_rollback = options.auto_rollback && opened.head.deploy_type != DeployType::Uninstall;
    let rollback_options = settled::rollback_options(&settings.failure, &options, has_rollback, context);
    context.printer.say(format!("Executing the plan in {path}"));
    let lifetime = flags.lifetime.as_ref().map_or(TWO_HOURS, |time| time.0);
    let undertaking = match opened.head.deploy_type {
        DeployType::Uninstall => Undertaking::Uninstall,
        DeployType::Rollback => Undertaking::Rollback,
        _ => Undertaking::Install,
    };
    let opening = Opening::Deploy { undertaking, release: release.clone() };
    let mut screen = Screen::new(opening, &settings.run.tracking, context);
    let (connection, driver) = (connection(&settings.run.connection, context), frozen_driver(&frozen));
    let allow_drift = flags.allow_drift;
    let request = ExecuteRequest { opened, frozen, options, rollback_options, lifetime, allow_drift };
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::execute(request, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain_release(&error))?;
    ending::show(&outcome, !settings.execute.no_notes, &settings.run.records, &screen, context)
}
