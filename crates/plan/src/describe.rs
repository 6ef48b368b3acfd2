//! Describes a plan: its operations, and why they wait.

use std::collections::BTreeSet;

use skeg_resources::{DeployType, ReleaseStatus, Stage};

use crate::change::{Change, ChangeKind};
use crate::event::ChartState;
use crate::operation::{Action, Edge};
use crate::plan::{KeepReason, KeptObject, Plan};
use crate::records;

impl Plan {
    /// No resource is changed or tracked; records may still be written.
    pub fn is_empty(&self) -> bool {
        !self.operations.iter().any(|operation| operation.action.is_write() || operation.action.is_tracking())
    }

    /// Whether a change is the run of a hook. Hooks run in every deploy, so they do not count as changes of resources.
    pub fn is_hook(&self, change: &Change) -> bool {
        change.kind != ChangeKind::Delete && self.targets.get(change.target).is_some_and(|target| target.is_hook)
    }

    /// How many hooks run; one with several turns counts once.
    pub fn hooks(&self) -> usize {
        let running = self.changes.iter().filter(|change| self.is_hook(change));
        running.map(|change| &self.targets[change.target].id).collect::<BTreeSet<_>>().len()
    }

    /// The status that the new revision is stored with.
    pub fn pending_status(&self) -> ReleaseStatus {
        records::pending(self.deploy_type)
    }

    /// A target's name: `Deployment/web`, with its namespace if that is not the release's.
    pub fn name(&self, target: usize) -> String {
        self.targets.get(target).map(|target| target.id.shown(&self.release.namespace)).unwrap_or_default()
    }

    /// What an operation does: `create Deployment/web`.
    pub fn title(&self, operation: usize) -> String {
        let Some(operation) = self.operations.get(operation) else { return String::new() };
        match &operation.action {
            Action::Create { target } => format!("create {}", self.name(*target)),
            Action::Update { target } => format!("update {}", self.name(*target)),
            Action::Apply { target } => format!("apply {}", self.name(*target)),
            Action::Recreate { target, .. } => format!("recreate {}", self.name(*target)),
            Action::Delete { target, .. } => format!("delete {}", self.name(*target)),
            Action::TrackReadiness { target } => format!("wait until {} is ready", self.name(*target)),
            Action::TrackPresence { target } => format!("wait until {} exists", self.name(*target)),
            Action::TrackAbsence { target } => format!("wait until {} is gone", self.name(*target)),
            Action::CreateRelease { revision } => {
                format!("record revision {revision} as {}", self.pending_status().name())
            }
            Action::UpdateRelease { revision, status, .. } => format!("mark revision {revision} {}", status.name()),
            Action::DeleteRelease { revision } => format!("delete the record of revision {revision}"),
            Action::Border { name } => name.clone(),
        }
    }

    /// Why an operation waits: `Deployment/web waits for Job/migrate: weight -5 before 0`.
    pub fn explain(&self, operation: usize, edge: &Edge) -> String {
        let why = self.why(operation, edge);
        format!("{} waits for {}: {why}", self.subject(operation), self.subject(edge.on))
    }

    /// The reason of an edge without the two operations: `weight -5 before 0`.
    pub fn why(&self, operation: usize, edge: &Edge) -> String {
        let stage = |index: usize| self.operations.get(index).map_or(Stage::Init, |operation| operation.stage);
        edge.why.between(stage(edge.on), stage(operation))
    }

    /// What the release is made of: `chart`, `manifests`.
    pub fn source(&self) -> &'static str {
        if self.is_of_manifests() { "manifests" } else { "chart" }
    }

    /// Whether it deploys plain manifests.
    pub fn is_of_manifests(&self) -> bool {
        self.inventory.as_ref().is_some_and(|change| change.module.local)
    }

    /// The state of a chart in one word: `ready`, or `gone` for a deleted one.
    pub fn chart_word(&self, chart: usize, state: ChartState) -> &'static str {
        state.word(if self.is_dropped(chart) { DeployType::Uninstall } else { self.deploy_type })
    }

    /// Whether an upgrade or a rollback drops a chart.
    pub fn is_dropped(&self, chart: usize) -> bool {
        let order = self.order.as_ref().filter(|_| self.deploy_type != DeployType::Uninstall);
        order.and_then(|order| order.charts.get(chart)).is_some_and(|chart| chart.is_dropped)
    }

    /// The subject of an operation: the resource, else what it does.
    pub(crate) fn subject(&self, operation: usize) -> String {
        let target = self.operations.get(operation).and_then(|operation| operation.action.target());
        target.map_or_else(|| self.title(operation), |target| self.name(target))
    }
}

impl KeptObject {
    /// The warning to the user: `ConfigMap/kept is left in the cluster: its resource policy keeps it`.
    pub fn warning(&self, home: &str) -> String {
        format!("{} is left in the cluster: {}", self.id.shown(home), self.reason())
    }

    /// Why it is kept, and how to delete it if that is not obvious.
    pub fn reason(&self) -> String {
        match &self.why {
            KeepReason::Policy => "its resource policy keeps it".to_string(),
            KeepReason::NoPrune => "--no-prune was given".to_string(),
            KeepReason::Namespace => format!(
                "everything in it would be deleted with it; to delete it: --prune-namespaces, or {}",
                self.command()
            ),
            KeepReason::Unmarked => "it is no longer labelled as part of this release".to_string(),
            KeepReason::Release(name) => format!("it belongs to release {name:?}"),
            KeepReason::DroppedData => {
                format!("its data would be lost; to delete it: --prune-data, or {}", self.command())
            }
            KeepReason::Data => {
                format!("a hook created it, and its data would be lost; to delete it: {}", self.command())
            }
        }
    }

    fn command(&self) -> String {
        let place = self.id.namespace.as_ref().map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
        format!("kubectl delete {} {}{place}", self.id.kind.to_lowercase(), self.id.name)
    }
}
