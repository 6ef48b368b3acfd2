//! Directives: `%YAML` and `%TAG`.

use super::chars::is_alpha;
use super::{Scanner, Span, Token, TokenKind};
use crate::Error;

impl Scanner<'_> {
    pub(super) fn scan_directive(&mut self) -> Result<Token, Error> {
        let line = self.line;
        self.advance(1);
        let start = self.pos;
        while is_alpha(self.byte(0)) {
            self.advance(1);
        }
        if start == self.pos {
            return Err(self.error("could not find expected directive name"));
        }
        if !self.is_blankz_at(self.pos) {
            return Err(self.error("found unexpected non-alphabetical character"));
        }
        let token = match self.text.get(start..self.pos) {
            Some("YAML") => self.scan_version_directive(line)?,
            Some("TAG") => self.scan_tag_directive(line)?,
            _ => return Err(self.error("found unknown directive name")),
        };
        self.skip_blanks();
        if self.byte(0) == b'#' {
            self.skip_to_break();
        }
        if !self.at_breakz() {
            return Err(self.not_found("comment or line break"));
        }
        self.take_break();
        Ok(token)
    }

    fn scan_version_directive(&mut self, line: usize) -> Result<Token, Error> {
        self.skip_blanks();
        let major = self.scan_version_number()?;
        if self.byte(0) != b'.' {
            return Err(self.not_found("digit or '.' character"));
        }
        self.advance(1);
        let minor = self.scan_version_number()?;
        Ok(Token { version: (major, minor), ..Token::new(TokenKind::VersionDirective, line) })
    }

    fn scan_version_number(&mut self) -> Result<u8, Error> {
        let start = self.pos;
        let mut value = 0;
        while self.byte(0).is_ascii_digit() {
            if self.pos - start == 2 {
                return Err(self.error("found extremely long version number"));
            }
            value = value * 10 + (self.byte(0) - b'0');
            self.advance(1);
        }
        if start == self.pos {
            return Err(self.not_found("version number"));
        }
        Ok(value)
    }

    fn scan_tag_directive(&mut self, line: usize) -> Result<Token, Error> {
        self.skip_blanks();
        let start = self.pos;
        self.scan_tag_handle(true)?;
        let handle = Span::source(start, self.pos);
        if !self.at_blank() {
            return Err(self.not_found("whitespace"));
        }
        self.skip_blanks();
        let prefix = self.scan_tag_uri("")?;
        if !self.is_blankz_at(self.pos) {
            return Err(self.not_found("whitespace or line break"));
        }
        Ok(Token { suffix: prefix, ..Token::with_text(TokenKind::TagDirective, line, handle) })
    }
}
