//! Go's `text/template`, with Go's values, error texts and `fmt` verbs.
//!
//! In: template text, a table of functions, a value. Out: bytes, or an error whose text is Go's own.
//! It knows nothing of Helm or Kubernetes.

pub mod ast;
pub mod builtins;
mod error;
pub mod fmt;
mod function;
mod hash;
mod lex;
mod machine;
mod parse;
mod set;
pub mod syntax;
mod value;

pub use error::{CallError, ExecError, ExecErrorKind, Location, MissingTemplate, ParseError, ParseErrorKind, Refusal};
pub use function::{Choice, Function, FunctionTable, NativeFn, Param, Signature};
pub use hash::{FastBuild, FastHasher};
pub use machine::{LARGEST, Limits, Machine, Overlay};
pub use set::TemplateSet;
pub use value::{Elem, Entries, GoField, IntKind, List, Map, MapType, NamedMap, Object, Str, Value};
