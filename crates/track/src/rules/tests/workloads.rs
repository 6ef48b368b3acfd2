//! Kinds that run pods.

use serde_json::json;

use super::check;

#[test]
fn deployment() {
    let with = |spec: serde_json::Value, status: serde_json::Value| json!({ "metadata": { "generation": 2 }, "spec": spec, "status": status });
    check(
        "apps/v1",
        "Deployment",
        &[
            (with(json!({"replicas": 3}), json!({})), "0/3: its controller to see the change"),
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 1, "replicas": 3, "updatedReplicas": 3, "availableReplicas": 3}),
                ),
                "0/3: its controller to see the change",
            ),
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 2, "replicas": 3, "updatedReplicas": 3, "availableReplicas": 3}),
                ),
                "ready",
            ),
            // Available counts pods of all templates: the old ones say nothing about the new one.
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 2, "replicas": 4, "updatedReplicas": 1, "availableReplicas": 3}),
                ),
                "0/3: 1 of 3 pods are of the new template",
            ),
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 2, "replicas": 4, "updatedReplicas": 2, "availableReplicas": 3}),
                ),
                "1/3: 2 of 3 pods are of the new template",
            ),
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 2, "replicas": 4, "updatedReplicas": 3, "availableReplicas": 4}),
                ),
                "3/3: 1 old pod to stop",
            ),
            (
                with(
                    json!({"replicas": 3}),
                    json!({"observedGeneration": 2, "replicas": 3, "updatedReplicas": 3, "availableReplicas": 1}),
                ),
                "1/3: 2 of 3 pods to become available",
            ),
            (with(json!({"replicas": 0}), json!({"observedGeneration": 2})), "ready"),
            (
                with(json!({"replicas": 0}), json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 2})),
                "0/0: 2 surplus pods to stop",
            ),
            (with(json!({"replicas": 3, "paused": true}), json!({"observedGeneration": 2})), "ready"),
            (
                with(json!({"replicas": 3, "paused": true}), json!({"observedGeneration": 1})),
                "0/3: its controller to see the change",
            ),
            (
                with(
                    json!({"replicas": 1}),
                    json!({"observedGeneration": 2, "replicas": 1, "updatedReplicas": 1, "conditions": [
                {"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded", "message": "ReplicaSet \"it-5d\" has timed out progressing."}]}),
                ),
                "failed: no progress within its deadline: ReplicaSet \"it-5d\" has timed out progressing.",
            ),
            // It succeeded after all.
            (
                with(
                    json!({"replicas": 1}),
                    json!({"observedGeneration": 2, "replicas": 1, "updatedReplicas": 1, "availableReplicas": 1, "conditions": [
                {"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded"}]}),
                ),
                "ready",
            ),
            (
                with(
                    json!({"replicas": 2}),
                    json!({"observedGeneration": 2, "conditions": [
                {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": "exceeded quota: small"}]}),
                ),
                "0/2: pods cannot be created: exceeded quota: small (FailedCreate)",
            ),
        ],
    );
}

#[test]
fn stateful_set() {
    let with = |spec: serde_json::Value, status: serde_json::Value| json!({ "metadata": { "generation": 2 }, "spec": spec, "status": status });
    let rolling = |partition: u32| json!({"replicas": 3, "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": partition}}});
    let on_delete = json!({"replicas": 3, "updateStrategy": {"type": "OnDelete"}});
    let status = |all: u32, ready: u32, updated: u32, current: &str| {
        json!({"observedGeneration": 2, "replicas": all, "readyReplicas": ready, "updatedReplicas": updated,
            "currentRevision": current, "updateRevision": "new"})
    };
    check(
        "apps/v1",
        "StatefulSet",
        &[
            (with(rolling(0), json!({})), "0/3: its controller to see the change"),
            (with(rolling(0), status(3, 3, 3, "new")), "ready"),
            (with(rolling(0), status(3, 3, 0, "new")), "ready"),
            (with(rolling(0), status(1, 1, 1, "new")), "1/3: 2 of 3 pods to become ready"),
            (with(rolling(0), status(3, 3, 1, "old")), "1/3: 1 of 3 pods are of the new revision"),
            (with(rolling(0), status(3, 2, 1, "old")), "0/3: 1 of 3 pods are of the new revision"),
            (with(rolling(0), status(3, 2, 3, "old")), "2/3: 1 of 3 pods to become ready"),
            (with(rolling(0), status(3, 3, 3, "old")), "3/3: the rollout to be completed"),
            (with(rolling(0), status(5, 5, 5, "new")), "3/3: 2 surplus pods to stop"),
            (with(rolling(2), status(3, 3, 1, "old")), "ready"),
            // Two of the old ones stay.
            (with(rolling(2), status(3, 3, 0, "old")), "2/3: 0 of 1 pods are of the new revision"),
            (with(rolling(5), status(3, 3, 0, "old")), "ready"),
            (with(on_delete.clone(), status(3, 3, 0, "old")), "ready"),
            (with(on_delete, status(3, 2, 0, "old")), "2/3: 1 of 3 pods to become ready"),
            (with(json!({"replicas": 0}), json!({"observedGeneration": 2})), "ready"),
            (
                with(
                    json!({"replicas": 1, "minReadySeconds": 9}),
                    json!({"observedGeneration": 2, "replicas": 1, "readyReplicas": 1}),
                ),
                "0/1: 1 of 1 pods to become ready",
            ),
        ],
    );
}

#[test]
fn daemon_set() {
    let with = |strategy: &str, status: serde_json::Value| json!({ "metadata": { "generation": 1 }, "spec": {"updateStrategy": {"type": strategy}}, "status": status });
    let status = |wanted: u32, updated: u32, available: u32| json!({"observedGeneration": 1, "desiredNumberScheduled": wanted, "updatedNumberScheduled": updated, "numberAvailable": available});
    check(
        "apps/v1",
        "DaemonSet",
        &[
            (with("RollingUpdate", json!({"desiredNumberScheduled": 0})), "waits: its controller to see the change"),
            (with("RollingUpdate", status(3, 3, 3)), "ready"),
            (with("RollingUpdate", status(0, 0, 0)), "ready"),
            (with("RollingUpdate", status(3, 1, 3)), "1/3: 1 of 3 nodes have a pod of the new template"),
            (with("RollingUpdate", status(3, 1, 2)), "0/3: 1 of 3 nodes have a pod of the new template"),
            (with("RollingUpdate", status(3, 3, 2)), "2/3: 1 of 3 pods to become available"),
            (with("OnDelete", status(3, 0, 3)), "ready"),
            (with("OnDelete", status(3, 0, 1)), "1/3: 2 of 3 pods to become available"),
        ],
    );
}

#[test]
fn replica_set() {
    let rows = [
        (json!({"spec": {"replicas": 2}}), "0/2: its controller to see the change"),
        (
            json!({"spec": {"replicas": 2}, "status": {"observedGeneration": 1, "replicas": 2, "availableReplicas": 2}}),
            "ready",
        ),
        (json!({"spec": {"replicas": 0}, "status": {"observedGeneration": 1}}), "ready"),
        (
            json!({"spec": {"replicas": 2}, "status": {"observedGeneration": 1, "replicas": 2, "availableReplicas": 1}}),
            "1/2: 1 of 2 pods to become available",
        ),
        (
            json!({"spec": {"replicas": 1}, "status": {"observedGeneration": 1, "replicas": 2, "availableReplicas": 2}}),
            "1/1: 1 surplus pod to stop",
        ),
        (
            json!({"spec": {"replicas": 1}, "status": {"observedGeneration": 1, "conditions": [{"type": "ReplicaFailure", "status": "True", "message": "quota"}]}}),
            "0/1: pods cannot be created: quota",
        ),
    ];
    check("apps/v1", "ReplicaSet", &rows);
    check("v1", "ReplicationController", &rows);
}

#[test]
fn job() {
    let ended = |name: &str| json!({"status": {"conditions": [{"type": name, "status": "True", "reason": "Why", "message": "so it is"}]}});
    check(
        "batch/v1",
        "Job",
        &[
            (json!({}), "0/1: a pod to be started"),
            (json!({"status": {"active": 1}}), "0/1: its pod to end"),
            (json!({"spec": {"completions": 5}, "status": {"active": 2, "succeeded": 3}}), "3/5: 2 pods to end"),
            (
                json!({"spec": {"backoffLimit": 4}, "status": {"active": 1, "failed": 2}}),
                "0/1: its pod to end; 2 failures so far, 2 more allowed",
            ),
            (ended("Complete"), "ready"),
            (ended("SuccessCriteriaMet"), "ready"),
            (ended("Failed"), "failed: so it is (Why)"),
            (ended("FailureTarget"), "failed: so it is (Why)"),
            (json!({"status": {"conditions": [{"type": "Failed", "status": "False"}]}}), "0/1: a pod to be started"),
            (json!({"spec": {"suspend": true}}), "ready"),
        ],
    );
}

#[test]
fn pod() {
    let with = |policy: &str, status: serde_json::Value| json!({"spec": {"restartPolicy": policy}, "status": status});
    let ready = json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]});
    check(
        "v1",
        "Pod",
        &[
            (with("Always", ready.clone()), "ready"),
            (with("Never", ready), "0/1: it to end"),
            (
                with("Always", json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]})),
                "0/1: it to become ready",
            ),
            (with("Always", json!({"phase": "Pending"})), "0/1: it to become ready"),
            (with("Never", json!({"phase": "Succeeded"})), "ready"),
            (
                with("OnFailure", json!({"phase": "Failed", "reason": "Evicted", "message": "no disk"})),
                "failed: the pod failed: no disk (Evicted)",
            ),
            (with("Never", json!({"phase": "Failed"})), "failed: the pod failed"),
        ],
    );
}

#[test]
fn what_is_being_deleted_is_not_ready() {
    let gone = json!({"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}, "status": {"phase": "Bound", "observedGeneration": 1}});
    for (version, kind) in
        [("apps/v1", "Deployment"), ("v1", "PersistentVolumeClaim"), ("v1", "ConfigMap"), ("a.b/v1", "C")]
    {
        check(version, kind, &[(gone.clone(), "waits: it is being deleted")]);
    }
}
