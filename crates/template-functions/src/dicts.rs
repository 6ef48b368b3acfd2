//! sprig's dictionary functions. `set`, `unset` and the merges change their first map for all its holders.

use skeg_go_template::{CallError, Elem, Function, List, Machine, Map, MapType, Param, Str, Value};

use crate::text::strval_str;
use crate::{args, copying, merging};

use Param::{Any, Map as MapParam, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::variadic("dict", &[], Any, dict),
    Function::fixed("get", &[MapParam, String], |_, a| {
        let found = args::map(a, 0).and_then(|m| m.get(args::text(a, 1)));
        Ok(found.unwrap_or_else(|| Value::str("")))
    }),
    Function::fixed("set", &[MapParam, String, Any], set),
    Function::fixed("unset", &[MapParam, String], |_, a| {
        let Some(map) = args::map(a, 0) else { return Ok(Map::nil(MapType::Any).into()) };
        map.remove(args::text(a, 1));
        Ok(plain(map))
    }),
    Function::fixed("hasKey", &[MapParam, String], |_, a| {
        Ok(args::map(a, 0).is_some_and(|m| m.contains(args::text(a, 1))).into())
    }),
    Function::variadic("pluck", &[String], MapParam, |_, a| {
        let key = args::text(a, 0);
        Ok(Value::list(args::rest(a, 1).iter().filter_map(|m| m.as_map()?.get(key)).collect()))
    }),
    Function::variadic("keys", &[], MapParam, |_, a| {
        let keys = a.iter().filter_map(Value::as_map).flat_map(|m| m.keys()).map(Value::Str);
        Ok(Value::List(List::new(Elem::String, keys.collect())))
    }),
    Function::fixed("values", &[MapParam], |_, a| {
        let values = args::map(a, 0).map(|m| m.with(|entries| entries.values().cloned().collect()));
        Ok(Value::list(values.unwrap_or_default()))
    }),
    Function::variadic("pick", &[MapParam], String, pick),
    Function::variadic("omit", &[MapParam], String, omit),
    Function::variadic("merge", &[MapParam], MapParam, |_, a| merging::merge(a, false).unwrap_or_else(swallowed)),
    Function::variadic("mustMerge", &[MapParam], MapParam, |_, a| merging::merge(a, false).unwrap_or_else(Err)),
    Function::variadic("mergeOverwrite", &[MapParam], MapParam, |_, a| {
        merging::merge(a, true).unwrap_or_else(swallowed)
    }),
    Function::variadic("mustMergeOverwrite", &[MapParam], MapParam, |_, a| merging::merge(a, true).unwrap_or_else(Err)),
    Function::fixed("deepCopy", &[Any], |m, a| copying::deep_copy(m, args::any(a, 0))),
    Function::fixed("mustDeepCopy", &[Any], |m, a| copying::deep_copy(m, args::any(a, 0))),
    Function::variadic("dig", &[], Any, dig),
];

fn swallowed(_: CallError) -> Outcome {
    Ok(Value::str(""))
}

/// The map as a `map[string]interface {}`, the type of the parameter that received it.
pub(crate) fn plain(map: &Map) -> Value {
    Value::Map(map.converted(MapType::Any))
}

fn dict(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let entries = args.chunks_mut(2).map(|pair| match pair {
        [key, value] => (strval_str(key), std::mem::take(value)),
        [key, ..] => (strval_str(key), Value::str("")),
        [] => (Str::default(), Value::Nil),
    });
    Ok(Value::Map(entries.collect()))
}

fn set(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let value = args::take(args, 2);
    let Some(map) = args::map(args, 0) else {
        return Err(CallError::text("assignment to entry in nil map"));
    };
    if let Some(Value::Str(key)) = args.get(1) {
        map.set(key.clone(), value);
    }
    Ok(plain(map))
}

fn pick(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let Some(map) = args::map(args, 0) else { return Ok(Map::new().into()) };
    let keys = args::rest(args, 1).iter().filter_map(Value::as_str);
    Ok(Value::Map(keys.filter_map(|key| Some((key.clone(), map.get(key)?))).collect()))
}

fn omit(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let Some(map) = args::map(args, 0) else { return Ok(Map::new().into()) };
    let omitted = args::rest(args, 1);
    let kept = map.with(|entries| {
        let kept = entries.iter().filter(|(key, _)| !omitted.iter().any(|o| o.as_str() == Some(key)));
        kept.map(|(key, value)| (key.clone(), value.clone())).collect()
    });
    Ok(Value::Map(kept))
}

fn dig(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let [path @ .., fallback, subject] = args else {
        return Err(CallError::text("dig needs at least three arguments"));
    };
    if path.is_empty() {
        return Err(CallError::text("dig needs at least three arguments"));
    }
    let mut map = plain_map(subject)?;
    let mut keys = Vec::with_capacity(path.len());
    for key in path.iter() {
        keys.push(key.as_str().ok_or_else(|| conversion(key, "string"))?);
    }
    let Some((last, steps)) = keys.split_last() else { return Ok(Value::Nil) };
    for key in steps {
        let Some(step) = map.get(key) else { return Ok(std::mem::take(fallback)) };
        map = plain_map(&step)?;
    }
    Ok(map.get(last).unwrap_or_else(|| std::mem::take(fallback)))
}

fn plain_map(value: &Value) -> Result<Map, CallError> {
    match value {
        Value::Map(map) if matches!(map.map_type(), MapType::Any) => Ok(map.clone()),
        _ => Err(conversion(value, "map[string]interface {}")),
    }
}

/// The message of a failed type assertion.
fn conversion(value: &Value, wanted: &str) -> CallError {
    let got = if value.is_nil() { "nil".into() } else { value.type_name() };
    CallError::text(format!("interface conversion: interface {{}} is {got}, not {wanted}"))
}
