//! Calls functions and methods: counts and checks arguments as Go's static types would.

use smallvec::SmallVec;

use super::frame::{At, Frame, Operand};
use super::{Failure, Machine};
use crate::ast::{Expr, ExprKind, FunctionRef};
use crate::{CallError, Elem, IntKind, MapType, Param, Signature, Str, Value};

type Arguments = SmallVec<[Value; 4]>;

impl<'t> Frame<'t> {
    /// Calls a function; `args[0]` is its name.
    pub(super) fn call_function(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        function: FunctionRef,
        node: At<'t>,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let FunctionRef { function, is_builtin } = function;
        let args = args.get(1..).unwrap_or(&[]);
        self.check_count(function.name, &function.signature, args, &last)?;
        if is_builtin && matches!(function.name, "and" | "or") {
            return self.short_circuit(m, dot, function.name == "or", args, last);
        }
        let mut arguments = self.arguments(m, dot, &function.signature, args, last)?;
        let result = match m.spent.add_call(&arguments, &m.limits) {
            Ok(()) => (function.body)(m, &mut arguments),
            Err(message) => Err(CallError::Text(message)),
        };
        let bounded = |value| match m.spent.add_result(&value, &m.limits) {
            Ok(()) => Ok(value),
            Err(message) => Err(CallError::Text(message)),
        };
        match result.and_then(bounded) {
            Ok(value) => Ok(Operand::boxed(value)),
            Err(cause) => {
                let cause = if is_builtin { self.reworded(function.name, args, &arguments, cause) } else { cause };
                self.at = node;
                Err(self.call_error(function.name, cause))
            }
        }
    }

    /// Errors of builtins whose text depends on more than the values of the arguments.
    fn reworded(&self, name: &str, args: &[Expr], values: &[Value], cause: CallError) -> CallError {
        match (name, values.first()) {
            ("len", Some(Value::Nil)) if self.nil_interface => CallError::text(crate::builtins::LEN_OF_NIL_INTERFACE),
            ("call", Some(value)) => {
                let callee = args.first().map(ToString::to_string).unwrap_or_default();
                crate::builtins::not_callable(&callee, value)
            }
            _ => cause,
        }
    }

    /// Calls a method of a map type or an object; `args[0]` is the chain that named it.
    #[expect(clippy::too_many_arguments, reason = "a call and where it stands")]
    pub(super) fn call_method(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        receiver: &Value,
        name: &Str,
        signature: &'static Signature,
        node: &'t Expr,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let name = name.to_string_lossy();
        let args = args.get(1..).unwrap_or(&[]);
        self.check_count(&name, signature, args, &last)?;
        let arguments = self.arguments(m, dot, signature, args, last)?;
        let result = match receiver {
            Value::Object(object) => object.invoke(&name, &arguments),
            Value::Map(map) => match map.map_type() {
                MapType::Named(named) => (named.invoke)(map, &name, &arguments),
                _ => Err(CallError::text("not a method")),
            },
            _ => Err(CallError::text("not a method")),
        };
        result.map(Operand::boxed).map_err(|cause| {
            self.at = At::Expr(node);
            self.call_error(&name, cause)
        })
    }

    fn check_count(
        &self,
        name: &str,
        signature: &Signature,
        args: &[Expr],
        last: &Option<Value>,
    ) -> Result<(), Failure> {
        let given = args.len() + usize::from(last.is_some());
        let fixed = signature.params.len();
        if signature.rest.is_some() {
            if given < fixed {
                let count = args.len();
                return Err(self.error(format!("wrong number of args for {name}: want at least {fixed} got {count}")));
            }
        } else if given != fixed {
            return Err(self.error(format!("wrong number of args for {name}: want {fixed} got {given}")));
        }
        Ok(())
    }

    /// Go's `and` and `or`, which stop at the first argument that decides.
    fn short_circuit(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        is_or: bool,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Operand, Failure> {
        let mut value = Value::Nil;
        for arg in args {
            value = self.argument(m, dot, Param::Reflect, arg)?;
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
        signature: &Signature,
        args: &'t [Expr],
        last: Option<Value>,
    ) -> Result<Arguments, Failure> {
        let mut arguments = Arguments::new();
        let param = |i: usize| signature.params.get(i).copied().or(signature.rest).unwrap_or(Param::Any);
        for (i, arg) in args.iter().enumerate() {
            arguments.push(self.argument(m, dot, param(i), arg)?);
        }
        if let Some(value) = last {
            arguments.push(self.check_type(Operand::plain(value), param(args.len()))?);
        }
        Ok(arguments)
    }

    /// Evaluates an argument for a parameter of the given type.
    fn argument(&mut self, m: &mut Machine<'_>, dot: &Operand, param: Param, expr: &'t Expr) -> Result<Value, Failure> {
        self.at = At::Expr(expr);
        match &expr.kind {
            ExprKind::Nil => {
                if can_be_nil(param) {
                    return Ok(Value::Nil);
                }
                Err(self.error(format!("cannot assign nil to {}", param.type_name())))
            }
            ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Str { .. } => self.literal(param, expr),
            _ => {
                let operand = self.operand(m, dot, expr)?;
                self.check_type(operand, param)
            }
        }
    }

    /// Evaluates an operand where any type will do.
    pub(super) fn operand(&mut self, m: &mut Machine<'_>, dot: &Operand, expr: &'t Expr) -> Result<Operand, Failure> {
        self.at = At::Expr(expr);
        match &expr.kind {
            ExprKind::Dot => Ok(dot.clone()),
            ExprKind::Field(names) => self.field_chain(m, dot, dot.clone(), names, expr, &[], None),
            ExprKind::Variable { .. } => self.variable(m, dot, expr, &[], None),
            ExprKind::Pipe(pipe) => self.pipeline(m, dot, pipe).map(Operand::plain),
            ExprKind::Function(function) => self.call_function(m, dot, *function, At::Expr(expr), &[], None),
            ExprKind::Chain { .. } => self.chain(m, dot, expr, &[], None),
            ExprKind::Nil => Ok(Operand::invalid()),
            _ => self.constant(expr),
        }
    }

    /// A literal becomes what the parameter asks for, if it can.
    fn literal(&mut self, param: Param, expr: &'t Expr) -> Result<Value, Failure> {
        let wanted = match (param, &expr.kind) {
            (Param::Any | Param::Reflect, _) => return self.constant(expr).map(|operand| operand.value),
            (Param::Bool, ExprKind::Bool(b)) => return Ok(Value::Bool(*b)),
            (Param::String, ExprKind::Str { value, .. }) => return Ok(Value::Str(value.clone())),
            (Param::Int | Param::Int64, ExprKind::Number(number)) if number.int.is_some() => {
                let kind = if param == Param::Int { IntKind::Int } else { IntKind::Int64 };
                return Ok(Value::Int(kind, number.int.unwrap_or_default()));
            }
            (Param::Uint32, ExprKind::Number(number)) if number.uint.is_some() => {
                // Go stores what fits.
                return Ok(Value::Int(IntKind::Uint32, i64::from(number.uint.unwrap_or_default() as u32)));
            }
            // The one named type of another kind than struct that functions take.
            (Param::Named("time.Duration"), ExprKind::Number(number)) if number.int.is_some() => {
                return Ok(Value::int64(number.int.unwrap_or_default()));
            }
            (Param::Float64, ExprKind::Number(number)) if number.float.is_some() => {
                return Ok(Value::Float(number.float.unwrap_or_default()));
            }
            (Param::Bool, _) => "bool",
            (Param::String, _) => "string",
            (Param::Int | Param::Int64 | Param::Named("time.Duration"), _) => "integer",
            (Param::Uint32, _) => "unsigned integer",
            (Param::Float64, _) => "float",
            _ => return Err(self.error(format!("can't handle {expr} for arg of type {}", param.type_name()))),
        };
        Err(self.error(format!("expected {wanted}; found {expr}")))
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
        Err(self.error(format!("wrong type for value; expected {}; got {got}", param.type_name())))
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
