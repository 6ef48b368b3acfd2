//! Deep nesting gives an error, not a stack overflow: tests run on threads with 2 MB of stack.

use super::parse;

fn nest(open: &str, inside: &str, close: &str, depth: usize) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

/// Parses, prints and drops.
fn outcome(text: &str) -> String {
    match parse(text) {
        Ok(templates) => templates.iter().map(|t| t.to_string()).collect(),
        Err(error) => error.message,
    }
}

#[test]
fn structures_nest_to_a_limit() {
    const TOO_DEEP: &str = "max nesting depth exceeded";
    for open in ["{{if .}}", "{{with .}}", "{{range .}}"] {
        let deepest = nest(open, "", "{{end}}", 256);
        assert_eq!(outcome(&deepest).len(), deepest.len());
        assert_eq!(outcome(&nest(open, "", "{{end}}", 257)), TOO_DEEP);
        assert_eq!(outcome(&open.repeat(100_000)), TOO_DEEP);
    }
    assert_eq!(outcome(&nest("{{block `a` .}}", "", "{{end}}", 257)), TOO_DEEP);
    assert_ne!(outcome(&nest("{{block `a` .}}", "", "{{end}}", 256)), TOO_DEEP);
}

#[test]
fn parentheses_nest_to_a_limit() {
    let deepest = format!("{{{{{}}}}}", nest("(", "1", ")", 256));
    assert_eq!(outcome(&deepest), deepest);
    let deeper = format!("{{{{{}}}}}", nest("(", "1", ")", 257));
    assert_eq!(outcome(&deeper), "max expression depth exceeded");
    assert_eq!(outcome(&format!("{{{{{}", "(print ".repeat(100_000))), "max expression depth exceeded");
}

#[test]
fn chains_of_else_if_have_room() {
    let chain = |length| format!("{{{{if .}}}}{}{{{{end}}}}", "{{else if .}}".repeat(length));
    assert!(outcome(&chain(765)).starts_with("{{if .}}{{else}}{{if .}}"));
    assert_eq!(outcome(&chain(766)), "max nesting depth exceeded");
}

#[test]
fn what_was_closed_does_not_count() {
    let text = "{{if (print (.A))}}{{else if .}}{{end}}{{block `a` .}}{{end}}{{define `b`}}{{end}}".repeat(1000);
    assert!(parse(&text).is_ok());
}
