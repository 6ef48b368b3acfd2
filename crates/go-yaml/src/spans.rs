//! Documents with the positions of their scalars, for edits that keep the rest of the text.

use crate::parse::parse_parts;
use crate::{Document, Error, Node};

/// Where a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarSpan {
    /// The offset of its first character: a quote, or the `|` of a block.
    pub start: usize,
    /// The end offset. White space after a plain scalar and empty lines after a block may be included.
    pub end: usize,
    /// It stands between brackets or braces.
    pub in_flow: bool,
}

/// A document with the positions of its scalars.
pub struct Spanned<'a> {
    /// The parsed document.
    pub document: Document<'a>,
    /// By the number of the node, ascending.
    pub(crate) spans: Vec<(u32, ScalarSpan)>,
}

impl Spanned<'_> {
    /// The position of a scalar of this document; `None` if nothing is written, as after `key:`.
    pub fn span(&self, node: Node<'_, '_>) -> Option<ScalarSpan> {
        let found = self.spans.binary_search_by_key(&node.at, |(at, _)| *at).ok()?;
        self.spans.get(found).map(|(_, span)| *span)
    }
}

/// Parses every document. Positions are byte offsets in `text`, which must not start with a byte order mark.
///
/// # Errors
/// The first error in any of the documents.
pub fn parse_spanned(text: &str) -> Result<Vec<Spanned<'_>>, Error> {
    parse_parts(text.as_bytes(), usize::MAX, true)
}
