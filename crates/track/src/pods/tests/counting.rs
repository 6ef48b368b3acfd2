//! Failures are counted once each.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::Object;

use super::{object, pod, probe_event, running, terminated, waiting};
use crate::pods::{Ledger, Terms, allowed_failures, counts_crashes, written};

/// The deploy wrote nothing.
const ALL: Terms<'_> = Terms { crashes: true, probe_windows: &[], written: None };

/// The number of failures of an older pod after each of the states, each reported twice.
fn counts(states: &[Value]) -> Vec<u32> {
    counts_of(states, "2026-01-01T09:59:59Z")
}

/// The same for a pod created at this time, in a deploy that wrote at ten o'clock.
fn counts_of(states: &[Value], created: &str) -> Vec<u32> {
    let mut ledger = Ledger::default();
    let terms = Terms { written: Some("2026-01-01T10:00:00Z".parse().unwrap()), ..ALL };
    let each = states.iter().map(|state| {
        let mut pod = pod(state.clone());
        pod.metadata_mut().unwrap().insert("creationTimestamp".to_string(), json!(created));
        for _ in 0..2 {
            ledger.observe(&pod, &[], Duration::ZERO, terms);
        }
        ledger.failures()
    });
    each.collect()
}

#[test]
fn crashes() {
    let life = [
        running(0, false),
        terminated(0, 1),
        running(1, false),
        waiting("CrashLoopBackOff", 1),
        running(2, false),
        waiting("CrashLoopBackOff", 2),
    ];
    assert_eq!(counts(&life), [0, 1, 1, 2, 2, 3]);
    assert_eq!(counts(&[terminated(0, 0)]), [0]);
}

#[test]
fn all_crashes_of_new_pods_count_and_only_the_present_one_of_older_pods() {
    let new = |state: Value| counts_of(&[state], "2026-01-01T10:00:00Z")[0];
    let old = |state: Value| counts(&[state])[0];
    let unwritten = |state: Value| {
        let mut ledger = Ledger::default();
        ledger.observe(&pod(state), &[], Duration::ZERO, ALL);
        ledger.failures()
    };
    for (state, expected_new, expected_old) in [
        (waiting("CrashLoopBackOff", 4), 5, 1),
        (waiting("CrashLoopBackOff", 0), 2, 1),
        (terminated(4, 1), 5, 1),
        (running(4, false), 4, 0),
        (running(4, true), 4, 0),
        (running(0, false), 0, 0),
    ] {
        let counted = (new(state.clone()), old(state.clone()), unwritten(state.clone()));
        assert_eq!(counted, (expected_new, expected_old, expected_old), "{state}");
    }
    // What follows counts for all.
    assert_eq!(
        counts(&[waiting("CrashLoopBackOff", 12), running(13, false), waiting("CrashLoopBackOff", 13)]),
        [1, 1, 2]
    );
    assert_eq!(counts(&[running(12, true), running(12, false), terminated(12, 1)]), [0, 0, 1]);
}

#[test]
fn the_last_write_is_the_latest_of_all_managers() {
    let deployment = object(json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"managedFields": [
        {"manager": "helm", "time": "2026-01-01T10:00:00Z"},
        {"manager": "kube-controller-manager", "subresource": "status", "time": "2025-12-01T10:00:00Z"}]}}));
    assert_eq!(written(&deployment).unwrap().to_string(), "2026-01-01T10:00:00Z");
    assert_eq!(written(&pod(json!([]))), None);
}

#[test]
fn crashes_of_jobs_are_their_own_matter() {
    let mut ledger = Ledger::default();
    let terms = Terms { crashes: false, ..ALL };
    ledger.observe(&pod(waiting("CrashLoopBackOff", 3)), &[], Duration::ZERO, terms);
    assert_eq!(ledger.failures(), 0);
    assert_eq!(ledger.last().unwrap().message, "container api crashed 4 times (exit code 1)");
    ledger.observe(&pod(waiting("ErrImagePull", 3)), &[], Duration::ZERO, terms);
    assert_eq!(ledger.failures(), 1);
}

#[test]
fn pulls() {
    let life = ["ContainerCreating", "ErrImagePull", "ImagePullBackOff", "ErrImagePull", "ImagePullBackOff"];
    let life: Vec<Value> = life.iter().map(|reason| waiting(reason, 0)).collect();
    assert_eq!(counts(&life), [0, 1, 1, 2, 2]);
    assert_eq!(counts(&[waiting("ImagePullBackOff", 0), waiting("ErrImagePull", 0)]), [1, 2]);
}

#[test]
fn being_stuck_counts_by_time() {
    let mut ledger = Ledger::default();
    let stuck = pod(waiting("CreateContainerConfigError", 0));
    let mut at = |seconds: u64, pod: &Object| {
        ledger.observe(pod, &[], Duration::from_secs(seconds), ALL);
        (ledger.failures(), ledger.next_look().map(|at| at.as_secs()))
    };
    assert_eq!(at(5, &stuck), (0, Some(35)));
    assert_eq!(at(34, &stuck), (0, Some(35)));
    assert_eq!(at(35, &stuck), (1, Some(65)));
    assert_eq!(at(100, &stuck), (3, Some(125)));
    assert_eq!(at(101, &pod(running(0, true))), (3, None));
}

#[test]
fn what_never_works_fails_at_once() {
    let mut ledger = Ledger::default();
    ledger.observe(&pod(waiting("InvalidImageName", 0)), &[], Duration::ZERO, ALL);
    let verdict = ledger.verdict(99).unwrap();
    assert_eq!(verdict.message, "container api cannot be started (InvalidImageName): as it is");
}

#[test]
fn readiness_probes() {
    let count = |events: &[(&str, u32)], windows: &[(String, u64)]| {
        let mut ledger = Ledger::default();
        let pod = pod(running(0, false));
        for (at, count) in events {
            let event = probe_event(at, *count, "HTTP probe failed with statuscode: 503");
            ledger.observe(&pod, &[&event], Duration::ZERO, Terms { probe_windows: windows, ..ALL });
        }
        (ledger.failures(), ledger.last().map(|trouble| trouble.message.clone()))
    };
    // 10 s period + 2 × 1 s + 10 s + 5 s after the start it may fail; then three in a row count as one.
    assert_eq!(count(&[("2026-01-01T10:00:20Z", 2)], &[]).0, 0);
    assert_eq!(count(&[("2026-01-01T10:00:20Z", 2), ("2026-01-01T10:00:40Z", 4)], &[]).0, 0);
    let (failures, message) = count(&[("2026-01-01T10:00:20Z", 2), ("2026-01-01T10:01:00Z", 5)], &[]);
    assert_eq!(failures, 1);
    assert_eq!(message.as_deref(), Some("container api does not become ready: readiness probe failing (HTTP 503)"));
    let late = [("2026-01-01T10:00:20Z", 2), ("2026-01-01T10:02:00Z", 12)];
    assert_eq!(count(&late, &[("api".to_string(), 100_000)]).0, 3);
    assert_eq!(count(&late, &[("api".to_string(), 200_000)]).0, 0);
}

#[test]
fn allowed() {
    let workload = |kind: &str, spec: Value| object(json!({"apiVersion": "apps/v1", "kind": kind, "spec": spec}));
    let daemon = |new: u32| {
        object(json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"generation": 2},
            "status": {"observedGeneration": 2, "desiredNumberScheduled": 9, "updatedNumberScheduled": new}}))
    };
    let never = json!({"replicas": 3, "template": {"spec": {"restartPolicy": "Never"}}});
    for (object, given, expected) in [
        (workload("Deployment", json!({"replicas": 3})), None, 3),
        (workload("Deployment", json!({})), None, 1),
        (workload("Deployment", json!({"replicas": 3})), Some(0), 0),
        (workload("Deployment", json!({"replicas": 3})), Some(2), 6),
        (workload("Deployment", never), None, 0),
        (workload("DaemonSet", json!({})), None, 1),
        (daemon(1), None, 1),
        (daemon(3), None, 3),
        (daemon(3), Some(2), 6),
        (workload("Job", json!({})), None, 0),
        (workload("Pod", json!({})), None, 0),
        (workload("Thing", json!({})), None, 0),
    ] {
        assert_eq!(allowed_failures(&object, given), expected, "{object:?}");
    }
    assert!(!counts_crashes(&workload("Job", json!({}))));
}

#[test]
fn pods_that_go_count_no_more() {
    let mut ledger = Ledger::default();
    let mut going = pod(waiting("CrashLoopBackOff", 4));
    going.metadata_mut().unwrap().insert("deletionTimestamp".to_string(), json!("2026-01-01T00:00:00Z"));
    ledger.observe(&going, &[], Duration::ZERO, ALL);
    assert_eq!((ledger.failures(), ledger.verdict(0)), (0, None));
}
