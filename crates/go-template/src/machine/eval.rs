//! Evaluates pipelines, commands, fields and variables.

use super::frame::{At, Frame, Operand};
use super::{Failure, Machine};
use crate::ast::{Command, Expr, ExprKind, Number, Pipe};
use crate::{Elem, Str, Value};

impl<'t> Frame<'t> {
    /// Evaluates a pipeline and sets the variables it declares. What comes out is never boxed.
    pub(super) fn pipeline(&mut self, m: &mut Machine<'_>, dot: &Operand, pipe: &'t Pipe) -> Result<Value, Failure> {
        self.at = At::Pipe(pipe);
        let mut value = None;
        for command in &pipe.commands {
            value = Some(self.command(m, dot, command, value)?.value);
        }
        let value = value.unwrap_or_default();
        for variable in &pipe.decl {
            let operand = Operand::plain(value.clone());
            match self.vars.get_mut(variable.slot as usize) {
                Some(slot) => *slot = operand,
                None => return Err(self.error(format!("undefined variable: {}", variable.name))),
            }
        }
        Ok(value)
    }

    fn command(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        command: &'t Command,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let first = &command.args[0];
        match &first.kind {
            ExprKind::Field(names) => {
                self.at = At::Expr(first);
                return self.field_chain(m, dot, dot.clone(), names, first, &command.args, last);
            }
            ExprKind::Chain { .. } => return self.chain(m, dot, first, &command.args, last),
            ExprKind::Function(function) => {
                self.at = At::Expr(first);
                return self.call_function(m, dot, *function, At::Command(command), &command.args, last);
            }
            ExprKind::Pipe(pipe) => {
                self.not_a_function(&command.args, first, &last)?;
                return self.pipeline(m, dot, pipe).map(Operand::plain);
            }
            ExprKind::Variable { .. } => return self.variable(m, dot, first, &command.args, last),
            _ => {}
        }
        self.at = At::Expr(first);
        self.not_a_function(&command.args, first, &last)?;
        match &first.kind {
            ExprKind::Dot => Ok(dot.clone()),
            ExprKind::Nil => Err(self.error("nil is not a command")),
            _ => self.constant(first),
        }
    }

    /// A literal where no type is asked for.
    pub(super) fn constant(&mut self, expr: &'t Expr) -> Result<Operand, Failure> {
        match &expr.kind {
            ExprKind::Bool(b) => Ok(Operand::plain(Value::Bool(*b))),
            ExprKind::Str { value, .. } => Ok(Operand::plain(Value::Str(value.clone()))),
            ExprKind::Number(number) => self.ideal_constant(expr, number),
            _ => Err(self.error(format!("can't evaluate command {}", crate::fmt::quote(expr.to_string().as_bytes())))),
        }
    }

    fn ideal_constant(&mut self, expr: &'t Expr, number: &Number) -> Result<Operand, Failure> {
        self.at = At::Expr(expr);
        let text = number.text.as_bytes();
        let is_rune = text.first() == Some(&b'\'');
        let has_any = |set: &[u8]| text.iter().any(|b| set.contains(b));
        let is_hex_int = text.len() > 2 && text[0] == b'0' && matches!(text[1], b'x' | b'X') && !has_any(b"pP");
        if number.complex.is_some() && number.float.is_none() {
            return Err(self.error(format!("complex constants such as {} are not supported", number.text)));
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
            None => Err(self.error(format!("{} overflows int", number.text))),
        }
    }

    /// `(operand).a.b`
    pub(super) fn chain(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        expr: &'t Expr,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        self.at = At::Expr(expr);
        let ExprKind::Chain { operand, fields } = &expr.kind else {
            return Err(self.error("not a chain"));
        };
        if let ExprKind::Nil = operand.kind {
            return Err(self.error(format!("indirection through explicit nil in {expr}")));
        }
        let receiver = self.operand(m, dot, operand)?;
        self.field_chain(m, dot, receiver, fields, expr, args, last)
    }

    /// `$x.a.b`
    pub(super) fn variable(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        expr: &'t Expr,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        self.at = At::Expr(expr);
        let ExprKind::Variable { name, slot, fields } = &expr.kind else {
            return Err(self.error("not a variable"));
        };
        let Some(value) = self.vars.get(*slot as usize).cloned() else {
            return Err(self.error(format!("undefined variable: {name}")));
        };
        if fields.is_empty() {
            self.not_a_function(args, expr, &last)?;
            return Ok(value);
        }
        self.field_chain(m, dot, value, fields, expr, args, last)
    }

    /// Refuses arguments to what cannot take any.
    fn not_a_function(&self, args: &'t [Expr], expr: &'t Expr, last: &Option<Value>) -> Result<(), Failure> {
        if args.len() > 1 || last.is_some() {
            return Err(self.error(format!("can't give argument to non-function {expr}")));
        }
        Ok(())
    }

    /// Walks `.a.b.c` from a receiver; if the last one is a method, it gets the arguments.
    #[expect(clippy::too_many_arguments, reason = "what Go's evalFieldChain needs too")]
    pub(super) fn field_chain(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        mut receiver: Operand,
        names: &'t [Str],
        node: &'t Expr,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let Some((final_name, path)) = names.split_last() else {
            return Ok(receiver);
        };
        for name in path {
            receiver = self.field(m, dot, receiver, name, node, &[], None)?;
        }
        self.field(m, dot, receiver, final_name, node, args, last)
    }

    /// Evaluates one `.name` on a receiver: a method, a field or a map entry.
    #[expect(clippy::too_many_arguments, reason = "what Go's evalField needs too")]
    fn field(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        receiver: Operand,
        name: &'t Str,
        node: &'t Expr,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let has_args = args.len() > 1 || last.is_some();
        match &receiver.value {
            Value::Nil if !receiver.boxed => {
                if m.strict {
                    return Err(self.error(format!("nil data; no entry for key {}", crate::fmt::quote(name))));
                }
                Ok(Operand::invalid())
            }
            Value::Nil => Err(self.error(format!("nil pointer evaluating interface {{}}.{name}"))),
            Value::Map(map) => {
                if let crate::MapType::Named(named) = map.map_type()
                    && let Some(signature) = name.to_str().and_then(named.method)
                {
                    return self.call_method(m, dot, &receiver.value, name, signature, node, args, last);
                }
                if has_args {
                    return Err(self.error(format!("{name} is not a method but has arguments")));
                }
                let elem = map.map_type().elem();
                match map.get(name) {
                    Some(value) => Ok(Operand { value, boxed: elem == Elem::Any }),
                    None if m.strict => {
                        Err(self.error(format!("map has no entry for key {}", crate::fmt::quote(name))))
                    }
                    None => Ok(zero_of(elem)),
                }
            }
            Value::Object(object) => {
                let text = name.to_string_lossy();
                if let Some(signature) = object.method(&text) {
                    return self.call_method(m, dot, &receiver.value, name, signature, node, args, last);
                }
                if let Some(value) = object.field(&text) {
                    if has_args {
                        return Err(self.error(format!("{name} has arguments but cannot be invoked as function")));
                    }
                    return Ok(Operand::plain(value));
                }
                if let Some(native @ Value::Map(_)) = object.native() {
                    let native = Operand { value: native, boxed: receiver.boxed };
                    return self.field(m, dot, native, name, node, args, last);
                }
                Err(self.error(format!("can't evaluate field {name} in type {}", receiver.type_name())))
            }
            _ => Err(self.error(format!("can't evaluate field {name} in type {}", receiver.type_name()))),
        }
    }
}

/// The zero value of a map's element type, which a missing key reads as.
fn zero_of(elem: Elem) -> Operand {
    match elem {
        Elem::Any => Operand::boxed(Value::Nil),
        Elem::String => Operand::plain(Value::Str(Str::default())),
        Elem::Int => Operand::plain(Value::int(0)),
        Elem::Named("[]uint8") => Operand::plain(Value::Bytes(Str::default())),
        _ => Operand::invalid(),
    }
}
