//! Plan files conform to their published schema, payload included.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skeg_plan::artifact::{
    API_VERSION, Choices, ClusterIdentity, Frozen, Head, LastRevision, PlanOptions, ReleaseRevision, Storage, Tool,
    write,
};
use skeg_plan::{Action, Adoption, Cause, Outdated, Ownerless, Plan};
use skeg_resources::{DeployType, Propagation, ReleaseStatus};

use crate::sample;
use crate::schema::{faults, faults_below};

const SCHEMA: &str = "frozen-plan.json";

/// A plan that contains every feature.
fn plan() -> Plan {
    let hook = "apiVersion: v1\nkind: Secret\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-install, \
                helm.sh/hook-delete-policy: hook-succeeded, werf.io/sensitive-paths: $.data.a}}\n";
    let mut plan = sample::plan_of(&format!("{}---\n{hook}", sample::SHOP), DeployType::Initial);
    let target = &mut plan.targets[0];
    (target.uid, target.resource_version) = (Some("u1".to_string()), Some("7".to_string()));
    target.replicas_on_creation = Some(2);
    let change = &mut plan.changes[0];
    change.cause = Cause::Immutable { fields: vec!["spec".to_string()], message: "no".to_string() };
    change.before = plan.targets[0].object.clone();
    let propagation = Propagation::Background;
    plan.operations[1].action = Action::Recreate { target: 0, propagation };
    plan
}

fn options() -> PlanOptions {
    let pair = || BTreeMap::from([("a".to_string(), "b".to_string())]);
    PlanOptions {
        force_adoption: true,
        adoption: Adoption {
            ownerless: Ownerless::Named(vec![("ConfigMap".to_string(), "a".to_string())]),
            releases: vec![sample::release()],
        },
        recreate_immutable: true,
        prune_first: true,
        no_prune: true,
        prune_namespaces: true,
        prune_data: true,
        no_final_tracking: true,
        annotations: pair(),
        labels: pair(),
        runtime_annotations: pair(),
        runtime_labels: pair(),
        release_info_annotations: pair(),
        release_labels: pair(),
        readiness_timeout: Some(1),
        creation_timeout: Some(2),
        deletion_timeout: Some(3),
        history_limit: Some(4),
    }
}

fn file(plan: Plan, is_whole: bool) -> Value {
    let head = Head {
        api_version: API_VERSION.to_string(),
        timestamp: "2026-11-15T10:00:00Z".to_string(),
        release: ReleaseRevision {
            name: plan.release.name.clone(),
            namespace: plan.release.namespace.clone(),
            version: plan.revision,
        },
        deploy_type: plan.deploy_type,
        default_delete_propagation: is_whole.then_some(Propagation::Orphan),
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
    };
    let last = LastRevision {
        revision: 2,
        status: ReleaseStatus::PendingUpgrade,
        chart: "shop".to_string(),
        chart_version: "1.0.0".to_string(),
        deployed: "2026-11-15T09:00:00Z".to_string(),
    };
    let frozen = Frozen {
        plan,
        record: is_whole.then(|| json!("H4sI")),
        record_labels: BTreeMap::from([("team".to_string(), "shop".to_string())]),
        is_idle: false,
        record_reasons: if is_whole { vec![Outdated::Values, Outdated::EarlierUnsettled] } else { Vec::new() },
        last: is_whole.then_some(last),
        back_to: is_whole.then_some(1),
        choices: Choices {
            storage: Storage::ConfigMap,
            keep_manual_changes: true,
            create_namespace: false,
            delete_namespace: false,
            options: if is_whole { options() } else { PlanOptions::default() },
        },
        warnings: vec!["careful".to_string()],
        known_secrets: if is_whole { "WyJodW50ZXIyMiJd".to_string() } else { String::new() },
    };
    serde_json::from_str(&write(&head, &frozen, None).unwrap()).unwrap()
}

fn payload(file: &Value) -> Value {
    serde_json::from_str(file["dataRaw"].as_str().unwrap()).unwrap()
}

#[test]
fn files_are_as_the_schema_says() {
    for is_whole in [true, false] {
        let file = file(plan(), is_whole);
        assert_eq!(faults(SCHEMA, &file), Vec::<String>::new());
        assert_eq!(faults_below(SCHEMA, "/$defs/payload", &payload(&file)), Vec::<String>::new());
    }
}

/// The schema rejects files of other kinds.
#[test]
fn other_files_are_not() {
    let file = file(plan(), true);
    let mut changed = file.clone();
    changed["more"] = json!(1);
    assert_eq!(faults(SCHEMA, &changed).len(), 1);
    let mut payload = payload(&file);
    payload["plan"]["operations"][0]["action"]["type"] = json!("sing");
    payload["plan"]["targets"][0]["object"] = json!("text");
    assert_eq!(faults_below(SCHEMA, "/$defs/payload", &payload).len(), 2);
}
