//! Job: it has completed. A suspended one is not waited for: somebody else lets it run.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{condition, count, number};

pub(super) fn assess(object: &Object) -> Assessment {
    let is_true = |name: &str| condition(object, name).filter(|condition| condition.is_true());
    // The second of each pair comes first and says what is going to be, while pods still end.
    if is_true("Complete").or_else(|| is_true("SuccessCriteriaMet")).is_some() {
        return Assessment::Ready;
    }
    if let Some(failed) = is_true("Failed").or_else(|| is_true("FailureTarget")) {
        return Assessment::failed(failed.explanation());
    }
    if object.at(&["spec", "suspend"]).and_then(Value::as_bool) == Some(true) {
        return Assessment::Ready;
    }
    let wanted = number(object, &["spec", "completions"]).unwrap_or(1);
    let succeeded = count(object, &["status", "succeeded"]);
    Assessment::counted(succeeded, wanted, waits(object))
}

fn waits(object: &Object) -> String {
    let failed = count(object, &["status", "failed"]);
    let active = count(object, &["status", "active"]);
    let state = match active {
        0 => "a pod to be started".to_string(),
        1 => "its pod to end".to_string(),
        several => format!("{several} pods to end"),
    };
    if failed == 0 {
        return state;
    }
    let allowed = number(object, &["spec", "backoffLimit"]).unwrap_or(6);
    format!("{state}; {failed} failed so far, {allowed} may")
}
