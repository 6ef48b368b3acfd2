//! Documents, directives and block collections.

use std::borrow::Cow;

use super::{Parser, State, Step, error_at, is_document_boundary, no_key, not_found};
use crate::Error;
use crate::scan::{Token, TokenKind};

impl Parser<'_> {
    pub(super) fn document_start(&mut self, implicit: bool) -> Result<Step, Error> {
        let mut token = self.scanner.peek()?;
        while !implicit && token.kind == TokenKind::DocumentEnd {
            token = self.next_token()?;
        }
        if token.kind == TokenKind::StreamEnd {
            self.state = State::End;
            return Ok(Step::StreamEnd);
        }
        if implicit && !matches!(token.kind, TokenKind::DocumentStart) && !is_directive(token.kind) {
            self.directives()?;
            self.states.push(State::DocumentEnd);
            self.state = State::BlockNode;
            return Ok(Step::Inside);
        }
        let token = self.directives()?;
        if token.kind != TokenKind::DocumentStart {
            return not_found(&token, "<document start>");
        }
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        self.scanner.skip();
        Ok(Step::Inside)
    }

    pub(super) fn document_content(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if is_document_boundary(token.kind) {
            self.pop_state();
            self.add_empty(token.line);
            return Ok(());
        }
        self.node(true, false)
    }

    pub(super) fn document_end(&mut self) -> Result<Step, Error> {
        if self.scanner.peek()?.kind == TokenKind::DocumentEnd {
            self.scanner.skip();
        }
        self.tag_directives.clear();
        self.state = State::DocumentStart;
        Ok(Step::DocumentEnd)
    }

    /// Consumes the directives before a document; returns the token after them.
    fn directives(&mut self) -> Result<Token, Error> {
        let mut seen_version = false;
        let mut token = self.scanner.peek()?;
        while is_directive(token.kind) {
            if token.kind == TokenKind::VersionDirective {
                if seen_version {
                    return error_at(&token, "found duplicate %YAML directive");
                }
                if token.version != (1, 1) {
                    return error_at(&token, "found incompatible YAML document");
                }
                seen_version = true;
            } else {
                let handle = self.scanner.span(token.text).to_owned();
                if self.tag_directives.iter().any(|d| d.0 == handle) {
                    return error_at(&token, "found duplicate %TAG directive");
                }
                let prefix = self.scanner.span(token.suffix).to_owned();
                self.tag_directives.push((handle.into(), prefix));
            }
            token = self.next_token()?;
        }
        for (handle, prefix) in [("!", "!"), ("!!", "tag:yaml.org,2002:")] {
            if !self.tag_directives.iter().any(|d| d.0 == handle) {
                self.tag_directives.push((Cow::Borrowed(handle), prefix.to_owned()));
            }
        }
        Ok(token)
    }

    pub(super) fn block_sequence_entry(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::BlockEntry => {
                let next = self.next_token()?;
                match next.kind {
                    TokenKind::BlockEntry | TokenKind::BlockEnd => {
                        self.empty_then(State::BlockSequenceEntry, token.line)
                    }
                    _ => self.node_then(State::BlockSequenceEntry, true, false),
                }
            }
            TokenKind::BlockEnd => {
                self.pop_state();
                self.end_collection();
                self.scanner.skip();
                Ok(())
            }
            _ => not_found(&token, "'-' indicator"),
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::BlockEntry {
            self.pop_state();
            self.end_collection();
            return Ok(());
        }
        let next = self.next_token()?;
        match next.kind {
            TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                self.empty_then(State::IndentlessSequenceEntry, token.line)
            }
            _ => self.node_then(State::IndentlessSequenceEntry, true, false),
        }
    }

    pub(super) fn block_mapping_key(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::Key => {
                let next = self.next_token()?;
                match next.kind {
                    TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                        self.empty_then(State::BlockMappingValue, token.line)
                    }
                    _ => self.node_then(State::BlockMappingValue, true, true),
                }
            }
            TokenKind::BlockEnd => {
                self.pop_state();
                self.end_collection();
                self.scanner.skip();
                Ok(())
            }
            _ => no_key(&token),
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::Value {
            return self.empty_then(State::BlockMappingKey, token.line);
        }
        let next = self.next_token()?;
        match next.kind {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                self.empty_then(State::BlockMappingKey, token.line)
            }
            _ => self.node_then(State::BlockMappingKey, true, true),
        }
    }
}

fn is_directive(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::VersionDirective | TokenKind::TagDirective)
}
