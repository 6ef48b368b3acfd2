//! Documents whose scalars know where they are written, for those who change a text and keep the rest of it.

use crate::parse::parse_parts;
use crate::{Document, Error, Node};

/// Where a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarSpan {
    /// The byte its first character is at: a quote, the `|` of a block.
    pub start: usize,
    /// The byte after it. White space behind a plain scalar and empty lines behind a block may be inside.
    pub end: usize,
    /// It stands between brackets or braces.
    pub in_flow: bool,
}

/// A document and where its scalars are.
pub struct Spanned<'a> {
    /// The parsed document.
    pub document: Document<'a>,
    /// By the number of the node, ascending.
    pub(crate) spans: Vec<(u32, ScalarSpan)>,
}

impl Spanned<'_> {
    /// Where a scalar of this document is; `None` if nothing is written, as behind `key:`.
    pub fn span(&self, node: Node<'_, '_>) -> Option<ScalarSpan> {
        let found = self.spans.binary_search_by_key(&node.at, |(at, _)| *at).ok()?;
        self.spans.get(found).map(|(_, span)| *span)
    }
}

/// Parses every document. Places are bytes of `text`, which must not begin with a byte order mark.
///
/// # Errors
/// The first thing wrong in any of the documents.
pub fn parse_spanned(text: &str) -> Result<Vec<Spanned<'_>>, Error> {
    parse_parts(text.as_bytes(), usize::MAX, true)
}
