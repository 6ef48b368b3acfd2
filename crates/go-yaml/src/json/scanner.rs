//! Scans a JSON text: blanks, literals, numbers and strings, with Go's error messages.

use crate::Error;

/// Why reading stopped.
pub(super) enum Stop {
    /// The text ended within a value.
    End,
    /// The text ended within a word where only one character is possible.
    EndWithin(String),
    Problem(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Problem(error)
    }
}

pub(super) struct Scanner<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    /// The next byte, which must exist.
    pub(super) fn byte(&self) -> Result<u8, Stop> {
        self.peek().ok_or(Stop::End)
    }

    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.pos += 1;
        }
    }

    /// An error about the current byte.
    pub(super) fn problem<T>(&self, context: &str) -> Result<T, Stop> {
        let Some(byte) = self.peek() else { return Err(Stop::EndWithin(context.to_owned())) };
        let shown = match byte {
            b'\'' => "\\'".to_owned(),
            b'"' => "\"".to_owned(),
            b'\\' => "\\\\".to_owned(),
            0x07 => "\\a".to_owned(),
            0x08 => "\\b".to_owned(),
            0x0C => "\\f".to_owned(),
            b'\n' => "\\n".to_owned(),
            b'\r' => "\\r".to_owned(),
            b'\t' => "\\t".to_owned(),
            0x0B => "\\v".to_owned(),
            b' '..=b'~' | 0xA1..=0xAC | 0xAE.. => char::from(byte).to_string(),
            0x80.. => format!("\\u{byte:04x}"),
            _ => format!("\\x{byte:02x}"),
        };
        Err(Error::other(format!("invalid character '{shown}' {context}")).into())
    }

    /// Consumes the rest of `true`, `false` or `null`.
    pub(super) fn literal(&mut self, word: &str) -> Result<(), Stop> {
        for wanted in word.bytes() {
            if self.peek() != Some(wanted) {
                return self.problem(&format!("in literal {word} (expecting '{}')", char::from(wanted)));
            }
            self.pos += 1;
        }
        Ok(())
    }

    /// Consumes a number's text.
    pub(super) fn number(&mut self) -> Result<&'t str, Stop> {
        let start = self.pos;
        if self.peek() == Some(b'-') {
            self.pos += 1;
        }
        match self.peek() {
            Some(b'0') => self.pos += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return self.problem("in numeric literal"),
        }
        if self.peek() == Some(b'.') {
            self.pos += 1;
            if !self.peek().is_some_and(|b| b.is_ascii_digit()) {
                return self.problem("after decimal point in numeric literal");
            }
            self.digits();
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.pos += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.pos += 1;
            }
            if !self.peek().is_some_and(|b| b.is_ascii_digit()) {
                return self.problem("in exponent of numeric literal");
            }
            self.digits();
        }
        let text = self.bytes.get(start..self.pos).unwrap_or_default();
        Ok(std::str::from_utf8(text).unwrap_or_default())
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.pos += 1;
        }
    }

    /// Reads a string; the current byte is the opening quote.
    pub(super) fn string(&mut self) -> Result<String, Stop> {
        self.pos += 1;
        let mut out = Vec::new();
        loop {
            let rest = self.bytes.get(self.pos..).unwrap_or_default();
            let plain = rest.iter().take_while(|&&b| b >= 0x20 && b != b'"' && b != b'\\').count();
            out.extend_from_slice(rest.get(..plain).unwrap_or_default());
            self.pos += plain;
            match self.byte()? {
                b'"' => {
                    self.pos += 1;
                    break;
                }
                b'\\' => {
                    self.pos += 1;
                    self.escape(&mut out)?;
                }
                _ => return self.problem("in string literal"),
            }
        }
        Ok(match String::from_utf8(out) {
            Ok(text) => text,
            Err(error) => super::replace_invalid(error.as_bytes()).into_owned(),
        })
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), Stop> {
        let byte = match self.peek() {
            Some(b @ (b'"' | b'\\' | b'/')) => b,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0C,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.pos += 1;
                let c = self.code_point()?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return self.problem("in string escape code"),
        };
        out.push(byte);
        self.pos += 1;
        Ok(())
    }

    /// The character of `XXXX` or of a surrogate pair; half a pair is U+FFFD.
    fn code_point(&mut self) -> Result<char, Stop> {
        let unit = self.hex4()?;
        if (0xD800..0xDC00).contains(&unit)
            && let Some([b'\\', b'u', ..]) = self.bytes.get(self.pos..)
        {
            let back = self.pos;
            self.pos += 2;
            let low = self.hex4()?;
            if (0xDC00..0xE000).contains(&low) {
                let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return Ok(char::from_u32(code).unwrap_or('\u{FFFD}'));
            }
            self.pos = back;
        }
        Ok(char::from_u32(unit).unwrap_or('\u{FFFD}'))
    }

    fn hex4(&mut self) -> Result<u32, Stop> {
        let mut value = 0;
        for _ in 0..4 {
            match self.peek().and_then(|b| char::from(b).to_digit(16)) {
                Some(digit) => value = value * 16 + digit,
                None => return self.problem("in \\u hexadecimal character escape"),
            }
            self.pos += 1;
        }
        Ok(value)
    }
}
