//! Policies and webhooks that may refuse plain objects and deletions: without any, thousands of objects need no dry run.

use std::collections::BTreeMap;

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Cluster, Error, Kind, Query};
use skeg_resources::{Object, ResourceId};

const GROUP: &str = "admissionregistration.k8s.io";
/// Kinds of admission control.
const KINDS: &[&str] = &["ValidatingAdmissionPolicy", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];
/// The label that every namespace has.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";

/// The policies and webhooks of a cluster.
pub(super) struct Admission {
    /// `None` if they must not be read.
    found: Option<Vec<Object>>,
}

impl Admission {
    pub(super) async fn read(cluster: &Cluster) -> Result<Admission, Error> {
        let listed = KINDS.iter().map(|kind| async move {
            match cluster.kind(GROUP, kind, "").await? {
                Some(kind) => Ok::<_, Error>(cluster.list(&kind, None, &Query::default()).await?.objects),
                None => Ok(Vec::new()),
            }
        });
        match try_join_all(listed).await {
            Ok(found) => Ok(Admission { found: Some(found.into_iter().flatten().collect()) }),
            Err(error) if error.is_forbidden() => Ok(Admission { found: None }),
            Err(error) => Err(error),
        }
    }

    /// Whether admission control may refuse a new ConfigMap or Secret.
    pub(super) fn may_refuse(&self, id: &ResourceId) -> bool {
        let plural = if id.kind == "Secret" { "secrets" } else { "configmaps" };
        self.is_asked(&Attempt { group: "", plural, namespace: id.namespace.as_deref(), operation: "CREATE" })
    }

    /// Whether admission control may refuse to delete objects of a kind.
    pub(super) fn may_refuse_deleting(&self, kind: &Kind, namespace: Option<&str>) -> bool {
        self.is_asked(&Attempt { group: &kind.group, plural: &kind.plural, namespace, operation: "DELETE" })
    }

    fn is_asked(&self, attempt: &Attempt<'_>) -> bool {
        self.found.as_ref().is_none_or(|found| found.iter().any(|each| minds(each, attempt)))
    }
}

/// An operation on an object, as the rules of policies and webhooks describe it.
struct Attempt<'a> {
    group: &'a str,
    plural: &'a str,
    namespace: Option<&'a str>,
    operation: &'a str,
}

fn minds(object: &Object, attempt: &Attempt<'_>) -> bool {
    let constraints = object.at(&["spec", "matchConstraints"]).map(|constraints| (constraints, "resourceRules"));
    let webhooks = object.at(&["webhooks"]).and_then(Value::as_array).into_iter().flatten();
    let webhooks = webhooks.map(|webhook| (webhook, "rules"));
    constraints.into_iter().chain(webhooks).any(|(place, rules)| {
        attempt.namespace.is_none_or(|namespace| selects(&place["namespaceSelector"], namespace))
            && place[rules].as_array().into_iter().flatten().any(|rule| covers(rule, attempt))
    })
}

fn covers(rule: &Value, attempt: &Attempt<'_>) -> bool {
    let has = |key: &str, words: &[&str]| {
        let mut listed = rule[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        listed.any(|word| words.contains(&word))
    };
    has("apiGroups", &[attempt.group, "*"])
        && has("resources", &[attempt.plural, "*", "*/*"])
        && has("operations", &[attempt.operation, "*"])
}

/// Whether a selector may match a namespace of which only the name is known.
fn selects(selector: &Value, namespace: &str) -> bool {
    let labels: BTreeMap<&str, &Value> =
        selector["matchLabels"].as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value)).collect();
    let is_named = labels.get(NAME_LABEL).is_none_or(|name| **name == *namespace);
    let mut expressions = selector["matchExpressions"].as_array().into_iter().flatten();
    is_named
        && expressions.all(|expression| {
            let values = expression["values"].as_array().map(Vec::as_slice).unwrap_or_default();
            match (expression["key"].as_str(), expression["operator"].as_str()) {
                (Some(NAME_LABEL), Some("In")) => values.iter().any(|value| *value == namespace),
                (Some(NAME_LABEL), Some("NotIn")) => values.iter().all(|value| *value != namespace),
                (Some(NAME_LABEL), Some("DoesNotExist")) => false,
                _ => true,
            }
        })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_cluster::Kind;
    use skeg_resources::{Object, ResourceId};

    use super::Admission;

    fn may_refuse(kind: &str, body: Value) -> bool {
        let mut object = json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind});
        object.as_object_mut().unwrap().append(&mut body.as_object().unwrap().clone());
        let admission = Admission { found: Some(vec![Object::try_from(object).unwrap()]) };
        admission.may_refuse(&ResourceId::new("", "ConfigMap", Some("shop"), "a"))
    }

    #[test]
    fn rules_and_namespaces_decide_who_may_refuse() {
        let rule = |group: &str, resource: &str| json!([{"apiGroups": [group], "resources": [resource], "operations": ["CREATE", "UPDATE"]}]);
        let policy = |rules: Value, selector: Value| {
            may_refuse(
                "ValidatingAdmissionPolicy",
                json!({"spec": {"matchConstraints": {"resourceRules": rules, "namespaceSelector": selector}}}),
            )
        };
        let webhook =
            |rules: Value| may_refuse("ValidatingWebhookConfiguration", json!({"webhooks": [{"rules": rules}]}));
        assert!(policy(rule("", "configmaps"), json!({})) && policy(rule("*", "*"), Value::Null));
        assert!(!policy(rule("", "pods"), json!({})) && !policy(rule("apps", "*"), json!({})));
        assert!(webhook(rule("", "configmaps")) && !webhook(rule("", "secrets")));
        let named = |operator: &str, name: &str| json!({"matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": operator, "values": [name]}]});
        for (selector, expected) in [
            (named("In", "shop"), true),
            (named("In", "other"), false),
            (named("NotIn", "shop"), false),
            (json!({"matchLabels": {"kubernetes.io/metadata.name": "other"}}), false),
            (json!({"matchLabels": {"team": "x"}}), true),
        ] {
            assert_eq!(policy(rule("", "configmaps"), selector.clone()), expected, "{selector}");
        }
        assert!(Admission { found: None }.may_refuse(&ResourceId::new("", "Secret", None, "a")));
    }

    #[test]
    fn operations_decide_who_may_refuse_a_deletion() {
        let jobs = Kind {
            group: "batch".to_string(),
            version: "v1".to_string(),
            kind: "Job".to_string(),
            plural: "jobs".to_string(),
            namespaced: true,
            verbs: Vec::new(),
            subresources: Vec::new(),
        };
        for (operations, expected) in [
            (json!(["DELETE"]), (true, false)),
            (json!(["CREATE", "UPDATE"]), (false, true)),
            (json!(["*"]), (true, true)),
        ] {
            let rule =
                json!({"apiGroups": ["", "batch"], "resources": ["jobs", "configmaps"], "operations": operations});
            let policy = json!({
                "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
                "spec": {"matchConstraints": {"resourceRules": [rule]}},
            });
            let admission = Admission { found: Some(vec![Object::try_from(policy).unwrap()]) };
            let created = admission.may_refuse(&ResourceId::new("", "ConfigMap", Some("shop"), "a"));
            assert_eq!((admission.may_refuse_deleting(&jobs, Some("shop")), created), expected, "{operations}");
        }
    }
}
