//! Tokens between `{{` and `}}`.

use super::class::{is_name, is_name_start, is_ordinary, is_space, is_terminator};
use super::letter::is_alphanumeric;
use super::{Kind, Lexer, RIGHT_DELIM, Token};

impl Lexer<'_> {
    pub(super) fn next_in_action(&mut self) -> Token {
        if let Some(token) = self.space() {
            return token;
        }
        let rest = self.rest();
        let Some(&first) = rest.first() else { return self.fail("unclosed action") };
        match first {
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.identifier(),
            // A dot at the very end is left to the number scanner, as in Go.
            b'.' if rest.get(1).is_some_and(|b| !b.is_ascii_digit()) => self.field(),
            b'}' if rest.get(1) == Some(&b'}') => self.closing(false),
            b'"' => self.quoted(b'"', Kind::String, "unterminated quoted string"),
            b'$' => self.variable(),
            b'|' => self.emit_next(Kind::Pipe, 1),
            b'(' => self.left_paren(),
            b')' => self.right_paren(),
            b'.' | b'+' | b'-' | b'0'..=b'9' => self.number(),
            b'`' => self.raw_quoted(),
            b'=' => self.emit_next(Kind::Assign, 1),
            b':' if rest.get(1) == Some(&b'=') => self.emit_next(Kind::Declare, 2),
            b':' => self.fail("expected :="),
            b'\'' => self.quoted(b'\'', Kind::CharConstant, "unterminated character constant"),
            b'!'..=b'~' => self.emit_next(Kind::Char, 1),
            _ => match self.peek_char() {
                Some((c, _)) if is_alphanumeric(c) => self.identifier(),
                c => self.fail_at_char("unrecognized character in action: ", c),
            },
        }
    }

    /// Skips white space. If it belongs to the trim marker of a closing delimiter, reads that delimiter.
    fn space(&mut self) -> Option<Token> {
        let mut pos = self.pos;
        while self.text.get(pos).is_some_and(|b| is_space(*b)) {
            pos += 1;
        }
        let count = pos - self.pos;
        self.is_spaced = count > 0;
        if count == 0 {
            return None;
        }
        self.skip_to(pos);
        if self.text.get(pos) != Some(&b'-') || !self.rest().starts_with(b"-}}") {
            return None;
        }
        // In Go the marker and its space are a part of the delimiter.
        self.is_spaced = count > 1;
        self.start -= 1;
        Some(self.closing(true))
    }

    /// The right delimiter, or the minus before it.
    fn closing(&mut self, trim: bool) -> Token {
        if self.paren_depth > 0 {
            return self.fail("unclosed left paren");
        }
        self.pos += usize::from(trim);
        self.right_delim(trim)
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

    fn identifier(&mut self) -> Token {
        if !self.name() {
            return self.bad_character();
        }
        let kind = match Kind::of_word(&self.text[self.start..self.pos]) {
            Kind::Break if !self.break_is_keyword => Kind::Identifier,
            Kind::Continue if !self.continue_is_keyword => Kind::Identifier,
            kind => kind,
        };
        self.emit(kind)
    }

    fn variable(&mut self) -> Token {
        self.pos += 1;
        match self.at_terminator() || self.name() {
            true => self.emit(Kind::Variable),
            false => self.bad_character(),
        }
    }

    /// A single dot, or names with their dots: as many as follow, where Go has a token for each.
    fn field(&mut self) -> Token {
        self.pos += 1;
        if self.at_terminator() {
            return self.emit(Kind::Dot);
        }
        if !self.name() {
            return self.bad_character();
        }
        while let [b'.', first, ..] = self.rest()
            && is_name_start(*first)
        {
            let before = self.pos;
            self.pos += 1;
            if !self.name() {
                // The next token will be the error.
                self.pos = before;
                break;
            }
        }
        self.emit(Kind::Field)
    }

    /// Skips a name; returns whether it is followed by a valid character.
    #[inline]
    fn name(&mut self) -> bool {
        let mut pos = self.pos;
        while self.text.get(pos).is_some_and(|b| is_name(*b)) {
            pos += 1;
        }
        self.pos = pos;
        match self.text.get(pos) {
            Some(b) if !b.is_ascii() => self.wide_name(),
            _ => self.at_terminator(),
        }
    }

    /// The rest of a name, from its first non-ASCII character.
    #[cold]
    fn wide_name(&mut self) -> bool {
        while let Some((c, len)) = self.peek_char()
            && is_alphanumeric(c)
        {
            self.pos += len;
        }
        self.at_terminator()
    }

    #[cold]
    fn bad_character(&mut self) -> Token {
        let c = self.peek_char();
        self.fail_at_char("bad character ", c)
    }

    /// Whether a character that may follow a name comes next.
    fn at_terminator(&self) -> bool {
        match self.text.get(self.pos) {
            None => true,
            Some(b) if is_terminator(*b) => true,
            _ => self.rest().starts_with(RIGHT_DELIM),
        }
    }

    /// A string or character constant; the parser checks its contents.
    fn quoted(&mut self, quote: u8, kind: Kind, unterminated: &str) -> Token {
        let mut pos = self.pos + 1;
        let mut is_plain = true;
        loop {
            match self.text.get(pos) {
                Some(b) if is_ordinary(*b) => {}
                Some(b) if *b == quote => {
                    self.pos = pos + 1;
                    return self.emit_marked(kind, is_plain);
                }
                Some(b'\\') if self.text.get(pos + 1).is_some_and(|b| *b != b'\n') => {
                    is_plain = false;
                    pos += 1;
                }
                None | Some(b'\n' | b'\\') => return self.fail(unterminated),
                Some(b) => is_plain &= b.is_ascii(),
            }
            pos += 1;
        }
    }

    fn raw_quoted(&mut self) -> Token {
        self.pos += 1;
        let Some(len) = memchr::memchr(b'`', self.rest()) else {
            return self.fail("unterminated raw quoted string");
        };
        let is_plain = memchr::memchr(b'\r', &self.rest()[..len]).is_none();
        self.pos += len + 1;
        self.emit_marked(Kind::RawString, is_plain)
    }

    /// The next character and its length. A byte of invalid UTF-8 counts as U+FFFD, as in Go.
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

/// The output of `%#U`: the code point, and the character if it is printable.
fn describe(c: char) -> String {
    let printable = match c.is_ascii() {
        true => matches!(c, ' '..='~'),
        // Quoting does not change printable characters.
        false => crate::fmt::quote(c.encode_utf8(&mut [0; 4]).as_bytes()) == format!("\"{c}\""),
    };
    match printable {
        true => format!("U+{:04X} '{c}'", c as u32),
        false => format!("U+{:04X}", c as u32),
    }
}
