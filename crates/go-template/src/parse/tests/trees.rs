//! Texts, the trees they become as Go prints them, and the places of nodes.

use super::{JUMPS, parse_body, table};
use crate::ast::{ExprKind, Node, error_context};

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
        let Some(Node::Action(action)) = template.body.nodes.last() else { panic!("{text:?}") };
        let expr = action.pipe.commands.last().and_then(|c| c.args.last()).unwrap();
        assert_eq!(expr.to_string(), *printed);
        let (line, column, context) = error_context(&template.source, expr.pos, printed);
        assert_eq!((format!("{line}:{column}").as_str(), context.as_str()), (*place, *printed), "place in {text:?}");
    }
}

#[test]
fn break_may_be_a_function() {
    let text = "{{range .X}}{{break 20}}{{continue}}{{end}}";
    let templates =
        crate::parse::parse("t", std::sync::Arc::new(text.to_string()), &table(JUMPS), &Default::default()).unwrap();
    let Some(Node::Range(range)) = templates[0].body.nodes.first() else { panic!() };
    assert!(range.body.nodes.iter().all(|n| matches!(n, Node::Action(_))));
}

#[test]
fn functions_of_the_table_hide_builtins() {
    let template = parse_body("{{len (print 1)}}");
    let Some(Node::Action(action)) = template.body.nodes.first() else { panic!() };
    let args = &action.pipe.commands[0].args;
    let ExprKind::Function(len) = &args[0].kind else { panic!() };
    let ExprKind::Pipe(inner) = &args[1].kind else { panic!() };
    let ExprKind::Function(print) = &inner.commands[0].args[0].kind else { panic!() };
    assert_eq!((len.is_builtin, print.is_builtin), (false, true));
}

#[test]
fn the_same_field_name_is_kept_once() {
    let template = parse_body("{{.a.name}}{{$.name}}");
    let fields = |node: &Node| match node {
        Node::Action(action) => match &action.pipe.commands[0].args[0].kind {
            ExprKind::Field(fields) | ExprKind::Variable { fields, .. } => fields.last().map(|f| f.as_ptr()),
            _ => None,
        },
        _ => None,
    };
    let nodes = &template.body.nodes;
    assert!(fields(&nodes[0]).is_some());
    assert_eq!(fields(&nodes[0]), fields(&nodes[1]));
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

/// A text, the last operand of its last action, and where Go says it stands.
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
