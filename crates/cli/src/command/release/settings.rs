//! Resolves the flags that release commands share.

use skeg_deploy::{DeployOptions, Driver, LockOptions, ManualChanges, Metadata, Policy, ReleaseName, TrackOptions};

use skeg_report::codes;

use crate::command::Context;
use crate::connection::parallelism;
use crate::error::CommandError;
use crate::flags::cluster::{ConnectionFlags, DeployFlags, RecordFlags, ReleaseFlags, TrackingFlags, Waiting};
use crate::flags::{Time, command_settings};
use crate::platform;
use crate::screen::Screen;

command_settings! {
    /// How to execute any plan.
    pub(super) struct RunSettings {
        records: RecordFlags,
        tracking: TrackingFlags,
        connection: ConnectionFlags,
    }
}

/// The default number of records to keep.
const HISTORY_LIMIT: usize = 10;

/// The release's name and the other arguments: the name is `-r NAME`, or the first argument.
pub(super) fn name_and_rest(
    flags: &ReleaseFlags,
    arguments: &[String],
    example: &str,
) -> Result<(String, Vec<String>), CommandError> {
    if let Some(name) = &flags.name {
        return Ok((name.clone(), arguments.to_vec()));
    }
    match arguments.split_first() {
        Some((name, rest)) => Ok((name.clone(), rest.to_vec())),
        None => {
            Err(CommandError::new(&codes::MISSING_ARGUMENT, "the release's name is missing").fill("example", example))
        }
    }
}

/// Refuses extra arguments.
pub(super) fn no_more(rest: &[String]) -> Result<(), CommandError> {
    match rest {
        [] => Ok(()),
        more => {
            let error =
                CommandError::new(&codes::UNEXPECTED_ARGUMENT, format!("unexpected arguments: {}", more.join(", ")));
            // `--wait` needs no value, so that what follows it is an argument.
            match more {
                [word] if word == "ordered" => Err(error.hint("Join them: --wait=ordered")),
                _ => Err(error),
            }
        }
    }
}

/// A revision among the arguments.
pub(super) fn revision(rest: &[String]) -> Result<Option<u64>, CommandError> {
    let Some((word, more)) = rest.split_first() else { return Ok(None) };
    no_more(more)?;
    match word.parse().ok().filter(|number| *number > 0) {
        Some(number) => Ok(Some(number)),
        None => Err(CommandError::new(&codes::BAD_VALUE, format!("{word:?} is not a revision"))
            .hint("A revision is a number starting at 1; skeg release history lists them.")),
    }
}

/// The same, but Helm's `--revision` may name it too. Zero means the last one, as in Helm.
pub(super) fn revision_or(named: Option<i64>, rest: &[String]) -> Result<Option<u64>, CommandError> {
    match named {
        Some(number) if rest.is_empty() && number != 0 => revision(&[number.to_string()]),
        _ => revision(rest),
    }
}

/// `Release shop`, `Revision 3 of release shop`.
pub(super) fn named(name: &str, revision: Option<u64>) -> String {
    match revision {
        Some(revision) => format!("Revision {revision} of release {name}"),
        None => format!("Release {name}"),
    }
}

/// The release. An empty namespace means that of the context.
pub(super) fn release_name(flags: &ReleaseFlags, name: &str) -> ReleaseName {
    let namespace = flags.namespace.clone().unwrap_or_default();
    ReleaseName { name: name.to_string(), namespace }
}

/// Where records are kept.
pub(super) fn driver(flags: &ReleaseFlags) -> Driver {
    flags.storage.unwrap_or(Driver::Secret)
}

/// Options of every planning command.
pub(super) fn deploy_options(
    release: ReleaseName,
    flags: &DeployFlags,
    run: &RunSettings,
    context: &Context<'_, '_>,
) -> DeployOptions {
    DeployOptions {
        policy: Policy {
            force_adoption: flags.force_adoption,
            manual_changes: if flags.keep_manual_changes { ManualChanges::Keep } else { ManualChanges::Undo },
            recreate_immutable: flags.recreate_immutable,
            propagation: flags.propagation,
            prune_first: flags.prune_first,
            no_final_tracking: flags.no_final_tracking,
            ..Policy::default()
        },
        metadata: Metadata {
            runtime_annotations: flags.runtime_annotations.clone(),
            runtime_labels: flags.runtime_labels.clone(),
            release_annotations: flags.release_annotations.clone(),
            release_labels: flags.release_labels.clone(),
            ..Metadata::default()
        },
        ordered: flags.wait == Some(Waiting::Ordered),
        ..run_options(release, run, context)
    }
}

/// Options of every command that executes a plan.
pub(super) fn run_options(release: ReleaseName, settings: &RunSettings, context: &Context<'_, '_>) -> DeployOptions {
    let default = TrackOptions::default();
    let RunSettings { records, tracking, connection } = settings;
    let limit = |given: &Option<Time>| given.as_ref().map(|time| time.0).filter(|time| !time.is_zero());
    DeployOptions {
        release,
        policy: Policy::default(),
        metadata: Metadata::default(),
        history_limit: records.history_limit.unwrap_or(HISTORY_LIMIT),
        timeout: context.time_limit,
        begun: context.begun,
        parallelism: parallelism(connection),
        tracking: TrackOptions {
            readiness_timeout: tracking.readiness().unwrap_or(default.readiness_timeout),
            presence_timeout: limit(&tracking.creation_timeout).unwrap_or(default.presence_timeout),
            absence_timeout: limit(&tracking.deletion_timeout).unwrap_or(default.absence_timeout),
            no_pod_logs: tracking.no_pod_logs || !Screen::shows_progress(tracking, context),
            ..default
        },
        ordered: false,
        auto_rollback: false,
        create_namespace: true,
        lock_timeout: records.lock_timeout,
        lock_holder: lock_holder(context),
    }
}

/// Who holds a release's lock, shown to others who wait for it.
pub(super) fn lock_holder(context: &Context<'_, '_>) -> LockOptions {
    let (user, host) = (platform::user_name(context.environment), platform::host_name());
    LockOptions { user, host, ..LockOptions::default() }
}
