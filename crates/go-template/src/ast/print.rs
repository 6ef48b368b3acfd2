//! Prints nodes back as Go's parse tree does (`Node.String()`), for error texts.

use super::*;

macro_rules! stub { ($($t:ty),*) => { $(impl std::fmt::Display for $t {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { todo!() }
})* } }
stub!(Action, Invoke, Pipe, Command, Expr);

impl Branch {
    /// Prints the node under its keyword.
    pub fn print(&self, _keyword: &str) -> String { todo!() }
}

/// Line, column and context of a node.
pub fn error_context(_: &Source, _: u32, _: &str) -> (usize, usize, String) { todo!() }
