//! Anchors, aliases and tags.

use super::chars::{is_alpha, is_uri};
use super::{Scanner, Span, Token, TokenKind};
use crate::Error;

impl Scanner<'_> {
    pub(super) fn scan_anchor(&mut self, kind: TokenKind) -> Result<Token, Error> {
        let line = self.line;
        self.advance(1);
        let start = self.pos;
        while is_alpha(self.byte(0)) {
            self.advance(1);
        }
        let ends = matches!(self.byte(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`')
            || self.is_blankz_at(self.pos);
        if start == self.pos || !ends {
            return Err(self.not_found("alphabetic or numeric character"));
        }
        Ok(Token::with_text(kind, line, Span::source(start, self.pos)))
    }

    pub(super) fn scan_tag(&mut self) -> Result<Token, Error> {
        let mut token = Token::new(TokenKind::Tag, self.line);
        if self.byte(1) == b'<' {
            self.advance(2);
            token.suffix = self.scan_tag_uri("")?;
            if self.byte(0) != b'>' {
                return Err(self.error("did not find the expected '>'"));
            }
            self.advance(1);
        } else {
            let start = self.pos;
            self.scan_tag_handle(false)?;
            let handle = Span::source(start, self.pos);
            if self.pos - start > 1 && self.byte_at(self.pos - 1) == b'!' {
                token.text = handle;
                token.suffix = self.scan_tag_uri("")?;
            } else {
                let text = self.text;
                token.suffix = self.scan_tag_uri(text.get(start..self.pos).unwrap_or_default())?;
                token.text = Span::source(start, start + 1);
                if token.suffix.is_empty() {
                    // A lone `!` has no handle.
                    (token.text, token.suffix) = (Span::default(), token.text);
                }
            }
        }
        if !self.is_blankz_at(self.pos) {
            return Err(self.not_found("whitespace or line break"));
        }
        Ok(token)
    }

    /// Skips `!`, `!!` or `!name!`; the last `!` may be missing in a tag, but not in a directive.
    pub(super) fn scan_tag_handle(&mut self, directive: bool) -> Result<(), Error> {
        if self.byte(0) != b'!' {
            return Err(self.not_found("'!'"));
        }
        let start = self.pos;
        self.advance(1);
        while is_alpha(self.byte(0)) {
            self.advance(1);
        }
        if self.byte(0) == b'!' {
            self.advance(1);
        } else if directive && self.pos - start > 1 {
            return Err(self.not_found("'!'"));
        }
        Ok(())
    }

    /// Reads the rest of a tag that begins with `head`, whose first character is not part of it.
    pub(super) fn scan_tag_uri(&mut self, head: &str) -> Result<Span, Error> {
        let from = self.scratch.len();
        self.scratch.push_str(head.get(1..).unwrap_or_default());
        let start = self.pos;
        while is_uri(self.byte(0)) {
            match self.byte(0) {
                b'%' => self.scan_uri_escape()?,
                b => {
                    self.scratch.push(b as char);
                    self.advance(1);
                }
            }
        }
        if head.is_empty() && start == self.pos {
            return Err(self.not_found("tag URI"));
        }
        Ok(Span::scratch(from, self.scratch.len()))
    }

    /// Reads the `%XX` of one UTF-8 character.
    fn scan_uri_escape(&mut self) -> Result<(), Error> {
        let mut octets = Vec::new();
        let mut left = 1;
        while left > 0 {
            let digit = |k: usize| (self.byte(k) as char).to_digit(16);
            let (b'%', Some(high), Some(low)) = (self.byte(0), digit(1), digit(2)) else {
                return Err(self.error("did not find URI escaped octet"));
            };
            let octet = (high * 16 + low) as u8;
            if octets.is_empty() {
                left = match octet {
                    0x00..=0x7F => 1,
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0..=0xF7 => 4,
                    _ => return Err(self.error("found an incorrect leading UTF-8 octet")),
                };
            } else if octet & 0xC0 != 0x80 {
                return Err(self.error("found an incorrect trailing UTF-8 octet"));
            }
            octets.push(octet);
            self.advance(3);
            left -= 1;
        }
        self.scratch.push_str(&String::from_utf8_lossy(&octets));
        Ok(())
    }
}
