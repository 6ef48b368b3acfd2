//! Files with frozen plans. The first byte selects: the file as it is, or its payload in a file with a matching digest,
//! since mutations cannot find one. A plan that was parsed can be processed without a panic, and survives a round trip.

use super::Target;
use skeg_plan::artifact::{ClusterIdentity, Frozen, Head, ReleaseRevision, Tool, check_graph, read, write};
use skeg_plan::{drift, failure_plan, is_made, secrets};
use skeg_resources::Propagation;

pub(super) const TARGET: Target = Target {
    name: "frozen",
    dictionary: &[
        "\"dataRaw\":",
        "\"digest\":",
        "\"apiVersion\":\"v1\"",
        "\"encrypted\":true",
        "\"operations\":",
        "\"after\":",
        "\"on\":",
        "\"target\":",
        "\"type\":\"delete\"",
        "\"type\":\"create-release\"",
        "\"changes\":",
        "\"before\":",
        "18446744073709551615",
        "-1",
        "null",
        "{}",
        "[]",
        "\"paths\"",
        "$..",
        "\"because\":\"stage\"",
    ],
    seeds,
    run,
};

/// A payload with everything a plan can contain; `more` is inserted as another operation.
fn payload(more: &str) -> String {
    let object =
        r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"key","uid":"u1"},"data":{"a":"aHVudGVyMg=="}}"#;
    let logs = r#"{"skip":false,"skip_for_containers":[],"only_for_containers":[],"replicas":1,"only":null,"only_by_container":[],"not":null,"not_by_container":[]}"#;
    let tracking = format!(
        r#"{{"termination":"WaitUntilResourceReady","fail_mode":"FailWholeDeployProcessImmediately","failures_allowed_per_replica":null,"no_activity_timeout":null,"ignore_readiness_probe":[],"logs":{logs},"show_service_messages":false}}"#
    );
    let target = format!(
        r#"{{"id":{{"group":"","kind":"Secret","namespace":"prod","name":"key"}},"version":"v1","origin":{{"path":"a.yaml","document":1}},"object":{object},"uid":"u1","tracking":{tracking},"sensitive":{{"paths":["$.data.a"]}},"delete_if_failed":true,"propagation":"Foreground"}}"#
    );
    let operations = [
        r#"{"action":{"type":"create-release","revision":2},"stage":"init","after":[]}"#,
        r#"{"action":{"type":"update","target":0},"stage":"install","weight":-5,"after":[{"on":0,"why":{"because":"stage"}}]}"#,
        r#"{"action":{"type":"track-readiness","target":0},"stage":"install","after":[{"on":1,"why":{"because":"same-resource"}}]}"#,
        more,
    ];
    let change = format!(
        r#"{{"target":0,"kind":"update","cause":{{"because":"differs"}},"before":{object},"after":{object},"then_deleted":false}}"#
    );
    let plan = format!(
        r#"{{"release":{{"name":"shop","namespace":"prod"}},"revision":2,"deploy_type":"upgrade","targets":[{target}],"operations":[{}],"changes":[{change}],"unchanged":3,"warnings":[]}}"#,
        operations.join(",")
    );
    format!(
        r#"{{"plan":{plan},"record":"H4sI","record_labels":{{"a":"b"}},"is_idle":false,"back_to":1,"choices":{{"storage":"secret","keep_manual_changes":false,"create_namespace":false,"delete_namespace":false}},"warnings":["w"]}}"#
    )
}

fn seeds() -> Vec<Vec<u8>> {
    let ends = [
        r#"{"action":{"type":"update-release","revision":2,"status":"deployed","description":"done"},"stage":"final","after":[{"on":2,"why":{"because":"release"}}]}"#,
        r#"{"action":{"type":"delete","target":0,"propagation":"Orphan"},"stage":"uninstall","after":[{"on":2,"why":{"because":"weight","before":1,"after":2}}]}"#,
        r#"{"action":{"type":"border","name":"install/end"},"stage":"install","after":[{"on":1,"why":{"because":"detected","field":"spec","state":"ready"}}]}"#,
    ];
    let payloads: Vec<String> = ends.iter().map(|end| payload(end)).collect();
    let files = payloads.iter().filter_map(|text| file(&serde_json::from_str(text).ok()?));
    let files = files.map(|file| [b"\0", file.as_bytes()].concat());
    let bare = payloads.iter().map(|text| [b"\x01", text.as_bytes()].concat());
    files.chain(bare).collect()
}

fn head(frozen: &Frozen) -> Head {
    let plan = &frozen.plan;
    let (name, namespace) = (plan.release.name.clone(), plan.release.namespace.clone());
    Head {
        api_version: "v1".to_string(),
        timestamp: "2026-11-15T10:00:00Z".to_string(),
        release: ReleaseRevision { name, namespace, version: plan.revision },
        deploy_type: plan.deploy_type,
        default_delete_propagation: Some(Propagation::Foreground),
        encrypted: false,
        tool: Tool { name: "skeg".to_string(), version: "0".to_string() },
        cluster: ClusterIdentity { id: "id".to_string(), version: "v1.36.3".to_string(), ..ClusterIdentity::default() },
    }
}

fn file(frozen: &Frozen) -> Option<String> {
    write(&head(frozen), frozen, None).ok()
}

fn run(input: &[u8]) {
    let Some((reader, data)) = input.split_first() else { return };
    if reader % 2 == 0 {
        let frozen = read(data).and_then(|opened| opened.frozen(None));
        frozen.iter().for_each(go_through);
        return;
    }
    let Ok(frozen) = serde_json::from_slice::<Frozen>(data) else { return };
    let Some(text) = file(&frozen) else { return };
    let again = read(text.as_bytes()).and_then(|opened| opened.frozen(None));
    match again {
        Ok(again) => {
            assert_eq!(again, frozen, "written and read is something else");
            go_through(&again);
        }
        Err(_) => {
            let is_named = !frozen.plan.release.name.is_empty() && !frozen.plan.release.namespace.is_empty();
            assert!(check_graph(&frozen.plan).is_err() || !is_named, "what was written is refused");
        }
    }
}

/// Everything that is done with a plan before the first write, and after a failure.
fn go_through(frozen: &Frozen) {
    let plan = &frozen.plan;
    let hidden = secrets(plan);
    for change in &plan.changes {
        for live in [None, change.before.as_ref(), change.after.as_ref()] {
            let told = drift(plan, change, live, &hidden).map(|drift| drift.to_string());
            assert!(live.is_none() || live != change.before.as_ref() || told.is_none(), "what did not change drifted");
            is_made(plan, change, live);
        }
    }
    let done = vec![Some(skeg_plan::Ending::Done); plan.operations.len()];
    failure_plan(plan, &done, "interrupted");
    for operation in 0..plan.operations.len() {
        plan.title(operation);
    }
}
