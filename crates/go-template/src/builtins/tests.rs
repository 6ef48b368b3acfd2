//! Tables whose expected results come from Go's templates.

use super::*;
use crate::{IntKind, Limits, List, Map, MapType, TemplateSet};

/// The result of a builtin, printed with `%#v`, or its error after a `!`.
fn call(name: &str, mut args: Vec<Value>) -> String {
    let set = TemplateSet::new(FunctionTable::default());
    let mut machine = Machine::new(&set, &(), false, Limits::default());
    let function = builtins().get(name).unwrap_or_else(|| panic!("no builtin {name}"));
    match (function.body)(&mut machine, &mut args) {
        Ok(value) => String::from_utf8_lossy(&fmt::sprintf(b"%#v", &[value])).into_owned(),
        Err(error) => format!("!{error}"),
    }
}

fn check(table: Vec<(&str, Vec<Value>, &str)>) {
    for (name, args, want) in table {
        assert_eq!(call(name, args.clone()), want, "{name} {args:?}");
    }
}

fn int(n: i64) -> Value {
    Value::int(n)
}

fn uint(n: i64) -> Value {
    Value::Int(IntKind::Uint, n)
}

fn float(f: f64) -> Value {
    Value::Float(f)
}

fn string(s: &str) -> Value {
    Value::str(s)
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(Map::from_iter(entries))
}

/// Results of `eq ne lt le gt ge` for each pair of values: true, false or an error.
#[rustfmt::skip]
const COMPARISONS: [&str; 14] = [
    "Tf!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!! fT!!!!", // nil
    "fT!!!! Tf!!!! fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // true
    "fT!!!! fT!!!! Tf!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // false
    "fT!!!! !!!!!! !!!!!! TffTfT fTTTff fTTTff fTTTff fTTTff !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // -1
    "fT!!!! !!!!!! !!!!!! fTffTT TffTfT fTTTff TffTfT fTTTff !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // 3
    "fT!!!! !!!!!! !!!!!! fTffTT fTffTT TffTfT fTffTT TffTfT !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // 4
    "fT!!!! !!!!!! !!!!!! fTffTT TffTfT fTTTff TffTfT fTTTff !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // uint 3
    "fT!!!! !!!!!! !!!!!! fTffTT fTffTT TffTfT fTffTT TffTfT !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // uint 4
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! TffTfT fTTTff !!!!!! !!!!!! !!!!!! !!!!!!", // 1.5
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! fTffTT TffTfT !!!!!! !!!!!! !!!!!! !!!!!!", // 2.5
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! TffTfT fTTTff !!!!!! !!!!!!", // "xy"
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! fTffTT TffTfT !!!!!! !!!!!!", // "xyz"
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // [1]
    "fT!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!! !!!!!!", // {}
];

#[test]
fn comparisons() {
    let values = [
        Value::Nil,
        Value::Bool(true),
        Value::Bool(false),
        int(-1),
        int(3),
        int(4),
        uint(3),
        uint(4),
        float(1.5),
        float(2.5),
        string("xy"),
        string("xyz"),
        Value::list(vec![int(1)]),
        map([]),
    ];
    for (a, row) in values.iter().zip(COMPARISONS) {
        for (b, want) in values.iter().zip(row.split(' ')) {
            let results =
                ["eq", "ne", "lt", "le", "gt", "ge"].map(|name| match &*call(name, vec![a.clone(), b.clone()]) {
                    "true" => 'T',
                    "false" => 'f',
                    _ => '!',
                });
            assert_eq!(String::from_iter(results), want, "{a:?} with {b:?}");
        }
    }
}

#[test]
fn comparison_of_several_and_errors() {
    let list = || Value::list(vec![int(1), Value::Nil]);
    let nil_list = || Value::List(List::nil(crate::Elem::Any));
    check(vec![
        ("eq", vec![int(3), int(4), int(5), int(3)], "true"),
        ("eq", vec![int(3), int(4), int(5), int(6)], "false"),
        ("eq", vec![int(1), int(1), string("a")], "true"),
        ("eq", vec![int(1), int(2), string("a")], "!incompatible types for comparison: int and string"),
        ("eq", vec![int(1)], "!missing argument for comparison"),
        ("eq", vec![int(1), float(1.0)], "!incompatible types for comparison: int and float64"),
        ("eq", vec![string("a"), list()], "!incompatible types for comparison: string and []interface {}"),
        ("eq", vec![list(), list()], "!non-comparable type [%!s(int=1) <nil>]: []interface {}"),
        (
            "ne",
            vec![map([("n", Value::Nil)]), list()],
            "!non-comparable types map[n:<nil>]: map[string]interface {}, []interface {}: [1 <nil>]",
        ),
        ("eq", vec![nil_list(), Value::Nil], "true"),
        ("eq", vec![nil_list(), list()], "false"),
        ("eq", vec![uint(-1), int(-1)], "false"),
        ("lt", vec![uint(-1), int(-1)], "false"),
        ("gt", vec![uint(-1), int(-1)], "true"),
        ("lt", vec![int(1), Value::Nil], "!invalid type for comparison"),
        ("lt", vec![Value::Bool(true), Value::Bool(false)], "!invalid type for comparison"),
        ("ge", vec![int(1), float(2.0)], "!incompatible types for comparison: int and float64"),
        ("gt", vec![string("a"), int(1)], "!incompatible types for comparison: string and int"),
    ]);
}

#[test]
fn logic() {
    check(vec![
        ("and", vec![int(1), int(0), int(2)], "0"),
        ("and", vec![int(1), string("a")], "\"a\""),
        ("or", vec![int(0), string(""), int(2), int(3)], "2"),
        ("or", vec![int(0), string("")], "\"\""),
        ("not", vec![Value::Nil], "true"),
        ("not", vec![int(1)], "false"),
        ("call", vec![Value::Nil], "!call of nil"),
    ]);
    assert_eq!(not_callable(".i", &int(1)).to_string(), "non-function .i of type int");
}

#[test]
fn indexing() {
    let list = || Value::list(vec![int(1), Value::Nil]);
    let nested = || map([("l", list()), ("n", Value::Nil)]);
    let strings = || Value::Map(Map::with_type(MapType::String, Default::default()));
    let bytes = || Value::Bytes("xy".into());
    check(vec![
        ("index", vec![nested(), string("l"), int(0)], "1"),
        ("index", vec![nested(), string("x")], "<nil>"),
        ("index", vec![strings(), string("x")], "\"\""),
        ("index", vec![int(1)], "1"),
        ("index", vec![string("abc"), int(1)], "0x62"),
        ("index", vec![bytes(), uint(1)], "0x79"),
        ("index", vec![Value::Nil], "!index of untyped nil"),
        ("index", vec![Value::Nil, int(1)], "!index of untyped nil"),
        ("index", vec![nested(), string("x"), string("y")], "!index of nil pointer"),
        ("index", vec![nested(), string("n"), string("y")], "!index of nil pointer"),
        ("index", vec![list(), int(2)], "!reflect: slice index out of range"),
        ("index", vec![string("abc"), int(3)], "!reflect: string index out of range"),
        ("index", vec![bytes(), int(2)], "!reflect: slice index out of range"),
        ("index", vec![list(), int(3)], "!index out of range: 3"),
        ("index", vec![list(), int(-1)], "!index out of range: -1"),
        ("index", vec![list(), string("a")], "!cannot index slice/array with type string"),
        ("index", vec![list(), float(1.0)], "!cannot index slice/array with type float64"),
        ("index", vec![list(), Value::Nil], "!cannot index slice/array with nil"),
        ("index", vec![nested(), int(1)], "!value has type int; should be string"),
        ("index", vec![nested(), Value::Nil], "!value is nil; should be of type string"),
        ("index", vec![int(1), int(2)], "!can't index item of type int"),
    ]);
}

#[test]
fn slicing_and_length() {
    let list = || Value::list(vec![int(1), int(2)]);
    check(vec![
        ("slice", vec![string("abc"), int(1)], "\"bc\""),
        ("slice", vec![string("abc"), int(1), int(2)], "\"b\""),
        ("slice", vec![string("abc")], "\"abc\""),
        ("slice", vec![list(), int(1), int(2)], "[]interface {}{2}"),
        ("slice", vec![list(), int(0), int(1), int(2)], "[]interface {}{1}"),
        ("slice", vec![Value::Bytes("xyz".into()), int(2)], "[]byte{0x7a}"),
        ("slice", vec![string("abc"), int(1), int(4)], "!index out of range: 4"),
        ("slice", vec![string("abc"), int(2), int(1)], "!invalid slice index: 2 > 1"),
        ("slice", vec![list(), int(0), int(2), int(1)], "!invalid slice index: 2 > 1"),
        ("slice", vec![string("abc"), int(1), int(2), int(3)], "!cannot 3-index slice a string"),
        ("slice", vec![list(), int(0), int(0), int(0), int(0)], "!too many slice indexes: 4"),
        ("slice", vec![int(1)], "!can't slice item of type int"),
        ("slice", vec![Value::Nil], "!slice of untyped nil"),
        ("len", vec![string("日")], "3"),
        ("len", vec![list()], "2"),
        ("len", vec![map([("a", Value::Nil)])], "1"),
        ("len", vec![Value::Bytes("xy".into())], "2"),
        ("len", vec![int(3)], "!len of type int"),
        ("len", vec![Value::Bool(true)], "!len of type bool"),
        ("len", vec![Value::Nil], "!reflect: call of reflect.Value.Type on zero Value"),
    ]);
}

#[test]
fn printing_and_escaping() {
    check(vec![
        ("print", vec![int(1), Value::Nil, string("a"), int(2), int(3)], r#""1 <nil>a2 3""#),
        ("println", vec![int(1), Value::Nil], r#""1 <nil>\n""#),
        ("printf", vec![string("%d-%s"), int(1), string("x")], r#""1-x""#),
        ("html", vec![Value::Nil], r#""&lt;no value&gt;""#),
        ("html", vec![Value::Nil, int(1), int(2)], r#""&lt;no value&gt;1 2""#),
        (
            "html",
            vec![string("<a href=\"x\">'&'\0</a>")],
            "\"&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;\u{fffd}&lt;/a&gt;\"",
        ),
        (
            "js",
            vec![string("a\0<日\u{a0}\"'\\=&>\x7f")],
            r#""a\\u0000\\u003C日\\u00A0\\\"\\'\\\\\\u003D\\u0026\\u003E\x7f""#,
        ),
        ("js", vec![string("\u{10ffff}😀")], r#""\\u10FFFF😀""#),
        ("urlquery", vec![string("a b/c?ü~-_.")], r#""a+b%2Fc%3F%C3%BC~-_.""#),
        ("urlquery", vec![string("a"), int(1), int(2), Value::Nil], r#""a1+2%3Cno+value%3E""#),
    ]);
    assert_eq!(escape_js(b"a\xff"), b"a\xff");
}

#[test]
fn signatures() {
    let table = builtins();
    assert_eq!(table.names().len(), 19);
    let shape = |name: &str| table.get(name).map(|f| (f.signature.params.len(), f.signature.rest));
    assert_eq!(shape("eq"), Some((1, Some(Param::Reflect))));
    assert_eq!(shape("ne"), Some((2, None)));
    assert_eq!(shape("printf"), Some((1, Some(Param::Any))));
    assert_eq!(shape("html"), Some((0, Some(Param::Any))));
    assert_eq!(shape("index"), Some((1, Some(Param::Reflect))));
}
