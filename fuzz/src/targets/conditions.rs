//! Conditions of readiness, and lists of them: `list<newline>status as JSON`.

use super::Target;
use serde_json::{Value, json};
use skeg_helm_hooks::parse_list;
use skeg_resources::{Condition, Object, from_yaml};

pub(super) const TARGET: Target = Target {
    name: "conditions",
    dictionary: &[
        "{.",
        "}",
        "[?(@.",
        ")]",
        "==",
        "!=",
        "<=",
        ">=",
        "<",
        ">",
        "..",
        "[*]",
        "[-1]",
        "[0:2]",
        "['a','b']",
        "\\.",
        "\\\"",
        "\"",
        "'",
        ",",
        "[",
        "]",
        "@",
        "$",
        ".status.",
        "true",
        "null",
        "1e309",
        "-9223372036854775808",
        "\\ud83d\\ude00",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "[\"{.succeeded} == 1\", \"{.succeeded} == 2\"]\n{\"succeeded\": 1}",
        "{.conditions[?(@.type==\"Ready\")].status} == \"True\", {.n} >= 2\n{\"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}], \"n\": 1}",
        "[{..k} != 'it\\'s', {.a\\.b['c,d'][-1]} < 1.5]\n{\"a.b\": {\"c,d\": [1, \"x\"]}, \"k\": null}",
        "{.l[0:3:2].x} <= -1e3\n{\"l\": [{\"x\": -2000}, {\"x\": []}, {\"x\": {}}]}",
        "{.l[?(@.n > @.m)].l[?(@ != 1)]} == true\n{\"l\": [{\"n\": 2, \"m\": 1, \"l\": [1, true]}]}",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (list, status) = text.split_once('\n').unwrap_or((&text, "{}"));
    let items = match parse_list(list) {
        Ok(items) => items,
        Err(wrong) => return assert!(!wrong.is_empty()),
    };
    // A list survives being written as it is stored.
    assert_eq!(parse_list(&json!(items).to_string()).as_ref(), Ok(&items));
    let status = from_yaml(status.as_bytes()).unwrap_or_else(|_| json!({"phase": "Running"}));
    let Ok(object) = Object::try_from(json!({"apiVersion": "v1", "kind": "Thing", "status": status})) else { return };
    for item in items {
        match Condition::parse(&item) {
            Ok(condition) => {
                let finding = condition.check(&object);
                let stored = serde_json::to_value(&condition).unwrap_or(Value::Null);
                let again: Option<Condition> = serde_json::from_value(stored).ok();
                assert_eq!(again.map(|again| again.check(&object)), Some(finding), "{condition}");
            }
            Err(wrong) => assert!(!wrong.is_empty()),
        }
    }
}
