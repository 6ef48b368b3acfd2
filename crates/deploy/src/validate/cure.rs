//! Changes of a plan that may make the API server accept what it refuses now. Pure.

use std::collections::BTreeSet;

use skeg_plan::{Change, ChangeKind, Plan};
use skeg_resources::{BuiltIn, GroupKind, RefusalKind, ResourceId, Scopes};

/// The changes of a plan that may resolve a refusal.
pub(super) struct Cures<'a> {
    pub(super) plan: &'a Plan,
    /// Webhooks that the release itself installs, by name.
    pub(super) own_webhooks: &'a [String],
    /// Resources whose pods may define kinds.
    pub(super) authors: &'a BTreeSet<ResourceId>,
}

impl Cures<'_> {
    /// The target whose pods may change the definition of a custom resource before it is written.
    pub(super) fn author(&self, of: usize) -> Option<usize> {
        let id = &self.plan.targets.get(of)?.id;
        if self.authors.is_empty() || BuiltIn.is_namespaced(&id.group, &id.kind).is_some() {
            return None;
        }
        let later = self.later_than(of);
        let changed = self.plan.changes.iter().filter(|change| change.kind != ChangeKind::Delete);
        let mut changed = changed.map(|change| change.target).filter(|target| *target != of && !later.contains(target));
        changed.find(|target| self.plan.targets.get(*target).is_some_and(|target| self.authors.contains(&target.id)))
    }

    /// A target whose change may get another target accepted, and that does not come after it. `parameters` is the kind
    /// of a policy's parameters.
    pub(super) fn find(&self, of: usize, why: &RefusalKind, parameters: Option<&GroupKind>) -> Option<usize> {
        let refused = &self.plan.targets.get(of)?.id;
        let later = self.later_than(of);
        let may_cure = |change: &&Change| {
            let Some(target) = self.plan.targets.get(change.target) else { return false };
            target.id != *refused
                && !later.contains(&change.target)
                && (self.opens(why, refused, &target.id, change.kind)
                    || parameters.is_some_and(|kind| kind.is(&target.id.group, &target.id.kind)))
        };
        self.plan.changes.iter().find(may_cure).map(|change| change.target)
    }

    fn opens(&self, why: &RefusalKind, refused: &ResourceId, id: &ResourceId, kind: ChangeKind) -> bool {
        let is_here = id.namespace == refused.namespace;
        let is_namespace = id.is_kind("", "Namespace") && refused.namespace.as_deref() == Some(&id.name);
        let is_admission = id.group == "admissionregistration.k8s.io";
        let is_custom = BuiltIn.is_namespaced(&id.group, &id.kind).is_none();
        let is_workload = matches!(id.group.as_str(), "apps" | "batch") || id.is_kind("", "Pod");
        let is_rights = id.group == "rbac.authorization.k8s.io";
        match why {
            RefusalKind::Policy(_) => is_admission || is_namespace,
            // Policy engines read their rules from custom resources.
            RefusalKind::Webhook(name) => {
                is_admission || is_namespace || is_custom || (is_workload && self.own_webhooks.contains(name))
            }
            // Custom resources do not bring up a webhook, but pods in the namespace of its Service may.
            RefusalKind::WebhookDown { name, namespace } => {
                let is_there = namespace.is_some() && id.namespace == *namespace;
                is_admission || is_namespace || (is_workload && (is_there || self.own_webhooks.contains(name)))
            }
            // Shrinking or deleting something frees quota.
            RefusalKind::Quota => is_here && (id.is_kind("", "ResourceQuota") || kind != ChangeKind::Create),
            RefusalKind::LimitRange => is_here && id.is_kind("", "LimitRange"),
            RefusalKind::NamespaceTerminating | RefusalKind::PodSecurity => is_namespace,
            RefusalKind::Rights => is_rights || is_namespace,
            _ => {
                let is_setting = is_here && matches!(id.kind.as_str(), "ResourceQuota" | "LimitRange");
                let is_class = id.kind.ends_with("Class");
                is_admission || is_namespace || is_custom || is_rights || is_setting || is_class
            }
        }
    }

    /// Targets that are written only after this one.
    fn later_than(&self, of: usize) -> BTreeSet<usize> {
        let operations = &self.plan.operations;
        let mut waits = vec![false; operations.len()];
        let mut later = BTreeSet::new();
        // Operations come after everything they wait for.
        for (at, operation) in operations.iter().enumerate() {
            let target = operation.action.target();
            let is_write = operation.action.is_write();
            waits[at] = operation.after.iter().any(|edge| waits[edge.on]) || (is_write && target == Some(of));
            later.extend(target.filter(|target| waits[at] && is_write && *target != of));
        }
        later
    }
}
