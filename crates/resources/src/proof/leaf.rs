//! Whether a field that is owned as a whole has the wanted value.

use serde_json::{Map, Value};

use super::{defaults, quantity};

pub(super) struct Leaf {
    pub(super) is_built_in: bool,
}

impl Leaf {
    /// Whether applying `desired` leaves the live value unchanged.
    pub(super) fn is_same(&self, parent: &str, key: &str, desired: &Value, live: Option<&Value>) -> bool {
        match live {
            // We own the field, and it is empty: so we applied something empty.
            None | Some(Value::Null) => desired.is_null() || (self.is_built_in && defaults::is_left_out(key, desired)),
            // Metadata is never owned as a whole, and none of it is wanted.
            Some(Value::Object(_)) if self.is_built_in && key == "metadata" && is_empty_map(desired) => true,
            Some(live) => self.equals(parent, key, desired, live),
        }
    }

    fn equals(&self, parent: &str, key: &str, desired: &Value, live: &Value) -> bool {
        match (desired, live) {
            (Value::Object(desired), Value::Object(live)) => self.maps(key, desired, live),
            (Value::Array(desired), Value::Array(live)) => {
                desired.len() == live.len()
                    && desired.iter().zip(live).all(|(desired, live)| self.equals(parent, key, desired, live))
            }
            (desired, live) => {
                desired == live
                    || (self.is_built_in && quantity::is_quantity(parent, key) && quantity::equal(desired, live))
            }
        }
    }

    /// Extra entries of the live map must be the server's defaults.
    fn maps(&self, name: &str, desired: &Map<String, Value>, live: &Map<String, Value>) -> bool {
        let wanted = desired.iter().all(|(key, desired)| match live.get(key) {
            Some(live) => self.equals(name, key, desired, live),
            None => false,
        });
        wanted
            && live
                .iter()
                .filter(|(key, _)| !desired.contains_key(*key))
                .all(|(key, value)| self.is_built_in && defaults::is_default(key, value, desired))
    }
}

fn is_empty_map(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}
