//! Converts the options of a deploy for a frozen plan and back.

use std::time::Duration;

use skeg_plan::artifact::{Frozen, Head, PlanOptions};
use skeg_plan::{Policy, Pruning};
use skeg_resources::managed_fields::ManualChanges;

use crate::deploy_options::{DeployOptions, Metadata};

/// The options that a plan keeps.
pub(super) fn keep(options: &DeployOptions) -> PlanOptions {
    let DeployOptions { policy, metadata, tracking, .. } = options;
    let default = skeg_track::Options::default();
    let chosen = |limit: Duration, default: Duration| {
        (limit != default).then(|| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))
    };
    PlanOptions {
        force_adoption: policy.force_adoption,
        adoption: policy.adoption.clone(),
        recreate_immutable: policy.recreate_immutable,
        prune_first: policy.prune_first,
        no_prune: policy.pruning.is_off,
        prune_namespaces: policy.pruning.namespaces,
        prune_data: policy.pruning.data,
        no_final_tracking: policy.no_final_tracking,
        annotations: metadata.annotations.clone(),
        labels: metadata.labels.clone(),
        runtime_annotations: metadata.runtime_annotations.clone(),
        runtime_labels: metadata.runtime_labels.clone(),
        release_info_annotations: metadata.release_annotations.clone(),
        release_labels: metadata.release_labels.clone(),
        readiness_timeout: chosen(tracking.readiness_timeout, default.readiness_timeout),
        creation_timeout: chosen(tracking.presence_timeout, default.presence_timeout),
        deletion_timeout: chosen(tracking.absence_timeout, default.absence_timeout),
        history_limit: Some(options.history_limit),
    }
}

/// The options that a frozen plan was made with, combined with those of `run` that concern this execution.
pub fn frozen_options(run: DeployOptions, head: &Head, frozen: &Frozen) -> DeployOptions {
    let (choices, options) = (&frozen.choices, frozen.choices.options.clone());
    let limit = |kept: Option<u64>, run: Duration| kept.map_or(run, Duration::from_millis);
    DeployOptions {
        release: frozen.plan.release.clone(),
        create_namespace: choices.create_namespace,
        policy: Policy {
            force_adoption: options.force_adoption,
            adoption: options.adoption,
            recreate_immutable: options.recreate_immutable,
            prune_first: options.prune_first,
            pruning: Pruning {
                is_off: options.no_prune,
                namespaces: options.prune_namespaces,
                data: options.prune_data,
                max_deletes: None,
            },
            no_final_tracking: options.no_final_tracking,
            propagation: head.default_delete_propagation,
            manual_changes: match choices.keep_manual_changes {
                true => ManualChanges::Keep,
                false => ManualChanges::Undo,
            },
            ..run.policy
        },
        metadata: Metadata {
            annotations: options.annotations,
            labels: options.labels,
            runtime_annotations: options.runtime_annotations,
            runtime_labels: options.runtime_labels,
            release_annotations: options.release_info_annotations,
            release_labels: options.release_labels,
        },
        history_limit: options.history_limit.unwrap_or(run.history_limit),
        tracking: skeg_track::Options {
            readiness_timeout: limit(options.readiness_timeout, run.tracking.readiness_timeout),
            presence_timeout: limit(options.creation_timeout, run.tracking.presence_timeout),
            absence_timeout: limit(options.deletion_timeout, run.tracking.absence_timeout),
            ..run.tracking
        },
        ..run
    }
}
