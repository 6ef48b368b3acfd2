//! Executes the rows of `testdata/exec.tsv`, whose outputs come from Go's text/template on the same data.
//!
//! A row is a template, a tab, and `ok: OUTPUT`, `exec: ERROR` or `parse: ERROR`; `⏎` stands for a line break.

use crate::{
    CallError, Elem, Function, FunctionTable, Limits, List, Machine, Map, MapType, Param, Str, TemplateSet, Value, fmt,
};

const ROWS: &str = include_str!("../../testdata/exec.tsv");

static FUNCTIONS: &[Function] = &[
    Function::fixed("upper", &[Param::String], |_, args| {
        Ok(Value::str(args[0].as_str().map(|s| s.to_ascii_uppercase()).unwrap_or_default()))
    }),
    Function::fixed("dec", &[Param::Int], |_, args| match args[0] {
        Value::Int(kind, n) => Ok(Value::Int(kind, n - 1)),
        _ => Err(CallError::text("no int")),
    }),
    Function::fixed("takesInt", &[Param::Int], same),
    Function::fixed("takesFloat", &[Param::Float64], same),
    Function::fixed("takesBool", &[Param::Bool], same),
    Function::fixed("takesMap", &[Param::Map], |_, args| Ok(Value::int(args[0].as_map().map_or(0, Map::len) as i64))),
    Function::fixed("takesList", &[Param::List], length),
    Function::fixed("takesStrings", &[Param::Strings], length),
    Function::variadic("variadic", &[], Param::Any, |_, args| Ok(Value::int(args.len() as i64))),
    Function::variadic("variadicS", &[], Param::String, |_, args| {
        let words: Vec<String> = args.iter().filter_map(|a| a.as_str().map(Str::to_string)).collect();
        Ok(Value::str(words.join("+")))
    }),
    Function::fixed("two", &[Param::Any, Param::Any], |_, args| Ok(Value::from(fmt::sprint(args)))),
    Function::fixed("oops", &[], |_, _| Err(CallError::text("went wrong"))),
    Function::fixed("panics", &[], |_, _| Err(CallError::text("at the disco"))),
];

fn same(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    Ok(args[0].clone())
}

fn length(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    Ok(Value::int(args[0].as_list().map_or(0, |l| l.len()) as i64))
}

fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    Value::Map(entries.into_iter().collect())
}

fn data() -> Value {
    let nested = |name: &str, w: Value| map([("name", Value::str(name)), ("v", map([("w", w)]))]);
    let ints = [1, 2, 3].map(Value::int).to_vec();
    let string_map = [(Str::from("k"), Value::str("v"))].into_iter().collect();
    map([
        ("I", Value::int(3)),
        ("I64", Value::int64(64)),
        ("F", Value::Float(1.5)),
        ("Big", Value::Float(1e7)),
        ("S", Value::str("text")),
        ("B", Value::Bool(true)),
        ("N", Value::Nil),
        ("Z", Value::int(0)),
        ("E", Value::str("")),
        ("Neg", Value::int(-4)),
        ("M", map([("a", Value::int(1)), ("b", map([("c", Value::str("deep"))]))])),
        ("L", Value::list(vec![Value::int(1), Value::Nil, Value::str("x")])),
        ("SL", Value::strings(["p", "q"])),
        ("IL", Value::List(List::new(Elem::Int, ints))),
        ("SM", Value::Map(Map::with_type(MapType::String, string_map))),
        ("EL", Value::list(vec![])),
        ("EM", map([])),
        ("Bytes", Value::Bytes(Str::from("hi"))),
        ("Nested", Value::list(vec![nested("n1", Value::Float(1.0)), nested("n2", Value::str("z"))])),
    ])
}

fn execute(text: &str, functions: &FunctionTable) -> String {
    let mut set = TemplateSet::new(functions.clone());
    match set.parse("t", text.to_string()) {
        Ok(templates) => set.add(templates),
        Err(error) => return format!("parse: {error}"),
    }
    let mut machine = Machine::new(&set, &(), false, Limits::default());
    match machine.execute("t", data(), "t") {
        Ok(output) => format!("ok: {}", String::from_utf8_lossy(&output)),
        Err(error) => format!("exec: {error}"),
    }
}

#[test]
fn executes_as_go_does() {
    let mut functions = FunctionTable::default();
    functions.add(FUNCTIONS);
    let mut wrong = Vec::new();
    for row in ROWS.lines() {
        let (text, expected) = row.split_once('\t').expect("a row has two columns");
        let got = execute(&text.replace('⏎', "\n"), &functions).replace('\n', "⏎");
        if got != expected {
            wrong.push(format!("{text}\n  go:   {expected}\n  ours: {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}
