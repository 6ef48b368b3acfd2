//! Renders one-line templates in tests, with a family of functions, `list`, `dict`, and Go's builtins.

use skeg_go_template::{CallError, Function, FunctionTable, Limits, Machine, Map, Param, TemplateSet, Value};

static MAKERS: &[Function] = &[
    Function::variadic("list", &[], Param::Any, |_, args| Ok(Value::list(args.to_vec()))),
    Function::variadic("dict", &[], Param::Any, |_, args| {
        let pairs = args.chunks(2).filter_map(|pair| Some((pair.first()?.as_str()?.clone(), pair.get(1)?.clone())));
        Ok(Value::Map(pairs.collect::<Map>()))
    }),
];

/// The output of a template, or `error: ` and the message without its location.
pub(crate) fn render(functions: &'static [Function], text: &str) -> String {
    render_within(Limits::default(), functions, text)
}

/// The same with other limits.
pub(crate) fn render_within(limits: Limits, functions: &'static [Function], text: &str) -> String {
    let mut table = FunctionTable::default();
    table.add(MAKERS);
    table.add(functions);
    let mut set = TemplateSet::new(table);
    match set.parse("t", text.to_string()) {
        Ok(templates) => set.add(templates),
        Err(error) => return format!("error: {}", error.message),
    }
    let mut machine = Machine::new(&set, &(), false, limits);
    match machine.execute("t", Value::Nil, "t") {
        Ok(out) => String::from_utf8_lossy(&out).into_owned(),
        Err(CallError::Exec(_, error)) => {
            let cause = error.cause.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("error: {}{cause}", error.message)
        }
        Err(error) => format!("error: {error}"),
    }
}

/// Renders each template and compares it with Go's output.
pub(crate) fn check(functions: &'static [Function], rows: &[(&str, &str)]) {
    for (template, expected) in rows {
        assert_eq!(render(functions, template), *expected, "{template}");
    }
}
