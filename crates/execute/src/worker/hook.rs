//! Notes when hooks ran and how, for the release's record.

use skeg_plan::Action;

use super::Worker;
use super::record::HookPhase;
use crate::executor::Unfinished;

impl Worker {
    /// Notes the start of a hook, before its object is written.
    pub(super) async fn note_beginning(&self, action: &Action) {
        if let Some(target) = written(action) {
            self.note(target, HookPhase::Running).await;
        }
    }

    /// A hook has run when it is ready or, if it is not tracked, when it is written.
    pub(super) async fn note_end(&self, action: &Action, result: &Result<(), Unfinished>) {
        // Then it is not known whether it ran.
        if matches!(result, Err(Unfinished::Stopped)) {
            return;
        }
        let target = match (action, written(action)) {
            (Action::TrackReadiness { target }, _) => *target,
            (_, Some(target)) if result.is_err() || !self.is_waited_for(target) => target,
            _ => return,
        };
        self.note(target, if result.is_ok() { HookPhase::Succeeded } else { HookPhase::Failed }).await;
    }

    fn is_waited_for(&self, target: usize) -> bool {
        let waits = |action: &Action| matches!(action, Action::TrackReadiness { target: other } if *other == target);
        self.plan.operations.iter().any(|operation| waits(&operation.action))
    }

    async fn note(&self, target: usize, phase: HookPhase) {
        if let Some(target) = self.plan.targets.get(target) {
            self.records.note_hook(self.plan.revision, target, phase).await;
        }
    }
}

/// The target of an action that creates an object.
fn written(action: &Action) -> Option<usize> {
    use Action::{Apply, Create, Recreate, Update};
    match action {
        Create { target } | Update { target } | Apply { target } | Recreate { target, .. } => Some(*target),
        _ => None,
    }
}
