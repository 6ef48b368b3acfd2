//! TOML's four kinds of strings.

use super::scan::{ErrorPosition, Scanner, Stop};

/// Parses a string after its opening quotes, including the closing ones.
pub(super) fn read(scanner: &mut Scanner<'_>, quote: char, multiline: bool) -> Result<Vec<u8>, Stop> {
    let start = scanner.at();
    let mut escaped = false;
    let end = loop {
        let before = scanner.at();
        match scanner.next()? {
            None => return Err(scanner.stop_at(ErrorPosition::End, unexpected_end(quote, multiline))),
            Some('\n' | '\r') if !multiline => {
                return Err(scanner.stop_at(ErrorPosition::LineBefore, "strings cannot contain newlines"));
            }
            Some('\\') if quote == '"' => {
                escaped = true;
                check_escape(scanner, start, multiline)?;
            }
            Some(c) if c == quote && !multiline => break before,
            Some(c) if c == quote => {
                if let Some(end) = closing_quotes(scanner, start, quote)? {
                    break end;
                }
            }
            Some(_) => {}
        }
    };
    let all = scanner.since(start);
    let text = &all[..end - start];
    let text = if multiline { strip_first_newline(text) } else { text };
    if !escaped {
        return Ok(text.to_vec());
    }
    let text = if multiline { strip_escaped_newlines(text) } else { text.to_vec() };
    replace_escapes(&text).map_err(|message| scanner.stop(message))
}

fn unexpected_end(quote: char, multiline: bool) -> &'static str {
    match (quote, multiline) {
        ('"', false) => "unexpected EOF; expected '\"'",
        ('"', true) => "unexpected EOF; expected '\"\"\"'",
        (_, false) => "unexpected EOF; expected \"'\"",
        (_, true) => "unexpected EOF; expected \"'''\"",
    }
}

/// After one quote of a multi-line string: where the string ends, if it does. Up to two quotes may precede the closing
/// three.
fn closing_quotes(scanner: &mut Scanner<'_>, start: usize, quote: char) -> Result<Option<usize>, Stop> {
    if !scanner.accept(quote)? || !scanner.accept(quote)? {
        return Ok(None);
    }
    if scanner.peek()? == Some(quote) {
        let five = [quote as u8; 5];
        let read = scanner.since(start);
        let escaped_first = quote == '"' && read.ends_with(b"\\\"\"\"\"\"");
        if read.ends_with(&five) && !escaped_first {
            let six = if quote == '"' { "unexpected '\"\"\"\"\"\"'" } else { "unexpected \"''''''\"" };
            return Err(scanner.stop(six));
        }
        scanner.back(quote);
        scanner.back(quote);
        return Ok(None);
    }
    Ok(Some(scanner.at() - 3))
}

/// Validates an escape after its backslash.
fn check_escape(scanner: &mut Scanner<'_>, start: usize, multiline: bool) -> Result<(), Stop> {
    if multiline && matches!(scanner.peek()?, Some('\n' | '\r')) {
        scanner.next()?;
        return Ok(());
    }
    let (digits, words) = match scanner.next()? {
        Some('e' | 'b' | 't' | 'n' | 'f' | 'r' | '"' | ' ' | '\t' | '\\') => return Ok(()),
        Some('x') => (2, "two hexadecimal digits after '\\x'"),
        Some('u') => (4, "four hexadecimal digits after '\\u'"),
        Some('U') => (8, "eight hexadecimal digits after '\\U'"),
        Some(c) => return Err(scanner.stop(format!("invalid escape in string '\\{c}'"))),
        None => return Err(scanner.stop_at(ErrorPosition::LineBefore, "invalid escape in string '\\\0'")),
    };
    for _ in 0..digits {
        let c = scanner.next()?;
        if !c.is_some_and(|c| c.is_ascii_hexdigit()) {
            let got = skeg_go_template::fmt::quote(scanner.since(start));
            return Err(scanner.stop_after(c, format!("expected {words}, but got {got} instead")));
        }
    }
    Ok(())
}

fn strip_first_newline(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\n").or_else(|| text.strip_prefix(b"\r\n")).unwrap_or(text)
}

/// Removes a backslash at the end of a line, with all blanks and newlines after it.
fn strip_escaped_newlines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        if b == b'\\' {
            if text.get(at + 1) == Some(&b'\\') {
                out.extend_from_slice(b"\\\\");
                at += 2;
                continue;
            }
            let blanks = text[at + 1..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
            if text[at + 1..at + 1 + blanks].contains(&b'\n') {
                at += 1 + blanks;
                continue;
            }
        }
        out.push(b);
        at += 1;
    }
    out
}

/// Replaces escapes, which were validated.
fn replace_escapes(text: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        at += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let Some(&letter) = text.get(at) else { break };
        at += 1;
        let digits = match letter {
            b'b' => 8,
            b't' => 9,
            b'n' => 10,
            b'f' => 12,
            b'r' => 13,
            b'e' => 27,
            b'"' | b'\\' => u32::from(letter),
            b'x' | b'u' | b'U' => {
                let length = match letter {
                    b'x' => 2,
                    b'u' => 4,
                    _ => 8,
                };
                let digits = text.get(at..at + length).and_then(|d| std::str::from_utf8(d).ok()).unwrap_or_default();
                at += length;
                let value = u32::from_str_radix(digits, 16).unwrap_or(u32::MAX);
                if char::from_u32(value).is_none() {
                    return Err(format!("Escaped character '\\u{digits}' is not valid UTF-8."));
                }
                value
            }
            other => return Err(format!("invalid escape: '\\{}'", other as char)),
        };
        out.extend_from_slice(char::from_u32(digits).unwrap_or_default().encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(out)
}
