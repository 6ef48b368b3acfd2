//! Who may have something against plain objects: as long as there is nobody, thousands of them need not be tried out.

use std::collections::BTreeMap;

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Cluster, Error, Query};
use skeg_resources::{Object, ResourceId};

const GROUP: &str = "admissionregistration.k8s.io";
/// Kinds whose objects are asked before something is written.
const KINDS: &[&str] = &["ValidatingAdmissionPolicy", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];
/// The label that every namespace has.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";

/// The policies and webhooks of a cluster.
pub(super) struct Objectors {
    /// None where they may not be looked at.
    found: Option<Vec<Object>>,
}

impl Objectors {
    pub(super) async fn read(cluster: &Cluster) -> Result<Objectors, Error> {
        let listed = KINDS.iter().map(|kind| async move {
            match cluster.kind(GROUP, kind, "").await? {
                Some(kind) => Ok::<_, Error>(cluster.list(&kind, None, &Query::default()).await?.objects),
                None => Ok(Vec::new()),
            }
        });
        match try_join_all(listed).await {
            Ok(found) => Ok(Objectors { found: Some(found.into_iter().flatten().collect()) }),
            Err(error) if error.is_forbidden() => Ok(Objectors { found: None }),
            Err(error) => Err(error),
        }
    }

    /// Whether somebody may object to a ConfigMap or a Secret.
    pub(super) fn may_mind(&self, id: &ResourceId) -> bool {
        let plural = if id.kind == "Secret" { "secrets" } else { "configmaps" };
        let namespace = id.namespace.as_deref().unwrap_or_default();
        self.found.as_ref().is_none_or(|found| found.iter().any(|each| minds(each, plural, namespace)))
    }
}

fn minds(object: &Object, plural: &str, namespace: &str) -> bool {
    let constraints = object.at(&["spec", "matchConstraints"]).map(|constraints| (constraints, "resourceRules"));
    let webhooks = object.at(&["webhooks"]).and_then(Value::as_array).into_iter().flatten();
    let webhooks = webhooks.map(|webhook| (webhook, "rules"));
    constraints.into_iter().chain(webhooks).any(|(place, rules)| {
        selects(&place["namespaceSelector"], namespace)
            && place[rules].as_array().into_iter().flatten().any(|rule| covers(rule, plural))
    })
}

fn covers(rule: &Value, plural: &str) -> bool {
    let has = |key: &str, words: &[&str]| {
        let mut listed = rule[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        listed.any(|word| words.contains(&word))
    };
    has("apiGroups", &["", "*"]) && has("resources", &[plural, "*", "*/*"])
}

/// Whether a selector may select a namespace of which no more is known than its name.
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
    use skeg_resources::{Object, ResourceId};

    use super::Objectors;

    fn may_mind(kind: &str, body: Value) -> bool {
        let mut object = json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind});
        object.as_object_mut().unwrap().append(&mut body.as_object().unwrap().clone());
        let objectors = Objectors { found: Some(vec![Object::try_from(object).unwrap()]) };
        objectors.may_mind(&ResourceId::new("", "ConfigMap", Some("shop"), "a"))
    }

    #[test]
    fn who_may_mind_is_told_by_rules_and_namespaces() {
        let rule = |group: &str, resource: &str| json!([{"apiGroups": [group], "resources": [resource]}]);
        let policy = |rules: Value, selector: Value| {
            may_mind(
                "ValidatingAdmissionPolicy",
                json!({"spec": {"matchConstraints": {"resourceRules": rules, "namespaceSelector": selector}}}),
            )
        };
        let webhook =
            |rules: Value| may_mind("ValidatingWebhookConfiguration", json!({"webhooks": [{"rules": rules}]}));
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
        assert!(Objectors { found: None }.may_mind(&ResourceId::new("", "Secret", None, "a")));
    }
}
