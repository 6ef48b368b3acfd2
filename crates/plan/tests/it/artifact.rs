//! Frozen plans: a written plan is read back unchanged, and a tampered one is refused.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_plan::Outdated;
use skeg_plan::artifact::{
    ArtifactError, Choices, ClusterIdentity, Frozen, Head, LastRevision, PlanOptions, ReleaseRevision, Storage, Tool,
    check_age, read, write,
};
use skeg_resources::{DeployType, Propagation, ReleaseStatus};

use crate::world::upgrade;

fn frozen() -> Frozen {
    let plan =
        upgrade().wants("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {tag: \"1.50\"}\n").plan();
    let record_labels = BTreeMap::from([("team".to_string(), "shop".to_string())]);
    let last = LastRevision {
        revision: 1,
        status: ReleaseStatus::Deployed,
        chart: "shop".to_string(),
        chart_version: "1.0.0".to_string(),
        deployed: "2026-11-15T09:00:00Z".to_string(),
    };
    let choices = Choices {
        storage: Storage::Secret,
        keep_manual_changes: true,
        create_namespace: false,
        delete_namespace: false,
        options: PlanOptions {
            force_adoption: true,
            runtime_labels: BTreeMap::from([("run".to_string(), "7".to_string())]),
            readiness_timeout: Some(90_000),
            history_limit: Some(3),
            ..PlanOptions::default()
        },
    };
    Frozen {
        plan,
        record: Some(json!("H4sI")),
        record_labels,
        is_idle: false,
        record_reasons: vec![Outdated::Values],
        last: Some(last),
        back_to: None,
        choices,
        warnings: vec!["w".into()],
        known_secrets: "WyJodW50ZXIyMiJd".into(),
    }
}

fn head() -> Head {
    Head {
        api_version: "v1".to_string(),
        timestamp: "2026-11-15T10:00:00Z".to_string(),
        release: ReleaseRevision { name: "shop".to_string(), namespace: "prod".to_string(), version: 2 },
        deploy_type: DeployType::Upgrade,
        default_delete_propagation: Some(Propagation::Orphan),
        encrypted: false,
        tool: Tool { name: "skeg".to_string(), version: "0.1.0".to_string() },
        cluster: ClusterIdentity {
            id: "6f1c".to_string(),
            version: "v1.36.3".to_string(),
            default_namespace: "77ab".to_string(),
            release_namespace: "1d20".to_string(),
            server: "https://a.example:6443".to_string(),
            authority: "sha256:0f".to_string(),
        },
    }
}

/// A toy cipher that binds the head: enough to see that both are passed on.
fn seal(payload: &[u8], bound: &[u8]) -> Result<String, String> {
    Ok(json!({ "payload": String::from_utf8_lossy(payload), "bound": String::from_utf8_lossy(bound) }).to_string())
}

fn open(data: &str, bound: &[u8]) -> Result<Vec<u8>, String> {
    let value: Value = serde_json::from_str(data).map_err(|error| error.to_string())?;
    match value["bound"].as_str() == Some(&*String::from_utf8_lossy(bound)) {
        true => Ok(value["payload"].as_str().unwrap_or_default().as_bytes().to_vec()),
        false => Err("the head is another's".to_string()),
    }
}

#[test]
fn comes_back_as_it_was() {
    let text = write(&head(), &frozen(), None).unwrap();
    let opened = read(text.as_bytes()).unwrap();
    assert_eq!(opened.head, head());
    assert_eq!(opened.frozen(None).unwrap(), frozen());
    // A key that is not needed does not matter.
    assert_eq!(opened.frozen(Some(&open)).unwrap(), frozen());

    let text = write(&head(), &frozen(), Some(&seal)).unwrap();
    let opened = read(text.as_bytes()).unwrap();
    assert!(opened.head.encrypted);
    assert_eq!(opened.frozen(None), Err(ArtifactError::NoKey));
    assert_eq!(opened.frozen(Some(&open)).unwrap(), frozen());
    let refuse = |_: &str, _: &[u8]| Err("no".to_string());
    assert_eq!(opened.frozen(Some(&refuse)), Err(ArtifactError::WrongKey("no".to_string())));
}

#[test]
fn fields_that_came_later_may_be_missing() {
    let older = Frozen { record_reasons: Vec::new(), known_secrets: String::new(), ..frozen() };
    let text = write(&head(), &older, None).unwrap();
    for field in ["record_reasons", "known_secrets"] {
        assert!(!text.contains(field));
    }
    assert_eq!(read(text.as_bytes()).unwrap().frozen(None).unwrap(), older);
}

#[test]
fn options_that_came_later_may_be_missing() {
    let mut older = serde_json::to_value(frozen().choices).unwrap();
    older.as_object_mut().unwrap().remove("options");
    let read: Choices = serde_json::from_value(older).unwrap();
    assert_eq!(read.options, PlanOptions::default());
}

/// Every field of the head, at any depth, with another value.
fn edits(text: &str) -> Vec<(String, String)> {
    let file: Value = serde_json::from_str(text).unwrap();
    let mut edits = Vec::new();
    for (key, value) in file.as_object().unwrap() {
        let other = match value {
            Value::String(text) => vec![json!(format!("{text}x"))],
            Value::Bool(value) => vec![json!(!value)],
            Value::Null => vec![json!("Background")],
            Value::Object(inner) => inner
                .iter()
                .map(|(name, value)| {
                    let mut changed = inner.clone();
                    changed.insert(name.clone(), value.as_u64().map_or(json!("other"), |number| json!(number + 1)));
                    Value::Object(changed)
                })
                .collect(),
            _ => panic!("{key} is of a kind that is not thought of here"),
        };
        for value in other {
            let mut changed = file.clone();
            changed[key] = value;
            edits.push((key.clone(), changed.to_string()));
        }
    }
    edits
}

#[test]
fn every_edit_is_refused() {
    for text in [write(&head(), &frozen(), None).unwrap(), write(&head(), &frozen(), Some(&seal)).unwrap()] {
        let edits = edits(&text);
        assert!(edits.len() >= 13, "{} edits", edits.len());
        for (key, edited) in edits {
            assert!(read(edited.as_bytes()).is_err(), "an edit of {key} was not seen:\n{edited}");
        }
        let mut file: Value = serde_json::from_str(&text).unwrap();
        file["more"] = json!(1);
        assert!(read(file.to_string().as_bytes()).is_err());
    }
}

/// Editing the head and fixing the digest fails without the key.
#[test]
fn an_encrypted_payload_is_bound_to_its_head() {
    let text = write(&head(), &frozen(), Some(&seal)).unwrap();
    let data = serde_json::from_str::<Value>(&text).unwrap()["dataRaw"].as_str().unwrap().to_string();
    let younger = Head { timestamp: "2026-11-15T20:00:00Z".to_string(), ..head() };
    let forged = write(&younger, &frozen(), Some(&|_: &[u8], _: &[u8]| Ok(data.clone()))).unwrap();
    let opened = read(forged.as_bytes()).unwrap();
    assert_eq!(opened.frozen(Some(&open)), Err(ArtifactError::WrongKey("the head is another's".to_string())));
}

#[test]
fn what_is_no_plan_is_refused() {
    let text = write(&head(), &frozen(), None).unwrap();
    for end in 0..text.trim_end().len() {
        assert!(read(&text.as_bytes()[..end]).is_err(), "cut after {end} bytes");
    }
    let cases: [(&str, &str); 6] = [
        ("", "not a plan: it is empty"),
        ("[]", "not a plan: expected a JSON object"),
        ("{}", "not a plan: it has no apiVersion"),
        (r#"{"apiVersion": "v0"}"#, "the plan is of schema version \"v0\", and this version of skeg reads \"v1\""),
        (r#"{"apiVersion": "v2"}"#, "the plan is of schema version \"v2\", and this version of skeg reads \"v1\""),
        (r#"{"apiVersion": "v1", "dataRaw": ""}"#, "the plan is incomplete: dataRaw is missing or empty"),
    ];
    let nelm = read(&[0x1f, 0x8b, 8, 0]).unwrap_err().to_string();
    assert_eq!(nelm, "not a plan: it is compressed, as Nelm writes its plans");
    for (text, expected) in cases {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), expected);
    }
}

#[test]
fn broken_graphs_are_refused() {
    let refused = |change: &dyn Fn(&mut Frozen)| {
        let mut frozen = frozen();
        change(&mut frozen);
        let text = write(&head(), &frozen, None).unwrap();
        read(text.as_bytes()).unwrap().frozen(None).unwrap_err()
    };
    let last = frozen().plan.operations.len() - 1;
    assert!(matches!(refused(&|frozen| frozen.plan.targets.clear()), ArtifactError::BadGraph(_)));
    assert!(matches!(
        refused(&|frozen| {
            let first = frozen.plan.operations[last].after[0].clone();
            frozen.plan.operations[0].after.push(skeg_plan::Edge { on: last, ..first });
        }),
        ArtifactError::BadGraph(_)
    ));
    assert!(matches!(refused(&|frozen| frozen.plan.revision = 7), ArtifactError::BadPayload(_)));
}

#[test]
fn plans_grow_old() {
    let two_hours = Duration::from_secs(7200);
    let check = |made, now| check_age(&head(), made, now, two_hours).map_err(|error| error.to_string());
    assert_eq!(check(0, 7200), Ok(()));
    assert!(check_age(&head(), 0, 0, Duration::ZERO).is_err());
    let expired = "the plan expired: it was made at 2026-11-15T10:00:00Z and is valid for 2h";
    assert_eq!(check(0, 7201), Err(expired.to_string()));
    assert_eq!(check(300, 0), Ok(()));
    assert!(check(301, 0).unwrap_err().ends_with("in the future"));
}
