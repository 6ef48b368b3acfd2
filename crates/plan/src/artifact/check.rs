//! Checks whether a frozen plan may still be executed, and whether it is consistent.

use std::time::Duration;

use super::ArtifactError;
use super::head::Head;
use crate::plan::Plan;

/// How far ahead the clock of the plan's author may be, in seconds.
const SKEW: i64 = 5 * 60;

/// Refuses a plan that is too old; both times in seconds since 1970.
pub fn check_age(head: &Head, made: i64, now: i64, lifetime: Duration) -> Result<(), ArtifactError> {
    let made_text = head.timestamp.clone();
    if made > now.saturating_add(SKEW) {
        return Err(ArtifactError::FromTheFuture { made: made_text });
    }
    let age = u64::try_from(now.saturating_sub(made)).unwrap_or_default();
    if age > lifetime.as_secs() || lifetime.is_zero() {
        return Err(ArtifactError::Expired { made: made_text, lifetime: shown(lifetime) });
    }
    Ok(())
}

/// `2h`, `90m`, `45s`.
fn shown(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 3600 && seconds % 3600 == 0 => format!("{}h", seconds / 3600),
        seconds if seconds >= 60 && seconds % 60 == 0 => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

/// Refuses a graph with edges to missing or later operations.
pub fn check_graph(plan: &Plan) -> Result<(), ArtifactError> {
    let broken = |text: String| Err(ArtifactError::BadGraph(text));
    for (at, operation) in plan.operations.iter().enumerate() {
        if operation.action.target().is_some_and(|target| target >= plan.targets.len()) {
            return broken(format!("operation {at} is about a resource that is not in the plan"));
        }
        if let Some(edge) = operation.after.iter().find(|edge| edge.on >= at) {
            return broken(format!("operation {at} waits for operation {}, which does not come before it", edge.on));
        }
    }
    match plan.changes.iter().find(|change| change.target >= plan.targets.len()) {
        Some(change) => broken(format!("a change is about resource {}, which is not in the plan", change.target)),
        None => Ok(()),
    }
}
