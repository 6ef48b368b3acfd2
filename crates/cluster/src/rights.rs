//! Checks the user's rights by access reviews: they change nothing, and every user may make them for itself.
//!
//! One rules review covers a whole namespace. What its rules do not cover is asked individually, since authorizers
//! other than RBAC need not list their rules.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use http::Method;
use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::read::{JSON, unreadable};
use crate::transport::Call;

/// Not a valid namespace name, so its rules are only the cluster-wide ones.
const NO_NAMESPACE: &str = "-";

/// A verb on a kind of objects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Right {
    /// `create`, `patch`, `update`, `delete`.
    pub verb: &'static str,
    /// Empty for the core group.
    pub group: String,
    /// In the plural: `deployments`.
    pub resource: String,
    /// `None` for cluster-wide objects.
    pub namespace: Option<String>,
}

/// Rights with the names of the objects that need them.
pub type Rights = BTreeMap<Right, BTreeSet<String>>;

/// A rule of the server: what the user may do.
struct Rule {
    verbs: Vec<String>,
    groups: Vec<String>,
    resources: Vec<String>,
    /// Empty: all names.
    names: Vec<String>,
}

impl Cluster {
    /// The rights that the user lacks, with the names they are needed for. If the server gives no information, none.
    pub async fn missing_rights(&self, needed: Rights) -> Result<Rights, Error> {
        let mut by_namespace: BTreeMap<Option<String>, Rights> = BTreeMap::new();
        for (right, names) in needed {
            by_namespace.entry(right.namespace.clone()).or_default().insert(right, names);
        }
        let missing = by_namespace.into_iter().map(|(namespace, rights)| async move {
            let rules = self.rules(namespace.as_deref().unwrap_or(NO_NAMESPACE)).await?;
            let uncovered =
                rights.into_iter().filter_map(|(right, names)| Some((uncovered(&rules, &right, names)?, right)));
            let asked = uncovered.map(|(names, right)| async move {
                let is_denied = self.is_denied(&right, names.first()).await?;
                Ok::<_, Error>(is_denied.then_some((right, names)))
            });
            try_join_all(asked).await
        });
        Ok(try_join_all(missing).await?.into_iter().flatten().flatten().collect())
    }

    async fn rules(&self, namespace: &str) -> Result<Vec<Rule>, Error> {
        let Some(status) = self.review("SelfSubjectRulesReview", json!({"namespace": namespace})).await? else {
            return Ok(Vec::new());
        };
        let rules = status["resourceRules"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(rules.iter().map(Rule::of).collect())
    }

    /// Whether the server explicitly denies this.
    async fn is_denied(&self, right: &Right, name: Option<&String>) -> Result<bool, Error> {
        let attributes = json!({
            "verb": right.verb,
            "group": right.group,
            "resource": right.resource,
            "namespace": right.namespace.as_deref().unwrap_or_default(),
            "name": name.map(String::as_str).unwrap_or_default(),
        });
        let status = self.review("SelfSubjectAccessReview", json!({"resourceAttributes": attributes})).await?;
        Ok(status.is_some_and(|status| status["allowed"] == Value::Bool(false)))
    }

    /// The status of a review; `None` if the server does not allow us any.
    async fn review(&self, kind: &str, spec: Value) -> Result<Option<Value>, Error> {
        let body = json!({"apiVersion": "authorization.k8s.io/v1", "kind": kind, "spec": spec});
        let call = Call {
            method: Method::POST,
            target: format!("/apis/authorization.k8s.io/v1/{}s", kind.to_lowercase()),
            accept: JSON,
            content_type: JSON,
            body: body.to_string().into(),
            action: "checking rights".to_string(),
            repeatable: true,
        };
        match self.transport().send(&call, None).await {
            Ok(answer) => {
                let value: Value =
                    serde_json::from_slice(&answer.body).map_err(|error| unreadable(&call.action, error))?;
                Ok(value.get("status").cloned())
            }
            Err(Error::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Rule {
    fn of(rule: &Value) -> Rule {
        let texts = |key: &str| -> Vec<String> {
            let all = rule[key].as_array().map(Vec::as_slice).unwrap_or_default();
            all.iter().filter_map(Value::as_str).map(str::to_string).collect()
        };
        Rule {
            verbs: texts("verbs"),
            groups: texts("apiGroups"),
            resources: texts("resources"),
            names: texts("resourceNames"),
        }
    }

    fn is_about(&self, right: &Right) -> bool {
        let has = |all: &[String], one: &str| all.iter().any(|each| each == "*" || each == one);
        has(&self.verbs, right.verb) && has(&self.groups, &right.group) && has(&self.resources, &right.resource)
    }
}

/// The names that no rule covers; `None` if all are covered.
fn uncovered(rules: &[Rule], right: &Right, mut names: BTreeSet<String>) -> Option<BTreeSet<String>> {
    for rule in rules.iter().filter(|rule| rule.is_about(right)) {
        if rule.names.is_empty() {
            return None;
        }
        names.retain(|name| !rule.names.contains(name));
    }
    Some(names).filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Right, Rule, uncovered};

    fn rule(verbs: Value, groups: Value, resources: Value, names: Value) -> Rule {
        Rule::of(&json!({"verbs": verbs, "apiGroups": groups, "resources": resources, "resourceNames": names}))
    }

    #[test]
    fn rules_cover_what_they_name() {
        let right = Right {
            verb: "delete",
            group: "apps".to_string(),
            resource: "deployments".to_string(),
            namespace: Some("shop".to_string()),
        };
        let none = json!([]);
        for (rules, want) in [
            (vec![], "a b"),
            (vec![rule(json!(["*"]), json!(["*"]), json!(["*"]), none.clone())], ""),
            (vec![rule(json!(["get", "delete"]), json!(["apps"]), json!(["deployments"]), Value::Null)], ""),
            (vec![rule(json!(["get"]), json!(["apps"]), json!(["deployments"]), none.clone())], "a b"),
            (vec![rule(json!(["delete"]), json!([""]), json!(["deployments"]), none.clone())], "a b"),
            (vec![rule(json!(["delete"]), json!(["apps"]), json!(["deployments/scale"]), none)], "a b"),
            (vec![rule(json!(["delete"]), json!(["apps"]), json!(["deployments"]), json!(["a", "c"]))], "b"),
            (
                vec![
                    rule(json!(["delete"]), json!(["apps"]), json!(["deployments"]), json!(["a"])),
                    rule(json!(["*"]), json!(["apps"]), json!(["*"]), json!(["b"])),
                ],
                "",
            ),
        ] {
            let names = ["a", "b"].map(str::to_string).into();
            let left = uncovered(&rules, &right, names).unwrap_or_default();
            assert_eq!(left.into_iter().collect::<Vec<_>>().join(" "), want);
        }
    }
}
