//! mergo's merge of nested maps, with its rules of what is empty and what is shared.

use skeg_go_template::{CallError, Map, MapType, Value};

use crate::dicts::plain;

/// How deep maps may nest; Go overflows its stack if two maps that contain themselves are merged.
const MAX_DEPTH: usize = 1000;
/// How many entries may be merged; shared entries count each time, and may be endless.
const MAX_ENTRIES: usize = 4 << 20;

/// A failure of mergo itself, which `merge` swallows, or a Go panic, which it cannot.
type Merged = Result<Result<Value, CallError>, CallError>;

enum Failure {
    Returned(CallError),
    Panicked(CallError),
}

/// Merges all maps after the first into the first one; the outer error is one that mergo returned.
pub(crate) fn merge(args: &mut [Value], overwrite: bool) -> Merged {
    let Some((first, sources)) = args.split_first() else { return Ok(Ok(Value::Nil)) };
    let target = match first {
        Value::Map(map) if !map.is_nil() => map.clone(),
        // mergo replaces a nil map with an empty one.
        _ => Map::new(),
    };
    let mut merging = Merging { overwrite, entries: 0 };
    for source in sources.iter().filter_map(Value::as_map) {
        match merging.maps(&target, source, 0) {
            Ok(()) => {}
            Err(Failure::Returned(error)) => return Err(error),
            Err(Failure::Panicked(error)) => return Ok(Err(error)),
        }
    }
    Ok(Ok(plain(&target)))
}

/// One call of `merge`. Maps that the target lacks are shared with it, not walked.
struct Merging {
    overwrite: bool,
    entries: usize,
}

impl Merging {
    fn maps(&mut self, target: &Map, source: &Map, depth: usize) -> Result<(), Failure> {
        self.entries += source.len();
        if depth > MAX_DEPTH || self.entries > MAX_ENTRIES {
            return Err(Failure::Panicked(CallError::text("merging maps: too many or nested too deep")));
        }
        for (key, new) in source.entries() {
            if new.is_nil() {
                if self.overwrite {
                    assign(target, source, &key, new)?;
                }
                continue;
            }
            let old = target.get(&key);
            if matches!(new.kind(), "map" | "struct" | "ptr") {
                self.value(old.as_ref(), &new, depth)?;
            }
            if new.kind() == "slice" && matches!(target.map_type(), MapType::String) {
                return Err(no_list(old.is_some(), &new));
            }
            // Checked after the merge above, which may have filled an empty map.
            let old_is_set = old.as_ref().is_some_and(|old| old.truth());
            let both_maps = new.kind() == "map" && old.as_ref().is_some_and(|old| old.kind() == "map");
            let is_list = new.kind() == "slice";
            if old_is_set && (both_maps || is_list) {
                if is_list && self.overwrite {
                    assign(target, source, &key, new)?;
                }
                continue;
            }
            if self.overwrite || !old_is_set {
                assign(target, source, &key, new)?;
            }
        }
        Ok(())
    }

    /// Merges a map, struct or pointer into an existing value; scalars and lists are not changed here.
    fn value(&mut self, old: Option<&Value>, new: &Value, depth: usize) -> Result<(), Failure> {
        match (old, new) {
            (Some(Value::Map(old)), Value::Map(new)) => self.maps(old, new, depth + 1),
            (Some(old), _) if old.kind() == "ptr" && new.kind() != "ptr" && !self.overwrite => {
                Err(Failure::Returned(CallError::text("src and dst must be of same type")))
            }
            _ => Ok(()),
        }
    }
}

fn assign(target: &Map, source: &Map, key: &[u8], value: Value) -> Result<(), Failure> {
    let elem = source.map_type().elem();
    if matches!(target.map_type(), MapType::String) && elem != target.map_type().elem() {
        return Err(not_a_string(elem.name()));
    }
    target.set(key, value);
    Ok(())
}

fn not_a_string(type_name: &str) -> Failure {
    let text = format!("reflect.Value.SetMapIndex: value of type {type_name} is not assignable to type string");
    Failure::Panicked(CallError::text(text))
}

/// A list merged into a map of strings: mergo checks whether an old string is nil, which panics; otherwise it stores
/// the list.
fn no_list(has_old: bool, list: &Value) -> Failure {
    match has_old {
        true => Failure::Panicked(CallError::text("reflect: call of reflect.Value.IsNil on string Value")),
        false => not_a_string(&list.type_name()),
    }
}
