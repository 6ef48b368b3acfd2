//! Texts and what Go's parser makes of them.

mod constants;
mod definitions;
mod errors;
mod nesting;
mod slots;
mod trees;

use crate::ast::Template;
use crate::{CallError, Function, FunctionTable, Machine, ParseError, Value};

fn nothing(_: &mut Machine<'_>, _: &mut [Value]) -> Result<Value, CallError> {
    Ok(Value::Nil)
}

static FUNCTIONS: &[Function] = &[
    Function::fixed("include", &[], nothing),
    Function::fixed("default", &[], nothing),
    Function::fixed("len", &[], nothing),
];

static JUMPS: &[Function] = &[Function::fixed("break", &[], nothing), Function::fixed("continue", &[], nothing)];

fn table(functions: &'static [Function]) -> FunctionTable {
    let mut table = FunctionTable::default();
    table.add(functions);
    table
}

/// Parses a text under the name `t`.
fn parse(text: &str) -> Result<Vec<Template>, ParseError> {
    super::parse("t", std::sync::Arc::new(text.to_string()), &table(FUNCTIONS), crate::builtins::builtins())
}

/// Parses a text that is right and takes its body.
fn parse_body(text: &str) -> Template {
    let templates = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    templates.into_iter().find(|t| &*t.name == "t").unwrap_or_else(|| panic!("{text:?} has no body"))
}
