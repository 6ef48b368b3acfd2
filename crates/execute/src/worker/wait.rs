//! Waits for resources.

use serde_json::json;
use skeg_plan::{Event, Failure, FailureKind, Target};
use skeg_resources::Object;
use skeg_track::{Cause, Notice, TrackFailure, TrackTarget};

use super::Worker;

impl Worker {
    pub(super) async fn wait_until_ready(&self, operation: usize, target: usize) -> Result<(), Failure> {
        let wanted = self.tracked(self.target(target)?, self.recall(target));
        self.tracker.ready(&wanted, |notice| self.tell(operation, notice)).await.map_err(track_failure)
    }

    pub(super) async fn wait_until_present(&self, operation: usize, target: usize) -> Result<(), Failure> {
        let wanted = self.tracked(self.target(target)?, None);
        self.tracker.present(&wanted, |notice| self.tell(operation, notice)).await.map_err(track_failure)
    }

    /// Waits until the reviewed object is gone; another object with its name does not count.
    pub(super) async fn wait_until_absent(&self, operation: usize, target: usize) -> Result<(), Failure> {
        let aim = self.target(target)?;
        let wanted = self.tracked(aim, aim.uid.as_deref().and_then(|uid| shadow(aim, uid)));
        self.tracker.absent(&wanted, |notice| self.tell(operation, notice)).await.map_err(track_failure)
    }

    pub(super) fn tracked(&self, aim: &Target, object: Option<Object>) -> TrackTarget {
        let tracking = Some(aim.tracking.clone());
        TrackTarget { id: aim.id.clone(), version: aim.version.clone(), tracking, object }
    }

    fn tell(&self, operation: usize, notice: Notice) {
        (self.events)(match notice {
            Notice::Progress(progress) => Event::Progress { operation, progress },
            Notice::Log { pod, container, line } => Event::Log { operation, pod, container, line },
            Notice::Message(text) => Event::Message { operation, text },
        });
    }
}

/// An object with only its uid and name.
fn shadow(aim: &Target, uid: &str) -> Option<Object> {
    let api_version = match aim.id.group.as_str() {
        "" => aim.version.clone(),
        group => format!("{group}/{}", aim.version),
    };
    let metadata = json!({ "name": aim.id.name, "namespace": aim.id.namespace, "uid": uid });
    Object::try_from(json!({ "apiVersion": api_version, "kind": aim.id.kind, "metadata": metadata })).ok()
}

pub(super) fn track_failure(failure: Box<TrackFailure>) -> Failure {
    let kind = match failure.cause {
        Cause::Failed => FailureKind::Failed,
        Cause::TimedOut => FailureKind::TimedOut,
        Cause::Refused => FailureKind::Refused,
    };
    Failure {
        kind,
        message: failure.message,
        pod: failure.pod,
        container: failure.container,
        log_lines: failure.log_lines,
        events: failure.events,
    }
}
