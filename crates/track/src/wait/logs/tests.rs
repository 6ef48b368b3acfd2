//! The states of a container's run.

use std::sync::Arc;

use serde_json::{Value, json};
use skeg_resources::Object;

use super::{Run, RunKey, run_of};

#[test]
fn runs() {
    let pod = |uid: &str, restarts: u32, state: Value| {
        let statuses = json!([{"name": "api", "restartCount": restarts, "state": state}]);
        let value = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "db-0", "uid": uid}, "status": {"containerStatuses": statuses}});
        Arc::new(Object::try_from(value).unwrap())
    };
    let key = RunKey { pod_uid: "u".to_string(), container: "api".to_string(), restarts: 1 };
    let running = || json!({"running": {}});
    for (pods, expected) in [
        (vec![pod("u", 1, running())], Run::Going),
        (vec![pod("u", 1, json!({"terminated": {"exitCode": 0}}))], Run::Ended),
        (vec![pod("u", 1, json!({"waiting": {"reason": "CrashLoopBackOff"}}))], Run::Ended),
        (vec![pod("u", 2, running())], Run::Replaced { by_next: true }),
        (vec![pod("u", 3, running())], Run::Replaced { by_next: false }),
        // Another pod of the same name.
        (vec![pod("v", 1, running())], Run::Gone),
        (vec![], Run::Gone),
    ] {
        assert_eq!(run_of(&key, &pods), expected, "{pods:?}");
    }
}
