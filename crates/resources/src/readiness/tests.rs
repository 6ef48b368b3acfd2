use serde_json::{Value, json};

use super::{Condition, Finding, ReadinessConditions};
use crate::Object;

fn condition(text: &str) -> Condition {
    Condition::parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

fn check(text: &str, status: Value) -> Finding {
    let object = json!({"apiVersion": "v1", "kind": "Thing", "metadata": {"name": "it"}, "status": status});
    condition(text).check(&Object::try_from(object).unwrap())
}

fn is_met(text: &str, status: Value) -> bool {
    matches!(check(text, status), Finding::Met(_))
}

#[test]
fn numbers_are_compared_by_size() {
    for (text, met) in [
        ("{.n} == 3", true),
        ("{.n} == 3.0", true),
        ("{.n} == \"3\"", true),
        ("{.n} != 3", false),
        ("{.n} < 10", true),
        ("{.n} < 3", false),
        ("{.n} <= 3", true),
        ("{.n} > 2", true),
        ("{.n} > 3", false),
        ("{.n} >= 3", true),
        ("{.n} >= -1e3", true),
        ("{.n}==3", true),
        ("  { .n }  ==  3  ", true),
    ] {
        assert_eq!(is_met(text, json!({"n": 3})), met, "{text}");
        assert_eq!(is_met(text, json!({"n": "3"})), met, "{text} with a text that is a number");
    }
}

#[test]
fn texts_and_booleans_are_equal_or_not() {
    let status = || json!({"phase": "Running", "on": true, "odd": "it's \"so\"", "word": "NaN"});
    for (text, met) in [
        ("{.phase} == Running", true),
        ("{.phase} == 'Running'", true),
        (r#"{.phase} == "Running""#, true),
        ("{.phase} == running", false),
        ("{.phase} != Pending", true),
        ("{.phase} != Running", false),
        ("{.phase} == Running now", false),
        ("{.on} == true", true),
        ("{.on} == 'true'", true),
        ("{.on} != false", true),
        ("{.on} == false", false),
        (r#"{.odd} == 'it\'s "so"'"#, true),
        (r#"{.odd} == "it's \"so\"""#, true),
        ("{.word} == NaN", true),
        ("{.none} == ''", false),
        ("{.none} != x", false),
    ] {
        assert_eq!(is_met(text, status()), met, "{text}");
    }
}

#[test]
fn the_finding_tells_what_is_there() {
    let not_met = |text: &str| Finding::NotMet(text.to_string());
    let no_number = |text: &str| Finding::NoNumber(text.to_string());
    let list = json!([{"t": "A", "s": "x"}, {"t": "B", "s": "y"}, {"t": "C", "s": "z"}, {"t": "D", "s": "w"}]);
    for (text, status, finding) in [
        ("{.phase} == b", json!({"phase": "a"}), not_met("\"a\"")),
        ("{.phase} == b", json!({"phase": null}), Finding::Missing),
        ("{.phase} == b", json!({}), Finding::Missing),
        ("{.phase} == b", json!(null), Finding::Missing),
        ("{.phase} == b", json!({"phase": ["b"]}), not_met("a list of 1")),
        ("{.phase} != b", json!({"phase": {"b": 1}}), not_met("a mapping")),
        ("{.l[*].s} == q", json!({"l": list.clone()}), not_met("\"x\", \"y\", \"z\", …")),
        ("{.l[*].s} == w", json!({"l": list.clone()}), Finding::Met("\"w\"".to_string())),
        ("{.l[?(@.t==\"B\")].s} == y", json!({"l": list.clone()}), Finding::Met("\"y\"".to_string())),
        ("{.l[?(@.t=='}')].s} == y", json!({"l": list}), Finding::Missing),
        ("{.n} > 1", json!({"n": "many"}), no_number("\"many\"")),
        ("{.n} > 1", json!({"n": [2]}), no_number("a list of 1")),
        ("{.l[*]} > 1", json!({"l": ["many", 2]}), Finding::Met("2".to_string())),
        // A warning was given when it was parsed.
        ("{.n} > many", json!({"n": 1}), not_met("1")),
        ("{.status.n} == 1", json!({"n": 1}), Finding::Met("1".to_string())),
        ("{$.status.n} == 1", json!({"n": 1}), Finding::Met("1".to_string())),
        ("{.status} == ok", json!({"status": "ok"}), Finding::Met("\"ok\"".to_string())),
        ("{['a.b']} == 1", json!({"a.b": 1}), Finding::Met("1".to_string())),
        ("{..n} == 1", json!({"a": [{"n": 1}]}), Finding::Met("1".to_string())),
    ] {
        assert_eq!(check(text, status), finding, "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    for (text, wrong) in [
        ("", "it does not begin with a JSONPath in braces"),
        (".phase == b", "it does not begin with a JSONPath in braces"),
        ("{.phase == b", "the brace at the start is not closed"),
        ("{.a[?(@.b=='}\\'} == b", "the brace at the start is not closed"),
        ("{phase} == b", "\"phase\" is not a JSONPath"),
        ("{} == b", "\"\" is not a JSONPath"),
        ("{.a{.b}} == b", "\".a{.b}\" is not a JSONPath"),
        ("{.phase}", "no ==, !=, <, <=, > or >= follows the JSONPath"),
        ("{.phase} = b", "no ==, !=, <, <=, > or >= follows the JSONPath"),
        ("{.phase} is b", "no ==, !=, <, <=, > or >= follows the JSONPath"),
        ("{.phase} ==", "there is no value to compare with"),
        ("{.phase} === b", "\"= b\" is not a text, number or boolean"),
        ("{.phase} == {}", "\"{}\" is not a text, number or boolean"),
        ("{.phase} == 'b", "the quote before the value is not closed"),
        ("{.phase} == 'b' c", "something follows the value"),
    ] {
        assert_eq!(Condition::parse(text).map(|it| it.to_string()), Err(wrong.to_string()), "{text}");
    }
}

#[test]
fn places_are_shown_from_the_status_on() {
    for (text, place) in [
        ("{.phase} == b", ".status.phase"),
        ("{.status.phase} == b", ".status.phase"),
        ("{$.phase} == b", ".status.phase"),
        ("{['a']} == b", ".status['a']"),
        ("{.status} == b", ".status.status"),
    ] {
        assert_eq!(condition(text).place(), place, "{text}");
    }
    let never = condition("{.n} > many").warning();
    assert_eq!(never.as_deref(), Some("{.n} > many is never met, since \"many\" is not a number"));
    assert_eq!(condition("{.n} > 1").warning(), None);
}

#[test]
fn conditions_are_stored_as_their_text() {
    let both = ReadinessConditions { success: vec![condition("{.n} == 1")], failure: Vec::new() };
    let stored = json!({"success": ["{.n} == 1"]});
    assert_eq!(serde_json::to_value(&both).unwrap(), stored);
    assert_eq!(serde_json::from_value::<ReadinessConditions>(stored).unwrap(), both);
    assert!(serde_json::from_value::<ReadinessConditions>(json!({"failure": ["n"]})).is_err());
}
