//! sprig's `semver` and `semverCompare`, and version objects with their methods.

use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use skeg_go_semver::{Constraint, Error, Version};
use skeg_go_template::{CallError, Function, IntKind, Machine, Object, Param, Signature, Str, Value};

use crate::args;

#[cfg(test)]
mod tests;

/// The functions of this family.
pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("semver", &[Param::String], semver),
    Function::fixed("semverCompare", &[Param::String, Param::String], semver_compare),
];

fn failure(error: Error) -> CallError {
    CallError::text(error.to_string())
}

fn semver(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let version = Version::parse(&String::from_utf8_lossy(args::text(args, 0))).map_err(failure)?;
    Ok(Value::object(VersionObject { version, pointer: true }))
}

fn semver_compare(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let constraint = constraint(args::text(args, 0))?;
    let version = Version::parse(&String::from_utf8_lossy(args::text(args, 1))).map_err(failure)?;
    Ok(Value::Bool(constraint.check(&version)))
}

/// How many parsed constraints are cached: charts use the same few again and again.
const KEPT: usize = 64;

thread_local! {
    static CONSTRAINTS: RefCell<HashMap<Str, Rc<Constraint>>> = RefCell::default();
}

fn constraint(text: &[u8]) -> Result<Rc<Constraint>, CallError> {
    CONSTRAINTS.with_borrow_mut(|kept| {
        if let Some(constraint) = kept.get(text) {
            return Ok(constraint.clone());
        }
        let constraint = Rc::new(Constraint::parse(&String::from_utf8_lossy(text)).map_err(failure)?);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(Str::from(text), constraint.clone());
        Ok(constraint)
    })
}

/// A `*semver.Version`, or the plain `semver.Version` that its increment methods return.
struct VersionObject {
    version: Version,
    pointer: bool,
}

const OTHER: &Signature = &Signature { params: &[Param::Named("*semver.Version")], rest: None };
const NONE: &Signature = &Signature { params: &[], rest: None };
const TEXT: &Signature = &Signature { params: &[Param::String], rest: None };

impl Object for VersionObject {
    fn type_name(&self) -> Cow<'static, str> {
        if self.pointer { "*semver.Version".into() } else { "semver.Version".into() }
    }

    fn kind(&self) -> &'static str {
        if self.pointer { "ptr" } else { "struct" }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        match name {
            "Major" | "Minor" | "Patch" | "Prerelease" | "Metadata" | "String" | "IncMajor" | "IncMinor"
            | "IncPatch" | "MarshalJSON" | "MarshalText" | "Value" => Some(NONE),
            "SetPrerelease" | "SetMetadata" => Some(TEXT),
            "Original" if self.pointer => Some(NONE),
            "Compare" | "Equal" | "LessThan" | "LessThanEqual" | "GreaterThan" | "GreaterThanEqual" if self.pointer => {
                Some(OTHER)
            }
            _ => None,
        }
    }

    fn invoke(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let v = &self.version;
        let number = |n: u64| Ok(Value::Int(IntKind::Uint64, n as i64));
        match name {
            "Major" => number(v.major()),
            "Minor" => number(v.minor()),
            "Patch" => number(v.patch()),
            "Prerelease" => Ok(Value::str(v.prerelease())),
            "Metadata" => Ok(Value::str(v.metadata())),
            "Original" => Ok(Value::str(v.original())),
            "String" | "Value" => Ok(Value::str(v.to_string())),
            "MarshalText" => Ok(Value::Bytes(v.to_string().into())),
            "MarshalJSON" => Ok(Value::Bytes(format!("\"{v}\"").into())),
            "IncMajor" => stepped(v.next_major(), "major"),
            "IncMinor" => stepped(v.next_minor(), "minor"),
            "IncPatch" => stepped(v.next_patch(), "patch"),
            "SetPrerelease" => plain(v.with_prerelease(&String::from_utf8_lossy(args::text(args, 0)))),
            "SetMetadata" => plain(v.with_metadata(&String::from_utf8_lossy(args::text(args, 0)))),
            _ => self.compare(name, args),
        }
    }

    fn string(&self) -> Option<Vec<u8>> {
        Some(self.version.to_string().into_bytes())
    }

    fn json(&self) -> Result<Value, CallError> {
        Ok(Value::str(self.version.to_string()))
    }

    fn deep_equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<VersionObject>();
        other.is_some_and(|o| o.pointer == self.pointer && o.version == self.version)
    }
}

impl VersionObject {
    fn compare(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let Some(other) = args.first().and_then(Value::downcast::<VersionObject>) else {
            // Go's `Equal` handles nil; the other methods dereference the pointer.
            return match name {
                "Equal" => Ok(Value::Bool(false)),
                _ => Err("runtime error: invalid memory address or nil pointer dereference".into()),
            };
        };
        let order = self.version.compare(&other.version);
        match name {
            "Compare" => Ok(Value::int(order as i64)),
            "Equal" => Ok(Value::Bool(order.is_eq())),
            "LessThan" => Ok(Value::Bool(order.is_lt())),
            "LessThanEqual" => Ok(Value::Bool(order.is_le())),
            "GreaterThan" => Ok(Value::Bool(order.is_gt())),
            "GreaterThanEqual" => Ok(Value::Bool(order.is_ge())),
            _ => Err(CallError::text(format!("no method {name}"))),
        }
    }
}

fn stepped(version: Option<Version>, part: &str) -> Result<Value, CallError> {
    match version {
        Some(version) => Ok(Value::object(VersionObject { version, pointer: false })),
        None => Err(CallError::text(format!("{part} version increment would overflow uint64"))),
    }
}

fn plain(version: Result<Version, Error>) -> Result<Value, CallError> {
    Ok(Value::object(VersionObject { version: version.map_err(failure)?, pointer: false }))
}
