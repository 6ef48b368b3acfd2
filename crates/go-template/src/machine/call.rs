//! Calls functions and methods: checks the number and types of arguments as Go's static types would.

use smallvec::SmallVec;

use super::frame::{Frame, Operand};
use super::{Failure, Machine};
use crate::ast::{NodeKind, Number, Shape, after_operand};
use crate::function::{Choice, FunctionRef};
use crate::{CallError, Elem, ExecErrorKind, IntKind, MapType, Param, Signature, Value};

type Arguments = SmallVec<[Value; 4]>;

/// The operands of a call: the first one's number, and their count.
#[derive(Clone, Copy, Default)]
pub(super) struct Args {
    pub(super) first: u32,
    pub(super) count: u32,
}

impl<'t> Frame<'t> {
    /// Calls a function by its number; errors print `shape`.
    pub(super) fn call_function(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        number: u32,
        shape: Shape,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let FunctionRef { function, is_builtin } = self.template.code.functions.get(number);
        self.check_count(function.name, &function.signature, args, &last)?;
        if is_builtin && matches!(function.name, "and" | "or") {
            return self.short_circuit(m, dot, function.name == "or", args, last);
        }
        let mut arguments = self.arguments(m, dot, (&function.signature, function.choice), args, last)?;
        let result = match m.spent.add_call(&arguments, &m.limits) {
            Ok(()) => (function.body)(m, &mut arguments),
            Err(message) => Err(CallError::Limit(message)),
        };
        let bounded = |value| match m.spent.add_result(&value, &m.limits) {
            Ok(()) => Ok(value),
            Err(message) => Err(CallError::Limit(message)),
        };
        match result.and_then(bounded) {
            Ok(value) => Ok(Operand::boxed(value)),
            Err(cause) => {
                let cause = if is_builtin { self.reworded(function.name, args, &arguments, cause) } else { cause };
                self.at = Some(shape);
                Err(self.call_error(function.name, cause))
            }
        }
    }

    /// Whether an operand is costly to evaluate, and cannot fail: `$certificate.Key`, or `(trim $certificate.Key)`.
    fn is_costly(&self, operand: u32) -> bool {
        match self.kind(operand) {
            NodeKind::Variable { slot, end } => {
                let Some(Value::Object(object)) = self.vars.get(slot as usize).map(|variable| &variable.value) else {
                    return false;
                };
                let field = self.text_to(operand, end).splitn(2, |byte| *byte == b'.').nth(1);
                let field = field.and_then(|field| std::str::from_utf8(field).ok());
                field.is_some_and(|field| object.has_costly_field(field))
            }
            NodeKind::Pipe(pipe) if pipe.variables == 0 && !pipe.has_fields => {
                let NodeKind::Command { args: 1, end } = self.kind(operand + 1) else { return false };
                let NodeKind::Function { number, has_fields: false } = self.kind(operand + 2) else { return false };
                let is_total = self.template.code.functions.get(number).function.is_total;
                end == pipe.end && is_total && self.is_costly(operand + 3)
            }
            _ => false,
        }
    }

    /// Errors of builtins whose text depends on more than the arguments' values.
    fn reworded(&self, name: &str, args: Args, values: &[Value], cause: CallError) -> CallError {
        match (name, values.first()) {
            ("len", Some(Value::Nil)) if self.nil_interface => CallError::text(crate::builtins::LEN_OF_NIL_INTERFACE),
            ("call", Some(value)) => {
                let callee = if args.count > 0 { self.shown(args.first) } else { String::new() };
                crate::builtins::not_callable(&callee, value)
            }
            _ => cause,
        }
    }

    /// Calls a method of a map type or an object; `node` is the chain that names it.
    #[expect(clippy::too_many_arguments, reason = "a call and where it stands")]
    pub(super) fn call_method(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        receiver: &Value,
        name: &[u8],
        signature: &'static Signature,
        node: u32,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let name = String::from_utf8_lossy(name);
        self.check_count(&name, signature, args, &last)?;
        let arguments = self.arguments(m, dot, (signature, None), args, last)?;
        let result = match receiver {
            Value::Object(object) => object.invoke(&name, &arguments),
            Value::Map(map) => match map.map_type() {
                MapType::Named(named) => (named.invoke)(map, &name, &arguments),
                _ => Err(CallError::text("not a method")),
            },
            _ => Err(CallError::text("not a method")),
        };
        result.map(Operand::boxed).map_err(|cause| {
            self.at = Some(Shape::Operand(node));
            self.call_error(&name, cause)
        })
    }

    fn check_count(&self, name: &str, signature: &Signature, args: Args, last: &Option<Value>) -> Result<(), Failure> {
        let given = args.count as usize + usize::from(last.is_some());
        let fixed = signature.params.len();
        if signature.rest.is_some() {
            if given < fixed {
                let count = args.count;
                return Err(self.error(format!("wrong number of args for {name}: want at least {fixed} got {count}")));
            }
        } else if given != fixed {
            return Err(self.error(format!("wrong number of args for {name}: want {fixed} got {given}")));
        }
        Ok(())
    }

    /// Go's `and` and `or`, which stop at the first deciding argument.
    fn short_circuit(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        is_or: bool,
        args: Args,
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let mut value = Value::Nil;
        let mut arg = args.first;
        for _ in 0..args.count {
            value = self.argument(m, dot, Param::Reflect, arg)?;
            arg = after_operand(self.nodes, arg);
            if value.truth() == is_or {
                return Ok(Operand::plain(value));
            }
        }
        Ok(Operand::plain(last.unwrap_or(value)))
    }

    fn arguments(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        (signature, choice): (&Signature, Option<Choice>),
        args: Args,
        last: Option<Value>,
    ) -> Result<Arguments, Failure> {
        let mut arguments = Arguments::new();
        let total = args.count as usize + usize::from(last.is_some());
        let choice = choice.filter(|choice| choice.count == total);
        let mut left = SmallVec::<[(usize, u32); 2]>::new();
        let param = |i: usize| signature.params.get(i).copied().or(signature.rest).unwrap_or(Param::Any);
        let mut arg = args.first;
        for i in 0..args.count as usize {
            if choice.is_some() && i + 1 < total && self.is_costly(arg) {
                left.push((i, arg));
                arguments.push(Value::Nil);
            } else {
                arguments.push(self.argument(m, dot, param(i), arg)?);
            }
            arg = after_operand(self.nodes, arg);
        }
        if let Some(value) = last {
            arguments.push(self.check_type(Operand::plain(value), param(args.count as usize))?);
        }
        let chosen = choice.zip(arguments.last()).map(|(choice, last)| (choice.pick)(last));
        for (i, arg) in left.into_iter().filter(|(i, _)| Some(*i) == chosen) {
            arguments[i] = self.argument(m, dot, param(i), arg)?;
        }
        Ok(arguments)
    }

    /// Evaluates an argument for a parameter of the given type.
    fn argument(&mut self, m: &mut Machine<'_>, dot: &Operand, param: Param, arg: u32) -> Result<Value, Failure> {
        self.at = Some(Shape::Operand(arg));
        match self.kind(arg) {
            NodeKind::Nil => {
                if can_be_nil(param) {
                    return Ok(Value::Nil);
                }
                Err(self.error(format!("cannot assign nil to {}", param.type_name())))
            }
            NodeKind::Bool(_) | NodeKind::Number { .. } | NodeKind::Str { .. } => self.literal(param, arg),
            _ => {
                let operand = self.operand(m, dot, arg)?;
                self.check_type(operand, param)
            }
        }
    }

    /// Evaluates an operand of any type.
    fn operand(&mut self, m: &mut Machine<'_>, dot: &Operand, arg: u32) -> Result<Operand, Failure> {
        let none = Args::default();
        match self.kind(arg) {
            NodeKind::Dot => Ok(dot.clone()),
            NodeKind::Field { end } => self.field_chain(m, dot, dot.clone(), self.text_to(arg, end), arg, none, None),
            NodeKind::Variable { slot, end } => self.variable(m, dot, (slot, end), arg, none, None),
            NodeKind::Pipe(pipe) if !pipe.has_fields => self.pipeline(m, dot, arg).map(Operand::plain),
            NodeKind::Function { number, has_fields: false } => {
                self.call_function(m, dot, number, Shape::Operand(arg), none, None)
            }
            NodeKind::Pipe(_) | NodeKind::Function { .. } => self.chain(m, dot, arg, none, None),
            _ => self.constant(arg),
        }
    }

    /// Converts a literal to the parameter's type, if possible.
    fn literal(&mut self, param: Param, arg: u32) -> Result<Value, Failure> {
        let number = match (param, self.kind(arg)) {
            (Param::Any | Param::Reflect, _) => return self.constant(arg).map(|operand| operand.value),
            (Param::Bool, NodeKind::Bool(b)) => return Ok(Value::Bool(b)),
            (Param::String, NodeKind::Str { is_plain, end }) => {
                return Ok(Value::Str(self.string(arg, is_plain, end)));
            }
            (_, NodeKind::Number { kind, end }) => self.number(arg, kind, end),
            _ => Number::default(),
        };
        let wanted = match param {
            Param::Int | Param::Int64 if number.int.is_some() => {
                let kind = if param == Param::Int { IntKind::Int } else { IntKind::Int64 };
                return Ok(Value::Int(kind, number.int.unwrap_or_default()));
            }
            Param::Uint32 if number.uint.is_some() => {
                // Go truncates to the type's size.
                return Ok(Value::Int(IntKind::Uint32, i64::from(number.uint.unwrap_or_default() as u32)));
            }
            // The only named type of another kind than struct that functions accept.
            Param::Named("time.Duration") if number.int.is_some() => {
                return Ok(Value::int64(number.int.unwrap_or_default()));
            }
            Param::Float64 if number.float.is_some() => {
                return Ok(Value::Float(number.float.unwrap_or_default()));
            }
            Param::Bool => "bool",
            Param::String => "string",
            Param::Int | Param::Int64 | Param::Named("time.Duration") => "integer",
            Param::Uint32 => "unsigned integer",
            Param::Float64 => "float",
            _ => {
                return Err(self.error(format!(
                    "can't handle {} for arg of type {}",
                    self.shown(arg),
                    param.type_name()
                )));
            }
        };
        Err(self.error(format!("expected {wanted}; found {}", self.shown(arg))))
    }

    /// Checks that a value can be assigned to a parameter's type.
    fn check_type(&mut self, operand: Operand, param: Param) -> Result<Value, Failure> {
        let Operand { value, boxed } = operand;
        self.nil_interface = boxed && value.is_nil();
        if matches!(param, Param::Any | Param::Reflect) || is_assignable(&value, param) {
            return Ok(value);
        }
        if value.is_nil() && !boxed {
            if can_be_nil(param) {
                return Ok(value);
            }
            return Err(self.error(format!("invalid value; expected {}", param.type_name())));
        }
        let got = if value.is_nil() { "interface {}".into() } else { value.type_name() };
        let expected = param.type_name();
        let message = format!("wrong type for value; expected {expected}; got {got}");
        Err(self.error_by(ExecErrorKind::WrongType { expected, got: got.into_owned() }, message))
    }
}

fn can_be_nil(param: Param) -> bool {
    match param {
        Param::Any | Param::Reflect | Param::Map | Param::List | Param::Strings | Param::Bytes => true,
        Param::Named(name) => name.starts_with('*'),
        Param::Bool | Param::String | Param::Int | Param::Int64 | Param::Uint32 | Param::Float64 => false,
    }
}

fn is_assignable(value: &Value, param: Param) -> bool {
    match (param, value) {
        (Param::Any | Param::Reflect, _) => true,
        (Param::Bool, Value::Bool(_)) | (Param::String, Value::Str(_)) => true,
        (Param::Int, Value::Int(kind, _)) => *kind == IntKind::Int,
        (Param::Int64, Value::Int(kind, _)) => *kind == IntKind::Int64,
        (Param::Uint32, Value::Int(kind, _)) => *kind == IntKind::Uint32,
        (Param::Float64, Value::Float(_)) | (Param::Bytes, Value::Bytes(_)) => true,
        (Param::Map, Value::Map(map)) => map.map_type().elem() == Elem::Any,
        (Param::List, Value::List(list)) => list.elem() == Elem::Any,
        (Param::Strings, Value::List(list)) => list.elem() == Elem::String,
        (Param::Named(name), Value::Object(object)) => {
            let given = object.type_name();
            given == name || given.strip_prefix('*') == Some(name)
        }
        _ => false,
    }
}
