//! Finds the first value that JSON cannot represent, in the order in which Go writes JSON.

use crate::{Builder, format_float};

/// Builds the error for a value, if there is one.
pub(super) struct Faults;

impl Builder for Faults {
    type Value = Option<String>;

    fn null(&mut self) -> Option<String> {
        None
    }

    fn bool(&mut self, _: bool) -> Option<String> {
        None
    }

    fn float(&mut self, value: f64) -> Option<String> {
        (!value.is_finite()).then(|| format!("json: unsupported value: {}", format_float(value)))
    }

    fn string(&mut self, _: &str) -> Option<String> {
        None
    }

    fn list(&mut self, items: Vec<Option<String>>) -> Option<String> {
        items.into_iter().flatten().next()
    }

    fn map(&mut self, entries: Vec<(String, Option<String>)>) -> Option<String> {
        entries.into_iter().find_map(|e| e.1)
    }
}
