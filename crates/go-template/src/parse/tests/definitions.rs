//! The templates in a text.

use super::{parse, parse_body};

/// Names and bodies, in order.
fn list(text: &str) -> Vec<(String, String)> {
    let templates = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    templates.iter().map(|t| (t.name.to_string(), t.to_string())).collect()
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(name, body)| (name.to_string(), body.to_string())).collect()
}

#[test]
fn holds_definitions_and_the_body() {
    let text = r#"a{{define "x"}}1{{end}}b{{block "y" .A}}2{{block "z" .}}3{{end}}{{end}}"#;
    let expected = [("x", "1"), ("z", "3"), ("y", r#"2{{template "z" .}}"#), ("t", r#"ab{{template "y" .A}}"#)];
    assert_eq!(list(text), pairs(&expected));
}

#[test]
fn the_body_is_there_when_empty() {
    assert_eq!(list(""), pairs(&[("t", "")]));
    assert_eq!(list(r#"{{define "x"}}{{end}}"#), pairs(&[("x", ""), ("t", "")]));
}

#[test]
fn empty_definitions_give_way() {
    let full_last = r#"{{define "x"}} {{end}}{{define "x"}}1{{end}}"#;
    assert_eq!(list(full_last), pairs(&[("x", "1"), ("t", "")]));
    let full_first = r#"{{define "x"}}1{{end}}{{define "x"}} {{end}}"#;
    assert_eq!(list(full_first), pairs(&[("x", "1"), ("t", "")]));
    let named_as_the_body = r#"{{define "t"}}1{{end}} "#;
    assert_eq!(list(named_as_the_body), pairs(&[("t", "1")]));
}

#[test]
fn definitions_know_the_file() {
    for template in parse("{{define \"x\"}}1{{end}}").unwrap() {
        assert_eq!(&*template.code.name, "t");
        assert_eq!(template.code.bytes(), b"{{define \"x\"}}1{{end}}");
    }
}

#[test]
fn space_and_comments_are_empty() {
    for (text, is_empty) in EMPTINESS {
        assert_eq!(parse_body(text).is_empty, *is_empty, "{text:?}");
    }
}

const EMPTINESS: &[(&str, bool)] = &[
    (" ", true),
    ("word", false),
    (" \t\n \t\n", true),
    ("\u{a0}\u{2003}\u{3000}", true),
    ("\u{a0}x", false),
    ("{{/* note */}}", true),
    (r#"{{define "x"}}words{{end}}"#, true),
    ("{{define `x`}}words{{end}}\n\n{{define `y`}}words{{end}}\n\n", true),
    ("{{define `x`}}words{{end}}\nx\n{{define `y`}}words{{end}}\ny\n", false),
    ("{{define `x`}}words{{end}}{{if 3}}foo{{end}}", false),
    (r#"{{block "x" .}}{{end}}"#, false),
    ("{{$v := 1}}", false),
    ("{{range .}}{{end}}", false),
];
