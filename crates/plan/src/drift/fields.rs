//! Finds the fields in which two states of an object differ.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value};

/// A field that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDrift {
    path: Vec<Step>,
    before: Option<Value>,
    live: Option<Value>,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// Longer values are not shown.
const LONGEST: usize = 60;
/// At most this many fields are listed.
const MOST: usize = 20;

impl FieldDrift {
    pub(super) fn is_gone(&self) -> bool {
        self.live.is_none()
    }

    /// The path to the field as far as it leads through maps.
    pub(super) fn keys(&self) -> Vec<&str> {
        let key = |step: &'_ Step| matches!(step, Step::Key(_));
        let keys = self.path.iter().take_while(|step| key(step));
        keys.filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None }).collect()
    }
}

impl fmt::Display for FieldDrift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.path.iter().enumerate() {
            match step {
                Step::Key(key) if key.contains(['.', '/', '[', ' ']) => write!(f, "[{key:?}]")?,
                Step::Key(key) if at == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Item(place) => write!(f, "[{place}]")?,
            }
        }
        match (shown(self.before.as_ref()), shown(self.live.as_ref())) {
            (Some(before), Some(live)) => write!(f, ": {before} → {live}"),
            _ => Ok(()),
        }
    }
}

/// A short value; `None` if it is too long to show.
fn shown(value: Option<&Value>) -> Option<String> {
    let text = match value {
        None => return Some("(nothing)".to_string()),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text)
}

/// The fields that differ, ordered by path; only the first if there are very many.
pub(super) fn differences(before: &Map<String, Value>, live: &Map<String, Value>) -> Vec<FieldDrift> {
    let mut search = Search { path: Vec::new(), found: Vec::new() };
    search.maps(before, live);
    search.found
}

struct Search {
    path: Vec<Step>,
    found: Vec<FieldDrift>,
}

impl Search {
    fn compare(&mut self, step: Step, before: Option<&Value>, live: Option<&Value>) {
        if before == live || self.found.len() >= MOST {
            return;
        }
        self.path.push(step);
        match (before, live) {
            (Some(Value::Object(before)), Some(Value::Object(live))) => self.maps(before, live),
            (Some(Value::Array(before)), Some(Value::Array(live))) if before.len() == live.len() => {
                for (at, (before, live)) in before.iter().zip(live).enumerate() {
                    self.compare(Step::Item(at), Some(before), Some(live));
                }
            }
            (before, live) => {
                let (before, live) = (before.cloned(), live.cloned());
                self.found.push(FieldDrift { path: self.path.clone(), before, live });
            }
        }
        self.path.pop();
    }

    fn maps(&mut self, before: &Map<String, Value>, live: &Map<String, Value>) {
        let keys: BTreeSet<&String> = before.keys().chain(live.keys()).collect();
        for key in keys {
            self.compare(Step::Key(key.clone()), before.get(key), live.get(key));
        }
    }
}
