//! The only table of kinds with a rule of their own. What is waited for, which kinds run pods and which complete all
//! follow from it. Custom resources of well-known controllers are in `known_custom`.

use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};
use super::{
    api_service, claim, custom_resource_definition, daemon_set, deployment, disruption_budget, job, namespace, pod,
    replica_set, route, service, stateful_set, volume,
};

/// How one kind becomes ready.
pub(crate) struct Rule {
    groups: &'static [&'static str],
    kinds: &'static [&'static str],
    pub(super) assess: fn(&Object, &Surroundings) -> Assessment,
    pub(crate) pods: Pods,
    /// Whether it has succeeded. That stays true when it is deleted.
    pub(super) has_succeeded: fn(&Object) -> bool,
    /// It explains what blocks its deletion.
    pub(super) tells_of_deletion: bool,
    pub(crate) besides: Besides,
}

/// How a kind uses pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pods {
    None,
    /// It runs them as they are.
    Run,
    /// It replaces them and rolls out new revisions.
    Keep,
}

/// Special treatment while waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Besides {
    Nothing,
    /// Ask the storage class when claims are bound.
    StorageClass,
    /// Objects are too large to list them all for the sake of one, and after they are ready the API server needs a
    /// moment to serve what they define.
    Definition,
}

const CORE: &[&str] = &[""];
const APPS: &[&str] = &["apps", "extensions"];

static RULES: &[Rule] = &[
    rule(APPS, &["Deployment"], |object, _| deployment::assess(object)).pods(Pods::Keep),
    rule(APPS, &["DaemonSet"], |object, _| daemon_set::assess(object)).pods(Pods::Keep),
    rule(&["apps"], &["StatefulSet"], |object, _| stateful_set::assess(object)).pods(Pods::Keep),
    rule(APPS, &["ReplicaSet"], |object, _| replica_set::assess(object)).pods(Pods::Run),
    rule(CORE, &["ReplicationController"], |object, _| replica_set::assess(object)).pods(Pods::Run),
    rule(&["batch"], &["Job"], |object, _| job::assess(object)).pods(Pods::Run).ends(job::has_completed),
    rule(CORE, &["Pod"], |object, _| pod::assess(object)).pods(Pods::Run).ends(pod::has_succeeded),
    rule(CORE, &["PersistentVolumeClaim"], claim::assess).besides(Besides::StorageClass),
    rule(CORE, &["PersistentVolume"], |object, _| volume::assess(object)),
    rule(CORE, &["Service"], service::assess),
    rule(CORE, &["Namespace"], |object, _| namespace::assess(object)).tells_of_deletion(),
    rule(&["apiextensions.k8s.io"], &["CustomResourceDefinition"], |object, _| {
        custom_resource_definition::assess(object)
    })
    .besides(Besides::Definition),
    rule(&["apiregistration.k8s.io"], &["APIService"], |object, _| api_service::assess(object)),
    rule(&["policy"], &["PodDisruptionBudget"], |object, _| disruption_budget::assess(object)),
    rule(
        &["gateway.networking.k8s.io"],
        &["GRPCRoute", "HTTPRoute", "TCPRoute", "TLSRoute", "UDPRoute"],
        |object, _| route::assess(object),
    ),
];

const fn rule(
    groups: &'static [&'static str],
    kinds: &'static [&'static str],
    assess: fn(&Object, &Surroundings) -> Assessment,
) -> Rule {
    Rule {
        groups,
        kinds,
        assess,
        pods: Pods::None,
        has_succeeded: |_| false,
        tells_of_deletion: false,
        besides: Besides::Nothing,
    }
}

impl Rule {
    const fn pods(self, pods: Pods) -> Rule {
        Rule { pods, ..self }
    }

    const fn ends(self, has_succeeded: fn(&Object) -> bool) -> Rule {
        Rule { has_succeeded, ..self }
    }

    const fn tells_of_deletion(self) -> Rule {
        Rule { tells_of_deletion: true, ..self }
    }

    const fn besides(self, besides: Besides) -> Rule {
        Rule { besides, ..self }
    }
}

/// The rule of a kind; `None` if it has none of its own.
pub(crate) fn rule_of(group: &str, kind: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.groups.contains(&group) && rule.kinds.contains(&kind))
}

/// Groups of the API server itself. Kinds without a rule are ready once they exist; controllers of all other groups
/// report through a status.
const BUILT_IN: &[&str] = &[
    "",
    "admissionregistration.k8s.io",
    "apps",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "extensions",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
];

/// Whether there is nothing to wait for once the object exists: ConfigMap, Secret, RBAC, Ingress, CronJob,
/// HorizontalPodAutoscaler and others. No request is needed for these.
pub fn is_ready_once_present(group: &str, kind: &str) -> bool {
    BUILT_IN.contains(&group) && rule_of(group, kind).is_none()
}

/// Whether the kind runs pods whose state matters.
pub fn is_workload(group: &str, kind: &str) -> bool {
    rule_of(group, kind).is_some_and(|rule| rule.pods != Pods::None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;
    use skeg_resources::Object;

    use super::super::{Surroundings, assess};
    use super::*;

    #[test]
    fn every_rule_is_found_once_and_waited_for() {
        let mut seen = BTreeSet::new();
        for rule in RULES {
            for (group, kind) in rule.groups.iter().flat_map(|group| rule.kinds.iter().map(move |kind| (*group, *kind)))
            {
                assert!(seen.insert((group, kind)), "two rules for {group}/{kind}");
                assert!(std::ptr::eq(rule_of(group, kind).unwrap(), rule), "{group}/{kind} has another rule");
                assert!(!is_ready_once_present(group, kind), "{group}/{kind} is not waited for");
                let version = if group.is_empty() { "v1".to_string() } else { format!("{group}/v1") };
                let object = json!({ "apiVersion": version, "kind": kind, "metadata": { "name": "it", "deletionTimestamp": "2026-01-01T00:00:00Z" } });
                let going = assess(&Object::try_from(object).unwrap(), &Surroundings::default());
                assert_eq!(going, Assessment::waits("it is being deleted"), "{group}/{kind}");
            }
        }
    }

    #[test]
    fn every_file_of_a_kind_is_in_the_table() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        let table = include_str!("table.rs");
        for file in std::fs::read_dir(here).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_stem().unwrap().to_str().unwrap().to_string();
            // These are for kinds without a row.
            let is_general = ["assess", "custom", "known_custom", "table"].contains(&name.as_str());
            let has_rule = file.is_file() && std::fs::read_to_string(&file).unwrap().contains("fn assess(");
            assert!(is_general || !has_rule || table.contains(&format!("{name}::assess")), "{name} has no row");
        }
    }
}
