//! Reads common parts of a status: counts, conditions, the observed generation.

use serde_json::Value;
use skeg_resources::Object;

/// One entry of `status.conditions`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition<'a> {
    pub(crate) name: &'a str,
    pub(crate) status: &'a str,
    pub(crate) reason: &'a str,
    pub(crate) message: &'a str,
    observed: Option<i64>,
}

/// `1 old pod to stop`, `3 old pods to go`.
pub(crate) fn pods_to_go(number: u32, which: &str) -> String {
    let pods = if number == 1 { "pod" } else { "pods" };
    format!("{number} {which} {pods} to stop")
}

impl Condition<'_> {
    pub(crate) fn is_true(&self) -> bool {
        self.status.eq_ignore_ascii_case("true")
    }

    pub(crate) fn is_false(&self) -> bool {
        self.status.eq_ignore_ascii_case("false")
    }

    /// It was written for an older generation of the object.
    pub(crate) fn is_stale(&self, object: &Object) -> bool {
        matches!((self.observed, object.generation()), (Some(seen), Some(now)) if seen < now)
    }

    /// `message (reason)`, or whichever exists.
    pub(crate) fn explanation(&self) -> String {
        match (self.message, self.reason) {
            ("", "") => format!("condition {} is {}", self.name, self.status),
            ("", reason) => reason.to_string(),
            (message, "") => message.to_string(),
            (message, reason) => format!("{message} ({reason})"),
        }
    }
}

/// The conditions among these values.
pub(crate) fn conditions_in(list: Option<&Value>) -> impl Iterator<Item = Condition<'_>> {
    list.and_then(Value::as_array).into_iter().flatten().map(|value| {
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
        Condition {
            name: text("type"),
            status: text("status"),
            reason: text("reason"),
            message: text("message").trim(),
            observed: value.get("observedGeneration").and_then(whole_number),
        }
    })
}

pub(crate) fn conditions(object: &Object) -> impl Iterator<Item = Condition<'_>> {
    conditions_in(object.at(&["status", "conditions"]))
}

pub(crate) fn condition<'a>(object: &'a Object, name: &str) -> Option<Condition<'a>> {
    conditions(object).find(|condition| condition.name == name)
}

/// `2 failures so far, 1 more allowed`.
pub(crate) fn failures_so_far(failures: u32, allowed: u32) -> String {
    let noun = if failures == 1 { "failure" } else { "failures" };
    format!("{failures} {noun} so far, {} more allowed", allowed.saturating_sub(failures))
}

/// A number in the object; zero if there is none.
pub(crate) fn count(object: &Object, path: &[&str]) -> u32 {
    number(object, path).unwrap_or(0)
}

/// The least number of good pods that are new. The status counts good pods of all revisions, so this assumes that every
/// old one is good.
pub(super) fn new_among(good: u32, updated: u32, all: u32) -> u32 {
    let old = all.saturating_sub(updated);
    good.saturating_sub(old).min(updated)
}

/// A number in the object.
pub(crate) fn number(object: &Object, path: &[&str]) -> Option<u32> {
    u32::try_from(object.at(path)?.as_i64()?).ok()
}

/// Whether the status is about the current generation; `None` if it does not say.
pub(crate) fn is_observed(object: &Object) -> Option<bool> {
    let seen = whole_number(object.at(&["status", "observedGeneration"])?)?;
    Some(object.generation().is_none_or(|now| seen >= now))
}

/// Some controllers write their generation as a text.
fn whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
