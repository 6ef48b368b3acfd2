//! The functions every Go template has, with Go's signatures and error texts.
//!
//! `and` and `or` get evaluated arguments here; the evaluator implements short-circuiting.

mod compare;
mod escape;
mod index;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::{CallError, Function, FunctionTable, Machine, Param, Value, fmt};

pub use escape::{escape_html, escape_js, escape_query};
pub use index::LEN_OF_NIL_INTERFACE;

type Outcome = Result<Value, CallError>;

const ONE: &[Param] = &[Param::Reflect];
const TWO: &[Param] = &[Param::Reflect, Param::Reflect];

/// Go's builtins.
pub static BUILTINS: &[Function] = &[
    Function::variadic("and", ONE, Param::Reflect, and),
    Function::variadic("or", ONE, Param::Reflect, or),
    Function::fixed("not", ONE, not),
    Function::variadic("eq", ONE, Param::Reflect, |_, args| compare::eq(args).map(Value::Bool)),
    Function::fixed("ne", TWO, |_, args| compare::eq(args).map(|equal| Value::Bool(!equal))),
    Function::fixed("lt", TWO, |_, args| compare::lt(args).map(Value::Bool)),
    Function::fixed("le", TWO, |_, args| compare::le(args).map(Value::Bool)),
    Function::fixed("gt", TWO, |_, args| compare::le(args).map(|le| Value::Bool(!le))),
    Function::fixed("ge", TWO, |_, args| compare::lt(args).map(|lt| Value::Bool(!lt))),
    Function::fixed("len", ONE, |_, args| index::len(first(args)).map(Value::int)),
    Function::variadic("index", ONE, Param::Reflect, |_, args| index::index(args)),
    Function::variadic("slice", ONE, Param::Reflect, |_, args| index::slice(args)),
    Function::variadic("print", &[], Param::Any, |_, args| Ok(Value::str(fmt::sprint(args)))),
    Function::variadic("printf", &[Param::String], Param::Any, printf),
    Function::variadic("println", &[], Param::Any, |_, args| Ok(Value::str(fmt::sprintln(args)))),
    Function::variadic("html", &[], Param::Any, |_, args| Ok(escape::with(escape_html, args))),
    Function::variadic("js", &[], Param::Any, |_, args| Ok(escape::with(escape_js, args))),
    Function::variadic("urlquery", &[], Param::Any, |_, args| Ok(escape::with(escape_query, args))),
    Function::variadic("call", ONE, Param::Reflect, |_, args| Err(not_callable("", first(args)))),
];

/// Go's builtins by name.
pub fn builtins() -> &'static FunctionTable {
    static TABLE: OnceLock<FunctionTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = FunctionTable::default();
        table.add(BUILTINS);
        table
    })
}

/// Why `call` cannot call a value; no template value is a function. `callee` is the argument as written in the
/// template.
pub fn not_callable(callee: &str, value: &Value) -> CallError {
    match value {
        Value::Nil => CallError::text("call of nil"),
        _ => CallError::text(format!("non-function {callee} of type {}", value.type_name())),
    }
}

fn first(args: &[Value]) -> &Value {
    args.first().unwrap_or(&Value::Nil)
}

/// The first false argument, else the last.
fn and(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(args.iter().find(|arg| !arg.truth()).or(args.last()).cloned().unwrap_or_default())
}

/// The first true argument, else the last.
fn or(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(args.iter().find(|arg| arg.truth()).or(args.last()).cloned().unwrap_or_default())
}

fn not(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(!first(args).truth()))
}

fn printf(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    match args {
        [Value::Str(format), rest @ ..] => Ok(Value::str(fmt::sprintf(format, rest))),
        _ => Err(CallError::text("printf without a format")),
    }
}
