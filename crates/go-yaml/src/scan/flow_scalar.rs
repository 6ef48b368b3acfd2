//! Quoted scalars, single and double.

use super::plain_scalar::Breaks;
use super::{Scanner, Span, Token, TokenKind};
use crate::Error;
use crate::document::Style;

impl Scanner<'_> {
    pub(super) fn scan_quoted(&mut self, single: bool) -> Result<Token, Error> {
        let line = self.line;
        let kind = TokenKind::Scalar(if single { Style::SingleQuoted } else { Style::DoubleQuoted });
        self.advance(1);
        if let Some(end) = self.verbatim_end(single) {
            let span = Span::source(self.pos, end);
            self.advance_to(end);
            self.advance(1);
            return Ok(Token::with_text(kind, line, span));
        }
        let from = self.scratch.len();
        let mut breaks = Breaks::default();
        loop {
            self.want(4)?;
            if self.at_document_indicator() {
                return Err(self.error("found unexpected document indicator"));
            }
            if self.at_end() {
                return Err(self.error("found unexpected end of stream"));
            }
            let joined = self.copy_quoted_word(single)?;
            if self.byte(0) == if single { b'\'' } else { b'"' } {
                break;
            }
            self.join_quoted_words(joined, &mut breaks);
        }
        self.advance(1);
        Ok(Token::with_text(kind, line, Span::scratch(from, self.scratch.len())))
    }

    /// The position of the closing quote, if the text needs no rewriting.
    fn verbatim_end(&self, single: bool) -> Option<usize> {
        if self.problem.is_some() {
            return None;
        }
        let rest = self.bytes.get(self.pos..)?;
        let (quote, other) = if single { (b'\'', b'\'') } else { (b'"', b'\\') };
        let end = memchr::memchr2(quote, other, rest)?;
        if rest.get(end) != Some(&quote) || (single && rest.get(end + 1) == Some(&quote)) {
            return None;
        }
        let inside = rest.get(..end)?;
        if memchr::memchr2(b'\n', b'\r', inside).is_some() {
            return None;
        }
        let end = self.pos + end;
        let rare = self.rare_breaks && (self.pos..end).any(|at| self.break_width(at) > 0);
        (!rare).then_some(end)
    }

    /// Copies up to a blank, line break, closing quote or the end. Returns whether an escaped line break ended it.
    fn copy_quoted_word(&mut self, single: bool) -> Result<bool, Error> {
        let text = self.text;
        loop {
            let from = self.pos;
            let mut to = from;
            loop {
                let b = self.byte_at(to);
                let stop = match b {
                    b'\'' => single,
                    b'"' | b'\\' => !single,
                    _ => self.is_blankz_at(to),
                };
                if stop {
                    break;
                }
                to += 1;
            }
            self.scratch.push_str(text.get(from..to).unwrap_or_default());
            self.advance_to(to);
            match self.byte(0) {
                b'\'' if single && self.byte(1) == b'\'' => {
                    self.scratch.push('\'');
                    self.advance(2);
                }
                b'\\' if !single && self.break_width(self.pos + 1) > 0 => {
                    self.advance(1);
                    self.take_break();
                    return Ok(true);
                }
                b'\\' if !single => self.copy_escape()?,
                _ => return Ok(false),
            }
        }
    }

    /// Copies blanks, or folds line breaks and drops the blanks around them. After an escaped line break all others
    /// stay.
    fn join_quoted_words(&mut self, escaped: bool, breaks: &mut Breaks) {
        let text = self.text;
        let from = self.pos;
        while self.at_blank() || self.at_break() {
            if self.at_blank() {
                self.advance(1);
            } else {
                let found = self.take_break();
                if escaped {
                    self.scratch.push_str(found);
                } else {
                    breaks.add(found);
                }
            }
        }
        if !breaks.is_empty() {
            breaks.fold_into(&mut self.scratch);
        } else if !escaped {
            self.scratch.push_str(text.get(from..self.pos).unwrap_or_default());
        }
    }

    fn copy_escape(&mut self) -> Result<(), Error> {
        let (text, digits) = match self.byte(1) {
            b'0' => ("\0", 0),
            b'a' => ("\x07", 0),
            b'b' => ("\x08", 0),
            b't' | b'\t' => ("\t", 0),
            b'n' => ("\n", 0),
            b'v' => ("\x0B", 0),
            b'f' => ("\x0C", 0),
            b'r' => ("\r", 0),
            b'e' => ("\x1B", 0),
            b' ' => (" ", 0),
            b'"' => ("\"", 0),
            b'\'' => ("'", 0),
            b'\\' => ("\\", 0),
            b'N' => ("\u{85}", 0),
            b'_' => ("\u{A0}", 0),
            b'L' => ("\u{2028}", 0),
            b'P' => ("\u{2029}", 0),
            b'x' => ("", 2),
            b'u' => ("", 4),
            b'U' => ("", 8),
            _ => return Err(self.error("found unknown escape character")),
        };
        self.scratch.push_str(text);
        self.advance(2);
        if digits > 0 {
            let mut value = 0u32;
            for k in 0..digits {
                let Some(digit) = (self.byte(k) as char).to_digit(16) else {
                    return Err(self.not_found("hexdecimal number"));
                };
                value = (value << 4) | digit;
            }
            let Some(c) = char::from_u32(value) else {
                return Err(self.error("found invalid Unicode character escape code"));
            };
            self.scratch.push(c);
            self.advance(digits);
        }
        Ok(())
    }
}
