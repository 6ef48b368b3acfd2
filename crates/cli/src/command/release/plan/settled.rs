//! Flags that the plan has already settled. The execution follows the plan; they can still shape what is planned anew:
//! a rollback after a failure.

use std::collections::BTreeMap;

use skeg_deploy::artifact::{Frozen, Storage};
use skeg_deploy::{DeployOptions, Driver, ManualChanges, Propagation, frozen_options};
use skeg_report::codes;

use super::execute::ExecuteSettings;
use crate::command::Context;
use crate::command::release::settings;
use crate::error::CommandError;
use crate::flags::{Flag, Flags, Group, Settings, find, flag, flag_settings};

flag_settings! {
    /// For a rollback after a failure; the plan's own options are the default.
    pub(super) struct FailureFlags: "Rollback after a failure (default: as the plan was made)" {
        annotations: Option<BTreeMap<String, String>> =
            flag("annotations", "annotations for resources that are rolled back").starred(),
        labels: Option<BTreeMap<String, String>> =
            flag("labels", "labels for resources that are rolled back").starred(),
        runtime_annotations: Option<BTreeMap<String, String>> =
            flag("runtime-annotations", "the same as --annotations").starred(),
        runtime_labels: Option<BTreeMap<String, String>> = flag("runtime-labels", "the same as --labels").starred(),
        release_annotations: Option<BTreeMap<String, String>> =
            flag("release-info-annotations", "annotations in the record of the rollback").starred(),
        release_labels: Option<BTreeMap<String, String>> =
            flag("release-labels", "labels of the record of the rollback").starred(),
        force_adoption: Option<bool> =
            flag("force-adoption", "take over existing resources of another release or of nobody")
                .also(&["take-ownership"]),
        keep_manual_changes: Option<bool> = flag("no-remove-manual-changes", "keep fields that were added by hand"),
        recreate_immutable: Option<bool> =
            flag("recreate-immutable", "delete and recreate what cannot be changed in place"),
        prune_first: Option<bool> =
            flag("prune-first", "delete what was dropped before applying the rest, not after"),
        propagation: Option<Propagation> =
            flag("delete-propagation", "how the objects owned by a deleted resource are deleted"),
    }
}

flag_settings! {
    /// Accepted if they match the plan.
    pub(super) struct AgreedFlags: "Settled by the plan (must not contradict it)" {
        storage: Option<Driver> = flag("release-storage", "where the plan keeps records: Secrets or ConfigMaps")
            .value("secret|configmap"),
        no_install_crds: bool = flag("no-install-crds", "the plan does not touch crds/").also(&["skip-crds"]),
    }
}

/// Accepted without effect: the notes are in the plan.
pub(super) const ACCEPTED: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::switch("show-subchart-notes", "the notes are in the plan")
            .also(&["render-subchart-notes"])
            .without_effect(),
        Flag::text("wait", "the order is in the plan").bare("watcher").without_effect(),
    ],
}];

pub(super) fn is_settled(flag: &Flag) -> bool {
    [FailureFlags::FLAGS, AgreedFlags::FLAGS, ACCEPTED].iter().any(|flags| find(flags, flag.name).is_some())
}

/// Refuses what contradicts the plan and cannot be meant for a rollback.
pub(super) fn check(flags: &AgreedFlags, frozen: &Frozen) -> Result<(), CommandError> {
    let word = |driver: Driver| match driver {
        Driver::Secret => "secret",
        Driver::ConfigMap => "configmap",
        Driver::Memory => "memory",
    };
    let planned = match frozen.choices.storage {
        Storage::Secret => Driver::Secret,
        Storage::ConfigMap => Driver::ConfigMap,
    };
    if let Some(said) = flags.storage.filter(|said| *said != planned) {
        let (said, planned) = (word(said), word(planned));
        let text = format!("--release-storage {said}: the plan keeps the release's records as {planned}s");
        return Err(CommandError::new(&codes::PLAN_SETTLED, text)
            .hint("Nothing was changed. Drop the flag, or plan again with it."));
    }
    if flags.no_install_crds
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

/// Options for planning a rollback after a failure: the flags override the plan's options. Warns about flags without
/// effect on the plan itself.
pub(super) fn rollback_options(
    flags: &FailureFlags,
    planned: &DeployOptions,
    has_rollback: bool,
    context: &mut Context<'_, '_>,
) -> DeployOptions {
    let mut options = planned.clone();
    let mut differing = Vec::new();
    let mut note = |flag: &str, is_other: bool| {
        if is_other {
            differing.push(format!("--{flag}"));
        }
        is_other
    };
    let (policy, metadata) = (&mut options.policy, &mut options.metadata);
    // Recorded resources got their annotations when they were recorded, so these cannot be stored with them.
    for (flag, said, planned, map) in [
        ("annotations", &flags.annotations, &metadata.annotations, &mut metadata.runtime_annotations),
        ("labels", &flags.labels, &metadata.labels, &mut metadata.runtime_labels),
    ] {
        if let Some(said) = said.as_ref().filter(|said| note(flag, *said != planned)) {
            map.extend(said.clone());
        }
    }
    for (flag, said, map) in [
        ("runtime-annotations", &flags.runtime_annotations, &mut metadata.runtime_annotations),
        ("runtime-labels", &flags.runtime_labels, &mut metadata.runtime_labels),
        ("release-info-annotations", &flags.release_annotations, &mut metadata.release_annotations),
        ("release-labels", &flags.release_labels, &mut metadata.release_labels),
    ] {
        let is_other = |said: &BTreeMap<String, String>| said.iter().any(|(key, value)| map.get(key) != Some(value));
        if let Some(said) = said.as_ref().filter(|said| note(flag, is_other(said))) {
            map.extend(said.clone());
        }
    }
    for (flag, said, switch) in [
        ("force-adoption", flags.force_adoption, &mut policy.force_adoption),
        ("recreate-immutable", flags.recreate_immutable, &mut policy.recreate_immutable),
        ("prune-first", flags.prune_first, &mut policy.prune_first),
    ] {
        if let Some(said) = said.filter(|said| note(flag, said != switch)) {
            *switch = said;
        }
    }
    let keeps = |changes: ManualChanges| changes == ManualChanges::Keep;
    let differs = |said: &bool| *said != keeps(policy.manual_changes);
    if let Some(said) = flags.keep_manual_changes.filter(|said| note("no-remove-manual-changes", differs(said))) {
        policy.manual_changes = if said { ManualChanges::Keep } else { ManualChanges::Undo };
    }
    if flags.propagation.is_some_and(|said| note("delete-propagation", Some(said) != policy.propagation)) {
        policy.propagation = flags.propagation;
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
        true => context.printer.say(format!(
            "{flags}: used only for a rollback after a failure; the plan is executed \
         as it is"
        )),
        false => context.printer.warn(format!(
            "without effect: {flags}. The plan is executed as it is, and without --auto-rollback nothing else is \
             planned. To deploy with other options, plan again"
        )),
    }
}

/// The plan's options with the settings of this run.
pub(super) fn run_options(
    settings: &ExecuteSettings,
    head: &skeg_deploy::artifact::Head,
    frozen: &Frozen,
    context: &Context<'_, '_>,
) -> DeployOptions {
    let said = settings::run_options(frozen.plan.release.clone(), &settings.run, context);
    let mut options = frozen_options(said.clone(), head, frozen);
    let flags = &settings.run.tracking;
    for (is_said, limit, said) in [
        (flags.readiness().is_some(), &mut options.tracking.readiness_timeout, said.tracking.readiness_timeout),
        (flags.creation_timeout.is_some(), &mut options.tracking.presence_timeout, said.tracking.presence_timeout),
        (flags.deletion_timeout.is_some(), &mut options.tracking.absence_timeout, said.tracking.absence_timeout),
    ] {
        if is_said {
            *limit = said;
        }
    }
    if settings.run.records.history_limit.is_some() {
        options.history_limit = said.history_limit;
    }
    options.policy.no_final_tracking |= settings.execute.no_final_tracking;
    options.auto_rollback = settings.execute.auto_rollback;
    options
}
