//! Tokens between `{{` and `}}`.

use super::letter::is_alphanumeric;
use super::{Kind, Lexer, RIGHT_DELIM, Token, is_space};

impl Lexer<'_> {
    pub(super) fn next_in_action(&mut self) -> Token {
        if let Some(trim) = self.at_right_delim() {
            return match self.paren_depth {
                0 => self.right_delim(trim),
                _ => self.fail("unclosed left paren"),
            };
        }
        let rest = self.rest();
        let Some(&first) = rest.first() else { return self.fail("unclosed action") };
        match first {
            b' ' | b'\t' | b'\r' | b'\n' => self.space(),
            b'=' => self.emit_next(Kind::Assign, 1),
            b':' if rest.get(1) == Some(&b'=') => self.emit_next(Kind::Declare, 2),
            b':' => self.fail("expected :="),
            b'|' => self.emit_next(Kind::Pipe, 1),
            b'"' => self.quoted(b'"', Kind::String, "unterminated quoted string"),
            b'\'' => self.quoted(b'\'', Kind::CharConstant, "unterminated character constant"),
            b'`' => self.raw_quoted(),
            b'$' => self.field_or_variable(Kind::Variable, Kind::Variable),
            // A dot at the very end is left to the number scanner, as Go has it.
            b'.' if rest.get(1).is_some_and(|b| !b.is_ascii_digit()) => self.field_or_variable(Kind::Field, Kind::Dot),
            b'.' | b'+' | b'-' | b'0'..=b'9' => self.number(),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.identifier(),
            b'(' => self.left_paren(),
            b')' => self.right_paren(),
            b'!'..=b'~' => self.emit_next(Kind::Char, 1),
            _ => match self.peek_char() {
                Some((c, _)) if is_alphanumeric(c) => self.identifier(),
                c => self.fail_at_char("unrecognized character in action: ", c),
            },
        }
    }

    fn emit_next(&mut self, kind: Kind, len: usize) -> Token {
        self.pos += len;
        self.emit(kind)
    }

    fn left_paren(&mut self) -> Token {
        self.paren_depth += 1;
        self.emit_next(Kind::LeftParen, 1)
    }

    fn right_paren(&mut self) -> Token {
        match self.paren_depth.checked_sub(1) {
            Some(depth) => {
                self.paren_depth = depth;
                self.emit_next(Kind::RightParen, 1)
            }
            None => self.fail("unexpected right paren"),
        }
    }

    /// A run of space. The last one may belong to the trim marker of a closing delimiter.
    fn space(&mut self) -> Token {
        let count = self.rest().iter().take_while(|b| is_space(**b)).count();
        self.pos += count;
        if self.rest().starts_with(b"-}}") {
            self.pos -= 1;
            if count == 1 {
                return self.right_delim(true);
            }
        }
        self.emit(Kind::Space)
    }

    fn identifier(&mut self) -> Token {
        self.skip_name();
        if !self.at_terminator() {
            let c = self.peek_char();
            return self.fail_at_char("bad character ", c);
        }
        let kind = match Kind::of_word(&self.text[self.start..self.pos]) {
            Kind::Break if !self.break_is_keyword => Kind::Identifier,
            Kind::Continue if !self.continue_is_keyword => Kind::Identifier,
            kind => kind,
        };
        self.emit(kind)
    }

    /// A name behind `.` or `$`, or that sign alone.
    fn field_or_variable(&mut self, named: Kind, alone: Kind) -> Token {
        self.pos += 1;
        if self.at_terminator() {
            return self.emit(alone);
        }
        self.skip_name();
        if !self.at_terminator() {
            let c = self.peek_char();
            return self.fail_at_char("bad character ", c);
        }
        self.emit(named)
    }

    fn skip_name(&mut self) {
        loop {
            match self.text.get(self.pos) {
                Some(b) if b.is_ascii_alphanumeric() || *b == b'_' => self.pos += 1,
                Some(b) if !b.is_ascii() => match self.peek_char() {
                    Some((c, len)) if is_alphanumeric(c) => self.pos += len,
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// Reports whether something that may follow a name comes next.
    fn at_terminator(&self) -> bool {
        match self.text.get(self.pos) {
            None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'.' | b',' | b'|' | b':' | b')' | b'(') => true,
            _ => self.rest().starts_with(RIGHT_DELIM),
        }
    }

    /// A string or character constant; whether its inside makes sense is for the parser to say.
    fn quoted(&mut self, quote: u8, kind: Kind, unterminated: &str) -> Token {
        self.pos += 1;
        loop {
            let byte = self.text.get(self.pos).copied();
            self.pos += 1;
            match byte {
                Some(b'\\') if self.text.get(self.pos).is_some_and(|b| *b != b'\n') => self.pos += 1,
                None | Some(b'\n' | b'\\') => return self.fail(unterminated),
                Some(b) if b == quote => return self.emit(kind),
                Some(_) => {}
            }
        }
    }

    fn raw_quoted(&mut self) -> Token {
        self.pos += 1;
        match memchr::memchr(b'`', self.rest()) {
            Some(len) => self.emit_next(Kind::RawString, len + 1),
            None => self.fail("unterminated raw quoted string"),
        }
    }

    /// The character that comes next and its length. A byte that is no UTF-8 counts as U+FFFD, as Go has it.
    pub(super) fn peek_char(&self) -> Option<(char, usize)> {
        let rest = self.rest();
        let len = match rest.first()? {
            0x00..=0x7f => 1,
            0x80..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xff => 4,
        };
        let c = rest.get(..len).and_then(|b| std::str::from_utf8(b).ok()).and_then(|s| s.chars().next());
        Some(c.map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, len)))
    }

    fn fail_at_char(&mut self, what: &str, c: Option<(char, usize)>) -> Token {
        let shown = c.map(|(c, _)| describe(c)).unwrap_or_default();
        self.fail(format!("{what}{shown}"))
    }
}

/// What `%#U` prints: the code point, and the character where it is printable.
fn describe(c: char) -> String {
    let printable = match c.is_ascii() {
        true => matches!(c, ' '..='~'),
        // Quoting leaves printable characters alone.
        false => crate::fmt::quote(c.encode_utf8(&mut [0; 4]).as_bytes()) == format!("\"{c}\""),
    };
    match printable {
        true => format!("U+{:04X} '{c}'", c as u32),
        false => format!("U+{:04X}", c as u32),
    }
}
