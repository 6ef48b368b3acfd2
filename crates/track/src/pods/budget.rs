//! How many failures of its pods a workload may have.

use skeg_resources::Object;

use crate::rules::{PodsOfKind, is_observed, number, rule_of};

/// More failures than this fail the workload. `per_replica` comes from its annotation.
pub fn allowed_failures(workload: &Object, per_replica: Option<u32>) -> u32 {
    let replicas = match workload.kind() {
        // Nodes get its new pods one by one, and those without one cannot fail yet.
        "DaemonSet" if is_observed(workload) == Some(true) => number(workload, &["status", "updatedNumberScheduled"]),
        _ => number(workload, &["spec", "replicas"]),
    };
    let replicas = replicas.unwrap_or(1).max(1);
    let per_replica = per_replica.unwrap_or_else(|| {
        let is_kept_running =
            rule_of(workload.group(), workload.kind()).is_some_and(|rule| rule.pods == PodsOfKind::Keep);
        let is_never_restarted = restart_policy(workload) == Some("Never");
        u32::from(is_kept_running && !is_never_restarted)
    });
    per_replica.saturating_mul(replicas)
}

/// A Job counts its pods' crashes itself, against its own limit.
pub fn counts_crashes(workload: &Object) -> bool {
    workload.kind() != "Job"
}

fn restart_policy(workload: &Object) -> Option<&str> {
    workload.text_at(&["spec", "template", "spec", "restartPolicy"])
}
