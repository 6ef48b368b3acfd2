//! Fetches one token by its first character, with its effects on keys and indentation.

use super::chars::is_blank;
use super::{Scanner, Token, TokenKind};
use crate::spans::ScalarSpan;
use crate::{Error, ErrorKind};

impl Scanner<'_> {
    /// Fetches the next token and all that come with it.
    pub(super) fn fetch_token(&mut self) -> Result<(), Error> {
        self.skip_to_token();
        let column = self.column();
        self.unroll_indent(column as isize);
        self.want(4)?;
        if self.at_end() {
            return self.fetch_stream_end();
        }
        let flow = self.flow_level > 0;
        match self.byte(0) {
            b'%' if column == 0 => self.fetch_directive(),
            b'-' if self.at_document_indicator() => self.fetch_document_indicator(TokenKind::DocumentStart),
            b'.' if self.at_document_indicator() => self.fetch_document_indicator(TokenKind::DocumentEnd),
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.is_blankz_at(self.pos + 1) => self.fetch_block_entry(),
            b'?' if flow || self.is_blankz_at(self.pos + 1) => self.fetch_key(),
            b':' if flow || self.is_blankz_at(self.pos + 1) => self.fetch_value(),
            b'*' => self.fetch_scanned(|s| s.scan_anchor(TokenKind::Alias)),
            b'&' => self.fetch_scanned(|s| s.scan_anchor(TokenKind::Anchor)),
            b'!' => self.fetch_scanned(Self::scan_tag),
            b'|' if !flow => self.fetch_block_scalar(true),
            b'>' if !flow => self.fetch_block_scalar(false),
            b'\'' => self.fetch_scanned(|s| s.scan_quoted(true)),
            b'"' => self.fetch_scanned(|s| s.scan_quoted(false)),
            b'-' if !is_blank(self.byte(1)) => self.fetch_scanned(Self::scan_plain),
            b'?' | b':' if !flow => self.fetch_scanned(Self::scan_plain),
            b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'\t' => {
                Err(self.error_by(ErrorKind::BadCharacter, "found character that cannot start any token"))
            }
            _ => self.fetch_scanned(Self::scan_plain),
        }
    }

    /// Moves over blanks, line breaks and comments.
    fn skip_to_token(&mut self) {
        loop {
            if self.pos < self.bom_end && self.column() == 0 && !self.at_end() {
                let width = self.text.get(self.pos..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
                self.advance_to(self.pos + width);
            }
            // Tabs may not indent: not at a line start, nor after `-`, `?` or `:` in a block.
            let tabs = self.flow_level > 0 || !self.simple_key_allowed;
            while self.byte(0) == b' ' || (tabs && self.byte(0) == b'\t') {
                self.advance(1);
            }
            if self.byte(0) == b'#' {
                self.skip_to_break();
            }
            if !self.at_break() {
                return;
            }
            self.take_break();
            if self.flow_level == 0 {
                self.simple_key_allowed = true;
            }
        }
    }

    fn fetch_stream_end(&mut self) -> Result<(), Error> {
        if self.column() != 0 {
            self.line_index = self.index();
            self.line += 1;
        }
        self.close_blocks()?;
        self.push(Token::new(TokenKind::StreamEnd, self.line));
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<(), Error> {
        self.close_blocks()?;
        let token = self.scan_directive()?;
        self.push(token);
        Ok(())
    }

    fn fetch_document_indicator(&mut self, kind: TokenKind) -> Result<(), Error> {
        self.close_blocks()?;
        self.push_indicator(kind, 3);
        Ok(())
    }

    /// Closes all blocks, as at the start and end of every document.
    fn close_blocks(&mut self) -> Result<(), Error> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind) -> Result<(), Error> {
        self.save_simple_key()?;
        self.increase_flow_level()?;
        self.simple_key_allowed = true;
        self.push_indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.decrease_flow_level();
        self.simple_key_allowed = false;
        self.push_indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), Error> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.error("block sequence entries are not allowed in this context"));
            }
            self.roll_indent(self.column(), None, TokenKind::BlockSequenceStart, self.line)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<(), Error> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.error("mapping keys are not allowed in this context"));
            }
            self.roll_indent(self.column(), None, TokenKind::BlockMappingStart, self.line)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = self.flow_level == 0;
        self.push_indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), Error> {
        let at = self.simple_keys.len().saturating_sub(1);
        if self.simple_key_is_valid(at)? {
            let key = self.simple_keys.get(at).copied().unwrap_or_default();
            self.insert(key.token_number, Token::new(TokenKind::Key, key.line));
            self.roll_indent(key.column, Some(key.token_number), TokenKind::BlockMappingStart, key.line)?;
            if let Some(key) = self.simple_keys.get_mut(at) {
                key.possible = false;
            }
            self.forget_key_token(key.token_number);
            self.simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.simple_key_allowed {
                    return Err(
                        self.error_by(ErrorKind::MappingValue, "mapping values are not allowed in this context")
                    );
                }
                self.roll_indent(self.column(), None, TokenKind::BlockMappingStart, self.line)?;
            }
            self.simple_key_allowed = self.flow_level == 0;
        }
        self.push_indicator(TokenKind::Value, 1);
        Ok(())
    }

    fn fetch_block_scalar(&mut self, literal: bool) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        let start = self.pos;
        let token = self.scan_block_scalar(literal)?;
        self.note_place(start);
        self.push(token);
        Ok(())
    }

    /// Fetches a token that may be a key itself and cannot be followed by one.
    fn fetch_scanned(&mut self, scan: impl FnOnce(&mut Self) -> Result<Token, Error>) -> Result<(), Error> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.pos;
        let token = scan(self)?;
        if matches!(token.kind, TokenKind::Scalar(_)) {
            self.note_place(start);
        }
        self.push(token);
        Ok(())
    }

    /// Records the position of the scalar that was just scanned.
    fn note_place(&mut self, start: usize) {
        let span = ScalarSpan { start, end: self.pos, in_flow: self.flow_level > 0 };
        if let Some(spans) = &mut self.spans {
            spans.push_back(span);
        }
    }

    fn push_indicator(&mut self, kind: TokenKind, width: usize) {
        self.push(Token::new(kind, self.line));
        self.advance(width);
    }
}
