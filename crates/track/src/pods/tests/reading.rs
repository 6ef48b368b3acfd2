//! What a pod waits for, what is wrong with it, and who owns it.

use serde_json::{Value, json};

use super::{object, pod, probe_event, running, terminated, waiting};
use crate::pods::{
    diagnose, event_line, is_at_work, is_owned_by, newest_replica_set, of_newest_revision, replaces_all_pods, waits,
};

#[test]
fn waits_of_pods() {
    let with = |status: Value| {
        object(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "db-0"}, "status": status,
            "spec": {"readinessGates": [{"conditionType": "lb.example.com/attached"}]}}))
    };
    let unscheduled = json!({"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
        "message": "0/3 nodes are available: 3 Insufficient memory."}]});
    let init = json!({"initContainerStatuses": [
        {"name": "wait", "ready": true, "state": {"terminated": {"exitCode": 0}}},
        {"name": "setup", "state": {"running": {}}}],
        "containerStatuses": [{"name": "api", "state": {"waiting": {"reason": "PodInitializing"}}}]});
    let gated = json!({"containerStatuses": [{"name": "api", "ready": true, "state": {"running": {}}}]});
    for (pod, expected) in [
        (with(unscheduled), "pod db-0 unschedulable: 0/3 nodes are available: 3 Insufficient memory. (Unschedulable)"),
        (with(json!({})), "pod db-0 readiness gate lb.example.com/attached"),
        (with(init), "pod db-0 init container setup running"),
        (with(gated), "pod db-0 readiness gate lb.example.com/attached"),
        (pod(waiting("ContainerCreating", 0)), "pod web-x starting"),
        (pod(waiting("CrashLoopBackOff", 2)), "pod web-x container api crashed 3 times (exit code 1)"),
        (
            pod(waiting("ErrImagePull", 0)),
            "pod web-x image shop/api:2 of container api cannot be pulled (ErrImagePull): as it is",
        ),
        (pod(terminated(0, 1)), "pod web-x container api crashed (exit code 1)"),
        (pod(running(0, false)), "pod web-x container api not ready yet"),
    ] {
        assert_eq!(waits(&pod, &[]), expected);
    }
}

#[test]
fn events_say_more() {
    let refused = probe_event("2026-01-01T10:00:00Z", 1, "dial tcp 10.0.0.1:80: connect: connection refused");
    let later = probe_event("2026-01-01T10:00:09Z", 3, "HTTP probe failed with statuscode: 503");
    let running = pod(running(0, false));
    assert_eq!(waits(&running, &[&later, &refused]), "pod web-x readiness probe failing (HTTP 503)");
    assert_eq!(
        waits(&running, &[&refused]),
        "pod web-x readiness probe failing (dial tcp 10.0.0.1:80: connect: connection refused)"
    );
    assert_eq!(
        event_line(&later),
        "10:00:09  Unhealthy  Readiness probe failed: HTTP probe failed with statuscode: 503 (3 times)"
    );
    let mount = object(json!({"apiVersion": "v1", "kind": "Event", "reason": "FailedMount",
        "message": "MountVolume.SetUp failed for volume \"v\" : configmap \"c\" not found"}));
    assert_eq!(
        waits(&pod(waiting("ContainerCreating", 0)), &[&mount]),
        "pod web-x MountVolume.SetUp failed for volume \"v\" : configmap \"c\" not found"
    );
}

#[test]
fn diagnoses() {
    let say =
        |statuses: Value| diagnose(&pod(statuses)).map(|it| (it.message, it.reason, it.exit_code, it.is_between_runs));
    let crashed = |times: &str| format!("container api crashed{times} (exit code 1)");
    assert_eq!(say(terminated(0, 1)), Some((crashed(""), "Error".into(), Some(1), false)));
    assert_eq!(
        say(waiting("CrashLoopBackOff", 2)),
        Some((crashed(" 3 times"), "CrashLoopBackOff".into(), Some(1), true))
    );
    let killed = json!([{"name": "api", "restartCount": 1, "state": {"running": {}},
        "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled"}}}]);
    assert_eq!(
        say(killed),
        Some(("container api crashed (OOMKilled, exit code 137)".into(), "OOMKilled".into(), Some(137), false))
    );
    assert_eq!(say(running(3, true)), None);
    assert_eq!(say(terminated(0, 0)), None);
}

#[test]
fn the_replica_set_with_the_template_is_the_newest() {
    let template = |image: &str, hash: Option<&str>| {
        let mut labels = json!({"app": "web"});
        if let Some(hash) = hash {
            labels["pod-template-hash"] = json!(hash);
        }
        json!({"metadata": {"labels": labels}, "spec": {"containers": [{"image": image}]}})
    };
    let set = |name: &str, revision: &str, image: &str| {
        object(json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "spec": {"template": template(image, Some(name))},
            "metadata": {"name": name, "annotations": {"deployment.kubernetes.io/revision": revision}}}))
    };
    let sets = [set("old", "7", "one"), set("new", "3", "two")];
    let deployment = |image: &str| {
        object(json!({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": template(image, None)},
            "metadata": {"annotations": {"deployment.kubernetes.io/revision": "7"}}}))
    };
    let newest = |image: &str| newest_replica_set(&deployment(image), sets.iter()).and_then(|set| set.name());
    assert_eq!(newest("one"), Some("old"));
    assert_eq!(newest("two"), Some("new"));
    assert_eq!(newest("three"), None);
}

#[test]
fn pods_of_the_newest_revision() {
    let pod = |key: &str, value: &str| {
        object(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {key: value},
            "ownerReferences": [{"uid": "u0"}, {"uid": "u7"}]}}))
    };
    let set = object(json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"generation": 2},
        "status": {"observedGeneration": 2, "updateRevision": "db-new"}}));
    assert!(of_newest_revision(&set, &pod("controller-revision-hash", "db-new")));
    assert!(!of_newest_revision(&set, &pod("controller-revision-hash", "db-old")));
    let stale = object(json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"generation": 3},
        "status": {"observedGeneration": 2, "updateRevision": "db-new"}}));
    assert!(!of_newest_revision(&stale, &pod("controller-revision-hash", "db-new")));
    let daemon = object(json!({"apiVersion": "apps/v1", "kind": "DaemonSet",
        "metadata": {"annotations": {"deprecated.daemonset.template.generation": "4"}}}));
    assert!(of_newest_revision(&daemon, &pod("pod-template-generation", "4")));
    assert!(!of_newest_revision(&daemon, &pod("pod-template-generation", "3")));
    assert!(is_owned_by(&pod("a", "b"), "u7") && !is_owned_by(&pod("a", "b"), "u8"));
}

#[test]
fn which_workloads_replace_all_of_their_pods() {
    let with = |kind: &str, strategy: Value| {
        object(json!({"apiVersion": "apps/v1", "kind": kind, "spec": {"updateStrategy": strategy}}))
    };
    let by_hand = || json!({"type": "OnDelete"});
    let rolling = |partition: u32| json!({"type": "RollingUpdate", "rollingUpdate": {"partition": partition}});
    for (workload, expected) in [
        (with("Deployment", json!({})), true),
        (with("DaemonSet", json!({"type": "RollingUpdate"})), true),
        (with("DaemonSet", by_hand()), false),
        (with("StatefulSet", json!({})), true),
        (with("StatefulSet", rolling(0)), true),
        (with("StatefulSet", rolling(2)), false),
        (with("StatefulSet", by_hand()), false),
        (with("ReplicaSet", json!({})), false),
        (with("Job", json!({})), false),
    ] {
        assert_eq!(replaces_all_pods(&workload), expected, "{workload:?}");
    }
}

#[test]
fn pods_at_work() {
    let with = |policy: &str, init: Value, main: Value| {
        object(json!({"apiVersion": "v1", "kind": "Pod",
            "spec": {"restartPolicy": policy, "containers": [{"name": "main"}],
                "initContainers": [{"name": "setup"}, {"name": "proxy", "restartPolicy": "Always"}]},
            "status": {"initContainerStatuses": init, "containerStatuses": main}}))
    };
    let state = |name: &str, state: &str| json!([{"name": name, "started": true, "state": {state: {}}}]);
    let starting = json!([{"name": "main", "started": false, "state": {"running": {}}}]);
    for (pod, expected) in [
        (with("Never", json!([]), state("main", "running")), true),
        (with("OnFailure", json!([]), state("main", "running")), true),
        (with("Never", json!([]), state("main", "waiting")), false),
        (with("Always", json!([]), state("main", "running")), false),
        (with("Always", json!([]), starting), true),
        (with("Always", state("setup", "running"), state("main", "waiting")), true),
        (with("Always", state("proxy", "running"), state("main", "waiting")), false),
        (with("Always", json!([]), json!([])), false),
    ] {
        assert_eq!(is_at_work(&pod), expected, "{pod:?}");
    }
}
