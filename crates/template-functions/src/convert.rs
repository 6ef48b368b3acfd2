//! Converts between plain data, as read from files, and template values.

use skeg_go_template::{CallError, IntKind, Map, MapType, Str, Value};
use skeg_go_yaml::{Builder, Tree};

/// How deep values may nest; a map can contain itself.
const MAX_DEPTH: usize = 1000;

/// Converts plain data to a template value.
pub fn thaw(tree: &Tree) -> Value {
    Thawing::default().thaw(tree)
}

/// Converts plain data to template values. Keys, which repeat often, are shared.
#[derive(Default)]
pub struct Thawing {
    /// A cache of texts by hash: a text has one slot.
    recent: Vec<Str>,
}

impl Thawing {
    const SLOTS: usize = 256;
    /// Longer values hardly ever repeat.
    const SHORT: usize = 12;

    /// Converts plain data to a template value.
    pub fn thaw(&mut self, tree: &Tree) -> Value {
        match tree {
            Tree::Null => Value::Nil,
            Tree::Bool(b) => Value::Bool(*b),
            Tree::Int(n) => Value::int64(*n),
            Tree::Float(f) => Value::Float(*f),
            Tree::Str(s) if s.len() <= Self::SHORT => Value::Str(self.text(s)),
            Tree::Str(s) => Value::Str(Str::from(s.as_slice())),
            Tree::List(items) => Value::list(items.iter().map(|item| self.thaw(item)).collect()),
            Tree::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (self.text(key), self.thaw(value)));
                Value::Map(Map::with_type(MapType::Any, entries.collect()))
            }
        }
    }

    /// The text, shared with an earlier equal one.
    pub fn text(&mut self, text: &[u8]) -> Str {
        if self.recent.is_empty() {
            self.recent = vec![Str::default(); Self::SLOTS];
        }
        let byte = |at: usize| text.get(at).map_or(0, |byte| usize::from(*byte));
        let last = byte(text.len().saturating_sub(1));
        let slot = text.len() ^ (byte(0) << 3) ^ (last << 5) ^ (byte(text.len() / 2) << 1);
        match self.recent.get_mut(slot % Self::SLOTS) {
            Some(known) if **known == *text => known.clone(),
            Some(known) => {
                *known = Str::from(text);
                known.clone()
            }
            None => Str::from(text),
        }
    }
}

/// Converts a template value to plain data; objects as their JSON.
pub fn freeze(value: &Value) -> Result<Tree, CallError> {
    freeze_at(value, 0)
}

fn freeze_at(value: &Value, depth: usize) -> Result<Tree, CallError> {
    if depth > MAX_DEPTH {
        return Err(CallError::text("json: unsupported value: encountered a cycle via map[string]interface {}"));
    }
    Ok(match value {
        Value::Nil => Tree::Null,
        Value::Bool(b) => Tree::Bool(*b),
        Value::Int(IntKind::Uint64 | IntKind::Uint, n) if *n < 0 => Tree::Float(*n as u64 as f64),
        Value::Int(_, n) => Tree::Int(*n),
        Value::Float(f) => Tree::Float(*f),
        Value::Str(s) => Tree::Str(s.to_vec().into()),
        Value::Bytes(s) => Tree::Str(crate::base64::encode(s).into()),
        Value::List(list) if list.is_nil() => Tree::Null,
        Value::List(list) => Tree::List(list.iter().map(|v| freeze_at(v, depth + 1)).collect::<Result<_, _>>()?),
        Value::Map(map) if map.is_nil() => Tree::Null,
        Value::Map(map) => Tree::Map(map.with(|entries| {
            let frozen = entries.iter().map(|(key, v)| Ok((key.to_vec().into(), freeze_at(v, depth + 1)?)));
            frozen.collect::<Result<_, CallError>>()
        })?),
        Value::Object(object) => match object.json_fields() {
            Some(fields) => {
                let frozen = fields.iter().map(|(name, v)| Ok(((*name).into(), freeze_at(v, depth + 1)?)));
                Tree::Map(frozen.collect::<Result<_, CallError>>()?)
            }
            None => freeze_at(&object.json()?, depth + 1)?,
        },
    })
}

/// Builds template values while a document is parsed.
pub struct ValueBuilder;

impl Builder for ValueBuilder {
    type Value = Value;

    fn null(&mut self) -> Value {
        Value::Nil
    }

    fn bool(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }

    fn float(&mut self, value: f64) -> Value {
        Value::Float(value)
    }

    fn string(&mut self, value: &str) -> Value {
        Value::str(value)
    }

    fn list(&mut self, items: Vec<Value>) -> Value {
        Value::list(items)
    }

    fn map(&mut self, entries: Vec<(String, Value)>) -> Value {
        Value::Map(entries.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thaws_and_freezes() {
        let entries = [("n", Tree::Int(5)), ("f", Tree::Float(1.5)), ("l", Tree::List(vec![Tree::Null, "x".into()]))];
        let tree = Tree::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect());
        let value = thaw(&tree);
        let map = value.as_map().expect("a map");
        assert!(matches!(map.get(b"n"), Some(Value::Int(IntKind::Int64, 5))));
        assert_eq!(freeze(&value).expect("plain data"), tree);
    }

    #[test]
    fn texts_that_come_again_are_shared() {
        let mut thawing = Thawing::default();
        for text in ["", "name", "enabled", "", "name", "x"] {
            assert_eq!(&*thawing.text(text.as_bytes()), text.as_bytes());
        }
        let (one, other) = (thawing.text(b"name"), thawing.text(b"name"));
        assert!(std::ptr::eq(&one[0], &other[0]));
    }

    #[test]
    fn refuses_a_map_that_contains_itself() {
        let check = || {
            let map = Map::new();
            map.set("self", Value::Map(map.clone()));
            freeze(&Value::Map(map)).is_err()
        };
        let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(check);
        assert!(thread.expect("a thread starts").join().expect("no overflow"));
    }
}
