//! Texts, their trees as Go prints them, and the positions of nodes.

use super::{JUMPS, functions, kinds, parse_body};
use crate::ast::{NodeKind, Printed, Shape, after_operand};

#[test]
fn prints_trees_as_go_does() {
    assert_eq!(parse_body("").to_string(), "");
    for (text, printed) in TREES {
        assert_eq!(parse_body(text).to_string(), *printed, "tree of {text:?}");
    }
}

#[test]
fn places_nodes_where_go_does() {
    for (text, printed, place) in PLACES {
        let template = parse_body(text);
        let code = &template.code;
        let is_command = |kind: &NodeKind| matches!(kind, NodeKind::Command { .. });
        let is_outer = |kind: &NodeKind| matches!(kind, NodeKind::Command { end, .. } if *end == template.end);
        let kinds = kinds(&template);
        // The last command that is not part of an operand: it is the first one that ends at the end of the text.
        let command = kinds.iter().position(|kind| is_command(kind) && is_outer(kind)).expect("a command") as u32;
        let mut operand = command + 1;
        while after_operand(&code.nodes, operand) < template.end {
            operand = after_operand(&code.nodes, operand);
        }
        // A parenthesised operand stands for its contents.
        while matches!(code.nodes[operand as usize].kind, NodeKind::Pipe(pipe) if !pipe.has_fields) {
            operand += 2;
        }
        assert_eq!(Printed { code, shape: Shape::Operand(operand) }.to_string(), *printed);
        let pos = code.place_of_operand(operand);
        assert_eq!(format!("{}:{}", code.line(pos), code.column(pos)), *place, "place in {text:?}");
    }
}

#[test]
fn break_may_be_a_function() {
    let text = "{{range .X}}{{break 20}}{{continue}}{{end}}";
    let templates = crate::parse::parse("t", std::sync::Arc::new(text.to_string()), &functions(JUMPS)).unwrap();
    let kinds = kinds(&templates[0]);
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, NodeKind::Function { .. })).count(), 2);
    assert!(!kinds.iter().any(|kind| matches!(kind, NodeKind::Break | NodeKind::Continue)));
}

#[test]
fn functions_of_the_table_hide_builtins() {
    let template = parse_body("{{len (print 1)}}");
    let is_builtin = |kind: &NodeKind| match kind {
        NodeKind::Function { number, .. } => Some(template.code.functions.get(*number).is_builtin),
        _ => None,
    };
    assert_eq!(kinds(&template).iter().filter_map(is_builtin).collect::<Vec<_>>(), [false, true]);
}

#[rustfmt::skip]
const TREES: &[(&str, &str)] = &[
    // Text and comments.
    (" \t\n", " \t\n"),
    ("just text", "just text"),
    ("{{/*\n\n*/}}", ""),
    // Actions.
    ("{{.A}}", "{{.A}}"),
    ("{{print}}", "{{print}}"),
    ("{{$}}", "{{$}}"),
    ("{{$.A.B}}", "{{$.A.B}}"),
    ("{{print `%s` 42}}", "{{print `%s` 42}}"),
    ("{{.A|.B}}", "{{.A | .B}}"),
    ("{{.A (.B .C) (.D | .E .F) (.G)}}", "{{.A (.B .C) (.D | .E .F) (.G)}}"),
    ("{{(.A .B).C.D}}", "{{(.A .B).C.D}}"),
    ("{{print.A}}", "{{print.A}}"),
    ("{{ ((( 1 ))) | print }}", "{{(((1))) | print}}"),
    ("{{ .A  .B\t.C }}", "{{.A .B .C}}"),
    ("{{\n\"x\"\n|\nprint\n}}", r#"{{"x" | print}}"#),
    (r#"{{print 1 -2.5i true false 'q' nil . "s" `r` 0x1F 1+2i}}"#, r#"{{print 1 -2.5i true false 'q' nil . "s" `r` 0x1F 1+2i}}"#),
    (r#"{{include "a" . | default 1}}"#, r#"{{include "a" . | default 1}}"#),
    // Variables.
    ("{{with $v := 1}}{{$v 2}}{{end}}", "{{with $v := 1}}{{$v 2}}{{end}}"),
    ("{{$v := .A|.B}}", "{{$v := .A | .B}}"),
    ("{{$v := 0}}{{$v}}", "{{$v := 0}}{{$v}}"),
    ("{{$v:=.}}{{$v +2}}", "{{$v := .}}{{$v +2}}"),
    ("{{ $v \n := \n 1 \n }}", "{{$v := 1}}"),
    ("{{$v := 1}}{{$v = 2}}{{$v.A.B}}", "{{$v := 1}}{{$v = 2}}{{$v.A.B}}"),
    ("{{$v = 2}}{{$v}}", "{{$v = 2}}{{$v}}"),
    ("{{$v := $v}}", "{{$v := $v}}"),
    ("{{print ($v := 1) $v}}", "{{print ($v := 1) $v}}"),
    ("{{if .A}}{{$v := 1}}{{else}}{{$v}}{{end}}", "{{if .A}}{{$v := 1}}{{else}}{{$v}}{{end}}"),
    ("{{$ := 1}}{{$}}", "{{$ := 1}}{{$}}"),
    // Control structures.
    ("{{if .A}}yes{{end}}", "{{if .A}}yes{{end}}"),
    ("{{if .A}}yes{{else}}no{{end}}", "{{if .A}}yes{{else}}no{{end}}"),
    ("{{if .A}}a{{else if .B}}b{{end}}", "{{if .A}}a{{else}}{{if .B}}b{{end}}{{end}}"),
    ("-{{if .A}}a{{else if .B}}b{{else if .C}}c{{else}}d{{end}}-", "-{{if .A}}a{{else}}{{if .B}}b{{else}}{{if .C}}c{{else}}d{{end}}{{end}}{{end}}-"),
    ("{{if not .A}}{{end}}", "{{if not .A}}{{end}}"),
    ("{{with .A}}yes{{else}}no{{end}}", "{{with .A}}yes{{else}}no{{end}}"),
    ("{{with .A}}a{{else with .B}}b{{end}}", "{{with .A}}a{{else}}{{with .B}}b{{end}}{{end}}"),
    ("{{with .A}}a{{else with .B}}b{{else with .C}}c{{end}}", "{{with .A}}a{{else}}{{with .B}}b{{else}}{{with .C}}c{{end}}{{end}}{{end}}"),
    ("{{range .A}}x{{end}}", "{{range .A}}x{{end}}"),
    ("{{range .A.B.C}}x{{end}}", "{{range .A.B.C}}x{{end}}"),
    ("{{range .A}}x{{range .B}}y{{end}}{{end}}", "{{range .A}}x{{range .B}}y{{end}}{{end}}"),
    ("{{range .A}}x{{else}}y{{end}}", "{{range .A}}x{{else}}y{{end}}"),
    ("{{range .A|.B}}x{{end}}", "{{range .A | .B}}x{{end}}"),
    ("{{range $v := .A}}{{.}}{{end}}", "{{range $v := .A}}{{.}}{{end}}"),
    ("{{range $v = .A}}{{.}}{{end}}", "{{range $v = .A}}{{.}}{{end}}"),
    ("{{range $i, $v := .A}}{{$i}}{{end}}", "{{range $i, $v := .A}}{{$i}}{{end}}"),
    ("{{range $i,$v = .A}}{{$i}}{{end}}", "{{range $i, $v = .A}}{{$i}}{{end}}"),
    ("{{$v := 1}}{{range $i, $v}}{{end}}", "{{$v := 1}}{{range $i := $v}}{{end}}"),
    ("{{range .A}}{{break}}{{ continue }}{{end}}", "{{range .A}}{{break}}{{continue}}{{end}}"),
    // Templates.
    ("{{template `a`}}", r#"{{template "a"}}"#),
    (r#"{{template "a" .B}}"#, r#"{{template "a" .B}}"#),
    (r#"{{template "a\"b" $v := .B}}{{$v}}"#, r#"{{template "a\"b" $v := .B}}{{$v}}"#),
    (r#"{{block "a" .}}x{{end}}"#, r#"{{template "a" .}}"#),
    (r#"{{define "a"}}x{{end}}y"#, "y"),
    // Trim markers.
    ("x \r\n\t{{- 3}}", "x{{3}}"),
    ("{{3 -}}\n\n\ty", "{{3}}y"),
    ("x \r\n\t{{- 3 -}}\n\n\ty", "x{{3}}y"),
    ("x\n{{-  3   -}}\ny", "x{{3}}y"),
    ("x \r\n\t{{- /* hi */}}", "x"),
    ("{{/* hi */ -}}\n\n\ty", "y"),
    ("x \r\n\t{{- /* */ -}}\n\n\ty", "xy"),
    ("{{-\n/*\nhi\n*/\n-}}", ""),
    ("{{if .A -}}\n x\n{{- end}}\n", "{{if .A}}x{{end}}\n"),
    // A pipe sign may stand last.
    ("{{print |}}", "{{print}}"),
    ("{{template \"a\" .X .Y\n|}}", r#"{{template "a" .X .Y}}"#),
];

/// A text, the last operand of its last action, and its position according to Go.
#[rustfmt::skip]
const PLACES: &[(&str, &str, &str)] = &[
    ("{{.A}}", ".A", "1:2"),
    ("{{ .A }}", ".A", "1:3"),
    ("a\n b {{.A}}", ".A", "2:5"),
    ("a\n b {{.A.B.C}}", ".A.B.C", "2:7"),
    ("é\né{{ $.A }}", "$.A", "2:6"),
    ("{{$v := 1}}\n{{ $v }}", "$v", "2:3"),
    ("{{ print .A\n  \"s\" }}", r#""s""#, "2:2"),
    ("{{ print ( .A ) }}", ".A", "1:11"),
    ("{{ print (.A).B.C }}", "(.A).B.C", "1:13"),
    ("{{ .A |\n print }}", "print", "2:1"),
    ("{{ 1 }}", "1", "1:3"),
];
