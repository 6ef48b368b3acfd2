//! Finds the objects that the API server would refuse, before anything is written.
//!
//! Existing objects got their dry run when they were observed; new ones get it here. References to missing objects, and
//! problems that an earlier step of the same plan may solve, do not count.

mod admission;
mod cure;
mod form;
mod refusal;
mod size;
mod trial;

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Backoff, Cluster, Error};
use skeg_plan::{Cause, Change, Plan, Request, Target, definition_authors, misfits};
use skeg_resources::{GroupKind, Origin, RefusalKind, Resource, ResourceId};

use admission::Admission;
use cure::Cures;
use refusal::{Verdict, judge};
use trial::{Tried, deletes, try_again, try_applying, try_deleting};

/// How long to wait for a webhook that does not answer: its pod may be restarting.
const UNTIL_A_WEBHOOK_ANSWERS: Duration = Duration::from_secs(20);

/// An object that the API server would refuse, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedObject {
    /// The resource.
    pub id: ResourceId,
    /// Its index among the targets of the plan.
    pub target: usize,
    /// The kind of problem.
    pub wrong: Obstacle,
    /// The API server's messages.
    pub faults: Vec<String>,
    /// What to do about them.
    pub hints: Vec<String>,
    /// The template it comes from.
    pub origin: Origin,
}

/// Why an object would be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It does not match the schema of its kind.
    Form,
    /// Its values are not valid.
    Values,
    /// A policy, webhook, quota or missing right forbids it.
    Denied,
    /// A policy or webhook forbids to delete it.
    Kept,
    /// A webhook that must be asked does not answer.
    Unanswered,
    /// Its namespace is being deleted.
    NamespaceEnds,
}

/// The result of validating a plan.
#[derive(Debug, Default)]
pub(crate) struct Validation {
    /// Objects that cannot be deployed.
    pub(crate) faulty: Vec<RefusedObject>,
    /// Refusals that the deploy itself may resolve.
    pub(crate) warnings: Vec<String>,
}

/// Facts about the release that are not in its plan.
pub(crate) struct Knowledge {
    /// Webhooks that the release itself installs, by name.
    own_webhooks: Vec<String>,
    /// Resources whose pods may define kinds.
    authors: BTreeSet<ResourceId>,
}

impl Knowledge {
    pub(crate) fn of(request: &Request) -> Knowledge {
        Knowledge { own_webhooks: own_webhooks(&request.desired), authors: definition_authors(request) }
    }
}

/// Finds what the API server would refuse of a plan. Blocked targets are refused anyway and left out.
pub(crate) async fn validate(
    cluster: &Cluster,
    plan: &Plan,
    knowledge: &Knowledge,
    set_aside: &[&ResourceId],
) -> Result<Validation, Error> {
    let cures = Cures { plan, own_webhooks: &knowledge.own_webhooks, authors: &knowledge.authors };
    let mut validation = Validation::default();
    let tried = Box::pin(try_all(cluster, plan)).await?;
    let tried = Box::pin(await_webhooks(cluster, &cures, tried)).await?;
    for (change, tried) in plan.changes.iter().zip(tried) {
        let Some(target) = plan.targets.get(change.target) else { continue };
        if set_aside.contains(&&target.id) {
            continue;
        }
        if let Some(what) = target.object.as_ref().and_then(size::too_large) {
            validation.warnings.push(format!("{} {what}", plan.name(change.target)));
        }
        let is_kept = matches!(tried, Tried::Kept(_));
        let (wrong, faults) = match tried {
            Tried::Good => continue,
            Tried::Invalid(faults) => (Obstacle::Form, faults),
            Tried::Refused(refusal) | Tried::Kept(refusal) => match judge(&refusal) {
                Verdict::Open => continue,
                // Fields of client-side tools are taken over first and may then be removed; the dry run did not do
                // that.
                Verdict::Values(_) if target.takes_over => continue,
                Verdict::Values(faults) => (Obstacle::Values, faults),
                Verdict::Form(faults) => (Obstacle::Form, faults),
                Verdict::Denied(kind, text) => {
                    let parameters = parameter_kind(cluster, &kind).await;
                    if let Some(cure) = cures.find(change.target, &kind, parameters.as_ref()) {
                        let (name, cure) = (plan.name(change.target), plan.name(cure));
                        let name = if is_kept { format!("deleting {name}") } else { name };
                        validation.warnings.push(format!(
                            "{name} would be refused now ({text}); trying anyway, because {cure} changes too"
                        ));
                        continue;
                    }
                    let wrong = match kind {
                        RefusalKind::WebhookDown { .. } => Obstacle::Unanswered,
                        RefusalKind::NamespaceTerminating => Obstacle::NamespaceEnds,
                        _ if is_kept => Obstacle::Kept,
                        _ => Obstacle::Denied,
                    };
                    (wrong, vec![text.into()])
                }
            },
        };
        let (faults, hints) = form::explain(faults);
        if let Some(author) = cures.author(change.target) {
            let (name, author, text) = (plan.name(change.target), plan.name(author), faults.join("; "));
            validation.warnings.push(format!(
                "{name} does not match its current definition ({text}); trying anyway, because {author} may change \
                 definitions"
            ));
            continue;
        }
        let (id, origin) = (target.id.clone(), target.origin.clone());
        validation.faulty.push(RefusedObject { id, target: change.target, wrong, faults, hints, origin });
    }
    Ok(validation)
}

/// Dry-runs what the plan writes, change by change.
async fn try_all(cluster: &Cluster, plan: &Plan) -> Result<Vec<Tried>, Error> {
    let redefined = plan.redefinitions();
    let is_new_and_plain = |change: &Change| {
        let target = plan.targets.get(change.target);
        change.cause == Cause::Missing && target.is_some_and(is_plain)
    };
    let admission = match plan.changes.iter().any(|change| is_new_and_plain(change) || deletes(change)) {
        true => Some(Admission::read(cluster).await?),
        false => None,
    };
    let is_checked = |target: &Target| admission.as_ref().is_some_and(|all| all.may_refuse(&target.id));
    let may_keep =
        async |target: &Target| match (&admission, cluster.kind(&target.id.group, &target.id.kind, "").await?) {
            (Some(all), Some(kind)) => Ok::<_, Error>(all.may_refuse_deleting(&kind, target.id.namespace.as_deref())),
            _ => Ok(false),
        };
    // An object that is deleted first says nothing about the one that replaces it.
    let id_of = |change: &Change| plan.targets.get(change.target).map(|target| &target.id);
    let replaced: BTreeSet<&ResourceId> =
        plan.changes.iter().filter(|change| deletes(change)).filter_map(id_of).collect();
    let tried = plan.changes.iter().map(|change| async {
        let Some(target) = plan.targets.get(change.target) else { return Ok(Tried::Good) };
        if deletes(change) && may_keep(target).await? {
            let tried = try_deleting(cluster, target).await?;
            if !matches!(tried, Tried::Good) {
                return Ok(tried);
            }
        }
        let definition = if redefined.is_empty() { None } else { redefined.get(&target.id.group_kind()) };
        match (&change.cause, &target.object, definition) {
            // The API server would validate against the old definition.
            (_, Some(object), Some(definition)) => Ok(Tried::of(misfits(definition, object))),
            // It was never sent: the version is not served.
            (Cause::DryRunRefused(refusal), Some(object), _) if refusal.code == 0 => {
                try_applying(cluster, target, object).await
            }
            (Cause::DryRunRefused(refusal), ..) => Ok(Tried::Refused(refusal.clone())),
            (Cause::Missing, ..) if replaced.contains(&target.id) => Ok(Tried::Good),
            (Cause::Missing, Some(object), None) if !is_plain(target) || is_checked(target) => {
                try_applying(cluster, target, object).await
            }
            _ => Ok(Tried::Good),
        }
    });
    try_join_all(tried).await
}

/// Repeats the dry runs that failed at a webhook until it answers or the time limit passes. Webhooks that the plan
/// itself brings up are waited for during execution.
async fn await_webhooks(cluster: &Cluster, cures: &Cures<'_>, mut tried: Vec<Tried>) -> Result<Vec<Tried>, Error> {
    let deadline = tokio::time::Instant::now() + UNTIL_A_WEBHOOK_ANSWERS;
    let mut backoff = Backoff::webhook();
    loop {
        let waiting: Vec<usize> = (0..tried.len()).filter(|at| is_unjudged(&tried[*at], cures, *at)).collect();
        // One object per webhook is enough to see whether it answers.
        let Some(first) = waiting.first() else { return Ok(tried) };
        if tokio::time::Instant::now() >= deadline {
            return Ok(tried);
        }
        tokio::time::sleep(backoff.step()).await;
        let again = try_again(cluster, cures.plan, *first).await?;
        if is_unjudged(&again, cures, *first) {
            continue;
        }
        tried[*first] = again;
        for at in waiting.into_iter().skip(1) {
            tried[at] = try_again(cluster, cures.plan, at).await?;
        }
    }
}

/// Whether a webhook that the plan does not affect failed to answer.
fn is_unjudged(tried: &Tried, cures: &Cures<'_>, at: usize) -> bool {
    let (Tried::Refused(refusal) | Tried::Kept(refusal)) = tried else { return false };
    let Some(change) = cures.plan.changes.get(at) else { return false };
    match judge(refusal) {
        Verdict::Denied(kind @ RefusalKind::WebhookDown { .. }, _) => cures.find(change.target, &kind, None).is_none(),
        _ => false,
    }
}

/// Webhooks that a release itself installs, by name.
fn own_webhooks(desired: &[Resource]) -> Vec<String> {
    let configurations = desired.iter().filter(|resource| resource.id.group == "admissionregistration.k8s.io");
    let webhooks = configurations.filter_map(|resource| resource.object.at(&["webhooks"])?.as_array());
    webhooks.flatten().filter_map(|webhook| webhook["name"].as_str()).map(str::to_string).collect()
}

/// Kinds with few, well-known fields, of which there may be thousands: nothing can be wrong with them by themselves.
fn is_plain(target: &Target) -> bool {
    let Some(object) = &target.object else { return false };
    let is_secret = target.id.is_kind("", "Secret");
    let is_text = |value: &Value| value.as_object().is_some_and(|map| map.values().all(Value::is_string));
    let is_known = |(key, value): (&String, &Value)| match key.as_str() {
        "apiVersion" | "kind" | "metadata" => true,
        "immutable" => value.is_boolean(),
        "data" | "binaryData" => is_text(value),
        "type" => is_secret && value.is_string(),
        _ => false,
    };
    (is_secret || target.id.is_kind("", "ConfigMap"))
        && !size::may_be_refused(object)
        && object.as_map().iter().all(is_known)
}

/// The kind of a policy's parameters; `None` if it has none or must not be read.
async fn parameter_kind(cluster: &Cluster, refusal: &RefusalKind) -> Option<GroupKind> {
    let RefusalKind::Policy(name) = refusal else { return None };
    let id = ResourceId::new("admissionregistration.k8s.io", "ValidatingAdmissionPolicy", None, name);
    let policy = cluster.get(&id, "").await.ok()??;
    let kind = policy.at(&["spec", "paramKind"])?;
    let group = kind["apiVersion"].as_str()?.split_once('/').map_or("", |(group, _)| group);
    Some(GroupKind::new(group, kind["kind"].as_str()?))
}

impl fmt::Display for RefusedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.id.namespace.as_ref().map(|namespace| format!(" in namespace {namespace}"));
        let what = match self.wrong {
            Obstacle::Denied | Obstacle::Unanswered | Obstacle::NamespaceEnds => "would be refused",
            Obstacle::Kept => "must not be deleted",
            Obstacle::Form | Obstacle::Values => "is not valid",
        };
        write!(f, "{}{} {what}", self.id, place.unwrap_or_default())?;
        for line in self.faults.iter().chain(&self.hints) {
            write!(f, "\n  {line}")?;
        }
        if !self.origin.path.is_empty() {
            write!(f, "\n  chart: {}", self.origin.path)?;
        }
        Ok(())
    }
}
