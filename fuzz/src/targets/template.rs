//! Template text: lexer and parser.

use super::Target;
use crate::seeds;
use skeg_go_template::TemplateSet;

pub(super) const TARGET: Target = Target { name: "template", dictionary: WORDS, seeds: templates, run };

pub(super) const WORDS: &[&str] = &[
    "{{",
    "}}",
    "{{-",
    "-}}",
    "{{/*",
    "*/}}",
    "{{ if ",
    "{{ else }}",
    "{{ else if ",
    "{{ else with ",
    "{{ end }}",
    "{{ range ",
    "{{ with ",
    "{{ define \"x\" }}",
    "{{ template \"x\" . }}",
    "{{ block \"x\" . }}",
    "{{ break }}",
    "{{ continue }}",
    "$x := ",
    "$x = ",
    "$x, $y := ",
    "$",
    ".",
    ".Values.a",
    "(",
    ")",
    "|",
    "\"",
    "`",
    "'",
    "\\",
    "nil",
    "true",
    "1e9",
    "0x",
    "1_0",
    "'a'",
    "1i",
    "printf \"%v\" ",
    "include \"x\" .",
    "tpl ",
    "toYaml ",
    "list ",
    "dict ",
    "{{ (",
    " | quote",
    ",",
    ":=",
    "\u{00e9}",
    "{{ .a.b.c }}",
];

/// The templates of the test charts.
pub(super) fn templates() -> Vec<Vec<u8>> {
    seeds::files(|path| path.contains("/templates/"))
}

fn run(input: &[u8]) {
    thread_local! {
        static SET: TemplateSet = TemplateSet::new(skeg_template_functions::table(true));
    }
    SET.with(|set| {
        // An error is fine, but must have a text.
        if let Err(error) = set.parse("fuzz", input.to_vec()) {
            assert!(!error.to_string().is_empty());
        }
    });
}
