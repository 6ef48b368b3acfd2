//! Readiness conditions from annotations. If a resource has any, they replace the rule of its kind.

use skeg_resources::{Condition, Finding, Object, ReadinessConditions};

use super::Progress;
use super::assess::assess;
use super::assessment::{Assessment, Surroundings};
use super::custom::has_status;
use super::status::is_observed;

/// The readiness of a resource: by its conditions if it has any, else by the rule of its kind.
///
/// A failure condition that is met takes precedence over a success condition. If only one sort is given, the rule of
/// the kind decides about the other.
pub fn assess_stated(
    object: &Object,
    surroundings: &Surroundings,
    conditions: Option<&ReadinessConditions>,
) -> Assessment {
    let usual = assess(object, surroundings);
    let Some(conditions) = conditions else { return usual };
    if object.is_being_deleted() {
        return usual;
    }
    if is_observed(object) == Some(false) {
        return Assessment::waits("its controller to see the change");
    }
    decide(object, conditions, usual)
}

/// Whether an object that is gone by now had succeeded, such as a Job that was cleaned up.
pub(crate) fn had_succeeded(last: &Object, conditions: Option<&ReadinessConditions>) -> bool {
    match conditions.filter(|conditions| !conditions.success.is_empty()) {
        Some(conditions) => decide(last, conditions, Assessment::waits("")) == Assessment::Ready,
        None => super::has_succeeded(last),
    }
}

fn decide(object: &Object, conditions: &ReadinessConditions, usual: Assessment) -> Assessment {
    let met = |condition: &Condition| match condition.check(object) {
        Finding::Met(found) => Some(format!("{} is {found}, which means failure: {condition}", condition.place())),
        _ => None,
    };
    if let Some(message) = conditions.failure.iter().find_map(met) {
        return Assessment::failed(message);
    }
    let is_met = |condition: &Condition| matches!(condition.check(object), Finding::Met(_));
    let is_ready = match conditions.success.is_empty() {
        true => usual == Assessment::Ready,
        false => conditions.success.iter().any(is_met),
    };
    match usual {
        Assessment::Failed { message } if conditions.failure.is_empty() => Assessment::failed(message),
        _ if is_ready => Assessment::Ready,
        Assessment::Failed { message } => Assessment::waits(match conditions.success.is_empty() {
            true => format!("{message}; no condition of failure is met"),
            false => format!("{}; {message}", missing(object, &conditions.success)),
        }),
        Assessment::Progressing(progress) if conditions.success.is_empty() => Assessment::Progressing(progress),
        Assessment::Progressing(progress) => {
            Assessment::Progressing(Progress { waits: missing(object, &conditions.success), ..progress })
        }
        Assessment::Ready => Assessment::waits(missing(object, &conditions.success)),
    }
}

/// Why the success conditions are not met: `.status.phase is "Pending", wants {.phase} == "Running"`.
fn missing(object: &Object, success: &[Condition]) -> String {
    let wanted: Vec<String> = success.iter().map(Condition::to_string).collect();
    let wanted = wanted.join(" or ");
    if !has_status(object) {
        return format!("there is no status yet, wants {wanted}");
    }
    let mut found: Vec<String> = Vec::new();
    for condition in success {
        let text = match condition.check(object) {
            Finding::Missing => format!("{} is missing", condition.place()),
            Finding::Met(value) | Finding::NotMet(value) | Finding::NoNumber(value) => {
                format!("{} is {value}", condition.place())
            }
        };
        if !found.contains(&text) {
            found.push(text);
        }
    }
    format!("{}, wants {wanted}", found.join(", "))
}

/// Conditions that compare a value that is not a number with less or greater. They are never met, so they are reported.
pub(crate) fn complaints(object: &Object, conditions: &ReadinessConditions) -> Vec<(String, String)> {
    let all = conditions.failure.iter().chain(&conditions.success);
    let complaint = |condition: &Condition| match condition.check(object) {
        Finding::NoNumber(found) => Some((
            condition.to_string(),
            format!("{condition} is not met: {} is {found}, which is not a number", condition.place()),
        )),
        _ => None,
    };
    all.filter_map(complaint).collect()
}
