//! Flow collections: `[a, b: c]` and `{a: b}`.

use super::{Parser, State, not_found};
use crate::Error;
use crate::document::Kind;
use crate::scan::TokenKind;

impl Parser<'_> {
    pub(super) fn flow_sequence_entry(&mut self, first: bool) -> Result<(), Error> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip();
        }
        let mut token = self.scanner.peek()?;
        if token.kind != TokenKind::FlowSequenceEnd {
            if !first {
                if token.kind != TokenKind::FlowEntry {
                    return not_found(&token, "',' or ']'");
                }
                token = self.next_token()?;
            }
            if token.kind == TokenKind::Key {
                self.state = State::FlowSequencePairKey;
                self.start_collection(Kind::Map, token.line, None);
                self.scanner.skip();
                return Ok(());
            }
            if token.kind != TokenKind::FlowSequenceEnd {
                return self.node_then(State::FlowSequenceEntry, false, false);
            }
        }
        self.pop_state();
        self.end_collection();
        self.scanner.skip();
        Ok(())
    }

    pub(super) fn flow_sequence_pair_key(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                // As in Go, the token is dropped here.
                self.scanner.skip();
                self.empty_then(State::FlowSequencePairValue, token.line)
            }
            _ => self.node_then(State::FlowSequencePairValue, false, false),
        }
    }

    pub(super) fn flow_sequence_pair_value(&mut self) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if token.kind == TokenKind::Value {
            let next = self.next_token()?;
            if !matches!(next.kind, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
                return self.node_then(State::FlowSequencePairEnd, false, false);
            }
        }
        self.empty_then(State::FlowSequencePairEnd, token.line)
    }

    pub(super) fn flow_mapping_key(&mut self, first: bool) -> Result<(), Error> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip();
        }
        let mut token = self.scanner.peek()?;
        if token.kind != TokenKind::FlowMappingEnd {
            if !first {
                if token.kind != TokenKind::FlowEntry {
                    return not_found(&token, "',' or '}'");
                }
                token = self.next_token()?;
            }
            if token.kind == TokenKind::Key {
                let next = self.next_token()?;
                return match next.kind {
                    TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd => {
                        self.empty_then(State::FlowMappingValue, next.line)
                    }
                    _ => self.node_then(State::FlowMappingValue, false, false),
                };
            }
            if token.kind != TokenKind::FlowMappingEnd {
                return self.node_then(State::FlowMappingEmptyValue, false, false);
            }
        }
        self.pop_state();
        self.end_collection();
        self.scanner.skip();
        Ok(())
    }

    pub(super) fn flow_mapping_value(&mut self, empty: bool) -> Result<(), Error> {
        let mut token = self.scanner.peek()?;
        if !empty && token.kind == TokenKind::Value {
            token = self.next_token()?;
            if !matches!(token.kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                return self.node_then(State::FlowMappingKey, false, false);
            }
        }
        self.empty_then(State::FlowMappingKey, token.line)
    }
}
