//! Finds out before anything is written which objects the API server would refuse.
//!
//! What exists was tried out when it was looked at; what does not is tried out here, by applying it without effect. What is
//! missing around an object, and what an earlier step of the same plan may put right, does not count.

mod cure;
mod form;
mod objectors;
mod refusal;
mod size;

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Apply, Backoff, Cluster, Error, Kind};
use skeg_plan::{Cause, Change, Plan, Refusal, Request, Target, definition_authors, undeclared};
use skeg_resources::{GroupKind, Misfit, Object, Origin, RefusalKind, Resource, ResourceId};

use crate::observe::refusal;
use cure::Cures;
use objectors::Objectors;
use refusal::{Verdict, judge};

/// How long a webhook that does not answer is waited for before anything is written: its pod may just be restarted.
const UNTIL_A_WEBHOOK_ANSWERS: Duration = Duration::from_secs(20);

/// An object that the API server would not take, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedObject {
    /// Which resource.
    pub id: ResourceId,
    /// Its index among the targets of the plan.
    pub target: usize,
    /// What is wrong with it.
    pub wrong: Obstacle,
    /// The API server's words.
    pub faults: Vec<String>,
    /// What to do about them.
    pub hints: Vec<String>,
    /// Where in the chart it comes from.
    pub origin: Origin,
}

/// In what way an object would not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It does not fit its kind.
    Form,
    /// Its values are not allowed.
    Values,
    /// A policy, a webhook, a quota or a missing right is in the way.
    Denied,
    /// A webhook that has to be asked does not answer.
    Unanswered,
    /// Its namespace is being deleted.
    NamespaceEnds,
}

/// What came of trying out a plan.
#[derive(Debug, Default)]
pub(crate) struct Validation {
    /// Objects that cannot be deployed.
    pub(crate) faulty: Vec<RefusedObject>,
    /// Refusals that the deploy itself may put right.
    pub(crate) warnings: Vec<String>,
}

/// What is known of the release besides its plan.
pub(crate) struct Knowledge {
    /// Names of the webhooks that it brings itself.
    own_webhooks: Vec<String>,
    /// Resources whose pods may define kinds.
    authors: BTreeSet<ResourceId>,
}

impl Knowledge {
    pub(crate) fn of(request: &Request) -> Knowledge {
        Knowledge { own_webhooks: own_webhooks(&request.desired), authors: definition_authors(request) }
    }
}

/// What the API server would refuse of a plan.
/// What was set aside is refused anyway.
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
        let (wrong, faults) = match tried {
            Tried::Good => continue,
            Tried::Faulty(faults) => (Obstacle::Form, faults),
            Tried::Refused(refusal) => match judge(&refusal) {
                Verdict::Open => continue,
                // What client-side tools own of it becomes ours first, and may then go: the dry run did without.
                Verdict::Values(_) if target.takes_over => continue,
                Verdict::Values(faults) => (Obstacle::Values, faults),
                Verdict::Form(faults) => (Obstacle::Form, faults),
                Verdict::Denied(kind, text) => {
                    let parameters = parameter_kind(cluster, &kind).await;
                    if let Some(cure) = cures.find(change.target, &kind, parameters.as_ref()) {
                        let (name, cure) = (plan.name(change.target), plan.name(cure));
                        validation.warnings.push(format!(
                            "{name} would be refused now ({text}); trying anyway, because {cure} changes too"
                        ));
                        continue;
                    }
                    let wrong = match kind {
                        RefusalKind::WebhookDown { .. } => Obstacle::Unanswered,
                        RefusalKind::NamespaceTerminating => Obstacle::NamespaceEnds,
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
                "{name} does not fit its definition as it is now ({text}); trying anyway, because {author} may change \
                 definitions"
            ));
            continue;
        }
        let (id, origin) = (target.id.clone(), target.origin.clone());
        validation.faulty.push(RefusedObject { id, target: change.target, wrong, faults, hints, origin });
    }
    Ok(validation)
}

/// Tries out what the plan writes, change by change.
async fn try_all(cluster: &Cluster, plan: &Plan) -> Result<Vec<Tried>, Error> {
    let redefined = plan.redefinitions();
    let is_new_and_plain = |change: &Change| {
        let target = plan.targets.get(change.target);
        change.cause == Cause::Missing && target.is_some_and(is_plain)
    };
    let objectors = match plan.changes.iter().any(is_new_and_plain) {
        true => Some(Objectors::read(cluster).await?),
        false => None,
    };
    let is_minded = |target: &Target| objectors.as_ref().is_some_and(|all| all.may_mind(&target.id));
    let tried = plan.changes.iter().map(|change| async {
        let Some(target) = plan.targets.get(change.target) else { return Ok(Tried::Good) };
        let definition = if redefined.is_empty() { None } else { redefined.get(&target.id.group_kind()) };
        match (&change.cause, &target.object, definition) {
            // The API server would judge by the definition that it has now.
            (_, Some(object), Some(definition)) => Ok(Tried::of(undeclared(definition, object))),
            // It never came to the API server: the version is not served.
            (Cause::DryRunRefused(refusal), Some(object), _) if refusal.code == 0 => {
                try_out(cluster, target, object).await
            }
            (Cause::DryRunRefused(refusal), ..) => Ok(Tried::Refused(refusal.clone())),
            (Cause::Missing, Some(object), None) if !is_plain(target) || is_minded(target) => {
                try_out(cluster, target, object).await
            }
            _ => Ok(Tried::Good),
        }
    });
    try_join_all(tried).await
}

/// Tries out once more what a webhook kept from being judged, until it answers or the time for that is over. What the plan
/// itself may bring to life is waited for when the plan is carried out.
async fn await_webhooks(cluster: &Cluster, cures: &Cures<'_>, mut tried: Vec<Tried>) -> Result<Vec<Tried>, Error> {
    let deadline = tokio::time::Instant::now() + UNTIL_A_WEBHOOK_ANSWERS;
    let mut backoff = Backoff::webhook();
    loop {
        let waiting: Vec<usize> = (0..tried.len()).filter(|at| is_unjudged(&tried[*at], cures, *at)).collect();
        // One of each webhook is enough to see whether it answers.
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

/// Whether a webhook that the plan does nothing for did not answer.
fn is_unjudged(tried: &Tried, cures: &Cures<'_>, at: usize) -> bool {
    let Tried::Refused(refusal) = tried else { return false };
    let Some(change) = cures.plan.changes.get(at) else { return false };
    match judge(refusal) {
        Verdict::Denied(kind @ RefusalKind::WebhookDown { .. }, _) => cures.find(change.target, &kind, None).is_none(),
        _ => false,
    }
}

async fn try_again(cluster: &Cluster, plan: &Plan, at: usize) -> Result<Tried, Error> {
    let target = plan.changes.get(at).and_then(|change| plan.targets.get(change.target));
    match target.and_then(|target| Some((target, target.object.as_ref()?))) {
        Some((target, object)) => try_out(cluster, target, object).await,
        None => Ok(Tried::Good),
    }
}

/// Names of the webhooks that a release brings itself.
fn own_webhooks(desired: &[Resource]) -> Vec<String> {
    let configurations = desired.iter().filter(|resource| resource.id.group == "admissionregistration.k8s.io");
    let webhooks = configurations.filter_map(|resource| resource.object.at(&["webhooks"])?.as_array());
    webhooks.flatten().filter_map(|webhook| webhook["name"].as_str()).map(str::to_string).collect()
}

/// What came of applying an object without effect.
enum Tried {
    Good,
    Faulty(Vec<Misfit>),
    Refused(Refusal),
}

async fn try_out(cluster: &Cluster, target: &Target, object: &Object) -> Result<Tried, Error> {
    let options = Apply { dry_run: true, ..Apply::default() };
    match cluster.apply(object, target.id.namespace.as_deref(), &options).await {
        Err(Error::Refused(status)) => Ok(Tried::Refused(refusal(&status))),
        Err(Error::UnknownKind { group, kind }) => {
            // Of a kind that is unknown in all versions the plan says more.
            let served = cluster.kind(&group, &kind, "").await?;
            let fault = |served: Kind| {
                let group = if group.is_empty() { String::new() } else { format!("{group}/") };
                let (wanted, served) = (object.version(), served.version);
                format!("apiVersion: the cluster has no {kind} in {group}{wanted}, only in {group}{served}")
            };
            Ok(Tried::of(served.map(fault).into_iter().collect()))
        }
        Err(error @ Error::Unreachable { .. }) => Err(error),
        // What else is wrong shows when it is really applied.
        _ => Ok(Tried::Good),
    }
}

impl Tried {
    fn of(faults: Vec<String>) -> Tried {
        let faults: Vec<Misfit> = faults.into_iter().map(Misfit::Other).collect();
        if faults.is_empty() { Tried::Good } else { Tried::Faulty(faults) }
    }
}

/// Of these there may be thousands, and their few fields are known: nothing is wrong with them by themselves.
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

/// The kind of the objects that a policy reads its parameters from; none where it has none, or may not be looked at.
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
