//! Tokens: what the scanner hands to the parser. Texts are spans, so tokens are small and copied freely.

use crate::document::Style;

/// A piece of the source text or of the scratch text where rewritten scalars go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    /// The highest bit distinguishes scratch from source.
    len: u32,
}

const SCRATCH: u32 = 1 << 31;

impl Span {
    pub(crate) const EMPTY: Span = Span { start: 0, len: 0 };

    pub(crate) fn source(start: usize, end: usize) -> Span {
        Span { start: start as u32, len: (end - start) as u32 }
    }

    pub(crate) fn scratch(start: usize, end: usize) -> Span {
        Span { start: start as u32, len: (end - start) as u32 | SCRATCH }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.len & !SCRATCH == 0
    }

    pub(crate) fn text<'t>(self, source: &'t str, scratch: &'t str) -> &'t str {
        let from = if self.len & SCRATCH == 0 { source } else { scratch };
        let start = self.start as usize;
        from.get(start..start + (self.len & !SCRATCH) as usize).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    StreamEnd,
    VersionDirective,
    TagDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar(Style),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The line it starts on, from 0.
    pub(crate) line: u32,
    /// A scalar's text, an anchor's name, a tag's or directive's handle.
    pub(crate) text: Span,
    /// A tag's suffix or a directive's prefix.
    pub(crate) suffix: Span,
    /// The numbers of a version directive.
    pub(crate) version: (u8, u8),
}

impl Token {
    pub(crate) fn new(kind: TokenKind, line: usize) -> Token {
        Token { kind, line: line as u32, text: Span::default(), suffix: Span::default(), version: (0, 0) }
    }

    pub(crate) fn with_text(kind: TokenKind, line: usize, text: Span) -> Token {
        Token { text, ..Token::new(kind, line) }
    }
}
