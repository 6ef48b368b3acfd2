//! Numbers, characters and strings, with Go's values.

use super::{kinds, parse_body};
use crate::ast::NodeKind;
use crate::parse::{parse_number, unquote};

/// The last node of a text in an action, which is a constant.
fn constant(text: &str) -> NodeKind {
    // Declared as a variable, because a string alone becomes a literal part.
    let template = parse_body(&format!("{{{{$x := {text}}}}}"));
    kinds(&template).pop().unwrap_or_else(|| panic!("{text:?}"))
}

#[test]
fn numbers_have_every_type_that_holds_them() {
    for (text, int, uint, float, complex) in NUMBERS {
        let NodeKind::Number { kind, end } = constant(text) else { panic!("{text:?}") };
        assert_eq!(end as usize, "{{$x := ".len() + text.len(), "the end of {text}");
        let number = parse_number(text.as_bytes(), kind).unwrap_or_else(|why| panic!("{text:?}: {why}"));
        assert_eq!((number.int, number.uint), (*int, *uint), "integers of {text}");
        assert_eq!(number.float.map(f64::to_bits), float.map(f64::to_bits), "float of {text}");
        assert_eq!(number.complex, *complex, "complex of {text}");
    }
}

#[test]
fn strings_are_unquoted() {
    for (text, expected) in STRINGS {
        let NodeKind::Str { is_plain, .. } = constant(text) else { panic!("{text:?}") };
        assert_eq!(unquote(text.as_bytes()).as_deref(), Some(*expected), "value of {text}");
        assert_eq!(is_plain, text.as_bytes()[1..text.len() - 1] == **expected, "is {text} its value");
        let printed = parse_body(&format!("{{{{{text}}}}}")).to_string();
        assert_eq!(printed, format!("{{{{{text}}}}}"), "how {text} is written");
    }
}

type NumberRow = (&'static str, Option<i64>, Option<u64>, Option<f64>, Option<(f64, f64)>);

/// A number with its value as int, uint, float and complex.
#[rustfmt::skip]
const NUMBERS: &[NumberRow] = &[
    // Integers.
    ("0", Some(0), Some(0), Some(0.0), None),
    ("-0", Some(0), Some(0), Some(0.0), None),
    ("42", Some(42), Some(42), Some(42.0), None),
    ("4_2", Some(42), Some(42), Some(42.0), None),
    ("0b10_1010", Some(42), Some(42), Some(42.0), None),
    ("0B101010", Some(42), Some(42), Some(42.0), None),
    ("052", Some(42), Some(42), Some(42.0), None),
    ("0o52", Some(42), Some(42), Some(42.0), None),
    ("0O52", Some(42), Some(42), Some(42.0), None),
    ("0x2a", Some(42), Some(42), Some(42.0), None),
    ("0X2A", Some(42), Some(42), Some(42.0), None),
    ("0x2_a", Some(42), Some(42), Some(42.0), None),
    ("-0x0", Some(0), Some(0), Some(0.0), None),
    ("-42", Some(-42), None, Some(-42.0), None),
    ("+42", Some(42), None, Some(42.0), None),
    ("0xdeadbeef", Some(3735928559), Some(3735928559), Some(3.735928559e9), None),
    ("0xef", Some(239), Some(239), Some(239.0), None),
    ("9223372036854775807", Some(9223372036854775807), Some(9223372036854775807), Some(9.223372036854776e18), None),
    ("9223372036854775808", None, Some(9223372036854775808), Some(9.223372036854776e18), None),
    ("18446744073709551615", None, Some(18446744073709551615), Some(1.8446744073709552e19), None),
    ("-9223372036854775808", Some(-9223372036854775808), None, Some(-9.223372036854776e18), None),
    // Floats.
    ("1e3", Some(1000), Some(1000), Some(1000.0), None),
    ("-1e3", Some(-1000), None, Some(-1000.0), None),
    ("-2.5", None, None, Some(-2.5), None),
    (".5", None, None, Some(0.5), None),
    ("5.", Some(5), Some(5), Some(5.0), None),
    ("1e19", None, Some(10000000000000000000), Some(1e19), None),
    ("1e1_9", None, Some(10000000000000000000), Some(1e19), None),
    ("1E19", None, Some(10000000000000000000), Some(1e19), None),
    ("-1e19", None, None, Some(-1e19), None),
    ("9223372036854775808.0", None, Some(9223372036854775808), Some(9.223372036854776e18), None),
    ("18446744073709551616.0", None, None, Some(1.8446744073709552e19), None),
    ("-9223372036854775808.0", Some(-9223372036854775808), None, Some(-9.223372036854776e18), None),
    ("-0.0", Some(0), Some(0), Some(-0.0), None),
    ("0x_1p5", Some(32), Some(32), Some(32.0), None),
    ("0X_1P5", Some(32), Some(32), Some(32.0), None),
    ("0x_1p-5", None, None, Some(0.03125), None),
    ("0x.8p1", Some(1), Some(1), Some(1.0), None),
    ("0x1.fffffffffffff8p0", Some(2), Some(2), Some(2.0), None),
    ("0x1.fffffffffffff7p0", None, None, Some(1.9999999999999998), None),
    ("0x1.00000000000008p0", Some(1), Some(1), Some(1.0), None),
    ("0x1.000000000000080000001p0", None, None, Some(1.0000000000000002), None),
    ("0x1p-1074", None, None, Some(5e-324), None),
    ("0x1p-1075", Some(0), Some(0), Some(0.0), None),
    ("0x1.8p-1075", None, None, Some(5e-324), None),
    ("0x123456789abcdef01p0", None, None, Some(2.0988295479420645e19), None),
    ("1e-400", Some(0), Some(0), Some(0.0), None),
    ("4.9e-324", None, None, Some(5e-324), None),
    ("017.5", None, None, Some(17.5), None),
    // Complex numbers.
    ("3i", None, None, None, Some((0.0, 3.0))),
    ("-1.5+2.5i", None, None, None, Some((-1.5, 2.5))),
    ("052i", None, None, None, Some((0.0, 52.0))),
    ("0i", Some(0), Some(0), Some(0.0), Some((0.0, 0.0))),
    ("-1.5+0i", None, None, Some(-1.5), Some((-1.5, 0.0))),
    ("-12+0i", Some(-12), None, Some(-12.0), Some((-12.0, 0.0))),
    ("13+0i", Some(13), Some(13), Some(13.0), Some((13.0, 0.0))),
    ("0x1p4+0x1p-1i", None, None, None, Some((16.0, 0.5))),
    // Characters.
    ("'k'", Some(107), Some(107), Some(107.0), None),
    (r#"'\n'"#, Some(10), Some(10), Some(10.0), None),
    (r#"'\\'"#, Some(92), Some(92), Some(92.0), None),
    (r#"'\''"#, Some(39), Some(39), Some(39.0), None),
    (r#"'\x7f'"#, Some(127), Some(127), Some(127.0), None),
    (r#"'\377'"#, Some(255), Some(255), Some(255.0), None),
    ("'é'", Some(233), Some(233), Some(233.0), None),
    (r#"'\u00e9'"#, Some(233), Some(233), Some(233.0), None),
    (r#"'\U0001F600'"#, Some(128512), Some(128512), Some(128512.0), None),
];

const STRINGS: &[(&str, &[u8])] = &[
    (r#""""#, b""),
    (r#""plain é""#, b"plain \xc3\xa9"),
    (r#""\a\b\f\n\r\t\v\\\"""#, b"\x07\x08\x0c\x0a\x0d\x09\x0b\x5c\x22"),
    (r#""\x41\xff\101\377""#, b"A\xffA\xff"),
    (r#""\u00e9\U0001F600""#, b"\xc3\xa9\xf0\x9f\x98\x80"),
    (r#"`raw\n`"#, b"raw\x5cn"),
    ("`a\r\nb\r`", b"a\x0ab"),
    ("``", b""),
];

#[test]
fn a_string_alone_is_a_literal_part() {
    let nodes = |text: &str| parse_body(text).code.nodes.iter().map(|n| format!("{n:?}")).collect::<Vec<_>>();
    assert_eq!(nodes("a{{`b}}`}}c")[1], "Node { pos: 4, kind: Literal { end: 7 } }");
    assert_eq!(nodes("{{- \"é\" -}}"), ["Node { pos: 5, kind: Literal { end: 7 } }"]);
    for action in ["{{\"a\\n\"}}", "{{`a\r`}}", "{{(`a`)}}", "{{$x := `a`}}", "{{print `a`}}", "{{`a` | print}}"] {
        assert!(matches!(kinds(&parse_body(action))[0], NodeKind::Pipe(_)), "{action:?}");
    }
    assert!(!parse_body("{{` `}}").is_empty, "it prints something");
}
