//! Readiness conditions from annotations.

use serde_json::{Value, json};
use skeg_resources::{Condition, ReadinessConditions};

use super::{object, shown};
use crate::rules::{Surroundings, assess_stated, complaints, had_succeeded};

fn conditions(success: &[&str], failure: &[&str]) -> ReadinessConditions {
    let read = |texts: &[&str]| texts.iter().map(|text| Condition::parse(text).unwrap()).collect();
    ReadinessConditions { success: read(success), failure: read(failure) }
}

fn verdict(kind: &str, rest: Value, conditions: &ReadinessConditions) -> String {
    let (api_version, kind) = kind.rsplit_once('/').unwrap();
    shown(assess_stated(&object(api_version, kind, rest), &Surroundings::default(), Some(conditions)))
}

#[test]
fn both_sorts_decide_alone() {
    let both = conditions(&["{.phase} == Running", "{.n} >= 2"], &["{.phase} == Failed", "{.n} > 9"]);
    for (status, expected) in [
        (json!({"phase": "Running"}), "ready"),
        (json!({"phase": "Pending", "n": 2}), "ready"),
        (json!({"phase": "Failed"}), "failed: .status.phase is \"Failed\", which means failure: {.phase} == Failed"),
        // Failure takes precedence over success.
        (json!({"phase": "Running", "n": 10}), "failed: .status.n is 10, which means failure: {.n} > 9"),
        (
            json!({"phase": "Pending"}),
            "waits: .status.phase is \"Pending\", .status.n is missing, wants {.phase} == Running or {.n} >= 2",
        ),
        (json!({}), "waits: there is no status yet, wants {.phase} == Running or {.n} >= 2"),
        // What the general rules take for a failure is none here.
        (
            json!({"phase": "Error", "n": "many"}),
            "waits: .status.phase is \"Error\", .status.n is \"many\", wants {.phase} == Running or {.n} >= 2; phase is Error",
        ),
    ] {
        assert_eq!(verdict("example.com/v1/Thing", json!({"status": status}), &both), expected, "{status}");
    }
    // Conditions also apply to kinds that are ready once they exist.
    let rest = json!({"data": {}});
    let expected = "waits: there is no status yet, wants {.phase} == Running or {.n} >= 2";
    assert_eq!(verdict("v1/ConfigMap", rest, &both), expected);
}

#[test]
fn what_is_not_stated_is_left_to_the_kind() {
    let job = |conditions: Value| json!({"spec": {}, "status": {"active": 1, "failed": 1, "conditions": conditions}});
    let failed = json!([{"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded"}]);
    let complete = json!([{"type": "Complete", "status": "True"}]);
    let success = conditions(&["{.succeeded} == 1"], &[]);
    let missing = ".status.succeeded is missing, wants {.succeeded} == 1";
    assert_eq!(verdict("batch/v1/Job", job(failed.clone()), &success), "failed: BackoffLimitExceeded");
    assert_eq!(verdict("batch/v1/Job", job(json!([])), &success), format!("0/1: {missing}"));
    assert_eq!(verdict("batch/v1/Job", job(complete.clone()), &success), format!("waits: {missing}"));
    let failure = conditions(&[], &["{.failed} > 1"]);
    assert_eq!(verdict("batch/v1/Job", job(complete), &failure), "ready");
    assert_eq!(
        verdict("batch/v1/Job", job(json!([])), &failure),
        "0/1: its pod to end; 1 failure so far, 5 more allowed"
    );
    assert_eq!(
        verdict("batch/v1/Job", job(failed), &failure),
        "waits: BackoffLimitExceeded; no condition of failure is met"
    );
}

#[test]
fn a_status_of_an_older_generation_says_nothing() {
    let both = conditions(&["{.phase} == Running"], &["{.phase} == Failed"]);
    let thing = |seen: Value, phase: &str| json!({"metadata": {"generation": 2}, "status": {"observedGeneration": seen, "phase": phase}});
    for (seen, phase, expected) in [
        (json!(1), "Running", "waits: its controller to see the change"),
        (json!("1"), "Failed", "waits: its controller to see the change"),
        (json!(2), "Running", "ready"),
    ] {
        assert_eq!(verdict("example.com/v1/Thing", thing(seen.clone(), phase), &both), expected, "{seen} {phase}");
    }
    let mut going = thing(json!(2), "Running");
    going["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    assert_eq!(verdict("example.com/v1/Thing", going, &both), "waits: it is being deleted");
}

#[test]
fn what_is_gone_may_have_succeeded() {
    let done = json!({"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}, "status": {"phase": "Done"}});
    let done = object("example.com/v1", "Run", done);
    assert!(had_succeeded(&done, Some(&conditions(&["{.phase} == Done"], &[]))));
    assert!(!had_succeeded(&done, Some(&conditions(&["{.phase} == Done"], &["{.phase} == Done"]))));
    assert!(!had_succeeded(&done, Some(&conditions(&["{.phase} == Other"], &[]))));
    assert!(!had_succeeded(&done, None));
    let job = object("batch/v1", "Job", json!({"status": {"conditions": [{"type": "Complete", "status": "True"}]}}));
    assert!(had_succeeded(&job, Some(&conditions(&[], &["{.failed} > 1"]))));
}

#[test]
fn sizes_of_what_is_no_number_are_complained_of() {
    let both = conditions(&["{.n} >= 1"], &["{.n} < 0", "{.phase} == x"]);
    let thing = object("example.com/v1", "Thing", json!({"status": {"n": "many", "phase": "y"}}));
    let complaint = |condition: &str| {
        (condition.to_string(), format!("{condition} is not met: .status.n is \"many\", which is not a number"))
    };
    assert_eq!(complaints(&thing, &both), [complaint("{.n} < 0"), complaint("{.n} >= 1")]);
}
