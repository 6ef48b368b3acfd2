//! Bindings need their role and their service accounts; roles outlive their bindings.

use std::collections::HashMap;

use serde_json::Value;

use super::field::Field;
use super::references::References;
use crate::identity::ResourceId;
use crate::resource::Resource;
use crate::rules::Matcher;

pub(super) const GROUP: &str = "rbac.authorization.k8s.io";

pub(super) fn is_binding(id: &ResourceId) -> bool {
    id.is_kind(GROUP, "RoleBinding") || id.is_kind(GROUP, "ClusterRoleBinding")
}

pub(super) fn find(resource: &Resource, references: &mut References<'_>) {
    if !is_binding(&resource.id) {
        return;
    }
    if let Some(role) = role_of(resource) {
        references.add(Matcher::of(&role), "roleRef");
    }
    for (account, field) in subject_accounts(resource) {
        references.add(Matcher::of(&account), &field);
    }
}

/// The role of a binding.
fn role_of(binding: &Resource) -> Option<ResourceId> {
    let text = |key: &str| binding.object.text_at(&["roleRef", key]);
    let name = text("name").filter(|name| !name.is_empty())?;
    match text("kind")? {
        "Role" => Some(ResourceId::new(GROUP, "Role", binding.id.namespace.as_deref(), name)),
        "ClusterRole" => Some(ResourceId::new(GROUP, "ClusterRole", None, name)),
        _ => None,
    }
}

/// The service accounts of a binding, with the field that names each.
pub(super) fn subject_accounts(binding: &Resource) -> Vec<(ResourceId, String)> {
    let subjects = binding.object.at(&["subjects"]).and_then(Value::as_array);
    let account = |(at, subject): (usize, &Value)| {
        let subject = Field::new(subject, &format!("subjects[{at}]"));
        let is_account = subject.at("kind")?.text()? == "ServiceAccount";
        let name = subject.at("name")?;
        let namespace = subject.at("namespace").and_then(|namespace| namespace.text());
        let namespace = namespace.or(binding.id.namespace.as_deref());
        let id = ResourceId::new("", "ServiceAccount", namespace, name.text()?);
        is_account.then_some((id, subject.path))
    };
    subjects.into_iter().flatten().enumerate().filter_map(account).collect()
}

/// The bindings of each role.
pub(super) struct Roles<'a> {
    bindings: HashMap<ResourceId, Vec<&'a ResourceId>>,
}

impl<'a> Roles<'a> {
    pub(super) fn new(resources: &'a [Resource]) -> Roles<'a> {
        let mut bindings: HashMap<ResourceId, Vec<&ResourceId>> = HashMap::new();
        for binding in resources.iter().filter(|resource| is_binding(&resource.id)) {
            if let Some(role) = role_of(binding) {
                bindings.entry(role).or_default().push(&binding.id);
            }
        }
        Roles { bindings }
    }

    /// A role is deleted after its bindings.
    pub(super) fn find_bindings(&self, role: &Resource, references: &mut References<'_>) {
        for binding in self.bindings.get(&role.id).into_iter().flatten() {
            references.add(Matcher::of(binding), &format!("roleRef of {binding}"));
        }
    }
}
