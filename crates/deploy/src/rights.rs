//! Checks that the user has the rights for everything a plan does. It is done once, before the first write: a dry run
//! does not cover deletions and records, and plain objects get no dry run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use skeg_cluster::lock::CONFIG_MAP;
use skeg_cluster::{Cluster, Error, Right, Rights};
use skeg_plan::{Action, Plan};
use skeg_release_store::Driver;
use skeg_resources::ResourceId;

/// Verbs that the user may not use on one kind in one namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingRights {
    /// The missing verbs: `create`, `patch`.
    pub verbs: Vec<&'static str>,
    /// As `kubectl auth can-i` takes it: `deployments.apps`.
    pub resource: String,
    /// `None` for cluster-wide objects.
    pub namespace: Option<String>,
    /// The objects that need them.
    pub objects: Vec<String>,
}

/// The outcome of the check: which rights are missing, and whether the plan itself may grant them.
#[derive(Debug, Default)]
pub(crate) struct RightsCheck {
    pub(crate) missing: Vec<MissingRights>,
    /// The plan changes RBAC or creates the namespace, so the rights may exist by the time they are needed.
    pub(crate) may_be_granted: bool,
}

impl RightsCheck {
    /// An error if the plan cannot be executed.
    pub(crate) fn refuse(&self) -> Result<(), crate::Error> {
        match self.missing.is_empty() || self.may_be_granted {
            true => Ok(()),
            false => Err(crate::Error::MissingRights(self.missing.clone())),
        }
    }

    /// Warnings for a plan that is executed anyway.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let closing = match self.may_be_granted {
            true => "trying anyway, because the plan changes permissions",
            false => "whoever executes the plan needs these rights",
        };
        self.missing.iter().map(|missing| format!("you may not {missing}; {closing}")).collect()
    }
}

/// Finds the rights that a plan needs and the user does not have. `is_recorded`: no revision is created unless resources
/// change.
pub(crate) async fn check(
    cluster: &Cluster,
    plan: &Plan,
    driver: Driver,
    is_recorded: bool,
) -> Result<RightsCheck, Error> {
    if is_recorded && plan.is_empty() {
        return Ok(RightsCheck::default());
    }
    let mut shown: BTreeMap<(Right, String), String> = BTreeMap::new();
    let mut needed = Rights::new();
    let mut need = |right: Right, name: &str, what: String| {
        shown.insert((right.clone(), name.to_string()), what);
        needed.entry(right).or_default().insert(name.to_string());
    };
    // A user who may create the lock's ConfigMap but not change it would lose the lock half-way.
    let renewing = Right {
        verb: "patch",
        group: String::new(),
        resource: "configmaps".to_string(),
        namespace: Some(plan.release.namespace.clone()),
    };
    need(renewing, CONFIG_MAP, format!("the release's lock (ConfigMap/{CONFIG_MAP})"));
    let records = match driver {
        Driver::Secret => Some("secrets"),
        Driver::ConfigMap => Some("configmaps"),
        Driver::Memory => None,
    };
    for operation in &plan.operations {
        if let (Some((verb, revision)), Some(resource)) = (record_verb(&operation.action), records) {
            let namespace = Some(plan.release.namespace.clone());
            let right = Right { verb, group: String::new(), resource: resource.to_string(), namespace };
            let (release, what) = (&plan.release.name, format!("the record of revision {revision}"));
            need(right.clone(), &format!("sh.helm.release.v1.{release}.v{revision}"), what);
            if revision == plan.revision {
                let name = skeg_inventory::object_name(release, &plan.release.namespace);
                need(right, &name, format!("the inventory of release {release}"));
            }
        }
        let target = operation.action.target().and_then(|target| plan.targets.get(target));
        let (Some(target), verbs @ [_, ..]) = (target, verbs(&operation.action)) else { continue };
        // The plan itself defines the kind, so it cannot be asked about yet.
        let Some(kind) = cluster.kind(&target.id.group, &target.id.kind, "").await? else { continue };
        for verb in verbs {
            let (group, resource) = (kind.group.clone(), kind.plural.clone());
            let right = Right { verb, group, resource, namespace: target.id.namespace.clone() };
            need(right, &target.id.name, target.id.to_string());
        }
    }
    let missing = cluster.missing_rights(needed).await?;
    let may_be_granted = plan.changes.iter().filter_map(|change| plan.targets.get(change.target)).any(|target| {
        target.id.group == "rbac.authorization.k8s.io" || missing.keys().any(|right| is_place(&target.id, right))
    });
    Ok(RightsCheck { missing: grouped(missing, &shown), may_be_granted })
}

fn is_place(id: &ResourceId, right: &Right) -> bool {
    id.is_kind("", "Namespace") && right.namespace.as_deref() == Some(&id.name)
}

/// The verbs of an operation. Applying a missing object needs both.
fn verbs(action: &Action) -> &'static [&'static str] {
    match action {
        Action::Create { .. } => &["create", "patch"],
        Action::Update { .. } | Action::Apply { .. } => &["patch"],
        Action::Recreate { .. } => &["create", "delete", "patch"],
        Action::Delete { .. } => &["delete"],
        _ => &[],
    }
}

fn record_verb(action: &Action) -> Option<(&'static str, u64)> {
    match action {
        Action::CreateRelease { revision } => Some(("create", *revision)),
        Action::UpdateRelease { revision, .. } => Some(("update", *revision)),
        Action::DeleteRelease { revision } => Some(("delete", *revision)),
        _ => None,
    }
}

/// One entry per kind and namespace, with all verbs and objects.
fn grouped(missing: Rights, shown: &BTreeMap<(Right, String), String>) -> Vec<MissingRights> {
    let mut entries: BTreeMap<(Option<String>, String), MissingRights> = BTreeMap::new();
    for (right, names) in missing {
        let group = if right.group.is_empty() { String::new() } else { format!(".{}", right.group) };
        let (namespace, resource) = (right.namespace.clone(), format!("{}{group}", right.resource));
        let entry = entries.entry((namespace.clone(), resource.clone())).or_insert_with(|| MissingRights {
            verbs: Vec::new(),
            resource,
            namespace,
            objects: Vec::new(),
        });
        entry.verbs.push(right.verb);
        entry.objects.extend(names.into_iter().filter_map(|name| shown.get(&(right.clone(), name)).cloned()));
    }
    let mut entries: Vec<MissingRights> = entries.into_values().collect();
    for entry in &mut entries {
        entry.objects = BTreeSet::from_iter(std::mem::take(&mut entry.objects)).into_iter().collect();
        entry.verbs.sort_unstable();
    }
    entries
}

impl fmt::Display for MissingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 5;
        let place = match &self.namespace {
            Some(namespace) => format!("in namespace {namespace}"),
            None => "of the whole cluster".to_string(),
        };
        let few: Vec<&str> = self.objects.iter().take(MOST).map(String::as_str).collect();
        let more = match self.objects.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        write!(f, "{} {} {place}, for {}{more}", self.verbs.join(", "), self.resource, few.join(", "))
    }
}
