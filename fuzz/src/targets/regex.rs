//! Go's regular expressions, translated: `pattern<newline>replacement<newline>text`.

use super::Target;
use super::functions::{parts, print};

pub(super) const TARGET: Target = Target {
    name: "regex",
    dictionary: &[
        "(?i)",
        "(?s)",
        "(?U)",
        "(?m:",
        "(?P<a>",
        "(?<b>",
        "(?:",
        "(",
        ")",
        "|",
        "*",
        "+?",
        "??",
        "{2,3}",
        "{1000}",
        "[^",
        "[[:alpha:]",
        "]",
        "-",
        "&&",
        "~~",
        "\\pL",
        "\\p{Greek}",
        "\\PN",
        "\\d",
        "\\B",
        "\\z",
        "\\Q",
        "\\E",
        "\\x{10FFFF}",
        "\\123",
        "\\C",
        "^",
        "$",
        ".",
        "#",
        " ",
        "$1",
        "${a}",
        "\u{212a}",
        "\\xff",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\n$1\nrelease-name-5",
        "(?P<host>[^:/]+)(:(\\d+))?\n${host}.$3\nexample.com:8080/path",
        "(?i)k|\\bfoo\\B\n-\nK foobar \u{212a}",
        "[[:^alpha:]\\pL\\d_-]{2,}?\n$0$0\n12 ab äö",
        "\\Qa.b\\E|x*\n\nxa.bx",
        "(a|ab)(c|bcd)(d*)\n$2\nabcd",
        "(?s).^$\\z\n$\nline\n",
        "(?m)^\\s*#.*$\n\n# one\n two\n#three",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Whether a pattern matches must agree with whether it finds something, and with how often it splits.
const TEMPLATE: &str = r#"
{{- $all := mustRegexFindAll .pattern .text -1 -}}
{{- $found := len $all -}}
{{- if ne (regexMatch .pattern .text) (gt $found 0) }}{{ printf "matches: %v, found: %d" (regexMatch .pattern .text) $found }}{{ end -}}
{{- if and $all (ne (first $all) (regexFind .pattern .text)) }}{{ printf "first: %q, found: %q" (first $all) (regexFind .pattern .text) }}{{ end -}}
{{- $split := regexSplit .pattern .text -1 -}}
{{- $replaced := regexReplaceAll .pattern .text .replacement -}}
{{- $literal := regexReplaceAllLiteral .pattern .text .replacement -}}
{{- if and (not $all) (ne $literal .text) }}{{ printf "nothing to replace in %q, yet: %q" .text $literal }}{{ end -}}
"#;

fn run(input: &[u8]) {
    if let Ok(complaint) = complaint(input) {
        assert!(complaint.is_empty(), "{complaint}");
    }
}

fn complaint(input: &[u8]) -> Result<String, String> {
    let [pattern, replacement, text] = parts(input);
    let values = [("pattern", pattern), ("replacement", replacement), ("text", text)];
    print(TEMPLATE, &values)
}

#[test]
fn seeds_come_to_the_end() {
    let ended = seeds().iter().map(|seed| complaint(seed)).collect::<Vec<_>>();
    assert!(ended.iter().all(|ended| ended.as_deref() == Ok("")), "{ended:#?}");
}
