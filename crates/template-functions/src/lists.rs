//! sprig's list functions. They copy: no list is changed in place.

use std::borrow::Cow;

use skeg_go_template::{CallError, Elem, Function, IntKind, List, Machine, Param, Value};

use crate::args;
use crate::cast::to_int64;

use Param::{Any, Int};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::variadic("list", &[], Any, |_, a| Ok(Value::list(a.iter_mut().map(std::mem::take).collect()))),
    Function::variadic("tuple", &[], Any, |_, a| Ok(Value::list(a.iter_mut().map(std::mem::take).collect()))),
    Function::fixed("append", &[Any, Any], |_, a| push(a)),
    Function::fixed("push", &[Any, Any], |_, a| push(a)),
    Function::fixed("mustAppend", &[Any, Any], |_, a| push(a)),
    Function::fixed("mustPush", &[Any, Any], |_, a| push(a)),
    Function::fixed("prepend", &[Any, Any], |_, a| prepend(a)),
    Function::fixed("mustPrepend", &[Any, Any], |_, a| prepend(a)),
    Function::fixed("chunk", &[Int, Any], |_, a| chunk(a)),
    Function::fixed("mustChunk", &[Int, Any], |_, a| chunk(a)),
    Function::fixed("first", &[Any], |_, a| {
        Ok(of(a, "Cannot find first on type")?.first().cloned().unwrap_or_default())
    }),
    Function::fixed("mustFirst", &[Any], |_, a| {
        Ok(of(a, "Cannot find first on type")?.first().cloned().unwrap_or_default())
    }),
    Function::fixed("last", &[Any], |_, a| Ok(of(a, "Cannot find last on type")?.last().cloned().unwrap_or_default())),
    Function::fixed("mustLast", &[Any], |_, a| {
        Ok(of(a, "Cannot find last on type")?.last().cloned().unwrap_or_default())
    }),
    Function::fixed("rest", &[Any], |_, a| rest(a)),
    Function::fixed("mustRest", &[Any], |_, a| rest(a)),
    Function::fixed("initial", &[Any], |_, a| initial(a)),
    Function::fixed("mustInitial", &[Any], |_, a| initial(a)),
    Function::fixed("reverse", &[Any], |_, a| reverse(a)),
    Function::fixed("mustReverse", &[Any], |_, a| reverse(a)),
    Function::fixed("compact", &[Any], |_, a| compact(a)),
    Function::fixed("mustCompact", &[Any], |_, a| compact(a)),
    Function::fixed("uniq", &[Any], uniq),
    Function::fixed("mustUniq", &[Any], uniq),
    Function::variadic("without", &[Any], Any, without),
    Function::variadic("mustWithout", &[Any], Any, without),
    Function::fixed("has", &[Any, Any], has),
    Function::fixed("mustHas", &[Any, Any], has),
    Function::variadic("slice", &[Any], Any, |_, a| slice(a)),
    Function::variadic("mustSlice", &[Any], Any, |_, a| slice(a)),
    Function::variadic("concat", &[], Any, |_, a| concat(a)),
];

/// The elements of a slice of any type, bytes and named types included.
pub(crate) fn elements(value: &Value) -> Option<Cow<'_, [Value]>> {
    match value {
        Value::List(list) => Some(Cow::Borrowed(list)),
        Value::Bytes(bytes) => {
            Some(bytes.iter().map(|b| Value::Int(IntKind::Uint8, i64::from(*b))).collect::<Vec<_>>().into())
        }
        Value::Object(object) if matches!(object.kind(), "slice" | "array") => match object.native()? {
            Value::List(list) => Some(Cow::Owned(list.to_vec())),
            _ => None,
        },
        _ => None,
    }
}

/// Go's message for the kind of a nil interface, which is a nil pointer inside `reflect`.
fn nil_dereference() -> CallError {
    CallError::text("runtime error: invalid memory address or nil pointer dereference")
}

fn list_of<'v>(value: &'v Value, complaint: &str) -> Result<Cow<'v, [Value]>, CallError> {
    if value.is_nil() {
        return Err(nil_dereference());
    }
    elements(value).ok_or_else(|| CallError::text(format!("{complaint} {}", value.kind())))
}

/// The elements of the first argument.
fn of<'v>(args: &'v [Value], complaint: &str) -> Result<Cow<'v, [Value]>, CallError> {
    list_of(args::any(args, 0), complaint)
}

fn nil_list() -> Value {
    Value::List(List::nil(Elem::Any))
}

fn push(args: &mut [Value]) -> Outcome {
    let value = args::take(args, 1);
    let list = of(args, "Cannot push on type")?;
    let mut items = Vec::with_capacity(list.len() + 1);
    items.extend_from_slice(&list);
    items.push(value);
    Ok(Value::list(items))
}

fn prepend(args: &mut [Value]) -> Outcome {
    let value = args::take(args, 1);
    let list = of(args, "Cannot prepend on type")?;
    let mut items = Vec::with_capacity(list.len() + 1);
    items.push(value);
    items.extend_from_slice(&list);
    Ok(Value::list(items))
}

fn chunk(args: &[Value]) -> Outcome {
    let out_of_range = || CallError::text("runtime error: makeslice: len out of range");
    let size = args::int(args, 0);
    let list = list_of(args::any(args, 1), "Cannot chunk type")?;
    // With floats, as in Go: a size that is not positive may still give no chunk at all.
    let count = ((list.len() as f64 - 1.0) / size as f64).floor() + 1.0;
    if !(0.0..=list.len() as f64).contains(&count) {
        return Err(out_of_range());
    }
    if count == 0.0 {
        return Ok(Value::List(List::new(Elem::AnyList, Vec::new())));
    }
    let size = match usize::try_from(size) {
        Ok(size) => size.max(1),
        // Only a list with one item gets here; Go uses the remainder of 1 divided by the size as its length.
        Err(_) if size < -1 => 1,
        Err(_) => return Err(out_of_range()),
    };
    let chunks = list.chunks(size).map(|part| Value::list(part.to_vec())).collect();
    Ok(Value::List(List::new(Elem::AnyList, chunks)))
}

fn rest(args: &[Value]) -> Outcome {
    let list = of(args, "Cannot find rest on type")?;
    Ok(list.split_first().map_or_else(nil_list, |(_, rest)| Value::list(rest.to_vec())))
}

fn initial(args: &[Value]) -> Outcome {
    let list = of(args, "Cannot find initial on type")?;
    Ok(list.split_last().map_or_else(nil_list, |(_, initial)| Value::list(initial.to_vec())))
}

fn reverse(args: &[Value]) -> Outcome {
    let list = of(args, "Cannot find reverse on type")?;
    Ok(Value::list(list.iter().rev().cloned().collect()))
}

fn compact(args: &[Value]) -> Outcome {
    let list = of(args, "Cannot compact on type")?;
    Ok(Value::list(list.iter().filter(|item| item.truth()).cloned().collect()))
}

fn contains(list: &[Value], wanted: &Value) -> bool {
    list.iter().any(|item| wanted.deep_equal(item))
}

fn uniq(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    machine.check_whole(args::any(args, 0))?;
    let list = of(args, "Cannot find uniq on type")?;
    let mut kept: Vec<Value> = Vec::new();
    for item in list.iter() {
        machine.spend(kept.len() as u64 / 8)?;
        if !contains(&kept, item) {
            kept.push(item.clone());
        }
    }
    Ok(Value::list(kept))
}

fn without(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    args.iter().try_for_each(|value| machine.check_whole(value))?;
    let list = of(args, "Cannot find without on type")?;
    let omitted = args::rest(args, 1);
    Ok(Value::list(list.iter().filter(|item| !contains(omitted, item)).cloned().collect()))
}

fn has(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    machine.check_whole(args::any(args, 0))?;
    let haystack = args::any(args, 1);
    if haystack.is_nil() {
        return Ok(false.into());
    }
    Ok(contains(&list_of(haystack, "Cannot find has on type")?, args::any(args, 0)).into())
}

fn slice(args: &[Value]) -> Outcome {
    let list = of(args, "list should be type of slice or array but")?;
    if list.is_empty() {
        return Ok(Value::Nil);
    }
    let start = args.get(1).map_or(0, to_int64);
    let end = args.get(2).map_or(list.len() as i64, to_int64);
    if start < 0 || end < start || end > list.len() as i64 {
        return Err(CallError::text("reflect.Value.Slice: slice index out of bounds"));
    }
    let (start, end) = (start as usize, end as usize);
    Ok(match args::any(args, 0) {
        Value::Bytes(bytes) => Value::Bytes(bytes[start..end].into()),
        Value::List(whole) => Value::List(List::new(whole.elem(), list[start..end].to_vec())),
        _ => Value::list(list[start..end].to_vec()),
    })
}

fn concat(args: &[Value]) -> Outcome {
    let mut items = Vec::new();
    for list in args {
        if list.is_nil() {
            return Err(nil_dereference());
        }
        let Some(part) = elements(list) else {
            return Err(CallError::text(format!("Cannot concat type {} as list", list.kind())));
        };
        items.extend_from_slice(&part);
    }
    Ok(if items.is_empty() { nil_list() } else { Value::list(items) })
}
