//! The values templates work on: Go's kinds with Go's sharing rules.
//!
//! Strings are bytes. Maps are references: all holders see a write. Lists never change.

mod dropping;
mod entries;
mod list;
mod map;
mod object;
mod string;

use std::borrow::Cow;
use std::rc::Rc;

pub use entries::Entries;
pub use list::{Elem, List};
pub use map::{Map, MapType, NamedMap};
pub use object::{GoField, Object};
pub use string::Str;

/// A Go value as a template sees it.
#[derive(Clone, Default)]
pub enum Value {
    /// No value at all: Go's untyped nil.
    #[default]
    Nil,
    /// Go's `bool`.
    Bool(bool),
    /// An integer; the payload is its bit pattern, also for unsigned kinds.
    Int(IntKind, i64),
    /// A float64.
    Float(f64),
    /// Go's `string`: bytes, not always UTF-8.
    Str(Str),
    /// A `[]byte`.
    Bytes(Str),
    /// A Go slice; clones share it.
    List(List),
    /// A Go map; clones share it.
    Map(Map),
    /// A Go struct, pointer or named type with its own fields and methods.
    Object(Rc<dyn Object>),
}

/// The integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntKind {
    /// `int`.
    Int,
    /// `int32`.
    Int32,
    /// `int64`.
    Int64,
    /// `uint`.
    Uint,
    /// `uint8`.
    Uint8,
    /// `uint32`.
    Uint32,
    /// `uint64`.
    Uint64,
}

impl IntKind {
    /// Go's name of the type, which is also its kind.
    pub fn name(self) -> &'static str {
        match self {
            IntKind::Int => "int",
            IntKind::Int32 => "int32",
            IntKind::Int64 => "int64",
            IntKind::Uint => "uint",
            IntKind::Uint8 => "uint8",
            IntKind::Uint32 => "uint32",
            IntKind::Uint64 => "uint64",
        }
    }

    /// Whether the type has no negative values.
    pub fn is_unsigned(self) -> bool {
        matches!(self, IntKind::Uint | IntKind::Uint8 | IntKind::Uint32 | IntKind::Uint64)
    }
}

impl Value {
    /// Makes a Go `int`.
    pub fn int(n: i64) -> Value {
        Value::Int(IntKind::Int, n)
    }

    /// Makes a Go `int64`.
    pub fn int64(n: i64) -> Value {
        Value::Int(IntKind::Int64, n)
    }

    /// Makes a string.
    pub fn str(text: impl Into<Str>) -> Value {
        Value::Str(text.into())
    }

    /// Makes a `[]interface {}`.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(List::new(Elem::Any, items))
    }

    /// Makes a `[]string`.
    pub fn strings<S: Into<Str>>(items: impl IntoIterator<Item = S>) -> Value {
        Value::List(List::new(Elem::String, items.into_iter().map(Value::str).collect()))
    }

    /// Makes an object value.
    pub fn object(object: impl Object + 'static) -> Value {
        Value::Object(Rc::new(object))
    }

    /// Whether this is nil.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// The bytes of a string.
    pub fn as_str(&self) -> Option<&Str> {
        match self {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }

    /// The map, if this is one.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The list, if this is one.
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Value::List(l) => Some(l),
            _ => None,
        }
    }

    /// The object of type `T`, if this is one.
    pub fn downcast<T: 'static>(&self) -> Option<&T> {
        match self {
            Value::Object(o) => o.as_any().downcast_ref::<T>(),
            _ => None,
        }
    }

    /// Go's name of the dynamic type, as `%T` prints it.
    pub fn type_name(&self) -> Cow<'static, str> {
        match self {
            Value::Nil => "<nil>".into(),
            Value::Bool(_) => "bool".into(),
            Value::Int(kind, _) => kind.name().into(),
            Value::Float(_) => "float64".into(),
            Value::Str(_) => "string".into(),
            Value::Bytes(_) => "[]uint8".into(),
            Value::List(l) => l.elem().list_type_name(),
            Value::Map(m) => m.map_type().name().into(),
            Value::Object(o) => o.type_name(),
        }
    }

    /// Go's name of the kind, as `reflect.Kind` prints it ("invalid" for nil).
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "invalid",
            Value::Bool(_) => "bool",
            Value::Int(kind, _) => kind.name(),
            Value::Float(_) => "float64",
            Value::Str(_) => "string",
            Value::Bytes(_) | Value::List(_) => "slice",
            Value::Map(_) => "map",
            Value::Object(o) => o.kind(),
        }
    }

    /// Truth as `if` evaluates it: not the zero value of its kind, and not empty.
    pub fn truth(&self) -> bool {
        match self {
            Value::Nil => false,
            Value::Bool(b) => *b,
            Value::Int(_, n) => *n != 0,
            Value::Float(f) => *f != 0.0,
            Value::Str(s) | Value::Bytes(s) => !s.is_empty(),
            Value::List(l) => !l.is_empty(),
            Value::Map(m) => !m.is_empty(),
            Value::Object(o) => o.truth(),
        }
    }

    /// Go's `reflect.DeepEqual`: types must be equal, not only contents.
    pub fn deep_equal(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(k, a), Value::Int(l, b)) => k == l && a == b,
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Str(a), Value::Str(b)) | (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                a.elem() == b.elem()
                    && a.is_nil() == b.is_nil()
                    && a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(x, y)| x.deep_equal(y))
            }
            (Value::Map(a), Value::Map(b)) => a.deep_equal(b),
            (Value::Object(a), Value::Object(b)) => a.deep_equal(&**b),
            _ => false,
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(kind, n) => write!(f, "{}({n})", kind.name()),
            Value::Float(x) => write!(f, "{x:?}"),
            Value::Str(s) => write!(f, "{s:?}"),
            Value::Bytes(s) => write!(f, "bytes({s:?})"),
            Value::List(l) => f.debug_list().entries(l.iter()).finish(),
            Value::Map(m) => f.debug_map().entries(m.entries()).finish(),
            Value::Object(o) => write!(f, "<{}>", o.type_name()),
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}

impl From<f64> for Value {
    fn from(f: f64) -> Value {
        Value::Float(f)
    }
}

impl From<&str> for Value {
    fn from(s: &str) -> Value {
        Value::str(s)
    }
}

impl From<String> for Value {
    fn from(s: String) -> Value {
        Value::str(s)
    }
}

impl From<Vec<u8>> for Value {
    fn from(s: Vec<u8>) -> Value {
        Value::str(s)
    }
}

impl From<Map> for Value {
    fn from(m: Map) -> Value {
        Value::Map(m)
    }
}
