//! Texts and the results of Go's parser.

mod constants;
mod definitions;
mod errors;
mod nesting;
mod slots;
mod trees;

use std::sync::Arc;

use crate::ast::{NodeKind, Template};
use crate::function::Functions;
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

fn functions(own: &'static [Function]) -> Arc<Functions> {
    let mut table = FunctionTable::default();
    table.add(own);
    Arc::new(Functions::new(&table, crate::builtins::builtins()))
}

/// Parses a text under the name `t`.
fn parse(text: &str) -> Result<Vec<Template>, ParseError> {
    super::parse("t", Arc::new(text.to_string()), &functions(FUNCTIONS))
}

/// Parses a valid text and returns its body.
fn parse_body(text: &str) -> Template {
    let templates = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    templates.into_iter().find(|t| &*t.name == "t").unwrap_or_else(|| panic!("{text:?} has no body"))
}

/// The kinds of a template's nodes.
fn kinds(template: &Template) -> Vec<NodeKind> {
    let nodes = &template.code.nodes[template.start as usize..template.end as usize];
    nodes.iter().map(|node| node.kind).collect()
}
