//! One execution of one template: its variables, and where it is for error texts.

use smallvec::SmallVec;

use super::Failure;
use crate::ast::{Action, Command, Expr, Invoke, Pipe, Template, error_context};
use crate::{CallError, ExecError, Location, Value};

/// A value on its way through an expression, with what Go's static types tell about it.
#[derive(Clone)]
pub(super) struct Operand {
    pub(super) value: Value,
    /// Held in an `interface {}`: nil is then a nil interface, else no value at all.
    pub(super) boxed: bool,
}

impl Operand {
    pub(super) fn plain(value: Value) -> Operand {
        Operand { value, boxed: false }
    }

    pub(super) fn boxed(value: Value) -> Operand {
        Operand { value, boxed: true }
    }

    /// No value at all: Go's zero `reflect.Value`.
    pub(super) fn invalid() -> Operand {
        Operand::plain(Value::Nil)
    }

    /// Go's name of the static type.
    pub(super) fn type_name(&self) -> std::borrow::Cow<'static, str> {
        if self.boxed { "interface {}".into() } else { self.value.type_name() }
    }
}

/// The node that is being evaluated.
#[derive(Clone, Copy)]
pub(super) enum At<'t> {
    Start,
    Action(&'t Action),
    Invoke(&'t Invoke),
    Pipe(&'t Pipe),
    Command(&'t Command),
    Expr(&'t Expr),
}

/// Most templates have a few variables; those need no memory of their own.
type Variables = SmallVec<[Operand; 6]>;

/// The state of a template's execution.
pub(super) struct Frame<'t> {
    pub(super) template: &'t Template,
    /// The source's text, which literal parts are cut from.
    pub(super) text: &'t [u8],
    pub(super) vars: Variables,
    pub(super) at: At<'t>,
    /// How many `{{template}}` invocations are around this one.
    pub(super) depth: usize,
    /// The argument checked last was a nil interface rather than no value.
    pub(super) nil_interface: bool,
}

impl<'t> Frame<'t> {
    pub(super) fn new(template: &'t Template, data: Value, depth: usize) -> Frame<'t> {
        let mut vars = Variables::with_capacity(template.slots.max(1));
        vars.push(Operand::plain(data));
        vars.resize(template.slots.max(1), Operand::invalid());
        Frame { template, text: template.source.bytes(), vars, at: At::Start, depth, nil_interface: false }
    }

    /// Makes an error at the current node.
    #[cold]
    pub(super) fn error(&self, message: impl Into<String>) -> Failure {
        self.error_with(message.into(), None)
    }

    /// Makes the error of a failed call.
    #[cold]
    pub(super) fn call_error(&self, name: &str, cause: CallError) -> Failure {
        self.error_with(format!("error calling {name}: "), Some(Box::new(cause)))
    }

    fn error_with(&self, message: String, cause: Option<Box<CallError>>) -> Failure {
        let template = self.template.name.clone();
        let location = self.position().map(|(pos, printed)| {
            let (line, column, context) = error_context(&self.template.source, pos, &printed);
            Location { file: self.template.source.name.clone(), line, column, template: template.clone(), context }
        });
        Box::new(ExecError { location, template, message, cause })
    }

    fn position(&self) -> Option<(u32, String)> {
        Some(match self.at {
            At::Start => return None,
            At::Action(n) => (n.pos, n.to_string()),
            At::Invoke(n) => (n.pos, n.to_string()),
            At::Pipe(n) => (n.pos, n.to_string()),
            At::Command(n) => (n.pos, n.to_string()),
            At::Expr(n) => (n.pos, n.to_string()),
        })
    }
}
