//! What counts as activity, and what is a repetition.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::Object;

use super::super::family::Pods;
use super::{Activity, own_delays};

fn object(value: Value) -> Object {
    Object::try_from(value).unwrap()
}

fn pod(uid: &str, version: u32, restarts: u32, state: Value) -> Object {
    object(json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": uid, "uid": uid, "resourceVersion": version.to_string()},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "False", "lastTransitionTime": version.to_string()}],
            "containerStatuses": [{"name": "api", "restartCount": restarts, "state": state}]}}))
}

fn deployment(version: u32, available: u32) -> Object {
    object(
        json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"generation": 1, "resourceVersion": version.to_string()},
        "status": {"availableReplicas": available, "conditions": [{"type": "Progressing", "status": "True", "lastUpdateTime": version.to_string()}]}}),
    )
}

#[test]
fn a_crash_loop_is_activity_only_where_crashes_are_allowed() {
    let (running, back_off) = (json!({"running": {}}), json!({"waiting": {"reason": "CrashLoopBackOff"}}));
    let life = [
        pod("a", 1, 0, running.clone()),
        pod("a", 2, 0, back_off.clone()),
        pod("a", 3, 1, running.clone()),
        pod("a", 4, 1, back_off),
        // A replacement pod.
        pod("b", 5, 0, running),
    ];
    for (is_allowed, expected) in [(false, [0, 1, 1, 1, 4]), (true, [0, 1, 2, 3, 4])] {
        let mut activity = Activity::default();
        let last = life.iter().enumerate().map(|(second, pod)| {
            let pods = Pods { newest: vec![Arc::new(pod.clone())], older: Vec::new() };
            // Its status is rewritten all the time.
            let root = deployment(second as u32, 0);
            activity.note_workload(&root, &pods, is_allowed, Duration::from_secs(second as u64));
            activity.last().as_secs()
        });
        assert_eq!(last.collect::<Vec<_>>(), expected, "{is_allowed}");
    }
}

#[test]
fn counts_of_the_workload_are_activity_and_times_are_not() {
    let mut activity = Activity::default();
    let mut at = |second: u64, root: Object| {
        activity.note_workload(&root, &Pods::default(), false, Duration::from_secs(second));
        activity.last().as_secs()
    };
    assert_eq!(at(1, deployment(1, 0)), 1);
    assert_eq!(at(2, deployment(2, 0)), 1);
    assert_eq!(at(3, deployment(3, 1)), 3);
    // Back and forth is not.
    assert_eq!(at(4, deployment(4, 0)), 3);
}

#[test]
fn delays_of_its_own() {
    let with = |spec: Value| object(json!({"apiVersion": "apps/v1", "kind": "Deployment", "spec": spec}));
    let template = |grace: u32| {
        json!({"spec": {"terminationGracePeriodSeconds": grace, "containers": [
            {"readinessProbe": {"initialDelaySeconds": 5}}, {"readinessProbe": {"initialDelaySeconds": 300}}, {}]}})
    };
    let pod = object(json!({"apiVersion": "v1", "kind": "Pod", "spec": {"terminationGracePeriodSeconds": 90}}));
    for (object, expected) in [
        (with(json!({})), 0),
        (with(json!({"template": template(30)})), 300),
        (with(json!({"minReadySeconds": 20, "template": template(630)})), 920),
        (pod, 60),
    ] {
        assert_eq!(own_delays(&object).as_secs(), expected, "{object:?}");
    }
}

#[test]
fn events_are_activity_once_for_each_reason() {
    let mut activity = Activity::default();
    let pod = pod("a", 1, 0, json!({"waiting": {}}));
    let event = |reason: &str| Arc::new(object(json!({"apiVersion": "v1", "kind": "Event", "reason": reason})));
    let life = ["FailedScheduling", "FailedScheduling", "TriggeredScaleUp", "FailedScheduling", "TriggeredScaleUp"];
    let last = (1..).zip(life).map(|(second, reason)| {
        activity.note_events(&pod, &[event(reason)], Duration::from_secs(second));
        activity.last().as_secs()
    });
    assert_eq!(last.collect::<Vec<_>>(), [1, 1, 3, 3, 3]);
}
