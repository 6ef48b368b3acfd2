//! kwok's configuration: the lifecycle of nodes and pods, and the pods' logs.
//!
//! Out: one text with a `Stage` document for each step of a lifecycle. kwok plays a stage when its selector matches; no
//! two of ours match at once. The head of the crate describes the resulting behaviour.

use crate::Error;
use crate::folder::Folder;
use crate::pod_log::{self, PodLog};
use serde_json::{Value, json};

/// Go template of a pod's status, for all stages of a pod.
const POD_STATUS: &str = include_str!("status.tpl");
const NODE_STATUS: &str = include_str!("node.tpl");

const ANNOTATIONS: &str = ".metadata.annotations[\"test.skeg.dev/";
const BEHAVIOUR: &str = "\
    .metadata.annotations[\"test.skeg.dev/behave\"] // (if .spec.restartPolicy == \"Always\" then \"ready\" else \"complete\" end)";
const READY: &str = ".status.conditions[]? | select(.type == \"Ready\") | .status";
const PHASE: &str = ".status.phase";
const WAITING: &str = ".status.containerStatuses[0]?.state.waiting.reason";
const RUNNING: &str = ".status.containerStatuses[0]?.state.running";
/// Whether a crashing container has crashed often enough.
const CRASHED_ENOUGH: &str = "\
    (.status.containerStatuses[0]?.restartCount // 0) >= \
    ((.metadata.annotations[\"test.skeg.dev/restarts\"] // \"1000000\") | tonumber)";

/// The text of the configuration file. It must not contain a `KwokConfiguration`: kwok would take it for complete.
pub(crate) fn documents(folder: &Folder) -> Result<String, Error> {
    pod_log::begin(folder)?;
    let documents = std::iter::once(node_ready()).chain(pod_stages()).chain([logs(folder)]);
    Ok(documents.map(|document| format!("{document}\n---\n")).collect())
}

fn node_ready() -> Value {
    let stage = Stage::new("node-ready").when(READY, "NotIn", &["True"]);
    stage.document(
        "Node",
        json!({ "patches": [{ "subresource": "status", "root": "status", "template": NODE_STATUS }] }),
    )
}

fn pod_stages() -> Vec<Value> {
    let pending = |name, behaviours: &[&str]| behave(name, behaviours).when(PHASE, "In", &["Pending"]);
    let running = |name, behaviours: &[&str]| {
        behave(name, behaviours).when(PHASE, "In", &["Running"]).when(READY, "NotIn", &["True"])
    };
    vec![
        behave("pod-ready", &["ready"])
            .when(READY, "NotIn", &["True"])
            .when(PHASE, "In", &["Pending", "Running"])
            .to(r#""phase" "Running" "ready" true"#),
        pending("pod-runs", &["complete", "fail"]).to(r#""phase" "Running" "ready" true"#),
        pending("pod-starts", &["never-ready", "ready-after", "crash-loop"]).to(r#""phase" "Running""#),
        running("pod-becomes-ready", &["ready-after"]).after("after", 1000).to(r#""phase" "Running" "ready" true"#),
        behave("pod-completes", &["complete"])
            .when(PHASE, "In", &["Running"])
            .after("after", 0)
            .to(r#""phase" "Succeeded" "completed" true"#),
        behave("pod-fails", &["fail"])
            .when(PHASE, "In", &["Running"])
            .after("after", 0)
            .to(r#""phase" "Failed" "crashed" true"#),
        running("pod-crashes", &["crash-loop"])
            .when(RUNNING, "Exists", &[])
            .when(CRASHED_ENOUGH, "In", &["false"])
            .warning("BackOff", "Back-off restarting failed container")
            .to(r#""phase" "Running" "waiting" "CrashLoopBackOff" "message" "back-off restarting failed container""#),
        running("pod-restarts", &["crash-loop"])
            .when(WAITING, "In", &["CrashLoopBackOff"])
            .after("after", 2000)
            .to(r#""phase" "Running""#),
        running("pod-recovers", &["crash-loop"])
            .when(RUNNING, "Exists", &[])
            .when(CRASHED_ENOUGH, "In", &["true"])
            .to(r#""phase" "Running" "ready" true"#),
        pending("pod-pulls", &["image-pull"])
            .when(WAITING, "NotIn", &["ErrImagePull", "ImagePullBackOff"])
            .warning("Failed", "Failed to pull image: not found")
            .to(r#""phase" "Pending" "waiting" "ErrImagePull" "message" "image not found""#),
        pending("pod-pulls-no-more", &["image-pull"])
            .when(WAITING, "In", &["ErrImagePull"])
            .after("after", 500)
            .warning("BackOff", "Back-off pulling image")
            .to(r#""phase" "Pending" "waiting" "ImagePullBackOff" "message" "Back-off pulling image""#),
        pending("pod-hangs", &["hang"]).when(WAITING, "DoesNotExist", &[]).to(
            r#""phase" "Pending" "waiting" (index .metadata.annotations "test.skeg.dev/reason" | default "ContainerCreating")"#,
        ),
        Stage::new("pod-goes")
            .when(".metadata.deletionTimestamp", "Exists", &[])
            .after("delete-after", 0)
            .document("Pod", json!({ "delete": true })),
    ]
}

/// A stage of living pods with this behaviour.
fn behave(name: &'static str, behaviours: &[&str]) -> Stage {
    Stage::new(name).when(".metadata.deletionTimestamp", "DoesNotExist", &[]).when(BEHAVIOUR, "In", behaviours)
}

struct Stage {
    name: &'static str,
    conditions: Vec<Value>,
    delay: Value,
    event: Value,
}

impl Stage {
    fn new(name: &'static str) -> Self {
        Self { name, conditions: Vec::new(), delay: Value::Null, event: Value::Null }
    }

    /// Adds a condition on the result of a jq expression.
    fn when(mut self, key: &str, operator: &str, values: &[&str]) -> Self {
        self.conditions.push(json!({ "key": key, "operator": operator, "values": values }));
        self
    }

    /// Waits for as long as an annotation says, or else for the given milliseconds.
    fn after(mut self, annotation: &str, otherwise: u32) -> Self {
        let expression = format!("{ANNOTATIONS}{annotation}\"]");
        self.delay = json!({ "durationMilliseconds": otherwise, "durationFrom": { "expressionFrom": expression } });
        self
    }

    fn warning(mut self, reason: &str, message: &str) -> Self {
        self.event = json!({ "type": "Warning", "reason": reason, "message": message });
        self
    }

    /// The stage ends in a status of the pod, made from these words by the template.
    fn to(mut self, words: &str) -> Value {
        let template = format!("{POD_STATUS}{{{{ template \"status\" (dict \"pod\" . {words}) }}}}");
        let patch = json!({ "subresource": "status", "root": "status", "template": template });
        let event = self.event.take();
        self.document("Pod", json!({ "event": event, "patches": [patch] }))
    }

    fn document(self, kind: &str, next: Value) -> Value {
        json!({
            "apiVersion": "kwok.x-k8s.io/v1alpha1",
            "kind": "Stage",
            "metadata": { "name": self.name },
            "spec": {
                "resourceRef": { "apiGroup": "v1", "kind": kind },
                "selector": { "matchExpressions": self.conditions },
                "delay": self.delay,
                "next": next,
            },
        })
    }
}

fn logs(folder: &Folder) -> Value {
    let [ordinary, talk, crash] = [PodLog::Ordinary, PodLog::Talk, PodLog::Crash].map(|log| log.path(folder));
    json!({
        "apiVersion": "kwok.x-k8s.io/v1alpha1",
        "kind": "ClusterLogs",
        "metadata": { "name": "all" },
        "spec": { "logs": [
            { "containers": ["crash"], "logsFile": crash, "previousLogsFile": crash, "follow": true },
            { "containers": ["talk"], "logsFile": talk, "previousLogsFile": crash, "follow": true },
            { "logsFile": ordinary, "previousLogsFile": crash, "follow": true },
        ] },
    })
}
