//! The fields that differ between two values, as readable paths.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Key(String),
    /// An item of a list: by name if all items have one, else by index. With the item as it was.
    Item {
        label: String,
        before: Option<Value>,
    },
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) steps: Vec<Step>,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
}

impl Field {
    /// `metadata.annotations["a.b/c"]`, `spec.containers[web].image`.
    pub(super) fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.steps {
            match step {
                Step::Key(key) if key.contains(['.', '/', '[', ' ']) => path.push_str(&format!("[{key:?}]")),
                Step::Key(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
                Step::Item { label, .. } => path.push_str(&format!("[{label}]")),
            }
        }
        path
    }
}

/// All differences, ordered by path.
pub(super) fn changed(before: &Value, after: &Value) -> Vec<Field> {
    let mut search = Search { steps: Vec::new(), found: Vec::new() };
    search.compare(Some(before), Some(after));
    search.found
}

struct Search {
    steps: Vec<Step>,
    found: Vec<Field>,
}

impl Search {
    fn compare(&mut self, before: Option<&Value>, after: Option<&Value>) {
        match (before, after) {
            (before, after) if before == after => {}
            (Some(Value::Object(before)), Some(Value::Object(after))) => self.maps(before, after),
            (Some(Value::Array(before)), Some(Value::Array(after))) => self.lists(before, after),
            (before, after) => {
                let (before, after) = (before.cloned(), after.cloned());
                self.found.push(Field { steps: self.steps.clone(), before, after });
            }
        }
    }

    fn below(&mut self, step: Step, before: Option<&Value>, after: Option<&Value>) {
        self.steps.push(step);
        self.compare(before, after);
        self.steps.pop();
    }

    fn maps(&mut self, before: &Map<String, Value>, after: &Map<String, Value>) {
        let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for key in keys {
            self.below(Step::Key(key.clone()), before.get(key), after.get(key));
        }
    }

    fn lists(&mut self, before: &[Value], after: &[Value]) {
        match (names(before), names(after)) {
            (Some(old), Some(new)) => self.named(before, after, &old, &new),
            _ => self.placed(before, after),
        }
    }

    fn named(&mut self, before: &[Value], after: &[Value], old: &[&str], new: &[&str]) {
        for (at, name) in new.iter().enumerate() {
            let was = old.iter().position(|old| old == name).map(|at| &before[at]);
            self.below(Step::Item { label: name.to_string(), before: was.cloned() }, was, Some(&after[at]));
        }
        for (at, name) in old.iter().enumerate().filter(|(_, name)| !new.contains(name)) {
            self.below(
                Step::Item { label: name.to_string(), before: Some(before[at].clone()) },
                Some(&before[at]),
                None,
            );
        }
        let in_both = |names: &[&str], others: &[&str]| -> Vec<String> {
            names.iter().filter(|name| others.contains(name)).map(|name| name.to_string()).collect()
        };
        let (old_order, new_order) = (in_both(old, new), in_both(new, old));
        if old_order != new_order {
            let [before, after] = [old_order, new_order].map(|names| Some(Value::from(names.join(", "))));
            self.below(Step::Item { label: "order".to_string(), before: None }, before.as_ref(), after.as_ref());
        }
    }

    /// Items without names: equal items at both ends are skipped.
    fn placed(&mut self, before: &[Value], after: &[Value]) {
        let start = before.iter().zip(after).take_while(|(old, new)| old == new).count();
        let shorter = before.len().min(after.len());
        let ends = before.iter().rev().zip(after.iter().rev()).take(shorter - start);
        let end = ends.take_while(|(old, new)| old == new).count();
        let (old, new) = (&before[start..before.len() - end], &after[start..after.len() - end]);
        for at in 0..old.len().max(new.len()) {
            let step = Step::Item { label: (start + at).to_string(), before: old.get(at).cloned() };
            self.below(step, old.get(at), new.get(at));
        }
    }
}

/// The names of the items, if they are unique.
fn names(items: &[Value]) -> Option<Vec<&str>> {
    let names: Vec<&str> = items.iter().map(|item| item.get("name")?.as_str()).collect::<Option<_>>()?;
    let distinct: BTreeSet<&str> = names.iter().copied().collect();
    (distinct.len() == names.len()).then_some(names)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::changed;

    #[test]
    fn fields_by_path() {
        let cases: &[(Value, Value, &[&str])] = &[
            (json!({"a": 1}), json!({"a": 1}), &[]),
            (json!({"a": 1, "b": {"c": 2}}), json!({"a": 2, "b": {"d": 3}}), &["a: 1 → 2", "b.c: 2 → -", "b.d: - → 3"]),
            (json!({"x.y/z": 1}), json!({"x.y/z": 2}), &["[\"x.y/z\"]: 1 → 2"]),
            (
                json!({"c": [{"name": "a", "v": 1}, {"name": "b"}]}),
                json!({"c": [{"name": "n"}, {"name": "a", "v": 2}]}),
                &["c[n]: - → {\"name\":\"n\"}", "c[a].v: 1 → 2", "c[b]: {\"name\":\"b\"} → -"],
            ),
            (
                json!({"c": [{"name": "a"}, {"name": "b"}]}),
                json!({"c": [{"name": "b"}, {"name": "a"}]}),
                &["c[order]: \"a, b\" → \"b, a\""],
            ),
            (json!([1, 2, 3]), json!([1, 9, 2, 3]), &["[1]: - → 9"]),
            (json!([1, 2, 3]), json!([3]), &["[0]: 1 → -", "[1]: 2 → -"]),
            (json!([1, 1]), json!([1]), &["[1]: 1 → -"]),
            (json!({"a": {"b": 1}}), json!({"a": "text"}), &["a: {\"b\":1} → \"text\""]),
        ];
        for (before, after, expected) in cases {
            let shown = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), Value::to_string);
            let found: Vec<String> = changed(before, after)
                .iter()
                .map(|field| format!("{}: {} → {}", field.path(), shown(&field.before), shown(&field.after)))
                .collect();
            assert_eq!(found, *expected, "{before} {after}");
        }
    }
}
