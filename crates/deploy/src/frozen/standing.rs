//! Compares the cluster with a frozen plan: the next revision must be the plan's, and each object must be as reviewed
//! or, after an interrupted execution of the same plan, as planned.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use skeg_cluster::{Apply, Cluster};
use skeg_plan::{Change, ChangeKind, Drift, Drifted, Plan, drift, is_made, secrets, significant};
use skeg_release_store::Release;
use skeg_resources::{DeployType, Object, ReleaseStatus, ResourceId, has_failed, is_run};

use super::PLAN_DIGEST;
use crate::error::Error;
use crate::observe::find;
use crate::past::Past;
use crate::world::World;

/// How the cluster compares to a frozen plan.
pub(super) struct Standing {
    pub(super) past: Past,
    /// The plan was partly executed before.
    pub(super) is_resumed: bool,
    pub(super) drifts: Vec<Drift>,
    /// Live objects that the plan changes.
    pub(super) live: BTreeMap<ResourceId, Object>,
}

/// Reads records and objects, and changes nothing.
pub(super) async fn look(world: &World, past: Past, plan: &Plan, digest: &str) -> Result<Standing, Error> {
    let cluster = &world.cluster;
    let is_resumed = check_revision(plan, &past, digest)?;
    let targets = plan.changes.iter().filter_map(|change| plan.targets.get(change.target));
    let live = find(cluster, &world.secrets, targets.map(|target| (&target.id, target.version.as_str()))).await?;
    let hidden = secrets(plan);
    // If a hook has several turns, the first one finds the existing object.
    let mut seen = BTreeSet::new();
    let met =
        plan.changes.iter().filter(|change| seen.insert(plan.targets.get(change.target).map(|target| &target.id)));
    let drifted = met.filter_map(|change| {
        let live = live.get(&plan.targets.get(change.target)?.id);
        let is_known = is_resumed && is_made(plan, change, live);
        Some((change, drift(plan, change, live, &hidden).filter(|_| !is_known)?))
    });
    let judged = try_join_all(drifted.map(|(change, drift)| async {
        let is_planned = is_resumed && is_as_planned(cluster, plan, change, live.get(&drift.id)).await?;
        Ok::<_, Error>((drift, is_planned))
    }));
    let drifts = judged.await?.into_iter().filter(|(_, is_planned)| !is_planned).map(|(drift, _)| drift).collect();
    Ok(Standing { past, is_resumed, drifts, live })
}

/// Checks that the plan is for the next revision. True if it was partly executed before.
fn check_revision(plan: &Plan, past: &Past, digest: &str) -> Result<bool, Error> {
    let is_uninstall = plan.deploy_type == DeployType::Uninstall;
    let (planned, last) = (plan.revision, past.last_revision().unwrap_or_default());
    let was_begun = |record: &&Release| record.info.annotations.get(PLAN_DIGEST).is_some_and(|known| known == digest);
    if let Some(begun) = past.last_record().filter(|record| record.revision == planned).filter(was_begun) {
        return match begun.info.status {
            // A deploy that was killed at its very end leaves two deployed revisions.
            ReleaseStatus::Deployed if !past.is_settled() => Ok(true),
            ReleaseStatus::Deployed | ReleaseStatus::Uninstalled => Err(Error::PlanExecuted { revision: planned }),
            ReleaseStatus::Uninstalling if is_uninstall => Ok(true),
            ReleaseStatus::Uninstalling => Err(Error::OtherRevision { planned, last, is_uninstall }),
            _ => Ok(true),
        };
    }
    let is_next = if is_uninstall { planned == last } else { planned == past.history.next_revision() };
    if is_next { Ok(false) } else { Err(Error::OtherRevision { planned, last, is_uninstall }) }
}

/// Whether applying the planned object would change nothing, by a dry run.
async fn is_as_planned(cluster: &Cluster, plan: &Plan, change: &Change, live: Option<&Object>) -> Result<bool, Error> {
    let target = plan.targets.get(change.target).and_then(|target| Some((target, target.object.as_ref()?)));
    let (Some((target, object)), Some(live)) = (target, live) else { return Ok(false) };
    let options = Apply { dry_run: true, ..Apply::default() };
    match cluster.apply(object, target.id.namespace.as_deref(), &options).await {
        Ok(applied) => Ok(significant(live) == significant(&applied.object)),
        Err(error @ skeg_cluster::Error::Unreachable { .. }) => Err(error.into()),
        Err(_) => Ok(false),
    }
}

impl Standing {
    /// Resources that ran already, or may have, and run again, since they are deleted afterwards.
    pub(super) fn run_again(&self, plan: &Plan) -> Vec<String> {
        let may_have_run = |change: &&Change| {
            let Some(target) = plan.targets.get(change.target) else { return false };
            let is_short_lived = change.then_deleted && change.kind != ChangeKind::Delete;
            is_short_lived && !self.live.contains_key(&target.id) && self.may_have_run(&target.id)
        };
        let again = plan.changes.iter().filter(may_have_run);
        again.map(|change| plan.name(change.target)).collect()
    }

    /// Hooks that an interrupted execution of the plan ran and that failed: targets with the uids of the objects left.
    pub(super) fn failed_hooks(&self, plan: &Plan) -> Vec<(usize, String)> {
        self.hooks_left(plan, has_failed)
    }

    /// Hooks whose object appeared after the plan was made: somebody else ran them.
    pub(super) fn appeared_hooks(&self, plan: &Plan) -> Vec<(usize, String)> {
        let has_appeared = |id: &ResourceId| {
            self.drifts.iter().any(|drift| drift.id == *id && matches!(drift.what, Drifted::Appeared))
        };
        let mut left = self.hooks_left(plan, |_| true);
        left.retain(|(target, _)| has_appeared(&plan.targets[*target].id));
        left
    }

    /// Hooks of the plan that have an object now. If a hook has several turns, the first one finds it.
    fn hooks_left(&self, plan: &Plan, is_wanted: impl Fn(&Object) -> bool) -> Vec<(usize, String)> {
        let mut seen = BTreeSet::new();
        let left = plan.changes.iter().filter(|change| change.kind != ChangeKind::Delete).filter_map(|change| {
            let target = plan.targets.get(change.target).filter(|target| target.is_hook && is_run(&target.id))?;
            let live = self.live.get(&target.id).filter(|live| seen.insert(&target.id) && is_wanted(live))?;
            Some((change.target, live.uid()?.to_string()))
        });
        left.collect()
    }

    /// The record of a finished run lists the hooks that ran; that of an interrupted one does not.
    fn may_have_run(&self, id: &ResourceId) -> bool {
        let Some(record) = self.past.last_record() else { return true };
        let hook = record.hooks.iter().find(|hook| hook.kind == id.kind && hook.name == id.name);
        record.info.status.is_pending() || hook.is_none_or(|hook| !hook.last_run.phase.is_empty())
    }
}
