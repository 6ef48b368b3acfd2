//! Objects that represent a run: a Job, a Pod, a workflow. That one exists says nothing about the next run.

use serde_json::Value;

use crate::identity::ResourceId;
use crate::object::Object;

/// Whether an object of this kind runs once to completion.
pub fn is_run(id: &ResourceId) -> bool {
    matches!(
        (id.group.as_str(), id.kind.as_str()),
        ("batch", "Job") | ("", "Pod") | ("argoproj.io", "Workflow") | ("tekton.dev", "TaskRun" | "PipelineRun")
    )
}

/// Whether a run has failed.
pub fn has_failed(object: &Object) -> bool {
    let phase = || object.text_at(&["status", "phase"]).unwrap_or_default();
    match (object.group(), object.kind()) {
        ("batch", "Job") => ["Failed", "FailureTarget"].iter().any(|name| has_condition(object, name, "True")),
        ("", "Pod") => phase() == "Failed",
        ("argoproj.io", "Workflow") => matches!(phase(), "Failed" | "Error"),
        ("tekton.dev", "TaskRun" | "PipelineRun") => has_condition(object, "Succeeded", "False"),
        _ => false,
    }
}

fn has_condition(object: &Object, name: &str, status: &str) -> bool {
    let conditions = object.at(&["status", "conditions"]).and_then(Value::as_array);
    conditions.into_iter().flatten().any(|each| each["type"] == name && each["status"] == status)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::has_failed;
    use crate::Object;

    #[test]
    fn failed_runs_are_told_by_their_status() {
        let condition = |name: &str, status: &str| json!({"conditions": [{"type": name, "status": status}]});
        let cases: [(&str, &str, Value, bool); 11] = [
            ("batch/v1", "Job", condition("Failed", "True"), true),
            ("batch/v1", "Job", condition("FailureTarget", "True"), true),
            ("batch/v1", "Job", condition("Failed", "False"), false),
            ("batch/v1", "Job", condition("Complete", "True"), false),
            ("batch/v1", "Job", json!({"active": 1, "failed": 2}), false),
            ("v1", "Pod", json!({"phase": "Failed"}), true),
            ("v1", "Pod", json!({"phase": "Succeeded"}), false),
            ("argoproj.io/v1alpha1", "Workflow", json!({"phase": "Error"}), true),
            ("tekton.dev/v1", "TaskRun", condition("Succeeded", "False"), true),
            ("tekton.dev/v1", "TaskRun", condition("Succeeded", "Unknown"), false),
            ("v1", "ConfigMap", json!({"phase": "Failed"}), false),
        ];
        for (api_version, kind, status, expected) in cases {
            let object = json!({"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, "status": status});
            assert_eq!(has_failed(&Object::try_from(object).unwrap()), expected, "{kind} {status}");
        }
    }
}
