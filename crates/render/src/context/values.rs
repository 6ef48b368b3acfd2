//! Helm's `Values` type: a map with methods.

use bstr::BStr;
use skeg_chart::{BuildValues, Compat};
use skeg_go_template::{CallError, Elem, Map, MapType, NamedMap, Param, Signature, Value, fmt};
use skeg_go_yaml::Tree;
use skeg_template_functions::{convert::Thawing, yaml};

/// Makes live values of coalesced ones; what two charts share stays one map.
#[derive(Default)]
pub(super) struct Live(Thawing);

impl BuildValues for Live {
    type Value = Value;

    fn leaf(&mut self, tree: &Tree) -> Value {
        self.0.thaw(tree)
    }

    fn table(&mut self, entries: Vec<(&BStr, Value)>) -> Value {
        Value::Map(entries.into_iter().map(|(key, value)| (self.0.text(key), value)).collect())
    }
}

static V3: NamedMap = NamedMap { name: "chartutil.Values", elem: Elem::Any, method, invoke: invoke_v3 };
static V4: NamedMap = NamedMap { name: "common.Values", elem: Elem::Any, method, invoke: invoke_v4 };

static NO_PARAMS: Signature = Signature { params: &[], rest: None };
static ONE_STRING: Signature = Signature { params: &[Param::String], rest: None };
static WRITER: Signature = Signature { params: &[Param::Named("io.Writer")], rest: None };

/// The type of values in the generation.
pub(super) fn values_type(compat: Compat) -> MapType {
    match compat {
        Compat::V3 => MapType::Named(&V3),
        Compat::V4 => MapType::Named(&V4),
    }
}

fn method(name: &[u8]) -> Option<&'static Signature> {
    match name {
        b"AsMap" | b"YAML" => Some(&NO_PARAMS),
        b"Table" | b"PathValue" => Some(&ONE_STRING),
        b"Encode" => Some(&WRITER),
        _ => None,
    }
}

fn invoke_v3(map: &Map, name: &str, args: &[Value]) -> Result<Value, CallError> {
    invoke(map, name, args, Compat::V3)
}

fn invoke_v4(map: &Map, name: &str, args: &[Value]) -> Result<Value, CallError> {
    invoke(map, name, args, Compat::V4)
}

fn invoke(map: &Map, name: &str, args: &[Value], compat: Compat) -> Result<Value, CallError> {
    let path = args.first().and_then(Value::as_str).cloned().unwrap_or_default();
    let path = path.to_string_lossy();
    match name {
        "AsMap" if map.is_empty() => Ok(Value::Map(Map::new())),
        "AsMap" => Ok(Value::Map(map.converted(MapType::Any))),
        "YAML" => yaml::marshal(&Value::Map(map.clone())).map(Value::from),
        "Table" => table(map, path.split('.')).map(|t| Value::Map(t.converted(values_type(compat)))),
        "PathValue" => path_value(map, &path),
        _ => Err(CallError::text(format!("no method {name}"))),
    }
}

/// Walks down tables.
fn table<'p>(map: &Map, path: impl Iterator<Item = &'p str>) -> Result<Map, CallError> {
    let mut table = map.clone();
    for name in path {
        match table.get(name.as_bytes()) {
            Some(Value::Map(inner)) if inner.map_type().elem() == Elem::Any => table = inner,
            _ => return Err(CallError::text(format!("{} is not a table", fmt::quote(name.as_bytes())))),
        }
    }
    Ok(table)
}

fn path_value(map: &Map, path: &str) -> Result<Value, CallError> {
    if path.is_empty() {
        return Err(CallError::text("YAML path cannot be empty"));
    }
    let (tables, key) = path.rsplit_once('.').map_or((None, path), |(tables, key)| (Some(tables), key));
    let no_value = || CallError::text(format!("{} is not a value", fmt::quote(key.as_bytes())));
    let holder = table(map, tables.into_iter().flat_map(|t| t.split('.'))).map_err(|_| no_value())?;
    match holder.get(key.as_bytes()) {
        Some(Value::Map(inner)) if matches!(inner.map_type(), MapType::Any) => Err(no_value()),
        Some(value) => Ok(value),
        None => Err(no_value()),
    }
}
