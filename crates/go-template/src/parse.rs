//! Stub, to be replaced by the parser.
use crate::ast::Template;
use crate::{FunctionTable, ParseError};

/// Parses a text.
pub fn parse(_: &str, _: &[u8], _: &FunctionTable, _: &FunctionTable) -> Result<Vec<Template>, ParseError> {
    todo!()
}
