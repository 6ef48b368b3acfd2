//! Functions that templates call: their Go signatures and their bodies.

use std::collections::HashMap;

use crate::hash::FastBuild;
use crate::{CallError, Machine, Value};

/// The static Go type of a parameter, which the evaluator checks arguments against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// `interface {}`: everything, nil included.
    Any,
    /// `reflect.Value`, as Go's builtins take: everything, nil included.
    Reflect,
    /// Go's `bool`.
    Bool,
    /// Go's `string`.
    String,
    /// Go's `int`.
    Int,
    /// Go's `int64`.
    Int64,
    /// Go's `uint32`.
    Uint32,
    /// Go's `float64`.
    Float64,
    /// `map[string]interface {}`; for nil see [`Signature`].
    Map,
    /// `[]interface {}`
    List,
    /// `[]string`
    Strings,
    /// `[]byte`, printed `[]uint8`
    Bytes,
    /// A struct or named type by its `%T` name, such as `time.Time`.
    Named(&'static str),
}

impl Param {
    /// Go's name of the type.
    pub fn type_name(self) -> &'static str {
        match self {
            Param::Any => "interface {}",
            Param::Reflect => "reflect.Value",
            Param::Bool => "bool",
            Param::String => "string",
            Param::Int => "int",
            Param::Int64 => "int64",
            Param::Uint32 => "uint32",
            Param::Float64 => "float64",
            Param::Map => "map[string]interface {}",
            Param::List => "[]interface {}",
            Param::Strings => "[]string",
            Param::Bytes => "[]uint8",
            Param::Named(name) => name,
        }
    }
}

/// A Go function type: fixed parameters, then optionally `...rest`.
///
/// The evaluator has checked every argument before the body runs: for a `String` parameter it is a `Value::Str`, for
/// `Int` a `Value::Int` and so on. As in Go, an untyped nil is accepted for `Map`, `List`, `Strings` and `Bytes` too
/// (as their nil, here `Value::Nil`), but not for strings, numbers and bools.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The fixed parameters.
    pub params: &'static [Param],
    /// The type of variadic arguments; `None` if it takes none.
    pub rest: Option<Param>,
}

/// The body of a function. Arguments may be taken out of the slice.
pub type NativeFn = fn(&mut Machine<'_>, &mut [Value]) -> Result<Value, CallError>;

/// A function by its template name.
#[derive(Clone, Copy)]
pub struct Function {
    /// The name in templates.
    pub name: &'static str,
    /// How arguments are checked and converted.
    pub signature: Signature,
    /// The implementation.
    pub body: NativeFn,
    /// How the result is chosen, if it is always one of the arguments.
    pub choice: Option<Choice>,
    /// Whether it accepts every text as its only argument and has no side effects.
    pub is_total: bool,
}

/// The last argument selects one of the others as the result. If the others are costly to compute, only the selected
/// one is.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Applies to calls with this many arguments.
    pub count: usize,
    /// The index of the selected argument, counted back from the last one.
    pub pick: fn(&Value) -> usize,
}

impl Function {
    /// Declares a function with fixed parameters.
    pub const fn fixed(name: &'static str, params: &'static [Param], body: NativeFn) -> Function {
        Function { name, signature: Signature { params, rest: None }, body, choice: None, is_total: false }
    }

    /// Declares a variadic function.
    pub const fn variadic(name: &'static str, params: &'static [Param], rest: Param, body: NativeFn) -> Function {
        Function { name, signature: Signature { params, rest: Some(rest) }, body, choice: None, is_total: false }
    }

    /// Declares that the last of `count` arguments selects the result among the others.
    pub const fn choosing(self, count: usize, pick: fn(&Value) -> usize) -> Function {
        Function { choice: Some(Choice { count, pick }), ..self }
    }

    /// Declares that it accepts every text as its only argument and has no side effects.
    pub const fn total(self) -> Function {
        Function { is_total: true, ..self }
    }
}

/// The functions that a template may call, by name. Go's builtins are always available; a function here hides the
/// builtin of the same name.
#[derive(Clone, Default)]
pub struct FunctionTable {
    functions: HashMap<&'static str, &'static Function, FastBuild>,
}

impl FunctionTable {
    /// Adds functions; a later one replaces an earlier one of the same name.
    pub fn add(&mut self, functions: &'static [Function]) {
        self.functions.extend(functions.iter().map(|f| (f.name, f)));
    }

    /// Removes a function.
    pub fn remove(&mut self, name: &str) {
        self.functions.remove(name);
    }

    /// Finds a function.
    pub fn get(&self, name: &str) -> Option<&'static Function> {
        self.functions.get(name).copied()
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.functions.keys().copied().collect();
        names.sort_unstable();
        names
    }
}

/// A function that a template calls.
#[derive(Clone, Copy)]
pub(crate) struct FunctionRef {
    pub(crate) function: &'static Function,
    /// Go's own, not one of the table with the same name: `and`, `or` and `call` are special then.
    pub(crate) is_builtin: bool,
}

/// All functions that templates may call, by number: those of a table, then the builtins that it does not hide.
pub(crate) struct Functions {
    all: Vec<FunctionRef>,
    numbers: HashMap<&'static [u8], u32, FastBuild>,
}

impl Functions {
    pub(crate) fn new(table: &FunctionTable, builtins: &FunctionTable) -> Functions {
        let count = table.functions.len() + builtins.functions.len();
        let numbers = HashMap::with_capacity_and_hasher(count, FastBuild::default());
        let mut functions = Functions { all: Vec::with_capacity(count), numbers };
        for (table, is_builtin) in [(table, false), (builtins, true)] {
            for function in table.functions.values() {
                functions.numbers.entry(function.name.as_bytes()).or_insert_with(|| {
                    functions.all.push(FunctionRef { function, is_builtin });
                    functions.all.len() as u32 - 1
                });
            }
        }
        functions
    }

    /// Finds a function's number.
    pub(crate) fn number(&self, name: &[u8]) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The function with a number from [`number`](Self::number).
    pub(crate) fn get(&self, number: u32) -> FunctionRef {
        self.all[number as usize]
    }
}
