//! Unknown custom resources: conditions and words that most controllers use.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};
use super::status::{Condition, conditions, is_observed};
use super::words::{self, Meaning};

/// Status fields that may hold a word about readiness, the most reliable first.
const FIELDS: &[&str] =
    &["phase", "currentPhase", "state", "currentState", "status", "currentStatus", "health", "currentHealth"];

pub(super) fn assess(object: &Object, surroundings: &Surroundings) -> Assessment {
    if is_observed(object) == Some(false) {
        return Assessment::waits("its controller to see the change");
    }
    by_standard_conditions(object)
        .or_else(|| by_condition(object))
        .or_else(|| by_field(object))
        .unwrap_or_else(|| without_a_word(object, surroundings))
}

/// The two conditions that mean the same everywhere.
fn by_standard_conditions(object: &Object) -> Option<Assessment> {
    let current =
        |name: &str| conditions(object).find(|found| found.name == name && found.is_true() && !found.is_stale(object));
    if let Some(stalled) = current("Stalled") {
        return Some(Assessment::failed(stalled.explanation()));
    }
    current("Reconciling").map(|condition| Assessment::waits(condition.explanation()))
}

fn by_condition(object: &Object) -> Option<Assessment> {
    let named = |word: &&str| conditions(object).find(|condition| words::plain(condition.name) == *word);
    words::READY.iter().find_map(named).map(|condition| by_one(object, &condition))
}

/// Ready if the condition is true for the current generation.
pub(super) fn by_one(object: &Object, condition: &Condition<'_>) -> Assessment {
    if condition.is_stale(object) {
        Assessment::waits("its controller to see the change")
    } else if condition.is_true() {
        Assessment::Ready
    } else {
        Assessment::waits(format!("condition {}: {}", condition.name, condition.explanation()))
    }
}

fn by_field(object: &Object) -> Option<Assessment> {
    FIELDS.iter().find_map(|field| {
        let word = object.text_at(&["status", field])?;
        let meaning = words::meaning(word).or_else(|| words::meaning_in(field, word))?;
        Some(match meaning {
            Meaning::Ready => Assessment::Ready,
            Meaning::Pending => Assessment::waits(format!("{field} is {word}")),
            Meaning::Failed => Assessment::failed(format!("{field} is {word}{}", its_message(object))),
        })
    })
}

fn its_message(object: &Object) -> String {
    let text = ["message", "reason"].iter().find_map(|key| object.text_at(&["status", key]));
    text.filter(|text| !text.is_empty()).map_or(String::new(), |text| format!(": {text}"))
}

/// The kind has a status, and this resource has none yet: its controller may still be coming.
fn without_a_word(object: &Object, surroundings: &Surroundings) -> Assessment {
    if surroundings.has_status && !surroundings.settled && !has_status(object) {
        return Assessment::waits("its controller to write a status");
    }
    Assessment::Ready
}

/// Whether somebody has written a status.
pub(crate) fn has_status(object: &Object) -> bool {
    object.at(&["status"]).and_then(Value::as_object).is_some_and(|status| !status.is_empty())
}

/// Whether the objects of a kind show that nobody writes their status: none has one, and one of them is older than
/// controllers need. Both times are by the API server's clock.
pub(crate) fn nobody_writes_status(of_kind: &[Arc<Object>], written: Timestamp, grace: Duration) -> bool {
    let created = |object: &Object| object.text_at(&["metadata", "creationTimestamp"])?.parse::<Timestamp>().ok();
    let age = |object: &Object| Duration::try_from(written.duration_since(created(object)?)).ok();
    let is_old = |object: &Object| age(object).is_some_and(|age| age > grace);
    of_kind.iter().any(|object| is_old(object)) && !of_kind.iter().any(|object| has_status(object))
}
