//! Flow collections of one line: `[a, "b"]`, `{cpu: 100m, more: {}}`.

use super::scalar::{is_blank_end, is_word, quoted, tree};
use super::{MAX_DEPTH, MAX_KEY};
use crate::decode::{key_text, sort_entries};
use crate::resolve::resolve_plain;
use crate::{Builder, Tree, TreeBuilder};

/// The collection that a line is.
pub(super) fn read(line: &str) -> Option<Tree> {
    let mut reader = Reader { line, at: 0, depth: 0 };
    let value = reader.value()?;
    is_blank_end(line.get(reader.at..)?).then_some(value)
}

struct Reader<'t> {
    line: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// Takes this byte, if it is here.
    fn take(&mut self, byte: u8) -> bool {
        let is_here = self.byte() == Some(byte);
        self.at += usize::from(is_here);
        is_here
    }

    fn skip_blanks(&mut self) {
        while self.take(b' ') {}
    }

    fn value(&mut self) -> Option<Tree> {
        match self.byte()? {
            b'{' => self.map(),
            b'[' => self.list(),
            b'"' | b'\'' => self.quoted().map(|text| Tree::Str(text.into())),
            _ => tree(self.word()?),
        }
    }

    fn quoted(&mut self) -> Option<String> {
        let (text, length) = quoted(self.line.get(self.at..)?)?;
        self.at += length;
        Some(text.into_owned())
    }

    /// A word that a blank, a comma, a colon or the end of the collection follows.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.line.get(self.at..)?;
        let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
        let is_fine = length > 0
            && !rest.starts_with('-')
            && matches!(rest.as_bytes().get(length)?, b' ' | b',' | b':' | b'}' | b']');
        self.at += length;
        is_fine.then(|| rest.get(..length)).flatten()
    }

    fn list(&mut self) -> Option<Tree> {
        self.open()?;
        let mut items = Vec::new();
        while !self.take(b']') {
            items.push(self.value()?);
            self.between(b']')?;
        }
        self.depth -= 1;
        Some(Tree::List(items))
    }

    fn map(&mut self) -> Option<Tree> {
        self.open()?;
        let mut entries = Vec::new();
        while !self.take(b'}') {
            let from = self.at;
            let key = match self.byte()? {
                b'"' | b'\'' => self.quoted()?,
                _ => key_text(&resolve_plain(self.word()?))?,
            };
            if self.at - from > MAX_KEY || !self.take(b':') || !self.take(b' ') {
                return None;
            }
            self.skip_blanks();
            entries.push((key, self.value()?));
            self.between(b'}')?;
        }
        self.depth -= 1;
        Some(TreeBuilder.map(sort_entries(entries)))
    }

    fn open(&mut self) -> Option<()> {
        self.at += 1;
        self.depth += 1;
        self.skip_blanks();
        (self.depth <= MAX_DEPTH).then_some(())
    }

    /// A comma and something behind it, or the end, which stays.
    fn between(&mut self, end: u8) -> Option<()> {
        self.skip_blanks();
        if self.take(b',') {
            // Words with a comma in them are the parser's, as is a comma before the end.
            if !self.take(b' ') {
                return None;
            }
            self.skip_blanks();
            return (self.byte()? != end && self.byte()? != b',').then_some(());
        }
        (self.byte()? == end).then_some(())
    }
}
