//! Types with `String()`, structs and named plain types.

use std::any::Any;
use std::borrow::Cow;

use super::*;
use crate::{GoField, Object};

/// A named integer with `String()`, such as `time.Duration`.
struct Named(i64);

impl Object for Named {
    fn type_name(&self) -> Cow<'static, str> {
        "pkg.Named".into()
    }
    fn kind(&self) -> &'static str {
        "int64"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn string(&self) -> Option<Vec<u8>> {
        Some(format!("<{}>", self.0).into_bytes())
    }
    fn native(&self) -> Option<Value> {
        Some(Value::int64(self.0))
    }
}

/// A pointer to a struct without `String()`.
struct Pointer;

impl Object for Pointer {
    fn type_name(&self) -> Cow<'static, str> {
        "*pkg.Pair".into()
    }
    fn kind(&self) -> &'static str {
        "ptr"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn go_fields(&self) -> Option<Vec<GoField>> {
        Some(vec![GoField::new("Name", Value::str("a")), GoField::new("Count", Value::int(1))])
    }
}

/// A named map of strings without methods.
struct Labels;

impl Object for Labels {
    fn type_name(&self) -> Cow<'static, str> {
        "pkg.Labels".into()
    }
    fn kind(&self) -> &'static str {
        "map"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn native(&self) -> Option<Value> {
        Some(string_map([("k", "v")]))
    }
}

#[test]
#[rustfmt::skip]
fn verbs() {
    check_each(&[
        (Value::object(Named(23)), &[
            ("%v", "<23>"), ("%s", "<23>"), ("%q", r#""<23>""#), ("%x", "3c32333e"), ("%# x", "0x3c 0x32 0x33 0x3e"),
            ("%d", "23"),
            ("%6v|", "  <23>|"), ("%t", "%!t(pkg.Named=23)"), ("%#v", "23"), ("%T", "pkg.Named"),
            ("%w", "%!w(pkg.Named=23)"),
        ]),
        (Value::list(vec![Value::object(Named(1))]), &[("%v", "[<1>]"), ("%d", "[1]"), ("%t", "[%!t(pkg.Named=1)]")]),
        (Value::object(Pointer), &[("%v", "&{a 1}"), ("%T", "*pkg.Pair")]),
        (Value::object(Labels), &[
            ("%v", "map[k:v]"), ("%q", r#"map["k":"v"]"#), ("%#v", r#"pkg.Labels{"k":"v"}"#),
            ("%d", "map[%!d(string=k):%!d(string=v)]"),
        ]),
    ]);
}

#[test]
fn actions_follow_pointers() {
    let table = [
        (Value::Nil, "<no value>"),
        (Value::object(Pointer), "{a 1}"),
        (Value::object(Named(2)), "<2>"),
        (Value::list(vec![Value::Nil]), "[<nil>]"),
        (Value::str("&"), "&"),
    ];
    for (value, want) in table {
        let mut out = b"& ".to_vec();
        write_printable(&mut out, &value);
        assert_eq!(text(out), format!("& {want}"));
    }
}

#[test]
fn nil_slices() {
    let nil = Value::List(List::nil(Elem::Any));
    check_each(&[(nil, &[("%v", "[]"), ("%#v", "[]interface {}(nil)")])]);
}
