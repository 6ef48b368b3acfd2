//! Go structs, pointers and named types that templates meet.

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
    /// The field is a struct whose fields count as those of the struct around it.
    pub is_embedded: bool,
}

impl GoField {
    /// A field that is not embedded.
    pub fn new(name: &'static str, value: Value) -> GoField {
        GoField { name, value, is_embedded: false }
    }

    /// Whether other packages see it.
    pub fn is_exported(&self) -> bool {
        self.name.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// A Go value with a type of its own: a struct, a pointer to one, or a named type with methods.
pub trait Object {
    /// Go's type name as `%T` prints it, such as `*semver.Version`.
    fn type_name(&self) -> Cow<'static, str>;

    /// Go's kind: `struct`, `ptr`, `map`, `slice`, `int64` ….
    fn kind(&self) -> &'static str;

    /// For downcasts.
    fn as_any(&self) -> &dyn Any;

    /// An exported field of the struct (through a pointer too).
    fn field(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Whether a field exists whose value is costly to make. Where nothing would use it, it is not asked for.
    fn has_costly_field(&self, _name: &str) -> bool {
        false
    }

    /// The signature of a method.
    fn method(&self, _name: &str) -> Option<&'static Signature> {
        None
    }

    /// Calls a method that `method` knows; the arguments have been checked against its signature.
    fn invoke(&self, name: &str, _args: &[Value]) -> Result<Value, CallError> {
        Err(CallError::text(format!("no method {name}")))
    }

    /// Truth as `if` sees it.
    fn truth(&self) -> bool {
        true
    }

    /// What `String()` (or `Error()`) returns, where the type has it: used by `%v` and `%s`.
    fn string(&self) -> Option<Vec<u8>> {
        None
    }

    /// What an action prints of it, where that is not what `%v` does: Go finds methods of the pointer there.
    fn printed(&self) -> Option<Vec<u8>> {
        None
    }

    /// The value as a plain kind, where the type has one: entries of a named map, elements of a named slice, the
    /// number of a named integer. `range`, `index`, `len`, comparisons and numeric verbs work on it.
    fn native(&self) -> Option<Value> {
        None
    }

    /// All fields of a struct in their order, an embedded struct being one of them: what `%v` prints.
    fn go_fields(&self) -> Option<Vec<GoField>> {
        None
    }

    /// The fields of a struct as Go's library for YAML writes them: by their names in small letters.
    fn yaml_fields(&self) -> Option<Vec<(Cow<'static, str>, Value)>> {
        let exported = self.go_fields()?.into_iter().filter(GoField::is_exported);
        Some(exported.map(|field| (field.name.to_lowercase().into(), field.value)).collect())
    }

    /// The fields of a struct as `encoding/json` would write them, in their order and without what it omits.
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        None
    }

    /// The value as `encoding/json` would write it, where it is no struct.
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
