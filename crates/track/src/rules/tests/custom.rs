//! Custom resources: those of well-known controllers and all others.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::Object;

use super::{check, check_in, object};
use crate::rules::{Surroundings, nobody_writes_status};

fn of(generation: u32, status: Value) -> Value {
    json!({"metadata": {"generation": generation}, "status": status})
}

fn conditions(list: &[(&str, &str)]) -> Value {
    let list: Vec<Value> = list.iter().map(|(name, status)| json!({"type": name, "status": status})).collect();
    of(1, json!({"conditions": list}))
}

#[test]
fn conditions_in_any_spelling() {
    check(
        "example.com/v1",
        "Thing",
        &[
            (conditions(&[("Ready", "True")]), "ready"),
            (conditions(&[("ready", "true")]), "ready"),
            (conditions(&[("READY", "False")]), "waits: condition READY: condition READY is False"),
            (conditions(&[("Available", "Unknown")]), "waits: condition Available: condition Available is Unknown"),
            // The most reliable one decides, wherever it is.
            (
                conditions(&[("Initialized", "True"), ("Ready", "False")]),
                "waits: condition Ready: condition Ready is False",
            ),
            (conditions(&[("Weather", "False")]), "ready"),
            (conditions(&[("Ready", "True"), ("Reconciling", "True")]), "waits: condition Reconciling is True"),
            (
                of(
                    1,
                    json!({"conditions": [{"type": "Stalled", "status": "True", "reason": "Bad", "message": "no such repository"}]}),
                ),
                "failed: no such repository (Bad)",
            ),
        ],
    );
}

#[test]
fn a_stale_word_counts_for_nothing() {
    let ready =
        |observed: Value| json!({"observedGeneration": observed, "conditions": [{"type": "Ready", "status": "True"}]});
    let own =
        |observed: u32| json!({"conditions": [{"type": "Ready", "status": "True", "observedGeneration": observed}]});
    for (version, kind) in [("example.com/v1", "Thing"), ("cert-manager.io/v1", "Certificate")] {
        check(
            version,
            kind,
            &[
                (of(3, ready(json!(2))), "waits: its controller to see the change"),
                (of(3, ready(json!(3))), "ready"),
                (of(3, ready(json!("2"))), "waits: its controller to see the change"),
                (of(3, ready(json!("3"))), "ready"),
                (of(3, ready(json!("a7f"))), "ready"),
                (of(3, own(2)), "waits: its controller to see the change"),
                (of(3, own(3)), "ready"),
            ],
        );
    }
    check(
        "example.com/v1",
        "Thing",
        &[
            (of(3, json!({"observedGeneration": 2, "phase": "Failed"})), "waits: its controller to see the change"),
            (of(3, json!({"conditions": [{"type": "Stalled", "status": "True", "observedGeneration": 2}]})), "ready"),
        ],
    );
}

#[test]
fn words() {
    check(
        "example.com/v1",
        "Thing",
        &[
            (of(1, json!({"phase": "Running"})), "ready"),
            (of(1, json!({"phase": "In-Progress"})), "waits: phase is In-Progress"),
            (of(1, json!({"state": "IN_PROGRESS"})), "waits: state is IN_PROGRESS"),
            (of(1, json!({"phase": "Failed", "message": "no room"})), "failed: phase is Failed: no room"),
            (of(1, json!({"phase": "Purple", "state": "error"})), "failed: state is error"),
            (of(1, json!({"state": "valid"})), "ready"),
            (of(1, json!({"state": "invalid"})), "waits: state is invalid"),
            (of(1, json!({"health": "yellow"})), "waits: health is yellow"),
            (of(1, json!({"phase": "green"})), "ready"),
            (of(1, json!({"phase": 7})), "ready"),
        ],
    );
}

#[test]
fn no_status_yet() {
    let none = json!({"metadata": {"generation": 1}});
    check("example.com/v1", "Thing", &[(none.clone(), "ready")]);
    let speaks = Surroundings { has_status: true, ..Surroundings::default() };
    check_in(
        &speaks,
        "example.com/v1",
        "Thing",
        &[
            (none.clone(), "waits: its controller to write a status"),
            (of(1, json!({})), "waits: its controller to write a status"),
            (of(1, json!({"nodes": 3})), "ready"),
        ],
    );
    let silent = Surroundings { settled: true, ..speaks };
    check_in(&silent, "example.com/v1", "Thing", &[(none.clone(), "ready")]);
    check_in(&silent, "cert-manager.io/v1", "Certificate", &[(none, "waits: condition Ready")]);
}

#[test]
fn well_known_kinds() {
    let health = |word: &str| of(1, json!({"health": {"status": word}}));
    check(
        "argoproj.io/v1alpha1",
        "Application",
        &[
            (health("Healthy"), "ready"),
            (health("Progressing"), "waits: health.status is Progressing"),
            (health("Degraded"), "failed: health.status is Degraded"),
            (of(1, json!({})), "waits: health.status to be written"),
        ],
    );
    check(
        "acid.zalan.do/v1",
        "postgresql",
        &[
            (of(1, json!({"PostgresClusterStatus": "Running"})), "ready"),
            (of(1, json!({"PostgresClusterStatus": "SyncFailed"})), "failed: PostgresClusterStatus is SyncFailed"),
        ],
    );
    check(
        "bitnami.com/v1alpha1",
        "SealedSecret",
        &[(conditions(&[("Synced", "True")]), "ready"), (conditions(&[]), "waits: condition Synced")],
    );
    check(
        "rds.aws.crossplane.io/v1",
        "Instance",
        &[
            (conditions(&[("Ready", "True")]), "waits: condition Synced"),
            (conditions(&[("Ready", "True"), ("Synced", "True")]), "ready"),
        ],
    );
    check(
        "helm.toolkit.fluxcd.io/v2",
        "HelmRelease",
        &[
            (conditions(&[("Ready", "True")]), "ready"),
            (conditions(&[("Ready", "False"), ("Stalled", "True")]), "failed: condition Stalled is True"),
            (json!({"spec": {"suspend": true}}), "ready"),
        ],
    );
    check(
        "snapshot.storage.k8s.io/v1",
        "VolumeSnapshot",
        &[
            (of(1, json!({"readyToUse": true})), "ready"),
            (of(1, json!({"readyToUse": false})), "waits: readyToUse to be true"),
        ],
    );
}

#[test]
fn routes_of_gateways() {
    let with = |accepted: &str, observed: u32| {
        json!({"metadata": {"generation": 2}, "spec": {"parentRefs": [{"name": "gate"}]}, "status": {"parents": [{"conditions": [
            {"type": "Accepted", "status": accepted, "reason": "NoMatchingParent", "observedGeneration": observed},
            {"type": "ResolvedRefs", "status": "True", "observedGeneration": observed}]}]}})
    };
    check(
        "gateway.networking.k8s.io/v1",
        "HTTPRoute",
        &[
            (json!({"spec": {"parentRefs": [{"name": "gate"}]}}), "waits: 1 of 1 gateways to answer"),
            (with("True", 2), "ready"),
            (with("True", 1), "waits: its gateway to see the change"),
            (with("False", 2), "waits: NoMatchingParent"),
        ],
    );
}

#[test]
fn when_nobody_writes_a_status() {
    let at = |time: &str, status: Value| {
        let rest = json!({"metadata": {"creationTimestamp": format!("2026-01-01T00:{time}Z")}, "status": status});
        Arc::new(object("example.com/v1", "Thing", rest))
    };
    let written = "2026-01-01T00:01:00Z".parse().unwrap();
    let silent = |objects: &[Arc<Object>]| nobody_writes_status(objects, written, Duration::from_secs(10));
    let (old, new, told) = (at("00:49", json!({})), at("00:55", json!({})), at("00:58", json!({"phase": "New"})));
    assert!(silent(std::slice::from_ref(&old)) && silent(&[new.clone(), old.clone()]));
    assert!(!silent(&[]) && !silent(&[new]) && !silent(&[old, told]));
}
