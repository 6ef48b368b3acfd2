//! What no keyword has looked at yet.

use bstr::{BStr, ByteSlice};
use skeg_go_yaml::Tree;

use super::{Failures, Run, Token};
use crate::schema::compiled::Schema;

/// Properties and items not yet evaluated; also empty if nobody asks.
#[derive(Default)]
pub(super) struct Unevaluated<'v> {
    properties: Vec<&'v BStr>,
    items: Vec<usize>,
}

impl<'v> Unevaluated<'v> {
    pub(super) fn of(value: &'v Tree, schema: &Schema, wanted: bool) -> Unevaluated<'v> {
        let mut unevaluated = Unevaluated::default();
        let (object, array) = (schema.object.as_deref(), schema.array.as_deref());
        match value {
            Tree::Map(map) => {
                let all = object.is_some_and(|rules| rules.additional.is_some());
                if !all && (wanted || object.is_some_and(|rules| rules.unevaluated.is_some())) {
                    unevaluated.properties = map.keys().map(|key| key.as_bstr()).collect();
                }
            }
            Tree::List(items) => {
                let all = array.is_some_and(|rules| rules.items.is_some() || rules.additional.is_some());
                if !all && (wanted || array.is_some_and(|rules| rules.unevaluated.is_some())) {
                    unevaluated.items = (array.map_or(0, |rules| rules.first.len())..items.len()).collect();
                }
            }
            _ => {}
        }
        unevaluated
    }

    pub(super) fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.items.is_empty()
    }

    pub(super) fn forget_property(&mut self, key: &BStr) {
        if let Ok(found) = self.properties.binary_search(&key) {
            self.properties.remove(found);
        }
    }

    pub(super) fn forget_item(&mut self, index: usize) {
        self.items.retain(|&item| item != index);
    }

    /// What another schema has evaluated is evaluated here too.
    pub(super) fn keep_common(&mut self, other: &Unevaluated<'v>) {
        self.properties.retain(|key| other.properties.binary_search(key).is_ok());
        self.items.retain(|item| other.items.binary_search(item).is_ok());
    }
}

impl<'r> Run<'r, '_> {
    pub(super) fn validate_unevaluated<'v>(
        &self,
        schema: &'r Schema,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        if let (Tree::Map(map), Some(target)) = (at.value, schema.object.as_ref().and_then(|rules| rules.unevaluated)) {
            for key in std::mem::take(&mut unevaluated.properties) {
                if let Some(value) = map.get(key) {
                    failures.add_outcome(self.validate_part(target, at, value, Token::Key(key)));
                }
            }
        }
        if let (Tree::List(items), Some(target)) = (at.value, schema.array.as_ref().and_then(|rules| rules.unevaluated))
        {
            for index in std::mem::take(&mut unevaluated.items) {
                if let Some(value) = items.get(index) {
                    failures.add_outcome(self.validate_part(target, at, value, Token::Index(index)));
                }
            }
        }
    }
}
