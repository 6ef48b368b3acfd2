//! Evaluates pipelines, commands, fields and variables.

use super::call::Args;
use super::frame::{Frame, Operand};
use super::{Failure, Machine};
use crate::ast::{NodeKind, Number, Shape, after_operand};
use crate::lex::Kind;
use crate::parse::{parse_number, unquote};
use crate::{Elem, ExecErrorKind, Str, Value};

impl<'t> Frame<'t> {
    /// Evaluates a pipeline and sets the variables it declares. The result is never boxed.
    pub(super) fn pipeline(&mut self, m: &mut Machine<'_>, dot: &Operand, number: u32) -> Result<Value, Failure> {
        self.at = Some(Shape::Pipe(number));
        let NodeKind::Pipe(pipe) = self.kind(number) else {
            return Err(self.error("not a pipeline"));
        };
        let variables = number + 1..number + 1 + u32::from(pipe.variables);
        let mut value = None;
        let mut command = variables.end;
        while command < pipe.end {
            value = Some(self.command(m, dot, &mut command, value)?.value);
        }
        let value = value.unwrap_or_default();
        for variable in variables {
            let NodeKind::Declared { slot, end } = self.kind(variable) else { continue };
            match self.vars.get_mut(slot as usize) {
                Some(slot) => *slot = Operand::plain(value.clone()),
                None => {
                    let name = String::from_utf8_lossy(self.text_to(variable, end));
                    return Err(self.error(format!("undefined variable: {name}")));
                }
            }
        }
        Ok(value)
    }

    /// Evaluates the command with the given number and advances to the next one.
    fn command(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        number: &mut u32,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let command = *number;
        let NodeKind::Command { args, end } = self.kind(command) else {
            return Err(self.error("not a command"));
        };
        *number = end;
        let first = command + 1;
        let args = Args { first: after_operand(self.nodes, first), count: args };
        match self.kind(first) {
            NodeKind::Field { end } => {
                self.at = Some(Shape::Operand(first));
                return self.field_chain(m, dot, dot.clone(), self.text_to(first, end), first, args, last);
            }
            NodeKind::Function { number, has_fields: false } => {
                self.at = Some(Shape::Operand(first));
                return self.call_function(m, dot, number, Shape::Command(command), args, last);
            }
            NodeKind::Pipe(pipe) if !pipe.has_fields => {
                self.not_a_function(args, first, &last)?;
                return self.pipeline(m, dot, first).map(Operand::plain);
            }
            NodeKind::Pipe(_) | NodeKind::Function { .. } => return self.chain(m, dot, first, args, last),
            NodeKind::Variable { slot, end } => return self.variable(m, dot, (slot, end), first, args, last),
            _ => {}
        }
        self.at = Some(Shape::Operand(first));
        self.not_a_function(args, first, &last)?;
        match self.kind(first) {
            NodeKind::Dot => Ok(dot.clone()),
            NodeKind::Nil => Err(self.error("nil is not a command")),
            _ => self.constant(first),
        }
    }

    /// A literal without a required type.
    pub(super) fn constant(&mut self, operand: u32) -> Result<Operand, Failure> {
        match self.kind(operand) {
            NodeKind::Bool(b) => Ok(Operand::plain(Value::Bool(b))),
            NodeKind::Str { is_plain, end } => Ok(Operand::plain(Value::Str(self.string(operand, is_plain, end)))),
            NodeKind::Number { kind, end } => self.ideal_constant(operand, kind, end),
            _ => {
                let shown = self.shown(operand);
                Err(self.error(format!("can't evaluate command {}", crate::fmt::quote(shown.as_bytes()))))
            }
        }
    }

    /// The value of a string.
    pub(super) fn string(&self, operand: u32, is_plain: bool, end: u32) -> Str {
        let written = self.text_to(operand, end);
        match is_plain {
            true => Str::from(written.get(1..written.len().saturating_sub(1)).unwrap_or_default()),
            false => Str::from(&*unquote(written).unwrap_or_default()),
        }
    }

    /// The values of a number.
    pub(super) fn number(&self, operand: u32, kind: Kind, end: u32) -> Number {
        // The parser has checked that it is a number.
        parse_number(self.text_to(operand, end), kind).unwrap_or_default()
    }

    fn ideal_constant(&mut self, operand: u32, kind: Kind, end: u32) -> Result<Operand, Failure> {
        self.at = Some(Shape::Operand(operand));
        let number = self.number(operand, kind, end);
        let text = self.text_to(operand, end);
        let is_rune = text.first() == Some(&b'\'');
        let has_any = |set: &[u8]| text.iter().any(|b| set.contains(b));
        let is_hex_int = text.len() > 2 && text[0] == b'0' && matches!(text[1], b'x' | b'X') && !has_any(b"pP");
        if number.complex.is_some() && number.float.is_none() {
            let shown = self.shown(operand);
            return Err(self.error(format!("complex constants such as {shown} are not supported")));
        }
        if let Some(float) = number.float
            && !is_hex_int
            && !is_rune
            && has_any(b".eEpP")
        {
            return Ok(Operand::plain(Value::Float(float)));
        }
        match number.int {
            Some(n) => Ok(Operand::plain(Value::int(n))),
            None => Err(self.error(format!("{} overflows int", self.shown(operand)))),
        }
    }

    /// `(operand).a.b`
    pub(super) fn chain(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        operand: u32,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        self.at = Some(Shape::Bare(operand));
        let receiver = match self.kind(operand) {
            NodeKind::Function { number, .. } => {
                self.call_function(m, dot, number, Shape::Bare(operand), Args::default(), None)?
            }
            _ => self.pipeline(m, dot, operand).map(Operand::plain)?,
        };
        let fields = after_operand(self.nodes, operand) - 1;
        let names = match self.kind(fields) {
            NodeKind::Fields { end } => self.text_to(fields, end),
            _ => &[],
        };
        self.field_chain(m, dot, receiver, names, operand, args, last)
    }

    /// `$x.a.b`, by its slot and end.
    pub(super) fn variable(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        (slot, end): (u32, u32),
        operand: u32,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        self.at = Some(Shape::Operand(operand));
        let written = self.text_to(operand, end);
        let (name, fields) = written.split_at(written.iter().position(|b| *b == b'.').unwrap_or(written.len()));
        let Some(value) = self.vars.get(slot as usize).cloned() else {
            return Err(self.error(format!("undefined variable: {}", String::from_utf8_lossy(name))));
        };
        if fields.is_empty() {
            self.not_a_function(args, operand, &last)?;
            return Ok(value);
        }
        self.field_chain(m, dot, value, fields, operand, args, last)
    }

    /// Refuses arguments for an operand that is not a function.
    fn not_a_function(&self, args: Args, operand: u32, last: &Option<Value>) -> Result<(), Failure> {
        if args.count > 0 || last.is_some() {
            return Err(self.error(format!("can't give argument to non-function {}", self.shown(operand))));
        }
        Ok(())
    }

    /// Evaluates `.a.b.c` on a receiver; if the last one is a method, it gets the arguments.
    #[expect(clippy::too_many_arguments, reason = "what Go's evalFieldChain needs too")]
    pub(super) fn field_chain(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        mut receiver: Operand,
        names: &'t [u8],
        operand: u32,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let mut rest = names.get(1..).unwrap_or_default();
        while let Some(dots) = rest.iter().position(|b| *b == b'.') {
            let (name, behind) = rest.split_at(dots);
            receiver = self.field(m, dot, receiver, name, operand, Args::default(), None)?;
            rest = behind.get(1..).unwrap_or_default();
        }
        self.field(m, dot, receiver, rest, operand, args, last)
    }

    /// Evaluates one `.name` on a receiver: a method, a field or a map entry.
    #[expect(clippy::too_many_arguments, reason = "what Go's evalField needs too")]
    fn field(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        receiver: Operand,
        name: &'t [u8],
        node: u32,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let has_args = args.count > 0 || last.is_some();
        match &receiver.value {
            Value::Nil if !receiver.boxed => {
                if m.strict {
                    let message = format!("nil data; no entry for key {}", crate::fmt::quote(name));
                    return Err(self.error_by(ExecErrorKind::FieldOfNil(shown(name).into_owned()), message));
                }
                Ok(Operand::invalid())
            }
            Value::Nil => {
                let message = format!("nil pointer evaluating interface {{}}.{}", shown(name));
                Err(self.error_by(ExecErrorKind::FieldOfNil(shown(name).into_owned()), message))
            }
            Value::Map(map) => {
                if let crate::MapType::Named(named) = map.map_type()
                    && let Some(signature) = (named.method)(name)
                {
                    return self.call_method(m, dot, &receiver.value, name, signature, node, args, last);
                }
                if has_args {
                    return Err(self.error(format!("{} is not a method but has arguments", shown(name))));
                }
                let elem = map.map_type().elem();
                match map.get(name) {
                    Some(value) => Ok(Operand { value, boxed: elem == Elem::Any }),
                    None if m.strict => {
                        let message = format!("map has no entry for key {}", crate::fmt::quote(name));
                        Err(self.error_by(ExecErrorKind::NoEntry(shown(name).into_owned()), message))
                    }
                    None => Ok(zero_of(elem)),
                }
            }
            Value::Object(object) => {
                let text = String::from_utf8_lossy(name);
                if let Some(signature) = object.method(&text) {
                    return self.call_method(m, dot, &receiver.value, name, signature, node, args, last);
                }
                if let Some(value) = object.field(&text) {
                    if has_args {
                        return Err(
                            self.error(format!("{} has arguments but cannot be invoked as function", shown(name)))
                        );
                    }
                    return Ok(Operand::plain(value));
                }
                if let Some(native @ Value::Map(_)) = object.native() {
                    let native = Operand { value: native, boxed: receiver.boxed };
                    return self.field(m, dot, native, name, node, args, last);
                }
                Err(self.no_field(name, &receiver))
            }
            _ => Err(self.no_field(name, &receiver)),
        }
    }

    #[cold]
    fn no_field(&self, name: &[u8], receiver: &Operand) -> Failure {
        let message = format!("can't evaluate field {} in type {}", shown(name), receiver.type_name());
        self.error_by(ExecErrorKind::NoField(shown(name).into_owned()), message)
    }
}

/// A name in an error message.
fn shown(name: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(name)
}

/// The zero value of a map's element type, which a missing key evaluates to.
fn zero_of(elem: Elem) -> Operand {
    match elem {
        Elem::Any => Operand::boxed(Value::Nil),
        Elem::String => Operand::plain(Value::Str(Str::default())),
        Elem::Int => Operand::plain(Value::int(0)),
        Elem::Named("[]uint8") => Operand::plain(Value::Bytes(Str::default())),
        _ => Operand::invalid(),
    }
}
