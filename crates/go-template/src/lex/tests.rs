//! Texts and the tokens of Go's lexer.

use super::{Kind, Lexer};

#[test]
fn cuts_text_into_tokens() {
    assert_eq!(show(""), "Eof");
    for (text, tokens) in ROWS {
        assert_eq!(show(text), *tokens, "tokens of {text:?}");
    }
}

#[test]
fn break_and_continue_may_be_functions() {
    let mut lexer = Lexer::new(b"{{break continue", false, false);
    let kinds: Vec<Kind> = (0..3).map(|_| lexer.next().kind).collect();
    assert_eq!(kinds, [Kind::LeftDelim, Kind::Identifier, Kind::Identifier]);
}

#[test]
fn bytes_that_are_no_utf8_are_no_letters() {
    for text in [&b"{{a\xff}}"[..], b"{{.a\xe6\x97}}", b"{{$a\xc3("] {
        let mut lexer = Lexer::new(text, true, true);
        lexer.next();
        assert_eq!(lexer.next().kind, Kind::Error);
        assert_eq!(lexer.error(), "bad character U+FFFD '\u{fffd}'");
    }
}

/// The kinds of the tokens, with their texts if the kind does not imply them.
fn show(text: &str) -> String {
    let mut lexer = Lexer::new(text.as_bytes(), true, true);
    let mut shown = Vec::new();
    loop {
        let token = lexer.next();
        let inside = &text[token.start as usize..token.end as usize];
        let kind = token.kind;
        if token.is_spaced {
            shown.push("Space".to_owned());
        }
        shown.push(match kind {
            Kind::Error => format!("Error({})", lexer.error()),
            Kind::Bool
            | Kind::Char
            | Kind::CharConstant
            | Kind::Complex
            | Kind::Field
            | Kind::Identifier
            | Kind::Number
            | Kind::RawString
            | Kind::String
            | Kind::Text
            | Kind::Variable => format!("{kind:?}({inside})"),
            _ => format!("{kind:?}"),
        });
        if matches!(kind, Kind::Error | Kind::Eof) {
            return shown.join(" ");
        }
    }
}

#[rustfmt::skip]
const ROWS: &[(&str, &str)] = &[
    // Text.
    ("\n \t", "Text(\n \t) Eof"),
    ("plain words", "Text(plain words) Eof"),
    ("a{b}c{ {d", "Text(a{b}c{ {d) Eof"),
    ("before-{{/* nothing */}}-after", "Text(before-) Text(-after) Eof"),
    ("a {{- /* nothing */ -}} b", "Text(a) Text(b) Eof"),
    ("{{/*\n*/}}\n{{x}}", "Text(\n) LeftDelim Identifier(x) RightDelim Eof"),
    ("closed only.}} here", "Text(closed only.}} here) Eof"),
    // Actions.
    ("{{}}", "LeftDelim RightDelim Eof"),
    ("{{;@& }}", "LeftDelim Char(;) Char(@) Char(&) Space RightDelim Eof"),
    ("{{((7))}}", "LeftDelim LeftParen LeftParen Number(7) RightParen RightParen RightDelim Eof"),
    ("{{while}}", "LeftDelim Identifier(while) RightDelim Eof"),
    (r#"{{block "name" .}}"#, r#"LeftDelim Block Space String("name") Space Dot RightDelim Eof"#),
    (r#"{{"tab\t quote\" "}}"#, r#"LeftDelim String("tab\t quote\" ") RightDelim Eof"#),
    (r#"{{`raw \n "x"`}}"#, r#"LeftDelim RawString(`raw \n "x"`) RightDelim Eof"#),
    ("{{`two\nlines`}}", "LeftDelim RawString(`two\nlines`) RightDelim Eof"),
    ("{{true false nil}}", "LeftDelim Bool(true) Space Bool(false) Space Nil RightDelim Eof"),
    ("{{.}}", "LeftDelim Dot RightDelim Eof"),
    ("{{.a . .5 .a.b.c}}", "LeftDelim Field(.a) Space Dot Space Number(.5) Space Field(.a.b.c) RightDelim Eof"),
    ("{{.a.b.日.c.5}}", "LeftDelim Field(.a.b) Field(.日.c) Number(.5) RightDelim Eof"),
    ("{{.a.b#}}", "LeftDelim Field(.a) Error(bad character U+0023 '#')"),
    ("{{range if else end with define template break continue}}", "LeftDelim Range Space If Space Else Space End Space With Space Define Space Template Space Break Space Continue RightDelim Eof"),
    ("{{$ $a $12 $a.B .C}}", "LeftDelim Variable($) Space Variable($a) Space Variable($12) Space Variable($a) Field(.B) Space Field(.C) RightDelim Eof"),
    ("{{$a := print $}}", "LeftDelim Variable($a) Space Declare Space Identifier(print) Space Variable($) RightDelim Eof"),
    ("{{$a =1}}", "LeftDelim Variable($a) Space Assign Number(1) RightDelim Eof"),
    ("{{$a , $b := 1}}", "LeftDelim Variable($a) Space Char(,) Space Variable($b) Space Declare Space Number(1) RightDelim Eof"),
    ("{{$f 7}}", "LeftDelim Variable($f) Space Number(7) RightDelim Eof"),
    (r#"x {{cat ab 1.5 |none|some 1 "y"}} y"#, r#"Text(x ) LeftDelim Identifier(cat) Space Identifier(ab) Space Number(1.5) Space Pipe Identifier(none) Pipe Identifier(some) Space Number(1) Space String("y") RightDelim Text( y) Eof"#),
    ("{{(.A).B}}", "LeftDelim LeftParen Field(.A) RightParen Field(.B) RightDelim Eof"),
    ("{{|||}}", "LeftDelim Pipe Pipe Pipe RightDelim Eof"),
    ("{{.日本 $é größe}}", "LeftDelim Field(.日本) Space Variable($é) Space Identifier(größe) RightDelim Eof"),
    // Numbers and characters.
    ("{{4 07 0x1f 0XAB -2.5i 1e2 1E2 +3.1e-2 6.5i 3+4i 1_0 0x1.8_fp3 0X1.8P-3}}", "LeftDelim Number(4) Space Number(07) Space Number(0x1f) Space Number(0XAB) Space Number(-2.5i) Space Number(1e2) Space Number(1E2) Space Number(+3.1e-2) Space Number(6.5i) Space Complex(3+4i) Space Number(1_0) Space Number(0x1.8_fp3) Space Number(0X1.8P-3) RightDelim Eof"),
    ("{{0b101 0o17 0B1 0O7}}", "LeftDelim Number(0b101) Space Number(0o17) Space Number(0B1) Space Number(0O7) RightDelim Eof"),
    (r#"{{'z' '\t' '\'' '\\' '\u00e9' '\x7f' 'é'}}"#, r#"LeftDelim CharConstant('z') Space CharConstant('\t') Space CharConstant('\'') Space CharConstant('\\') Space CharConstant('\u00e9') Space CharConstant('\x7f') Space CharConstant('é') RightDelim Eof"#),
    // Trim markers.
    ("a \t\r\n{{- 1 -}}\n\n b", "Text(a) LeftDelim Number(1) RightDelim Text(b) Eof"),
    ("a{{-1}}", "Text(a) LeftDelim Number(-1) RightDelim Eof"),
    ("{{1 - }}", "LeftDelim Number(1) Space Number(-) Space RightDelim Eof"),
    ("{{1   -}} x", "LeftDelim Number(1) Space RightDelim Text(x) Eof"),
    ("{{1\n-}}\nx", "LeftDelim Number(1) RightDelim Text(x) Eof"),
    ("{{-\n1}}", "LeftDelim Number(1) RightDelim Eof"),
    (" {{- 1}}", "LeftDelim Number(1) RightDelim Eof"),
    // Errors.
    ("a{{\x01}}", "Text(a) LeftDelim Error(unrecognized character in action: U+0001)"),
    ("a{{ \u{200b} }}", "Text(a) LeftDelim Space Error(unrecognized character in action: U+200B)"),
    ("{{ ½ }}", "LeftDelim Space Error(unrecognized character in action: U+00BD '½')"),
    ("{{a²}}", "LeftDelim Error(bad character U+00B2 '²')"),
    ("{{", "LeftDelim Error(unclosed action)"),
    ("{{if", "LeftDelim If Error(unclosed action)"),
    ("{{.", "LeftDelim Number(.) Error(unclosed action)"),
    ("{{\"a\n\"}}", "LeftDelim Error(unterminated quoted string)"),
    (r#"{{"a\"#, "LeftDelim Error(unterminated quoted string)"),
    ("{{`a}}", "LeftDelim Error(unterminated raw quoted string)"),
    ("{{'\n}}", "LeftDelim Error(unterminated character constant)"),
    ("{{'a", "LeftDelim Error(unterminated character constant)"),
    ("{{5m}}", r#"LeftDelim Error(bad number syntax: "5m")"#),
    ("{{5+}}", r#"LeftDelim Error(bad number syntax: "5+")"#),
    ("{{5+6}}", r#"LeftDelim Error(bad number syntax: "5+6")"#),
    ("{{(5}}", "LeftDelim LeftParen Number(5) Error(unclosed left paren)"),
    ("{{5)}}", "LeftDelim Number(5) Error(unexpected right paren)"),
    ("{{$a:5}}", "LeftDelim Variable($a) Error(expected :=)"),
    ("{{a#}}", "LeftDelim Error(bad character U+0023 '#')"),
    ("{{.a#}}", "LeftDelim Error(bad character U+0023 '#')"),
    ("{{$a-1}}", "LeftDelim Error(bad character U+002D '-')"),
    ("a-{{/*/}}-b", "Text(a-) Error(unclosed comment)"),
    ("a-{{/* */ }}-b", "Text(a-) Error(comment ends before closing delimiter)"),
];
