//! Refusals as Kubernetes words them, and live objects that are kept.

use serde_json::json;
use skeg_resources::Object;

use super::{immutable_fields, is_kept};
use crate::observation::{Refusal, RefusalCause};

fn refusal(causes: &[(&str, &str)]) -> Refusal {
    let cause = |(field, message): &(&str, &str)| RefusalCause {
        field: field.to_string(),
        reason: "FieldValueInvalid".to_string(),
        message: message.to_string(),
    };
    let causes = causes.iter().map(cause).collect();
    Refusal { code: 422, reason: "Invalid".to_string(), message: "is invalid".to_string(), causes }
}

fn object(value: serde_json::Value) -> Object {
    let mut object = json!({"apiVersion": "v1", "kind": "Thing"});
    object.as_object_mut().unwrap().append(&mut value.as_object().unwrap().clone());
    Object::try_from(object).unwrap()
}

fn found(causes: &[(&str, &str)]) -> Option<Vec<String>> {
    immutable_fields(&refusal(causes), &object(json!({})), &object(json!({})))
}

/// Messages of Kubernetes 1.36's validation, with the values in front of them.
const IMMUTABLE: &[(&str, &str)] = &[
    ("spec.selector", "Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: field is immutable"),
    ("spec.template", "Invalid value: core.PodTemplateSpec{Name:\"x: y\"}: field is immutable"),
    ("spec.template", "Invalid value: null: field is immutable"),
    (
        "spec",
        "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals' and 'template' are forbidden",
    ),
    ("spec.clusterIPs[0]", "Invalid value: [\"10.0.0.1\"]: may not change once set"),
    ("spec.clusterIPs[0]", "Invalid value: []: primary clusterIP can not be unset"),
    ("spec.healthCheckNodePort", "Forbidden: field is immutable"),
    ("spec.loadBalancerClass", "Invalid value: \"a\": may not change once set"),
    ("roleRef", "Invalid value: {\"apiGroup\":\"x\",\"kind\":\"Role\",\"name\":\"r\"}: cannot change roleRef"),
    (
        "spec",
        "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.tolerations`\n  core.PodSpec{\n",
    ),
    ("spec.containers", "Forbidden: pod updates may not add or remove containers"),
    ("data", "Forbidden: field is immutable when `immutable` is set"),
    ("type", "Invalid value: \"Opaque\": field is immutable"),
    (
        "spec",
        "Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n  core.X{}",
    ),
    ("spec.persistentvolumesource", "Forbidden: spec.persistentvolumesource is immutable after creation\n  x"),
    ("spec.scope", "Invalid value: \"Cluster\": field is immutable"),
    ("provisioner", "Invalid value: \"x\": field is immutable"),
    ("parameters", "Forbidden: updates to parameters are forbidden."),
    ("value", "Forbidden: may not be changed in an update."),
    ("metadata.annotations.volume.beta.kubernetes.io/storage-class", "Invalid value: \"x\": field is immutable"),
    ("spec.size", "Invalid value: \"integer\": failed rule: self == oldSelf"),
    ("spec.size", "Invalid value: 3: size is immutable once the boat is built"),
];

const OTHER: &[(&str, &str)] = &[
    ("spec.name", "Invalid value: \"immutable\": must be a DNS label"),
    ("spec.name", "Invalid value: \"x: field is immutable\": must be short"),
    ("spec.name", "Invalid value: {\"note\":\"field is immutable\"}: must have a port"),
    ("spec.containers[0].image", "Required value"),
    ("spec.rollingUpdate", "Forbidden: may not be specified when strategy `type` is 'Recreate'"),
    ("metadata.uid", "Invalid value: \"x\": field is immutable"),
    ("spec.ports[0].nodePort", "Invalid value: 30000: provided port is already allocated"),
];

#[test]
fn immutable_fields_are_told_from_other_faults() {
    for cause in IMMUTABLE {
        assert_eq!(found(&[*cause]), Some(vec![cause.0.to_string()]), "{cause:?}");
        for other in OTHER {
            assert_eq!(found(&[*cause, *other]), None, "recreating would not mend {other:?}");
        }
    }
    for cause in OTHER {
        assert_eq!(found(&[*cause]), None, "{cause:?}");
    }
    assert_eq!(found(&[]), None);
    let conflict = Refusal { code: 409, ..refusal(&[IMMUTABLE[0]]) };
    assert_eq!(immutable_fields(&conflict, &object(json!({})), &object(json!({}))), None);
}

#[test]
fn fields_that_are_not_allowed_are_found_in_the_objects() {
    let wanted =
        object(json!({"spec": {"replicas": 2, "serviceName": "a", "volumeClaimTemplates": [{"spec": {"size": 2}}]}}));
    let live = object(json!({"spec": {"replicas": 1, "serviceName": "a", "podManagementPolicy": "OrderedReady",
        "volumeClaimTemplates": [{"spec": {"size": 1, "volumeMode": "Filesystem"}}]}}));
    let refusal = refusal(&[IMMUTABLE[3]]);
    assert_eq!(immutable_fields(&refusal, &wanted, &live), Some(vec!["spec.volumeClaimTemplates".to_string()]));
    assert_eq!(immutable_fields(&refusal, &live, &live), Some(vec!["spec".to_string()]));
}

#[test]
fn live_objects_are_kept_by_their_policies() {
    let kept = |annotations: serde_json::Value| is_kept(&object(json!({"metadata": {"annotations": annotations}})));
    let cases = [
        (json!({}), false),
        (json!({"helm.sh/resource-policy": "keep"}), true),
        (json!({"helm.sh/resource-policy": " Keep "}), true),
        (json!({"helm.sh/resource-policy": ""}), false),
        (json!({"werf.io/resource-policy": "skip-update"}), false),
        (json!({"werf.io/resource-policy": "skip-update, skip-delete"}), true),
        (json!({"werf.io/resource-policy": "keep"}), true),
        (json!({"werf.io/resource-policy": "keeep"}), true),
        (json!({"werf.io/resource-policy": "skip-create", "helm.sh/resource-policy": "keep"}), false),
    ];
    for (annotations, expected) in cases {
        assert_eq!(kept(annotations.clone()), expected, "{annotations}");
    }
}
