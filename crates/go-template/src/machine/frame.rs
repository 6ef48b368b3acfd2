//! One execution of one template: its variables, and the current position for error messages.

use smallvec::SmallVec;

use super::Failure;
use crate::ast::{Node, NodeKind, Printed, Shape, Template};
use crate::{CallError, ExecError, ExecErrorKind, Location, Value};

/// A value within an expression, with its static Go type as far as it matters.
#[derive(Clone)]
pub(super) struct Operand {
    pub(super) value: Value,
    /// Held in an `interface {}`: nil is then a nil interface, otherwise no value at all.
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

/// Most templates have a few variables, which need no allocation.
type Variables = SmallVec<[Operand; 6]>;

/// The state of a template's execution.
pub(super) struct Frame<'t> {
    pub(super) template: &'t Template,
    /// The source's text; names and literal parts are ranges of it.
    pub(super) text: &'t [u8],
    pub(super) nodes: &'t [Node],
    pub(super) vars: Variables,
    /// The node being evaluated, as errors print it.
    pub(super) at: Option<Shape>,
    /// How many `{{template}}` invocations enclose this one.
    pub(super) depth: usize,
    /// The last argument checked was a nil interface rather than no value.
    pub(super) nil_interface: bool,
}

/// How many bytes of a long message's start and end are kept: `eq` prints what it cannot compare, and a value of a few
/// kilobytes with shared parts prints as gigabytes.
const BEGINNING: usize = 1 << 20;
const END: usize = 64 << 10;

/// The message, or its start and end.
fn shortened(text: String) -> String {
    if text.len() <= BEGINNING + END {
        return text;
    }
    let (first, last) = (text.floor_char_boundary(BEGINNING), text.ceil_char_boundary(text.len() - END));
    format!("{} … {} bytes left out … {}", &text[..first], last - first, &text[last..])
}

impl<'t> Frame<'t> {
    pub(super) fn new(template: &'t Template, data: Value, depth: usize) -> Frame<'t> {
        let mut vars = Variables::with_capacity(template.slots.max(1));
        vars.push(Operand::plain(data));
        vars.resize(template.slots.max(1), Operand::invalid());
        let code = &*template.code;
        Frame { template, text: code.bytes(), nodes: &code.nodes, vars, at: None, depth, nil_interface: false }
    }

    /// The kind of a node.
    #[inline]
    pub(super) fn kind(&self, number: u32) -> NodeKind {
        self.nodes[number as usize].kind
    }

    /// The text from a node's position to an end.
    #[inline]
    pub(super) fn text_to(&self, number: u32, end: u32) -> &'t [u8] {
        self.text.get(self.nodes[number as usize].span(end)).unwrap_or_default()
    }

    /// An operand as printed.
    pub(super) fn shown(&self, operand: u32) -> String {
        self.print(Shape::Operand(operand))
    }

    fn print(&self, shape: Shape) -> String {
        Printed { code: &self.template.code, shape }.to_string()
    }

    /// An error at the current node.
    #[cold]
    pub(super) fn error(&self, message: impl Into<String>) -> Failure {
        self.error_with(ExecErrorKind::Other, message.into(), None)
    }

    /// An error with a kind of its own.
    #[cold]
    pub(super) fn error_by(&self, kind: ExecErrorKind, message: impl Into<String>) -> Failure {
        self.error_with(kind, message.into(), None)
    }

    /// The error of a failed call.
    #[cold]
    pub(super) fn call_error(&self, name: &str, cause: CallError) -> Failure {
        let kind = ExecErrorKind::Call { function: name.to_string() };
        self.error_with(kind, format!("error calling {name}: "), Some(cause))
    }

    fn error_with(&self, kind: ExecErrorKind, message: String, cause: Option<CallError>) -> Failure {
        let message = shortened(message);
        let cause = cause.map(|cause| Box::new(cause.map_texts(shortened)));
        let template = self.template.name.clone();
        let location = self.at.map(|shape| self.location(shape));
        Box::new(ExecError { location, template, message, kind, cause, text: None })
    }

    fn location(&self, shape: Shape) -> Location {
        let code = &self.template.code;
        let pos = match shape {
            Shape::Operand(operand) => code.place_of_operand(operand),
            Shape::Invoke(node) | Shape::Pipe(node) | Shape::Command(node) | Shape::Bare(node) => {
                self.nodes[node as usize].pos
            }
        };
        Location {
            file: code.name.clone(),
            line: code.line(pos),
            column: code.column(pos),
            template: self.template.name.clone(),
            context: self.print(shape),
        }
    }
}
