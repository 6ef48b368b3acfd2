//! Routes of the Gateway API: every parent gateway has accepted them and resolved their references.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::conditions_in;

pub(super) fn assess(object: &Object) -> Assessment {
    let list = |path: &[&str]| object.at(path).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let wanted = list(&["spec", "parentRefs"]).len();
    let parents = list(&["status", "parents"]);
    if parents.len() < wanted {
        return Assessment::waits(format!("{} of {wanted} gateways to answer", wanted - parents.len()));
    }
    for parent in parents {
        for needed in ["Accepted", "ResolvedRefs"] {
            let found = conditions_in(parent.get("conditions")).find(|condition| condition.name == needed);
            match found {
                Some(condition) if condition.is_stale(object) => {
                    return Assessment::waits("its gateway to see the change");
                }
                Some(condition) if !condition.is_true() => return Assessment::waits(condition.explanation()),
                Some(_) => {}
                None => return Assessment::waits(format!("condition {needed} of its gateway")),
            }
        }
    }
    Assessment::Ready
}
