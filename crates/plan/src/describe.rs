//! A plan in words: its operations, and why they wait.

use skeg_resources::{ReleaseStatus, Stage};

use crate::operation::{Action, Edge};
use crate::plan::Plan;
use crate::records;

impl Plan {
    /// Nothing is changed and nothing waited for; records may still be written.
    pub fn is_empty(&self) -> bool {
        !self.operations.iter().any(|operation| operation.action.is_write() || operation.action.is_tracking())
    }

    /// The status that the new revision is stored with.
    pub fn pending_status(&self) -> ReleaseStatus {
        records::pending(self.deploy_type)
    }

    /// A target as people know it: `Deployment/web`, with its namespace where that is not the release's.
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

    /// Why an operation waits, without whom for: `weight -5 before 0`.
    pub fn why(&self, operation: usize, edge: &Edge) -> String {
        let stage = |index: usize| self.operations.get(index).map_or(Stage::Init, |operation| operation.stage);
        edge.why.between(stage(edge.on), stage(operation))
    }

    /// What an operation is about: the resource, else what it does.
    fn subject(&self, operation: usize) -> String {
        let target = self.operations.get(operation).and_then(|operation| operation.action.target());
        target.map_or_else(|| self.title(operation), |target| self.name(target))
    }
}
