//! How a live object deviates from what its release recorded: fields of ours that others changed, and fields that
//! others added. Secrets are hidden.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use skeg_resources::{
    FieldPath, FieldPattern, FieldStep, Masker, Object, Sensitive, foreign_fields, redact_change, setters,
};

use crate::decision::significant;

/// A field that is not as recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// How it deviates.
    pub kind: DeviationKind,
    /// The field; a removed item of a list is named by its place in the record.
    pub path: FieldPath,
    /// What was recorded; `None` if nothing.
    pub recorded: Option<Value>,
    /// What is there; `None` if nothing.
    pub live: Option<Value>,
    /// The field managers that set it, as far as known.
    pub managers: BTreeSet<String>,
}

/// How a field deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviationKind {
    /// It is ours, and somebody else changed or removed it. The next deploy that applies the object restores it.
    Changed,
    /// Somebody else added it. Deploys leave it, unless it was added with `kubectl edit` or `kubectl apply`.
    Added,
}

/// Which fields not to compare.
#[derive(Clone, Debug, Default)]
pub struct IgnoredFields {
    /// These fields, and all in them.
    pub paths: Vec<FieldPattern>,
    /// What only these field managers set.
    pub managers: BTreeSet<String>,
}

/// The deviations of a live object. `applied` is what it would be after its recorded manifest was applied again; if that
/// would change nothing, it may be the live object itself. `secrets` are masked everywhere.
pub fn deviations(
    applied: &Object,
    live: &Object,
    sensitive: &[&Sensitive],
    secrets: &Masker,
    ignored: &IgnoredFields,
) -> Vec<Deviation> {
    let mut sides = (applied.clone(), live.clone());
    let mut secrets = secrets.clone();
    for sensitive in sensitive {
        secrets.add_object(live, sensitive);
        sides = redact_change(&sides.0, &sides.1, sensitive);
    }
    let (before, now) = secrets.mask_change(&sides.0, &sides.1);
    let (recorded, shown) = (Value::Object(significant(&before)), Value::Object(significant(&now)));
    let mut search = Search { at: FieldPath::default(), found: Vec::new() };
    search.compare(Some(&recorded), Some(&shown));
    let mut all: Vec<Deviation> = search.found;
    all.iter_mut().for_each(|deviation| deviation.managers = setters(live, &deviation.path));
    for (path, managers) in foreign_fields(live) {
        // Inside a field that was changed it says nothing new.
        if !all.iter().any(|known| path.is_within(&known.path)) && path.value(&shown).is_some() {
            let live = path.value(&shown).cloned();
            all.push(Deviation { kind: DeviationKind::Added, path, recorded: None, live, managers });
        }
    }
    let wholes = [Value::Object(live.as_map().clone()), Value::Object(applied.as_map().clone())];
    let ignored_paths: Vec<FieldPath> =
        ignored.paths.iter().flat_map(|pattern| wholes.iter().flat_map(|whole| pattern.select(whole))).collect();
    all.retain(|deviation| {
        let is_by_ignored = !deviation.managers.is_empty() && deviation.managers.is_subset(&ignored.managers);
        !is_by_ignored && !ignored_paths.iter().any(|path| deviation.path.is_within(path))
    });
    all.sort_by(|one, other| (one.kind, &one.path).cmp(&(other.kind, &other.path)));
    all
}

/// Collects the fields in which two states differ.
struct Search {
    at: FieldPath,
    found: Vec<Deviation>,
}

impl Search {
    fn compare(&mut self, recorded: Option<&Value>, live: Option<&Value>) {
        match (recorded, live) {
            (recorded, live) if recorded == live => {}
            (Some(Value::Object(recorded)), Some(Value::Object(live))) => self.maps(recorded, live),
            (Some(Value::Array(recorded)), Some(Value::Array(live))) => self.lists(recorded, live),
            // An apply would remove it because we set it, and the record does not have it: labels for this run only.
            (None, Some(_)) => {}
            (recorded, live) => {
                let (recorded, live) = (recorded.cloned(), live.cloned());
                let (kind, managers) = (DeviationKind::Changed, BTreeSet::new());
                self.found.push(Deviation { kind, path: self.at.clone(), recorded, live, managers });
            }
        }
    }

    fn below(&mut self, step: FieldStep, recorded: Option<&Value>, live: Option<&Value>) {
        self.at.0.push(step);
        self.compare(recorded, live);
        self.at.0.pop();
    }

    fn maps(&mut self, recorded: &Map<String, Value>, live: &Map<String, Value>) {
        let keys: BTreeSet<&String> = recorded.keys().chain(live.keys()).collect();
        for key in keys {
            self.below(FieldStep::Key(key.clone()), recorded.get(key), live.get(key));
        }
    }

    fn lists(&mut self, recorded: &[Value], live: &[Value]) {
        if let (Some(names), Some(live_names)) = (names(recorded), names(live)) {
            for (at, item) in recorded.iter().enumerate() {
                let there = live_names.iter().position(|name| *name == names[at]);
                self.below(FieldStep::Item(there.unwrap_or(at)), Some(item), there.map(|there| &live[there]));
            }
        } else if recorded.len() == live.len() {
            for (at, (recorded, live)) in recorded.iter().zip(live).enumerate() {
                self.below(FieldStep::Item(at), Some(recorded), Some(live));
            }
        } else {
            let (recorded, live) = (Some(Value::from(recorded.to_vec())), Some(Value::from(live.to_vec())));
            let (kind, managers) = (DeviationKind::Changed, BTreeSet::new());
            self.found.push(Deviation { kind, path: self.at.clone(), recorded, live, managers });
        }
    }
}

/// The names of the items of a list, if each has one of its own.
fn names(items: &[Value]) -> Option<Vec<&str>> {
    let names: Vec<&str> = items.iter().map(|item| item["name"].as_str()).collect::<Option<_>>()?;
    (names.iter().collect::<BTreeSet<_>>().len() == names.len()).then_some(names)
}
