//! Nodes: parses one node with its anchor and tag into the document's arena.

use std::collections::VecDeque;

use super::{Parser, State, error_at, not_found};
use crate::Error;
use crate::document::{Kind, NodeData, Style, Tag};
use crate::scan::{Span, Token, TokenKind};

/// The properties before a node.
#[derive(Default)]
struct Properties<'s> {
    anchor: Option<&'s str>,
    tag: Tag,
    tag_is_written: bool,
    line: Option<u32>,
}

impl<'s> Parser<'s> {
    pub(super) fn node(&mut self, block: bool, indentless: bool) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if token.kind == TokenKind::Alias {
            self.pop_state();
            self.add_alias(&token)?;
            self.scanner.skip();
            return Ok(());
        }
        let properties = self.properties()?;
        let token = self.scanner.peek()?;
        let line = properties.line.unwrap_or(token.line);
        let anchor = properties.anchor;
        let (kind, state) = match token.kind {
            TokenKind::BlockEntry if indentless => (Kind::List, State::IndentlessSequenceEntry),
            TokenKind::FlowSequenceStart => (Kind::List, State::FlowSequenceFirstEntry),
            TokenKind::FlowMappingStart => (Kind::Map, State::FlowMappingFirstKey),
            TokenKind::BlockSequenceStart if block => (Kind::List, State::BlockSequenceFirstEntry),
            TokenKind::BlockMappingStart if block => (Kind::Map, State::BlockMappingFirstKey),
            TokenKind::Scalar(style) => {
                let implicit = match properties.tag {
                    Tag::None => style == Style::Plain,
                    tag => self.is_lone_mark(tag),
                };
                self.pop_state();
                let mut data = NodeData::new(Kind::Scalar, line);
                (data.text, data.style, data.implicit) = (token.text, style, implicit);
                let at = self.add(data.tagged(properties.tag), anchor);
                if let Some(span) = self.scanner.spans.as_mut().and_then(VecDeque::pop_front) {
                    self.spans.push((at, span));
                }
                self.scanner.skip();
                return Ok(());
            }
            _ if anchor.is_some() || properties.tag_is_written => {
                self.pop_state();
                let mut data = NodeData::new(Kind::Scalar, line);
                data.implicit = properties.tag == Tag::None;
                self.add(data.tagged(properties.tag), anchor);
                return Ok(());
            }
            _ => return not_found(&token, "node content"),
        };
        self.state = state;
        self.start_collection(kind, line, anchor);
        Ok(())
    }

    /// Consumes an anchor and a tag, in either order.
    fn properties(&mut self) -> Result<Properties<'s>, Error> {
        let mut properties = Properties::default();
        let mut tag_token = None;
        loop {
            let token = self.scanner.peek()?;
            match token.kind {
                TokenKind::Anchor if properties.anchor.is_none() => {
                    properties.anchor = Some(token.text.text(self.scanner.source(), ""));
                }
                TokenKind::Tag if tag_token.is_none() => tag_token = Some(token),
                _ => break,
            }
            properties.line.get_or_insert(token.line);
            self.scanner.skip();
        }
        if let Some(token) = tag_token {
            properties.tag = self.resolve_tag(&token)?;
            properties.tag_is_written = true;
        }
        Ok(properties)
    }

    /// The full tag of a tag token.
    fn resolve_tag(&mut self, token: &Token) -> Result<Tag, Error> {
        let suffix = self.scanner.span(token.suffix);
        let tag = if token.text.is_empty() {
            suffix.to_owned()
        } else {
            let handle = self.scanner.span(token.text);
            let prefix = self.tag_directives.iter().find(|d| d.0 == handle);
            prefix.map(|d| format!("{}{suffix}", d.1)).unwrap_or_default()
        };
        if tag.is_empty() {
            return error_at(token, "found undefined tag handle");
        }
        Ok(Tag::known(&tag).unwrap_or_else(|| {
            self.tags.push(tag);
            Tag::Other(self.tags.len() as u32 - 1)
        }))
    }

    /// Whether the tag is a single `!`, which Go ignores in some places.
    fn is_lone_mark(&self, tag: Tag) -> bool {
        match tag {
            Tag::Other(at) => self.tags.get(at as usize).is_some_and(|t| t == "!"),
            _ => false,
        }
    }

    /// Puts a node into the arena.
    fn add(&mut self, mut data: NodeData, anchor: Option<&'s str>) -> u32 {
        let at = self.nodes.len() as u32;
        data.end = at + 1;
        self.nodes.push(data);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, at);
        }
        at
    }

    pub(super) fn add_empty(&mut self, line: u32) {
        let mut data = NodeData::new(Kind::Scalar, line);
        data.implicit = true;
        data.text = Span::default();
        self.add(data, None);
    }

    fn add_alias(&mut self, token: &Token) -> Result<(), Error> {
        let name = token.text.text(self.scanner.source(), "");
        let Some(&target) = self.anchors.get(name) else {
            return Err(Error::of_yaml(&format!("unknown anchor '{name}' referenced")));
        };
        let mut data = NodeData::new(Kind::Alias, token.line);
        (data.text, data.extra) = (token.text, target);
        self.has_aliases = true;
        self.add(data, None);
        Ok(())
    }

    pub(super) fn start_collection(&mut self, kind: Kind, line: u32, anchor: Option<&'s str>) {
        let at = self.add(NodeData::new(kind, line), anchor);
        self.open.push(at);
    }

    pub(super) fn end_collection(&mut self) {
        let end = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at as usize)) {
            node.end = end;
        }
    }
}
