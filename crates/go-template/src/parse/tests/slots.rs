//! The slots of variables. A row lists the slot of every variable of the text in the order of the tree (an `if` before
//! its contents, declared variables before the operands of their pipeline).

use super::{kinds, parse_body};
use crate::ast::{NodeKind, Template, UNDEFINED_SLOT};

#[test]
fn variables_live_in_slots() {
    for (text, slots, expected) in ROWS {
        let template = parse_body(text);
        assert_eq!(variables(&template).join(" "), *expected, "{text}");
        assert_eq!(template.slots, *slots, "slots of {text}");
    }
}

fn variables(template: &Template) -> Vec<String> {
    let mut found = Vec::new();
    let mut definition_end = 0;
    for (number, kind) in kinds(template).into_iter().enumerate() {
        match kind {
            _ if number < definition_end => {}
            NodeKind::Definition { end } => definition_end = end as usize,
            NodeKind::Declared { slot, end } | NodeKind::Variable { slot, end } => {
                let span = template.code.nodes[number].span(end);
                let written = String::from_utf8_lossy(&template.code.bytes()[span]).into_owned();
                found.push(show(written.split('.').next().unwrap_or_default(), slot));
            }
            _ => {}
        }
    }
    found
}

fn show(name: &str, slot: u32) -> String {
    match slot {
        UNDEFINED_SLOT => format!("{name}?"),
        _ => format!("{name}{slot}"),
    }
}

const ROWS: &[(&str, usize, &str)] = &[
    ("{{$}}{{$.A}}", 1, "$0 $0"),
    ("{{$a := 1}}{{$b := 2}}{{$a}}{{$b.C}}", 3, "$a1 $b2 $a1 $b2"),
    // A new declaration hides the old one, which its own pipeline still reads.
    ("{{$a := 1}}{{$a := print $a}}{{$a}}", 3, "$a1 $a2 $a1 $a2"),
    ("{{$a := 1}}{{if .}}{{$a := 2}}{{$a}}{{end}}{{$a}}", 3, "$a1 $a2 $a2 $a1"),
    // An assignment goes to the visible variable.
    ("{{$a := 1}}{{if .}}{{$a = 2}}{{end}}{{$a}}", 2, "$a1 $a1 $a1"),
    // Slots are reused after an `end`.
    ("{{if $a := 1}}{{$b := 2}}{{end}}{{with $c := 3}}{{$c}}{{end}}", 3, "$a1 $b2 $c1 $c1"),
    ("{{range $i, $e := .}}{{$i}}{{$e}}{{end}}{{$x := 1}}", 3, "$i1 $e2 $i1 $e2 $x1"),
    ("{{$i := 0}}{{range $i, $e := $i}}{{end}}", 4, "$i1 $i2 $e3 $i1"),
    ("{{$e := 0}}{{range $e = .}}{{$e}}{{end}}", 2, "$e1 $e1 $e1"),
    // The `else` sees variables declared by the condition, not by the body.
    ("{{if $a := 1}}{{$b := 2}}{{else}}{{$c := $a}}{{$c}}{{end}}", 3, "$a1 $b2 $c2 $a1 $c2"),
    ("{{$b := 1}}{{if .}}{{$b := 2}}{{else}}{{$b}}{{end}}", 3, "$b1 $b2 $b1"),
    ("{{if .}}{{$b := 2}}{{else}}{{$b}}{{end}}", 2, "$b1 $b?"),
    ("{{if $a := 1}}{{else if $b := $a}}{{$b}}{{else}}{{$a}}{{$b}}{{end}}", 3, "$a1 $b2 $a1 $b2 $a1 $b2"),
    // An undeclared variable parses in Go too, if it is assigned.
    ("{{$a = 1}}{{$a}}", 1, "$a? $a?"),
    ("{{$a := $a}}", 2, "$a1 $a?"),
    ("{{range $i, $e = .}}{{end}}", 1, "$i? $e?"),
    // Parentheses and template clauses declare variables for what follows.
    ("{{print ($a := 1) $a}}{{$a}}", 2, "$a1 $a1 $a1"),
    ("{{$a := print ($b := 1)}}{{$a}}{{$b}}", 3, "$a2 $b1 $a2 $b1"),
    ("{{template `x` $a := 1}}{{$a}}", 2, "$a1 $a1"),
    ("{{$a := 1}}{{block `x` $b := $a}}{{end}}{{$b}}", 3, "$a1 $b2 $a1 $b2"),
    // Even $ can be declared.
    ("{{$ := 1}}{{$}}", 2, "$1 $1"),
    // A definition has its own slots.
    ("{{$a := 1}}{{define `x`}}{{$b := 1}}{{$c := 1}}{{end}}{{$a}}", 2, "$a1 $a1"),
];
