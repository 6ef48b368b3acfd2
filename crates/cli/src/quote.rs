//! Text as Go's `%q` prints it, for messages that people know from Helm.

use std::fmt::Write;

/// Quotes text with Go's escapes.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => push_hex(&mut out, 'x', 2, c),
            c if (0x80..0xa1).contains(&(c as u32)) || matches!(c, '\u{ad}' | '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                push_hex(&mut out, 'u', 4, c)
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn push_hex(out: &mut String, letter: char, width: usize, c: char) {
    // Writing to a String cannot fail.
    let _ = write!(out, "\\{letter}{:0width$x}", c as u32);
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_as_go() {
        for (text, want) in [
            ("a\"b", r#""a\"b""#),
            ("a\\b\n", r#""a\\b\n""#),
            ("\x01\x7f", r#""\x01\x7f""#),
            ("é\u{feff}", r#""é\ufeff""#),
        ] {
            assert_eq!(quote(text), want);
        }
    }
}
