//! Helm's `toToml`, `mustToToml` and `fromToml`, with the layout and errors of BurntSushi/toml.

mod document;
mod encode;
mod inline;
mod numbers;
mod parse;
mod scan;
mod strings;
#[cfg(test)]
mod tests;

use skeg_go_template::{CallError, Function, Machine, Map, Param, Value};

use crate::args;

/// The functions of this family.
pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("toToml", &[Param::Any], to_toml),
    Function::fixed("mustToToml", &[Param::Any], must_to_toml),
    Function::fixed("fromToml", &[Param::String], from_toml),
];

/// The panic of Go's reflection outside of what the encoder recovers from.
const NIL_PANIC: &str = "reflect: call of reflect.Value.Type on zero Value";

fn to_toml(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.check_whole(args::any(args, 0))?;
    match args::any(args, 0) {
        Value::Nil => Err(NIL_PANIC.into()),
        value => Ok(Value::str(encode::encode(value).unwrap_or_else(String::into_bytes))),
    }
}

fn must_to_toml(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.check_whole(args::any(args, 0))?;
    match args::any(args, 0) {
        Value::Nil => Err(NIL_PANIC.into()),
        value => Ok(Value::str(encode::encode(value)?)),
    }
}

fn from_toml(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let map = parse::parse(args::text(args, 0)).unwrap_or_else(|error| {
        let map = Map::new();
        map.set("Error", Value::str(error));
        map
    });
    Ok(Value::Map(map))
}
