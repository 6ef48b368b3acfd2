//! Calls template functions from a template: for targets whose code is behind such functions.

use skeg_go_template::{Limits, Machine, Map, TemplateSet, Value};

/// The output of a template on values, or its error's text, which is never empty.
pub(super) fn print(template: &str, values: &[(&str, &[u8])]) -> Result<String, String> {
    let mut set = TemplateSet::new(skeg_template_functions::table(true));
    let parsed = set.parse("fuzz", template.as_bytes().to_vec());
    set.add(parsed.unwrap_or_else(|error| panic!("{error}")));
    let data: Map = values.iter().map(|(name, text)| (*name, Value::str(text.to_vec()))).collect();
    let host = skeg_template_functions::helm::Host::new(None, false);
    let limits = Limits { output: 1 << 20, stack: 1 << 20, ..Limits::default() };
    let printed = Machine::new(&set, &host, false, limits).execute("fuzz", data.into(), "fuzz");
    printed.map(|text| text.to_string_lossy().into_owned()).map_err(|error| {
        let error = error.to_string();
        assert!(!error.is_empty());
        error
    })
}

/// The parts of an input, separated by line breaks; missing parts are empty, the last has all the rest.
pub(super) fn parts<const COUNT: usize>(input: &[u8]) -> [&[u8]; COUNT] {
    let mut parts = input.splitn(COUNT, |byte| *byte == b'\n');
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}
