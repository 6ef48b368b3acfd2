//! Formats with several arguments, `print` and `println`, and invalid UTF-8.

use super::*;

#[test]
#[rustfmt::skip]
fn formats() {
    let table: Vec<(&str, Vec<Value>, &str)> = vec![
        ("%s-%s", vec![Value::str("a"), Value::str("b")], "a-b"),
        ("%s", vec![], "%!s(MISSING)"),
        ("%d %d", vec![int(1)], "1 %!d(MISSING)"),
        ("plain", vec![int(1)], "plain%!(EXTRA int=1)"),
        ("%s", vec![Value::str("a"), int(1), Value::Nil, Value::Float(2.0)], "a%!(EXTRA int=1, <nil>, float64=2)"),
        ("%", vec![], "%!(NOVERB)"),
        ("%", vec![int(1)], "%!(NOVERB)%!(EXTRA int=1)"),
        ("100%%", vec![], "100%"),
        ("%5%|%-5%|%.2%", vec![], "%|%|%"),
        ("%!", vec![int(1)], "%!!(int=1)"),
        ("%z", vec![int(1)], "%!z(int=1)"),
        ("%é", vec![Value::str("x")], "%!é(string=x)"),
        ("%*d", vec![int(5), int(1)], "    1"),
        ("%-*d|", vec![int(5), int(1)], "1    |"),
        ("%*d|", vec![int(-5), int(1)], "1    |"),
        ("%0*d|", vec![int(-5), int(1)], "1    |"),
        ("%.*f", vec![int(2), Value::Float(3.24159)], "3.24"),
        ("%*.*f", vec![int(8), int(2), Value::Float(3.24159)], "    3.24"),
        ("%*d", vec![Value::str("x"), int(1)], "%!(BADWIDTH)1"),
        ("%.*d", vec![int(-1), int(1)], "%!(BADPREC)1"),
        ("%*d", vec![int(10000000), int(1)], "%!(BADWIDTH)1"),
        ("%.*d", vec![Value::str("x"), int(7)], "%!(BADPREC)7"),
        ("%*%", vec![int(4)], "%"),
        ("%*", vec![int(4)], "%!(NOVERB)"),
        ("%*d", vec![int(4)], "%!d(MISSING)"),
        ("%*d", vec![Value::Int(IntKind::Uint64, 18446744073709551615u64 as i64), int(1)], "%!(BADWIDTH)1"),
        ("%[2]d %[1]d", vec![int(1), int(2)], "2 1"),
        ("%[2]*[1]d", vec![int(1), int(5)], "    1"),
        ("%[1]*d", vec![int(5), int(2)], "    2"),
        ("%6.2f %[1]q", vec![Value::Float(12.0)], " 12.00 %!q(float64=12)"),
        ("%[3]*.[2]*[1]f", vec![Value::Float(12.0), int(2), int(6)], " 12.00"),
        ("%[1]d %d %[1]d", vec![int(1), int(2)], "1 2 1"),
        ("%[5]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%[0]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%[-1]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%[x]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%[]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%[", vec![int(1)], "%!(NOVERB)"),
        ("%[1", vec![int(1)], "%!(NOVERB)"),
        ("%[1]", vec![int(1)], "%!(NOVERB)"),
        ("%[]", vec![int(1)], "%!](BADINDEX)"),
        ("%[2]2d", vec![int(1), int(2)], "%!d(BADINDEX)"),
        ("%[2].2d", vec![int(1), int(2)], "%!d(BADINDEX)"),
        ("%3[2]d", vec![int(1), int(2)], "  2"),
        ("%.3[2]d", vec![int(1), int(2)], "002"),
        ("%[2]d", vec![int(1), int(2), int(3)], "2"),
        ("%[99999999]d", vec![int(1)], "%!d(BADINDEX)"),
        ("%123456789d", vec![int(1)], "%!(NOVERB)%!(EXTRA int=1)"),
        ("%.d", vec![int(3)], "3"),
        ("%.", vec![int(3)], "%!.(int=3)"),
        ("%-+5d|% 05d|%+-5d", vec![int(1), int(2), int(3)], "+1   | 0002|+3   "),
        ("%v%v", vec![Value::Nil, Value::Nil], "<nil><nil>"),
        ("%d%%%s", vec![int(50), Value::str("x")], "50%x"),
        ("%.3v|%5.1v", vec![Value::str("abcdef"), Value::str("xyz")], "abc|    x"),
        ("%w", vec![int(1)], "%!w(int=1)"),
        ("%d %s %v", vec![Value::str("a"), int(1), Value::Bool(true)], "%!d(string=a) %!s(int=1) true"),
        ("é%s日", vec![Value::str("ü")], "éü日"),
        ("%+q %#x", vec![Value::str("é"), Value::str("é")], "\"\\u00e9\" 0xc3a9"),
    ];
    for (format, args, want) in table {
        assert_eq!(text(sprintf(format.as_bytes(), &args)), want, "{format} of {args:?}");
    }
}

#[test]
#[rustfmt::skip]
fn print_and_println() {
    let table: Vec<(Vec<Value>, &str, &str)> = vec![
        (vec![], "", "\n"),
        (vec![Value::str("a"), Value::str("b")], "ab", "a b\n"),
        (vec![int(1), int(2)], "1 2", "1 2\n"),
        (vec![Value::str("a"), int(1), int(2), Value::str("b"), Value::Nil, Value::Nil],
            "a1 2b<nil> <nil>", "a 1 2 b <nil> <nil>\n"),
        (vec![Value::Nil], "<nil>", "<nil>\n"),
        (vec![Value::Float(1.5), Value::Bool(true), Value::list(vec![int(1)]), map([("a", int(1))])],
            "1.5 true [1] map[a:1]", "1.5 true [1] map[a:1]\n"),
        (vec![bytes("a"), Value::str(""), int(3)], "[97]3", "[97]  3\n"),
    ];
    for (args, printed, with_newline) in table {
        assert_eq!(text(sprint(&args)), printed, "{args:?}");
        assert_eq!(text(sprintln(&args)), with_newline, "{args:?}");
    }
}

#[test]
fn invalid_bytes() {
    let value = Value::str(&b"a\xff\xe2\x82z"[..]);
    let table: [(&str, &[u8]); 7] = [
        ("%v", b"a\xff\xe2\x82z"),
        ("%q", br#""a\xff\xe2\x82z""#),
        ("%+q", br#""a\xff\xe2\x82z""#),
        ("%#q", br#""a\xff\xe2\x82z""#),
        ("%.2s", b"a\xff"),
        ("%6s", b" a\xff\xe2\x82z"),
        ("%x", b"61ffe2827a"),
    ];
    for (format, want) in table {
        assert_eq!(sprintf(format.as_bytes(), std::slice::from_ref(&value)), want, "{format}");
    }
    assert_eq!(text(sprintf(b"%\xff", &[int(1)])), "%!\u{fffd}(int=1)");
}

#[test]
fn printable_runes() {
    let count = (0..=0x10_ffff).filter_map(char::from_u32).filter(|&rune| is_print(rune)).count();
    assert_eq!(count, PRINTABLE_COUNT);
    let table = [('\u{ad}', false), ('\u{378}', false), ('\u{10ffff}', false), ('\u{fffd}', true), ('😀', true)];
    for (rune, want) in table {
        assert_eq!(is_print(rune), want, "{rune:?}");
    }
}

/// How many runes `strconv.IsPrint` accepts.
const PRINTABLE_COUNT: usize = 148998;

#[test]
fn a_map_within_itself_is_cut_off() {
    let map = Map::new();
    map.set("a", Value::Map(map.clone()));
    map.set("b", Value::Map(map.clone()));
    for format in ["%v", "%s", "%d", "%#v"] {
        assert!(sprintf(format.as_bytes(), &[Value::Map(map.clone())]).starts_with(b"map["));
    }
    map.remove(b"a");
    map.remove(b"b");
}
