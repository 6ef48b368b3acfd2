//! Job: it has completed. A suspended one is not waited for: somebody else resumes it.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{Condition, condition, count, failures_so_far, number};

pub(super) fn assess(object: &Object) -> Assessment {
    if has_completed(object) {
        return Assessment::Ready;
    }
    if let Some(failed) = first_true(object, ["Failed", "FailureTarget"]) {
        return Assessment::failed(failed.explanation());
    }
    if object.at(&["spec", "suspend"]).and_then(Value::as_bool) == Some(true) {
        return Assessment::Ready;
    }
    let wanted = number(object, &["spec", "completions"]).unwrap_or(1);
    let succeeded = count(object, &["status", "succeeded"]);
    Assessment::counted(succeeded, wanted, waits(object))
}

pub(super) fn has_completed(object: &Object) -> bool {
    first_true(object, ["Complete", "SuccessCriteriaMet"]).is_some()
}

/// The second name of each pair comes first in time: it announces the result while pods still end.
fn first_true<'a>(object: &'a Object, names: [&str; 2]) -> Option<Condition<'a>> {
    names.iter().find_map(|name| condition(object, name).filter(|condition| condition.is_true()))
}

fn waits(object: &Object) -> String {
    let active = count(object, &["status", "active"]);
    let state = match active {
        0 => "a pod to be started".to_string(),
        1 => "its pod to end".to_string(),
        several => format!("{several} pods to end"),
    };
    match failures(object) {
        Some(failures) => format!("{state}; {failures}"),
        None => state,
    }
}

/// `1 failure so far, 5 more allowed`; `None` if there is none.
pub(crate) fn failures(object: &Object) -> Option<String> {
    let failed = count(object, &["status", "failed"]);
    let allowed = number(object, &["spec", "backoffLimit"]).unwrap_or(6);
    (failed > 0).then(|| failures_so_far(failed, allowed))
}
