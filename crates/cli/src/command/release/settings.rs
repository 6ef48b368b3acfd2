//! What the flags that release commands share mean.

use skeg_deploy::{
    DeployOptions, Driver, LockOptions, ManualChanges, Metadata, Policy, Propagation, ReleaseName, TrackOptions,
};

use skeg_report::codes;

use crate::command::Context;
use crate::connection::parallelism;
use crate::error::CommandError;
use crate::flags::{Parsed, find};
use crate::platform;
use crate::screen::Screen;

/// How many records are kept, unless told.
const HISTORY_LIMIT: usize = 10;

/// The release's name and what other arguments there are: the name is `-r NAME`, or else the first argument.
pub(super) fn name_and_rest(parsed: &Parsed, example: &str) -> Result<(String, Vec<String>), CommandError> {
    if let Some(name) = parsed.filled("release") {
        return Ok((name.to_string(), parsed.arguments.clone()));
    }
    match parsed.arguments.split_first() {
        Some((name, rest)) => Ok((name.clone(), rest.to_vec())),
        None => {
            Err(CommandError::new(&codes::MISSING_ARGUMENT, "the release's name is missing").fill("example", example))
        }
    }
}

/// Refuses arguments that mean nothing.
pub(super) fn no_more(rest: &[String]) -> Result<(), CommandError> {
    match rest {
        [] => Ok(()),
        more => {
            Err(CommandError::new(&codes::UNEXPECTED_ARGUMENT, format!("unexpected arguments: {}", more.join(", "))))
        }
    }
}

/// A revision among the arguments, or as Helm's `--revision`.
pub(super) fn revision(parsed: &Parsed, rest: &[String]) -> Result<Option<u64>, CommandError> {
    let named = find(parsed.flags(), "revision").and_then(|_| parsed.filled("revision"));
    let (word, more) = match (rest, named) {
        ([word, more @ ..], _) => (word.as_str(), more),
        // To Helm, zero is the last one.
        (_, None | Some("0")) => return Ok(None),
        (_, Some(word)) => (word, rest),
    };
    no_more(more)?;
    let number = word.parse().ok().filter(|number| *number > 0);
    match number {
        Some(number) => Ok(Some(number)),
        None => Err(CommandError::new(&codes::BAD_VALUE, format!("{word:?} is not a revision"))
            .hint("A revision is a number starting at 1; skeg release history lists them.")),
    }
}

/// `Release shop`, `Revision 3 of release shop`.
pub(super) fn named(name: &str, revision: Option<u64>) -> String {
    match revision {
        Some(revision) => format!("Revision {revision} of release {name}"),
        None => format!("Release {name}"),
    }
}

/// A release as it was named. Where no namespace was given, that of the context counts.
pub(super) fn release_name(parsed: &Parsed, name: &str) -> ReleaseName {
    let namespace = parsed.filled("namespace").unwrap_or_default().to_string();
    ReleaseName { name: name.to_string(), namespace }
}

pub(super) fn driver(parsed: &Parsed) -> Driver {
    match parsed.filled("release-storage") {
        Some("configmap" | "configmaps") => Driver::ConfigMap,
        Some("memory") => Driver::Memory,
        _ => Driver::Secret,
    }
}

/// What deletions do to dependents, where that was said.
pub(super) fn propagation(parsed: &Parsed) -> Option<Propagation> {
    match parsed.filled("delete-propagation") {
        Some("Foreground") => Some(Propagation::Foreground),
        Some("Background") => Some(Propagation::Background),
        Some("Orphan") => Some(Propagation::Orphan),
        _ => None,
    }
}

/// What every command that plans a change of a release may be told.
pub(super) fn deploy_options(parsed: &Parsed, name: &str, context: &Context<'_, '_>) -> DeployOptions {
    let manual_changes = match parsed.switch("no-remove-manual-changes") {
        true => ManualChanges::Keep,
        false => ManualChanges::Undo,
    };
    DeployOptions {
        policy: Policy {
            force_adoption: parsed.switch("force-adoption"),
            manual_changes,
            recreate_immutable: parsed.switch("recreate-immutable"),
            propagation: propagation(parsed),
            prune_first: parsed.switch("prune-first"),
            no_final_tracking: parsed.switch("no-final-tracking"),
            ..Policy::default()
        },
        metadata: Metadata {
            runtime_annotations: parsed.map("runtime-annotations"),
            runtime_labels: parsed.map("runtime-labels"),
            release_annotations: parsed.map("release-info-annotations"),
            release_labels: parsed.map("release-labels"),
            ..Metadata::default()
        },
        ..run_options(parsed, release_name(parsed, name), context)
    }
}

/// What every command that carries out a plan may be told.
pub(super) fn run_options(parsed: &Parsed, release: ReleaseName, context: &Context<'_, '_>) -> DeployOptions {
    let default = TrackOptions::default();
    let host = platform::host_name();
    let user = platform::user_name(context.environment);
    DeployOptions {
        release,
        policy: Policy::default(),
        metadata: Metadata::default(),
        history_limit: parsed.count_of("release-history-limit").unwrap_or(HISTORY_LIMIT),
        timeout: context.time_limit,
        begun: context.begun,
        parallelism: parallelism(parsed),
        tracking: TrackOptions {
            readiness_timeout: parsed.time_limit("resource-readiness-timeout").unwrap_or(default.readiness_timeout),
            presence_timeout: parsed.time_limit("resource-creation-timeout").unwrap_or(default.presence_timeout),
            absence_timeout: parsed.time_limit("resource-deletion-timeout").unwrap_or(default.absence_timeout),
            no_pod_logs: parsed.switch("no-pod-logs") || !Screen::shows_progress(parsed, context),
            ..default
        },
        auto_rollback: false,
        create_namespace: true,
        lock_timeout: parsed.time_limit("lock-timeout"),
        lock_holder: LockOptions { user, host, ..LockOptions::default() },
    }
}
