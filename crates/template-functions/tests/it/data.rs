//! The data for the rows of the tables: the contents of a small values file, as `.Values` and as the plain map `.v`.

use skeg_go_template::{CallError, Elem, Map, MapType, NamedMap, Signature, Value};

static VALUES: NamedMap = NamedMap { name: "main.Values", elem: Elem::Any, method: no_method, invoke: no_call };

fn no_method(_: &[u8]) -> Option<&'static Signature> {
    None
}

fn no_call(_: &Map, _: &str, _: &[Value]) -> Result<Value, CallError> {
    Err(CallError::text("no methods"))
}

fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    Value::Map(entries.into_iter().collect())
}

fn words<const N: usize>(words: [&str; N]) -> Value {
    Value::list(words.map(Value::str).to_vec())
}

pub(crate) fn data() -> Value {
    let float = Value::Float;
    let mixed = vec![
        Value::str("a"),
        float(1.0),
        Value::Nil,
        Value::Bool(true),
        float(2.5),
        map([("k", Value::str("v"))]),
        words(["x"]),
    ];
    let values: Map = [
        ("str", Value::str("hello")),
        ("empty", Value::str("")),
        ("num", float(5.0)),
        ("big", float(1e6)),
        ("float", float(3.7)),
        ("neg", float(-2.5)),
        ("true", Value::Bool(true)),
        ("no_", Value::Bool(false)),
        ("nothing", Value::Nil),
        ("list", words(["a", "b", "c"])),
        ("nums", Value::list(vec![float(3.0), float(1.0), float(2.0)])),
        ("mixed", Value::list(mixed)),
        ("emptylist", Value::list(vec![])),
        (
            "map",
            map([("a", float(1.0)), ("b", Value::str("two")), ("c", map([("d", map([("e", Value::str("deep"))]))]))]),
        ),
        ("emptymap", map([])),
        ("uni", Value::str("héllo wörld")),
    ]
    .into_iter()
    .collect();
    let named = Value::Map(values.converted(MapType::Named(&VALUES)));
    map([("Values", named), ("v", Value::Map(values))])
}
