//! Go structs, pointers and named types that templates encounter.

use std::any::Any;
use std::borrow::Cow;

use super::Value;
use crate::CallError;
use crate::function::Signature;

/// A field of a Go struct.
pub struct GoField {
    /// The exported name.
    pub name: &'static str,
    /// The current value.
    pub value: Value,
    /// An embedded struct, whose fields count as those of the enclosing struct.
    pub is_embedded: bool,
}

impl GoField {
    /// A field that is not embedded.
    pub fn new(name: &'static str, value: Value) -> GoField {
        GoField { name, value, is_embedded: false }
    }

    /// Whether it is visible to other packages.
    pub fn is_exported(&self) -> bool {
        self.name.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// A Go value with its own type: a struct, a pointer to one, or a named type with methods.
pub trait Object {
    /// Go's type name as `%T` prints it, such as `*semver.Version`.
    fn type_name(&self) -> Cow<'static, str>;

    /// Go's kind: `struct`, `ptr`, `map`, `slice`, `int64` ….
    fn kind(&self) -> &'static str;

    /// For downcasts.
    fn as_any(&self) -> &dyn Any;

    /// An exported field of the struct (also through a pointer).
    fn field(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Whether there is a field whose value is costly to compute. If the value would not be used, the field is not
    /// read.
    fn has_costly_field(&self, _name: &str) -> bool {
        false
    }

    /// The signature of a method.
    fn method(&self, _name: &str) -> Option<&'static Signature> {
        None
    }

    /// Calls a method returned by `method`; the arguments were checked against its signature.
    fn invoke(&self, name: &str, _args: &[Value]) -> Result<Value, CallError> {
        Err(CallError::text(format!("no method {name}")))
    }

    /// Truth as `if` evaluates it.
    fn truth(&self) -> bool {
        true
    }

    /// The result of `String()` (or `Error()`), if the type has it: used by `%v` and `%s`.
    fn string(&self) -> Option<Vec<u8>> {
        None
    }

    /// The output of an action, if it differs from `%v`: Go finds methods of the pointer there.
    fn printed(&self) -> Option<Vec<u8>> {
        None
    }

    /// The value as a plain kind, if there is one: entries of a named map, elements of a named slice, the number of a
    /// named integer. `range`, `index`, `len`, comparisons and numeric verbs work on it.
    fn native(&self) -> Option<Value> {
        None
    }

    /// All fields of a struct in order, with an embedded struct as one of them: what `%v` prints.
    fn go_fields(&self) -> Option<Vec<GoField>> {
        None
    }

    /// The fields of a struct as Go's YAML library writes them: with lower-case names.
    fn yaml_fields(&self) -> Option<Vec<(Cow<'static, str>, Value)>> {
        let exported = self.go_fields()?.into_iter().filter(GoField::is_exported);
        Some(exported.map(|field| (field.name.to_lowercase().into(), field.value)).collect())
    }

    /// The fields of a struct as `encoding/json` writes them: in order, without omitted ones.
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        None
    }

    /// The value as `encoding/json` writes it, if it is not a struct.
    fn json(&self) -> Result<Value, CallError> {
        self.native().ok_or_else(|| CallError::text(format!("json: unsupported type: {}", self.type_name())))
    }

    /// `reflect.DeepEqual`.
    fn deep_equal(&self, other: &dyn Object) -> bool {
        match (self.native(), other.native()) {
            (Some(a), Some(b)) => self.type_name() == other.type_name() && a.deep_equal(&b),
            _ => std::ptr::addr_eq(self.as_any(), other.as_any()),
        }
    }
}
