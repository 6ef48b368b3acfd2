//! Whether a resource may create CRDs that are not in the chart: because its pods have the rights for it, as far as the
//! chart shows.

use std::collections::BTreeSet;

use serde_json::Value;
use skeg_resources::{BuiltIn, Object, Resource, ResourceId, Scopes};

use crate::request::Request;

/// The service account of pods that name none. It has no rights unless something binds them to it.
const DEFAULT_ACCOUNT: &str = "default";
/// Default roles that do not allow creating CRDs.
const HARMLESS_ROLES: &[&str] = &["view", "edit", "admin"];

/// Whether a resource may define kinds: a custom resource, through its operator, or pods with the rights for it.
pub(super) fn may_define(request: &Request, resource: &Resource) -> bool {
    let id = &resource.id;
    BuiltIn.is_namespaced(&id.group, &id.kind).is_none() || has_rights(request, resource)
}

/// The wanted resources whose pods may create CRDs.
pub fn definition_authors(request: &Request) -> BTreeSet<ResourceId> {
    let authors = request.desired.iter().filter(|resource| has_rights(request, resource));
    authors.map(|resource| resource.id.clone()).collect()
}

/// Whether the pods of a resource may create CRDs, as far as the chart shows.
fn has_rights(request: &Request, resource: &Resource) -> bool {
    let id = &resource.id;
    let Some(pod) = pod_spec(&resource.object) else { return false };
    if pod["automountServiceAccountToken"] == false {
        return false;
    }
    let account = pod["serviceAccountName"].as_str().or(pod["serviceAccount"].as_str()).filter(|name| !name.is_empty());
    let account = account.unwrap_or(DEFAULT_ACCOUNT);
    let namespace = id.namespace.as_deref().unwrap_or_default();
    let is_ours = |each: &Resource| {
        each.id.is_kind("", "ServiceAccount")
            && each.id.name == account
            && each.id.namespace.as_deref() == Some(namespace)
    };
    // The rights of an account that is not in the chart are unknown.
    let is_known = account == DEFAULT_ACCOUNT || request.desired.iter().any(is_ours);
    !is_known || request.desired.iter().any(|binding| binds(request, binding, account, namespace))
}

fn pod_spec(object: &Object) -> Option<&Value> {
    let path: &[&str] = match (object.group(), object.kind()) {
        ("", "Pod") => &["spec"],
        ("batch", "CronJob") => &["spec", "jobTemplate", "spec", "template", "spec"],
        ("apps" | "batch", _) | ("", "ReplicationController") => &["spec", "template", "spec"],
        _ => return None,
    };
    object.at(path)
}

/// Whether a binding of the chart lets an account create CRDs.
fn binds(request: &Request, binding: &Resource, account: &str, namespace: &str) -> bool {
    let object = &binding.object;
    let subjects = object.at(&["subjects"]).and_then(Value::as_array).into_iter().flatten();
    let is_it = |subject: &Value| {
        subject["kind"] == "ServiceAccount" && subject["name"] == account && subject["namespace"] == namespace
    };
    let is_group = |subject: &Value| subject["kind"] == "Group";
    if !binding.id.is_kind("rbac.authorization.k8s.io", "ClusterRoleBinding")
        || !subjects.into_iter().any(|subject| is_it(subject) || is_group(subject))
    {
        return false;
    }
    let role = object.text_at(&["roleRef", "name"]).unwrap_or_default();
    let is_role =
        |each: &&Resource| each.id.is_kind("rbac.authorization.k8s.io", "ClusterRole") && each.id.name == role;
    match request.desired.iter().find(is_role) {
        Some(role) => grants(&role.object),
        None => !HARMLESS_ROLES.contains(&role),
    }
}

fn grants(role: &Object) -> bool {
    // The rules of an aggregated role are not known here.
    let is_aggregated = role.at(&["aggregationRule"]).is_some();
    let rules = role.at(&["rules"]).and_then(Value::as_array).into_iter().flatten();
    let has = |rule: &Value, key: &str, words: &[&str]| {
        let listed = rule[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        listed.into_iter().any(|word| word == "*" || words.contains(&word))
    };
    let mut rules = rules.into_iter();
    is_aggregated
        || rules.any(|rule| {
            has(rule, "apiGroups", &["apiextensions.k8s.io"])
                && has(rule, "resources", &["customresourcedefinitions"])
                && has(rule, "verbs", &["create", "patch", "update"])
        })
}
