//! Scans a TOML text character by character, with line numbers and the library's errors.

use skeg_go_template::fmt::decode_rune;

/// An error: the line and the message.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) line: i64,
    pub(super) message: String,
}

pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    line: i64,
}

/// How an error reports its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorPosition {
    /// The scanner's position.
    Here,
    /// The end of the text: a final newline does not count.
    End,
    /// The previous line, since a newline was consumed.
    LineBefore,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t [u8]) -> Scanner<'t> {
        Scanner { text, at: 0, line: 1 }
    }

    pub(super) fn line(&self) -> i64 {
        self.line
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The text since a position.
    pub(super) fn since(&self, start: usize) -> &'t [u8] {
        &self.text[start..self.at]
    }

    /// The next character, not consumed; `None` at the end. A character that TOML forbids is an error already here.
    pub(super) fn peek(&self) -> Result<Option<char>, Stop> {
        let rest = &self.text[self.at..];
        let Some(&first) = rest.first() else { return Ok(None) };
        // Go counts a line as soon as it peeks at its newline, and uncounts it when stepping back.
        let (c, width) = decode_rune(rest);
        if c == char::REPLACEMENT_CHARACTER && width == 1 {
            return Err(self.stop(format!("invalid UTF-8 byte: 0x{first:02x}")));
        }
        let lone_return = c == '\r' && rest.get(1) != Some(&b'\n');
        if lone_return || (c.is_ascii_control() && !matches!(c, '\t' | '\r' | '\n')) {
            return Err(self.stop(format!("TOML files cannot contain control characters: '0x{:02x}'", c as u32)));
        }
        Ok(Some(c))
    }

    /// Reads the next character.
    pub(super) fn next(&mut self) -> Result<Option<char>, Stop> {
        let c = self.peek()?;
        if let Some(c) = c {
            self.at += c.len_utf8();
            self.line += i64::from(c == '\n');
        }
        Ok(c)
    }

    /// Consumes the next character if it is the given one.
    pub(super) fn accept(&mut self, wanted: char) -> Result<bool, Stop> {
        let found = self.peek()? == Some(wanted);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Steps back over a character that was just read.
    pub(super) fn back(&mut self, c: char) {
        self.at -= c.len_utf8();
        self.line -= i64::from(c == '\n');
    }

    pub(super) fn skip_blanks(&mut self) -> Result<(), Stop> {
        while matches!(self.peek()?, Some(' ' | '\t')) {
            self.next()?;
        }
        Ok(())
    }

    pub(super) fn skip_while(&mut self, accept: impl Fn(char) -> bool) -> Result<(), Stop> {
        while self.peek()?.is_some_and(&accept) {
            self.next()?;
        }
        Ok(())
    }

    pub(super) fn stop(&self, message: impl Into<String>) -> Stop {
        Stop { line: self.line, message: message.into() }
    }

    pub(super) fn stop_at(&self, place: ErrorPosition, message: impl Into<String>) -> Stop {
        let newline_last = self.at > 0 && self.text[self.at - 1] == b'\n';
        let less = match place {
            ErrorPosition::Here => 0,
            ErrorPosition::End => i64::from(newline_last),
            ErrorPosition::LineBefore => 1,
        };
        Stop { line: self.line - less, message: message.into() }
    }

    /// An error about a consumed character, or about the end.
    pub(super) fn stop_after(&self, read: Option<char>, message: impl Into<String>) -> Stop {
        self.stop_at(if read.is_none() { ErrorPosition::End } else { ErrorPosition::Here }, message)
    }
}
