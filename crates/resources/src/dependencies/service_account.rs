//! Service accounts: their secrets, the workloads that run under them, the bindings that give them rights.

use std::collections::HashMap;

use super::field::Field;
use super::references::References;
use super::{pod, rbac, workload};
use crate::identity::ResourceId;
use crate::resource::Resource;
use crate::rules::Matcher;

/// Who uses which service account.
pub(super) struct Accounts<'a> {
    bindings: HashMap<ResourceId, Vec<(&'a ResourceId, String)>>,
    workloads: HashMap<ResourceId, Vec<(&'a ResourceId, String)>>,
    /// Token Secrets, which are created after their account.
    tokens: HashMap<&'a ResourceId, &'a str>,
}

impl<'a> Accounts<'a> {
    pub(super) fn new(resources: &'a [Resource]) -> Accounts<'a> {
        let mut accounts = Accounts { bindings: HashMap::new(), workloads: HashMap::new(), tokens: HashMap::new() };
        for resource in resources {
            if rbac::is_binding(&resource.id) {
                for (account, field) in rbac::subject_accounts(resource) {
                    accounts.bindings.entry(account).or_default().push((&resource.id, field));
                }
            }
            if let Some((account, field)) = account_of(resource) {
                accounts.workloads.entry(account).or_default().push((&resource.id, field));
            }
            if let Some(account) = token_account(resource) {
                accounts.tokens.insert(&resource.id, account);
            }
        }
        accounts
    }

    /// An account is deleted after everything that uses it.
    pub(super) fn find_users(&self, account: &Resource, references: &mut References<'_>) {
        let users = [&self.workloads, &self.bindings];
        for (user, field) in users.into_iter().filter_map(|users| users.get(&account.id)).flatten() {
            references.add(Matcher::of(user), &format!("{field} of {user}"));
        }
    }
}

/// The service account of a workload's pods.
fn account_of(resource: &Resource) -> Option<(ResourceId, String)> {
    let field = pod::service_account(&workload::pod_spec(resource)?)?;
    let id = ResourceId::new("", "ServiceAccount", resource.id.namespace.as_deref(), field.text()?);
    Some((id, field.path))
}

/// The service account of a token Secret.
fn token_account(resource: &Resource) -> Option<&str> {
    let is_token = resource.id.is_kind("", "Secret")
        && resource.object.text_at(&["type"]) == Some("kubernetes.io/service-account-token");
    is_token.then(|| resource.object.annotation(TOKEN_ACCOUNT)).flatten()
}

const TOKEN_ACCOUNT: &str = "kubernetes.io/service-account.name";

pub(super) fn find(resource: &Resource, accounts: &Accounts<'_>, references: &mut References<'_>) {
    // Pods that start before they have their rights fail at once.
    if let Some((account, field)) = account_of(resource) {
        for (binding, _) in accounts.bindings.get(&account).into_iter().flatten() {
            references.add(Matcher::of(binding), &field);
        }
    }
    let namespace = resource.id.namespace.as_deref();
    if let Some(account) = token_account(resource) {
        let id = ResourceId::new("", "ServiceAccount", namespace, account);
        references.add(Matcher::of(&id), &format!("metadata.annotations[{TOKEN_ACCOUNT}]"));
    }
    if resource.id.is_kind("", "ServiceAccount") {
        find_secrets(resource, accounts, references);
    }
}

fn find_secrets(account: &Resource, accounts: &Accounts<'_>, references: &mut References<'_>) {
    for list in ["secrets", "imagePullSecrets"] {
        let items = account.object.at(&[list]).and_then(serde_json::Value::as_array);
        for (at, item) in items.into_iter().flatten().enumerate() {
            let name = Field::new(item, &format!("{list}[{at}]")).at("name");
            let Some(text) = name.as_ref().and_then(Field::text) else { continue };
            let id = ResourceId::new("", "Secret", account.id.namespace.as_deref(), text);
            if accounts.tokens.get(&id) != Some(&account.id.name.as_str()) {
                references.namespaced("", "Secret", name);
            }
        }
    }
}
