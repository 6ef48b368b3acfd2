//! Flags of an execution that are about what the plan has settled. What is executed is as the plan has it, whatever they say;
//! what they can still shape is planned anew: a rollback after a failure.

use skeg_deploy::artifact::{Frozen, Storage};
use skeg_deploy::{DeployOptions, ManualChanges, frozen_options};
use skeg_report::codes;

use crate::command::Context;
use crate::command::release::settings;
use crate::error::CommandError;
use crate::flags::{Flag, Group, Parsed};

pub(super) static ROLLBACK: Group = Group {
    title: "Rollback after a failure (unless told, as the plan was made)",
    flags: &[
        Flag::map("annotations", "annotations for resources that are rolled back").starred(),
        Flag::map("labels", "labels for resources that are rolled back").starred(),
        Flag::map("runtime-annotations", "the same as --annotations").starred(),
        Flag::map("runtime-labels", "the same as --labels").starred(),
        Flag::map("release-info-annotations", "annotations in the record of the rollback").starred(),
        Flag::map("release-labels", "labels of the record of the rollback").starred(),
        Flag::switch("force-adoption", "take over existing resources of another release or of nobody")
            .also(&["take-ownership"]),
        Flag::switch("no-remove-manual-changes", "keep fields that were added by hand"),
        Flag::switch("recreate-immutable", "delete and recreate what cannot be changed in place"),
        Flag::switch("prune-first", "delete what was dropped before applying the rest, not after"),
        Flag::choice(
            "delete-propagation",
            &["Foreground", "Background", "Orphan"],
            "how the objects owned by a deleted resource are deleted",
        )
        .value("Foreground|Background|Orphan"),
    ],
};

/// Taken where they agree with the plan.
pub(super) static AGREED: Group = Group {
    title: "Settled by the plan (must not contradict it)",
    flags: &[
        Flag::choice(
            "release-storage",
            &["secret", "secrets", "configmap", "configmaps"],
            "where the plan keeps records: Secrets or ConfigMaps",
        )
        .value("secret|configmap"),
        Flag::switch("no-install-crds", "the plan does not touch crds/").also(&["skip-crds"]),
        Flag::switch("show-subchart-notes", "no effect: the notes are in the plan").also(&["render-subchart-notes"]),
    ],
};

pub(super) fn is_settled(flag: &Flag) -> bool {
    [&ROLLBACK, &AGREED].iter().any(|group| group.flags.iter().any(|settled| settled.is_named(flag.name)))
}

/// Refuses what contradicts the plan and cannot be meant for a rollback.
pub(super) fn check(parsed: &Parsed, frozen: &Frozen) -> Result<(), CommandError> {
    let planned = match frozen.choices.storage {
        Storage::Secret => "secret",
        Storage::ConfigMap => "configmap",
    };
    if let Some(said) = parsed.filled("release-storage").filter(|said| said.trim_end_matches('s') != planned) {
        let text = format!("--release-storage {said}: the plan keeps the release's records as {planned}s");
        return Err(CommandError::new(&codes::PLAN_SETTLED, text)
            .hint("Nothing was changed. Drop the flag, or plan again with it."));
    }
    if parsed.switch("no-install-crds")
        && let Some(definition) = frozen.plan.changes.iter().find_map(|change| {
            let target = frozen.plan.targets.get(change.target)?;
            let path = &target.origin.path;
            (path.contains("/crds/") && !path.contains("/templates/")).then_some(&target.id)
        })
    {
        return Err(CommandError::new(
            &codes::PLAN_SETTLED,
            format!("--no-install-crds: the plan installs {definition} of crds/"),
        )
        .hint("Nothing was changed. Drop the flag, or plan again with it."));
    }
    Ok(())
}

/// What a rollback after a failure is planned with: what was typed, over what the plan was made with. Says what of it does
/// not count for the plan itself.
pub(super) fn rollback_options(
    parsed: &Parsed,
    planned: &DeployOptions,
    has_rollback: bool,
    context: &mut Context<'_, '_>,
) -> DeployOptions {
    let mut options = planned.clone();
    let mut differing = Vec::new();
    let mut note = |flag: &str, is_other: bool| {
        let is_other = is_other && parsed.has(flag);
        if is_other {
            differing.push(format!("--{flag}"));
        }
        is_other
    };
    let (policy, metadata) = (&mut options.policy, &mut options.metadata);
    // What is on record got its annotations when it was recorded, so these cannot be recorded with it.
    if note("annotations", parsed.map("annotations") != metadata.annotations) {
        metadata.runtime_annotations.extend(parsed.map("annotations"));
    }
    if note("labels", parsed.map("labels") != metadata.labels) {
        metadata.runtime_labels.extend(parsed.map("labels"));
    }
    for (flag, map) in [
        ("runtime-annotations", &mut metadata.runtime_annotations),
        ("runtime-labels", &mut metadata.runtime_labels),
        ("release-info-annotations", &mut metadata.release_annotations),
        ("release-labels", &mut metadata.release_labels),
    ] {
        if note(flag, parsed.map(flag).iter().any(|(key, value)| map.get(key) != Some(value))) {
            map.extend(parsed.map(flag));
        }
    }
    for (flag, switch) in [
        ("force-adoption", &mut policy.force_adoption),
        ("recreate-immutable", &mut policy.recreate_immutable),
        ("prune-first", &mut policy.prune_first),
    ] {
        if note(flag, parsed.switch(flag) != *switch) {
            *switch = parsed.switch(flag);
        }
    }
    let keeps = parsed.switch("no-remove-manual-changes");
    if note("no-remove-manual-changes", keeps != (policy.manual_changes == ManualChanges::Keep)) {
        policy.manual_changes = if keeps { ManualChanges::Keep } else { ManualChanges::Undo };
    }
    let propagation = settings::propagation(parsed);
    if note("delete-propagation", propagation != policy.propagation) {
        policy.propagation = propagation;
    }
    tell(&differing, has_rollback, context);
    options
}

fn tell(differing: &[String], has_rollback: bool, context: &mut Context<'_, '_>) {
    if differing.is_empty() {
        return;
    }
    let flags = differing.join(", ");
    match has_rollback {
        true => context.printer.say(format!("{flags}: for a rollback after a failure; what is executed is as planned")),
        false => context.printer.warn(format!(
            "no effect of {flags}: what is executed is as planned, and without --auto-rollback nothing is planned again. To \
             deploy with other options, plan anew"
        )),
    }
}

/// The plan's options with what was said about running it.
pub(super) fn run_options(
    parsed: &Parsed,
    head: &skeg_deploy::artifact::Head,
    frozen: &Frozen,
    context: &Context<'_, '_>,
) -> DeployOptions {
    let said = settings::run_options(parsed, frozen.plan.release.clone(), context);
    let mut options = frozen_options(said.clone(), head, frozen);
    for (flag, limit, said) in [
        ("resource-readiness-timeout", &mut options.tracking.readiness_timeout, said.tracking.readiness_timeout),
        ("resource-creation-timeout", &mut options.tracking.presence_timeout, said.tracking.presence_timeout),
        ("resource-deletion-timeout", &mut options.tracking.absence_timeout, said.tracking.absence_timeout),
    ] {
        if parsed.has(flag) {
            *limit = said;
        }
    }
    if parsed.has("release-history-limit") {
        options.history_limit = said.history_limit;
    }
    options.policy.no_final_tracking |= parsed.switch("no-final-tracking");
    options.auto_rollback = parsed.switch("auto-rollback");
    options
}
