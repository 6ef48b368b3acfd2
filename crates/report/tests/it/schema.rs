//! A small validator for the schemas in `docs/schemas`, with just the keywords that they use.

use serde_json::Value;

/// The violations of a schema by path; empty if the value is valid.
pub(crate) fn faults(schema: &str, value: &Value) -> Vec<String> {
    faults_below(schema, "", value)
}

/// The same for one part of a schema: `/$defs/payload`.
pub(crate) fn faults_below(schema: &str, part: &str, value: &Value) -> Vec<String> {
    let path = format!("{}/../../docs/schemas/{schema}", env!("CARGO_MANIFEST_DIR"));
    let root: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut faults = Vec::new();
    Check { root: &root, faults: &mut faults }.check(root.pointer(part).unwrap(), value, "$");
    faults
}

struct Check<'a> {
    root: &'a Value,
    faults: &'a mut Vec<String>,
}

impl Check<'_> {
    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        for (keyword, rule) in schema.as_object().unwrap() {
            let is_right = match keyword.as_str() {
                "$ref" => {
                    let pointer = rule.as_str().unwrap().trim_start_matches('#');
                    let root = self.root;
                    self.check(root.pointer(pointer).unwrap(), value, path);
                    true
                }
                "type" => match rule.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    other => panic!("type {other}"),
                },
                "const" => value == rule,
                "enum" => rule.as_array().unwrap().contains(value),
                "required" => rule.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
                "items" => {
                    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{path}[{at}]"));
                    }
                    true
                }
                "properties" => {
                    for (key, item) in value.as_object().into_iter().flatten() {
                        match rule.get(key) {
                            Some(rule) => self.check(rule, item, &format!("{path}.{key}")),
                            None => self.faults.push(format!("{path}: unknown {key}")),
                        }
                    }
                    true
                }
                // Always false here, and checked with `properties`.
                "additionalProperties" | "$schema" | "$defs" | "title" | "description" => true,
                other => panic!("keyword {other}"),
            };
            if !is_right {
                self.faults.push(format!("{path}: {keyword} {rule} does not hold for {value}"));
            }
        }
    }
}

#[test]
fn the_check_finds_faults() {
    let wrong = serde_json::json!({"version": 2, "release": 1, "extra": true, "operations": [{"action": "x"}]});
    let faults = faults("report.json", &wrong).join("\n");
    for expected in
        ["$: required", "$.version: const", "$.release: type", "unknown extra", "$.operations[0].action: enum"]
    {
        assert!(faults.contains(expected), "{expected} in\n{faults}");
    }
}
