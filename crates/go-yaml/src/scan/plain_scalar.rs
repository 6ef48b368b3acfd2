//! Plain scalars: words without quotes, over one line or many.

use super::chars::is_plain;
use super::{Scanner, Span, Token, TokenKind};
use crate::Error;
use crate::document::Style;

/// The line breaks since the last word.
#[derive(Default)]
pub(super) struct Breaks {
    first: &'static str,
    others: String,
}

impl Breaks {
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(super) fn add(&mut self, text: &'static str) {
        if self.first.is_empty() {
            self.first = text;
        } else {
            self.others.push_str(text);
        }
    }

    /// Writes the breaks folded: a single line feed is a space.
    pub(super) fn fold_into(&mut self, out: &mut String) {
        match (self.first, self.others.is_empty()) {
            ("\n", true) => out.push(' '),
            ("\n", false) => out.push_str(&self.others),
            (first, _) => {
                out.push_str(first);
                out.push_str(&self.others);
            }
        }
        self.first = "";
        self.others.clear();
    }
}

impl Scanner<'_> {
    pub(super) fn scan_plain(&mut self) -> Result<Token, Error> {
        let (line, start, indent) = (self.line, self.pos, self.indent + 1);
        let text = self.text;
        let mut end = start;
        // The destination once the text is no longer a single piece of the source.
        let mut folded = None;
        let mut breaks = Breaks::default();
        loop {
            self.want(4)?;
            if self.byte(0) == b'#' || self.at_document_indicator() {
                break;
            }
            let (from, to) = (self.pos, self.plain_word_end());
            if to > from {
                if !breaks.is_empty() {
                    if folded.is_none() {
                        folded = Some(self.scratch.len());
                        self.scratch.push_str(text.get(start..end).unwrap_or_default());
                    }
                    breaks.fold_into(&mut self.scratch);
                    self.scratch.push_str(text.get(from..to).unwrap_or_default());
                } else if folded.is_some() {
                    self.scratch.push_str(text.get(end..to).unwrap_or_default());
                }
                end = to;
                self.advance_to(to);
            }
            if !self.at_blank() && !self.at_break() {
                break;
            }
            self.skip_plain_blanks(indent, &mut breaks)?;
            if self.flow_level == 0 && (self.column() as isize) < indent {
                break;
            }
        }
        if !breaks.is_empty() {
            self.simple_key_allowed = true;
        }
        let span = match folded {
            Some(from) => Span::scratch(from, self.scratch.len()),
            None => Span::source(start, end),
        };
        Ok(Token::with_text(TokenKind::Scalar(Style::Plain), line, span))
    }

    /// The end of the run of non-blank characters that belong to the scalar.
    fn plain_word_end(&self) -> usize {
        let flow = self.flow_level > 0;
        let mut at = self.pos;
        while let Some(&b) = self.bytes.get(at) {
            if is_plain(b, flow) {
                at += 1;
                continue;
            }
            let ends = match b {
                b':' => self.is_blankz_at(at + 1),
                0xC2 | 0xE2 => self.break_width(at) > 0,
                _ => true,
            };
            if ends {
                break;
            }
            at += 1;
        }
        at
    }

    fn skip_plain_blanks(&mut self, indent: isize, breaks: &mut Breaks) -> Result<(), Error> {
        loop {
            if self.at_blank() {
                if !breaks.is_empty() && self.byte(0) == b'\t' && (self.column() as isize) < indent {
                    return Err(self.error("found a tab character that violates indentation"));
                }
                self.advance(1);
            } else if self.at_break() {
                let text = self.take_break();
                breaks.add(text);
            } else {
                return Ok(());
            }
        }
    }
}
