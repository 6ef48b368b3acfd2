//! Block scalars: `|` literal and `>` folded.

use super::{Scanner, Span, Token, TokenKind};
use crate::Error;
use crate::document::Style;

/// How line breaks at the end are treated.
#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

impl Scanner<'_> {
    pub(super) fn scan_block_scalar(&mut self, literal: bool) -> Result<Token, Error> {
        let line = self.line;
        self.advance(1);
        let (chomping, increment) = self.scan_block_header()?;
        let mut indent = match increment {
            0 => 0,
            n if self.indent >= 0 => self.indent as usize + n,
            n => n,
        };
        let text = self.text;
        let from = self.scratch.len();
        let mut last_break = "";
        let mut more_breaks = String::new();
        let mut after_blank = false;
        self.skip_block_breaks(&mut indent, &mut more_breaks)?;
        while !self.at_end() && self.column() == indent {
            let blank = self.at_blank();
            if !literal && !after_blank && !blank && last_break == "\n" {
                if more_breaks.is_empty() {
                    self.scratch.push(' ');
                }
            } else {
                self.scratch.push_str(last_break);
            }
            self.scratch.push_str(&more_breaks);
            more_breaks.clear();
            after_blank = blank;
            let start = self.pos;
            self.skip_to_break();
            self.scratch.push_str(text.get(start..self.pos).unwrap_or_default());
            last_break = self.take_break();
            self.skip_block_breaks(&mut indent, &mut more_breaks)?;
        }
        if chomping != Chomping::Strip {
            self.scratch.push_str(last_break);
        }
        if chomping == Chomping::Keep {
            self.scratch.push_str(&more_breaks);
        }
        let style = if literal { Style::Literal } else { Style::Folded };
        Ok(Token::with_text(TokenKind::Scalar(style), line, Span::scratch(from, self.scratch.len())))
    }

    /// The chomping and indentation indicators after the `|`, and the rest of that line.
    fn scan_block_header(&mut self) -> Result<(Chomping, usize), Error> {
        let mut increment = 0;
        let mut chomping = self.scan_chomping();
        if self.byte(0).is_ascii_digit() {
            if self.byte(0) == b'0' {
                return Err(self.error("found an indentation indicator equal to 0"));
            }
            increment = usize::from(self.byte(0) - b'0');
            self.advance(1);
            chomping = chomping.or_else(|| self.scan_chomping());
        }
        self.skip_blanks();
        if self.byte(0) == b'#' {
            self.skip_to_break();
        }
        if !self.at_breakz() {
            return Err(self.not_found("comment or line break"));
        }
        self.take_break();
        Ok((chomping.unwrap_or(Chomping::Clip), increment))
    }

    fn scan_chomping(&mut self) -> Option<Chomping> {
        let chomping = match self.byte(0) {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return None,
        };
        self.advance(1);
        Some(chomping)
    }

    /// Skips indentation and empty lines; detects the indentation if it is unknown (0).
    fn skip_block_breaks(&mut self, indent: &mut usize, breaks: &mut String) -> Result<(), Error> {
        let mut deepest = 0;
        loop {
            let mut column = self.column();
            while (*indent == 0 || column < *indent) && self.byte(0) == b' ' {
                self.advance(1);
                column += 1;
            }
            deepest = deepest.max(column);
            if (*indent == 0 || column < *indent) && self.byte(0) == b'\t' {
                return Err(self.error("found a tab character where an indentation space is expected"));
            }
            if !self.at_break() {
                break;
            }
            breaks.push_str(self.take_break());
        }
        if *indent == 0 {
            *indent = deepest.max((self.indent + 1).max(1) as usize);
        }
        Ok(())
    }
}
