//! Values that the deployed revision set and the next one drops. Helm would have reused them, so a forgotten values
//! file changes more than intended.

use std::fmt;

use serde_json::{Map, Value};
use skeg_release_store::Release;

/// How many are listed one by one.
const LISTED: usize = 8;
/// How many characters of a value are shown.
const LETTERS: usize = 40;
/// Words in the names of values that are secret.
const SECRET: [&str; 7] = ["password", "passwd", "secret", "token", "key", "credential", "auth"];

/// A value that is no longer set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dropped {
    path: String,
    revision: u64,
    before: Value,
    /// The chart's default.
    default: Option<Value>,
}

/// One warning for each value that the last revision set and the next one drops.
pub(crate) fn warnings(last: Option<&Release>, next: &Release) -> Vec<String> {
    let Some(last) = last else { return Vec::new() };
    let defaults = next.chart.get("values").cloned().unwrap_or_default();
    let mut found = Vec::new();
    collect(&last.config, &next.config, &defaults, &mut Vec::new(), last.revision, &mut found);
    let mut lines: Vec<String> = found.iter().take(LISTED).map(|dropped| format!("values: {dropped}")).collect();
    if found.len() > LISTED {
        let more = found.len() - LISTED;
        let (values, were) = if more == 1 { ("value", "was") } else { ("values", "were") };
        lines.push(format!("values: {more} more {values} of revision {} {were} dropped", last.revision));
    }
    lines
}

fn collect(
    before: &Map<String, Value>,
    now: &Map<String, Value>,
    defaults: &Value,
    path: &mut Vec<String>,
    revision: u64,
    found: &mut Vec<Dropped>,
) {
    let none = Map::new();
    for (key, value) in before {
        path.push(if key.contains('.') { key.replace('.', "\\.") } else { key.clone() });
        let default = defaults.get(key);
        match (value, now.get(key)) {
            (Value::Object(below), Some(Value::Object(now))) => {
                collect(below, now, default.unwrap_or(&Value::Null), path, revision, found);
            }
            (_, Some(_)) => {}
            (Value::Object(below), None) if !below.is_empty() => {
                collect(below, &none, default.unwrap_or(&Value::Null), path, revision, found);
            }
            // Equal to the chart's default: nothing is lost.
            (value, None) if default == Some(value) => {}
            (value, None) => {
                let (path, before) = (path.join("."), value.clone());
                found.push(Dropped { path, revision, before, default: default.cloned() });
            }
        }
        path.pop();
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropped { path, revision, .. } = self;
        let name = path.to_lowercase();
        let is_secret = SECRET.iter().any(|word| name.contains(word));
        let shown = |value: &Value| if is_secret { "hidden".to_string() } else { shown(value) };
        write!(f, "{path} was set at revision {revision} ({}) and is not set now", shown(&self.before))?;
        match &self.default {
            None | Some(Value::Null) => f.write_str(" (the chart has no default)"),
            Some(default) => write!(f, " (chart's default: {})", shown(default)),
        }
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Array(_) => return "a list".to_string(),
        Value::Object(_) => return "a map".to_string(),
        Value::String(text) if text.is_empty() => return "empty".to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_release_store::Release;

    use super::warnings;

    fn release(revision: u64, config: Value, defaults: Value) -> Release {
        let Value::Object(config) = config else { panic!("{config}") };
        Release { revision, config, chart: json!({ "values": defaults }), ..Release::default() }
    }

    #[test]
    fn values_that_are_no_longer_set_are_listed() {
        let now = |config: Value| release(8, config, json!({"web": {"replicas": 1, "tag": "a", "list": [1]}, "b": 2}));
        let before = |config: Value| release(7, config, Value::Null);
        for (set, sets, want) in [
            (json!({}), json!({}), &[][..]),
            (
                json!({"web": {"replicas": 4}}),
                json!({}),
                &["values: web.replicas was set at revision 7 (4) and is not set now (chart's default: 1)"],
            ),
            (json!({"web": {"replicas": 4}}), json!({"web": {"replicas": 5}}), &[]),
            // Same as the default, or of another type.
            (json!({"b": 2, "web": {"tag": "a"}}), json!({}), &[]),
            (json!({"web": {"tag": "b"}}), json!({"web": null}), &[]),
            (
                json!({"a.b": "x", "web": {"list": [2], "rootPassword": "canary"}}),
                json!({"web": {"tag": "c"}}),
                &[
                    "values: a\\.b was set at revision 7 (x) and is not set now (the chart has no default)",
                    "values: web.list was set at revision 7 (a list) and is not set now (chart's default: a list)",
                    "values: web.rootPassword was set at revision 7 (hidden) and is not set now (the chart has no default)",
                ],
            ),
        ] {
            assert_eq!(warnings(Some(&before(set)), &now(sets)), want);
        }
        let many: Value =
            (0..10).map(|number| (format!("n{number}"), Value::from(1))).collect::<serde_json::Map<_, _>>().into();
        let lines = warnings(Some(&before(many)), &now(json!({})));
        assert_eq!((lines.len(), lines[8].as_str()), (9, "values: 2 more values of revision 7 were dropped"));
        assert_eq!(warnings(None, &now(json!({}))), [""; 0]);
    }
}
