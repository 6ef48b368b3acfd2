//! Custom resources of well-known controllers, by their status. For these, no status means not ready.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::Assessment;
use super::custom::by_one;
use super::status::{condition, is_observed};

/// What signals readiness.
enum Sign {
    /// All of these conditions are true.
    Conditions(&'static [&'static str]),
    /// A field below `status` has one of the first words; one of the second means failure.
    Field(&'static [&'static str], &'static [&'static str], &'static [&'static str]),
    /// A field below `status` is true.
    Flag(&'static str),
}

use Sign::{Conditions, Field, Flag};

const READY: Sign = Conditions(&["Ready"]);
const AVAILABLE: Sign = Conditions(&["Available"]);

/// Group (`*.` matches any prefix), kind (`*` matches all), signal. The first match decides.
const KNOWN: &[(&str, &str, Sign)] = &[
    (
        "acid.zalan.do",
        "postgresql",
        Field(
            &["PostgresClusterStatus"],
            &["Running"],
            &["CreateFailed", "UpdateFailed", "SyncFailed", "DeleteFailed"],
        ),
    ),
    ("argoproj.io", "Application", Field(&["health", "status"], &["Healthy"], &["Degraded"])),
    ("argoproj.io", "ApplicationSet", Conditions(&["ResourcesUpToDate"])),
    ("argoproj.io", "AnalysisRun", Field(&["phase"], &["Successful"], &["Failed", "Error"])),
    ("argoproj.io", "Rollout", Field(&["phase"], &["Healthy", "Paused"], &["Degraded"])),
    ("argoproj.io", "Workflow", Field(&["phase"], &["Succeeded"], &["Failed", "Error"])),
    ("bitnami.com", "SealedSecret", Conditions(&["Synced"])),
    ("cdi.kubevirt.io", "DataVolume", Field(&["phase"], &["Succeeded", "WaitForFirstConsumer"], &["Failed"])),
    ("cert-manager.io", "Certificate", READY),
    ("cert-manager.io", "ClusterIssuer", READY),
    ("cert-manager.io", "Issuer", READY),
    ("external-secrets.io", "*", READY),
    ("flagger.app", "Canary", Field(&["phase"], &["Initialized", "Succeeded"], &["Failed"])),
    ("gateway.networking.k8s.io", "Gateway", Conditions(&["Accepted", "Programmed"])),
    ("gateway.networking.k8s.io", "GatewayClass", Conditions(&["Accepted"])),
    ("helm.toolkit.fluxcd.io", "HelmRelease", READY),
    ("karpenter.sh", "NodePool", READY),
    ("keda.sh", "ScaledJob", READY),
    ("keda.sh", "ScaledObject", READY),
    ("kustomize.toolkit.fluxcd.io", "Kustomization", READY),
    ("kyverno.io", "ClusterPolicy", READY),
    ("kyverno.io", "Policy", READY),
    ("longhorn.io", "Backup", Field(&["state"], &["Completed"], &["Error"])),
    ("longhorn.io", "Volume", Field(&["state"], &["attached", "detached"], &[])),
    ("managed-services.deckhouse.io", "*", Conditions(&["Available", "LastValidConfigurationApplied"])),
    ("monitoring.coreos.com", "Alertmanager", AVAILABLE),
    ("monitoring.coreos.com", "Prometheus", AVAILABLE),
    ("monitoring.coreos.com", "PrometheusAgent", AVAILABLE),
    ("monitoring.coreos.com", "ThanosRuler", AVAILABLE),
    ("pkg.crossplane.io", "*", Conditions(&["Installed", "Healthy"])),
    ("postgresql.cnpg.io", "Cluster", READY),
    ("rabbitmq.com", "RabbitmqCluster", Conditions(&["ClusterAvailable", "AllReplicasReady"])),
    ("serving.knative.dev", "*", READY),
    ("snapshot.storage.k8s.io", "VolumeSnapshot", Flag("readyToUse")),
    ("snapshot.storage.k8s.io", "VolumeSnapshotContent", Flag("readyToUse")),
    ("source.toolkit.fluxcd.io", "*", READY),
    ("*.crossplane.io", "*", Conditions(&["Synced", "Ready"])),
];

/// `None` if the kind is not in the table.
pub(super) fn assess(object: &Object) -> Option<Assessment> {
    let sign = KNOWN.iter().find(|(group, kind, _)| is_of(object, group, kind)).map(|(_, _, sign)| sign)?;
    if is_suspended(object) {
        return Some(Assessment::Ready);
    }
    if is_observed(object) == Some(false) {
        return Some(Assessment::waits("its controller to see the change"));
    }
    // The general rules know how to read these, and that they take precedence.
    let is_stalled = condition(object, "Stalled").is_some_and(|stalled| stalled.is_true());
    if is_stalled || condition(object, "Reconciling").is_some_and(|reconciling| reconciling.is_true()) {
        return None;
    }
    Some(match sign {
        Conditions(names) => by_conditions(object, names),
        Field(path, ready, failed) => by_field(object, path, ready, failed),
        Flag(name) => match object.at(&["status", name]).and_then(Value::as_bool) {
            Some(true) => Assessment::Ready,
            _ => Assessment::waits(format!("{name} to be true")),
        },
    })
}

fn is_of(object: &Object, group: &str, kind: &str) -> bool {
    let same_group = match group.strip_prefix('*') {
        Some(end) => object.group().ends_with(end),
        None => object.group() == group,
    };
    same_group && (kind == "*" || object.kind() == kind)
}

/// Its controller is paused.
fn is_suspended(object: &Object) -> bool {
    object.group().ends_with(".fluxcd.io") && object.at(&["spec", "suspend"]).and_then(Value::as_bool) == Some(true)
}

fn by_conditions(object: &Object, names: &[&str]) -> Assessment {
    for name in names {
        let assessment = match condition(object, name) {
            Some(condition) => by_one(object, &condition),
            None => Assessment::waits(format!("condition {name}")),
        };
        if assessment != Assessment::Ready {
            return assessment;
        }
    }
    Assessment::Ready
}

fn by_field(object: &Object, path: &[&str], ready: &[&str], failed: &[&str]) -> Assessment {
    let path: Vec<&str> = [&["status"], path].concat();
    let name = path[1..].join(".");
    match object.text_at(&path) {
        Some(word) if ready.contains(&word) => Assessment::Ready,
        Some(word) if failed.contains(&word) => {
            let message = object.text_at(&["status", "message"]).map(|text| format!(": {text}")).unwrap_or_default();
            Assessment::failed(format!("{name} is {word}{message}"))
        }
        Some(word) => Assessment::waits(format!("{name} is {word}")),
        None => Assessment::waits(format!("{name} to be written")),
    }
}
