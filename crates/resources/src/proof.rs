//! Proves from the live object alone that an apply would change nothing. Pure.
//!
//! The live object's `managedFields` say which fields our last apply set. If the wanted object has exactly these fields
//! with the same values, another apply changes nothing. If that cannot be proven, a dry run has to decide.

mod defaults;
mod leaf;
mod quantity;

use serde_json::{Map, Value};

use crate::managed_fields::{ManualChanges, entries, is_ours, needs_take_over};
use crate::object::Object;
use leaf::Leaf;

/// Metadata that no field manager owns.
const UNOWNED_METADATA: &[&str] = &["name", "namespace"];

/// True only if applying `desired` would certainly leave `live` unchanged; false if a dry run has to decide.
pub fn is_unchanged(desired: &Object, live: &Object) -> bool {
    let is_same =
        desired.api_version() == live.api_version() && desired.kind() == live.kind() && desired.name() == live.name();
    if !is_same || live.is_being_deleted() || needs_take_over(live, ManualChanges::Undo) {
        return false;
    }
    let mut ours = entries(live).iter().filter(|entry| is_ours(entry));
    let (Some(ours), None) = (ours.next(), ours.next()) else { return false };
    let Some(fields) = ours["fieldsV1"].as_object().filter(|_| ours["apiVersion"] == desired.api_version()) else {
        return false;
    };
    let walk = Walk { leaf: Leaf { is_built_in: is_built_in(desired.group()) } };
    walk.root(fields, desired.as_map(), live.as_map())
}

/// Groups of Kubernetes itself, whose defaults and number formats we know.
fn is_built_in(group: &str) -> bool {
    match group {
        "" | "apps" | "batch" | "autoscaling" | "policy" | "extensions" => true,
        group => group == "k8s.io" || group.ends_with(".k8s.io"),
    }
}

struct Walk {
    leaf: Leaf,
}

impl Walk {
    fn root(&self, fields: &Map<String, Value>, desired: &Map<String, Value>, live: &Map<String, Value>) -> bool {
        let mut wanted = 0;
        for (key, desired) in desired {
            if key == "apiVersion" || key == "kind" {
                continue;
            }
            let live = live.get(key);
            let owned = fields.get(&format!("f:{key}"));
            let holds = match (key.as_str(), owned) {
                ("metadata", owned) => self.metadata(owned, desired, live),
                // An apply ignores the status of built-in kinds.
                ("status", None) if self.leaf.is_built_in => continue,
                (_, Some(owned)) => self.field(owned, "", key, Some(desired), live),
                (_, None) => false,
            };
            if !holds {
                return false;
            }
            wanted += usize::from(owned.is_some());
        }
        wanted == fields.len()
    }

    fn metadata(&self, owned: Option<&Value>, desired: &Value, live: Option<&Value>) -> bool {
        let Some(desired) = desired.as_object() else { return false };
        let mut desired = desired.clone();
        desired.retain(|key, value| {
            let is_empty_time = key == "creationTimestamp" && value.is_null();
            !is_empty_time && !UNOWNED_METADATA.contains(&key.as_str())
        });
        match owned {
            None => desired.is_empty(),
            Some(owned) => self.field(owned, "", "metadata", Some(&Value::Object(desired)), live),
        }
    }

    /// A field that we own.
    fn field(&self, owned: &Value, parent: &str, key: &str, desired: Option<&Value>, live: Option<&Value>) -> bool {
        let (Some(owned), Some(desired)) = (owned.as_object(), desired) else { return false };
        if owned.is_empty() {
            return self.leaf.is_same(parent, key, desired, live);
        }
        match (desired, live) {
            (Value::Object(desired), Some(Value::Object(live))) => self.map(key, owned, desired, live),
            (Value::Array(desired), Some(Value::Array(live))) => self.list(owned, desired, live),
            _ => false,
        }
    }

    /// A map or a struct whose fields are owned one by one.
    fn map(
        &self,
        name: &str,
        owned: &Map<String, Value>,
        desired: &Map<String, Value>,
        live: &Map<String, Value>,
    ) -> bool {
        let wanted = desired.iter().filter(|(key, value)| {
            let is_said = owned.contains_key(&format!("f:{key}"));
            is_said || !(self.leaf.is_built_in && defaults::is_weightless(key, value))
        });
        // A dot says that the map itself is owned besides its contents.
        let itself = usize::from(owned.contains_key("."));
        owned.len() - itself == wanted.count()
            && owned.iter().filter(|(path, _)| *path != ".").all(|(path, below)| {
                let Some(key) = path.strip_prefix("f:") else { return false };
                self.field(below, name, key, desired.get(key), live.get(key))
            })
    }

    /// A list whose items are owned one by one. An apply also sets their order, so that has to match.
    fn list(&self, owned: &Map<String, Value>, desired: &[Value], live: &[Value]) -> bool {
        if owned.len() != desired.len() {
            return false;
        }
        let mut places = vec![None; desired.len()];
        for (path, below) in owned {
            let Some((wanted, found)) = pair(path, desired, live) else { return false };
            if places[wanted].replace(found).is_some() || !self.item(path, below, &desired[wanted], &live[found]) {
                return false;
            }
        }
        places.windows(2).all(|two| two[0] < two[1]) && places.iter().all(Option::is_some)
    }

    fn item(&self, path: &str, owned: &Value, desired: &Value, live: &Value) -> bool {
        let Some(owned) = owned.as_object() else { return false };
        if owned.is_empty() {
            return path.starts_with("v:") || self.leaf.is_same("", "", desired, Some(live));
        }
        match (desired, live) {
            (Value::Object(desired), Value::Object(live)) => {
                owned.contains_key(".") && self.map("", owned, desired, live)
            }
            _ => false,
        }
    }
}

/// The wanted and the live item that a path refers to; `None` if that is ambiguous.
fn pair(path: &str, desired: &[Value], live: &[Value]) -> Option<(usize, usize)> {
    if let Some(value) = path.strip_prefix("v:") {
        let value: Value = serde_json::from_str(value).ok()?;
        return Some((only(desired, |item| *item == value)?, only(live, |item| *item == value)?));
    }
    let keys: Map<String, Value> = serde_json::from_str(path.strip_prefix("k:")?).ok()?;
    let is_live = |item: &Value| keys.iter().all(|(key, value)| item.get(key) == Some(value));
    // The wanted item may leave a part of the key to its default.
    let is_wanted = |item: &Value| {
        let agrees = |(key, value): (&String, &Value)| item.get(key).is_none_or(|given| given == value);
        item.is_object() && keys.iter().all(agrees)
    };
    Some((only(desired, is_wanted)?, only(live, is_live)?))
}

/// The index of the only matching item.
fn only(items: &[Value], matches: impl Fn(&Value) -> bool) -> Option<usize> {
    let mut places = items.iter().enumerate().filter(|(_, item)| matches(item)).map(|(at, _)| at);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}
