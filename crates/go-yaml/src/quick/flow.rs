//! Flow collections of one line: `[a, "b"]`, `{cpu: 100m, more: {}}`.

use std::borrow::Cow;

use super::scalar::{self, is_blank_end, is_word, quoted};
use super::{MAX_DEPTH, MAX_KEY};
use crate::Builder;
use crate::decode::{key_text, sort_entries};
use crate::resolve::resolve_plain;

/// The collection in a line.
pub(super) fn read<B: Builder>(line: &str, builder: &mut B) -> Option<B::Value> {
    let mut reader = Reader { builder, line, at: 0, depth: 0 };
    let value = reader.value()?;
    is_blank_end(line.get(reader.at..)?).then_some(value)
}

struct Reader<'t, 'b, B: Builder> {
    builder: &'b mut B,
    line: &'t str,
    at: usize,
    depth: usize,
}

impl<'t, B: Builder> Reader<'t, '_, B> {
    fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// Consumes this byte, if it is next.
    fn take(&mut self, byte: u8) -> bool {
        let is_here = self.byte() == Some(byte);
        self.at += usize::from(is_here);
        is_here
    }

    fn skip_blanks(&mut self) {
        while self.take(b' ') {}
    }

    fn value(&mut self) -> Option<B::Value> {
        match self.byte()? {
            b'{' => self.map(),
            b'[' => self.list(),
            b'"' | b'\'' => {
                let text = self.quoted()?;
                Some(scalar::string(text, self.builder))
            }
            _ => scalar::value(self.word()?, self.builder),
        }
    }

    fn quoted(&mut self) -> Option<Cow<'t, str>> {
        let (text, length) = quoted(self.line.get(self.at..)?)?;
        self.at += length;
        Some(text)
    }

    /// A word followed by a blank, a comma, a colon or the end of the collection.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.line.get(self.at..)?;
        let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
        let is_fine = length > 0
            && !rest.starts_with('-')
            && matches!(rest.as_bytes().get(length)?, b' ' | b',' | b':' | b'}' | b']');
        self.at += length;
        is_fine.then(|| rest.get(..length)).flatten()
    }

    fn list(&mut self) -> Option<B::Value> {
        self.open()?;
        let mut items = Vec::new();
        while !self.take(b']') {
            items.push(self.value()?);
            self.between(b']')?;
        }
        self.depth -= 1;
        Some(self.builder.list(items))
    }

    fn map(&mut self) -> Option<B::Value> {
        self.open()?;
        let mut entries = Vec::new();
        while !self.take(b'}') {
            let from = self.at;
            let key = match self.byte()? {
                b'"' | b'\'' => self.quoted()?.into_owned(),
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
        Some(self.builder.map(sort_entries(entries)))
    }

    fn open(&mut self) -> Option<()> {
        self.at += 1;
        self.depth += 1;
        self.skip_blanks();
        (self.depth <= MAX_DEPTH).then_some(())
    }

    /// A comma followed by an item, or the end, which is not consumed.
    fn between(&mut self, end: u8) -> Option<()> {
        self.skip_blanks();
        if self.take(b',') {
            // Words that contain a comma are left to the parser, as is a trailing comma.
            if !self.take(b' ') {
                return None;
            }
            self.skip_blanks();
            return (self.byte()? != end && self.byte()? != b',').then_some(());
        }
        (self.byte()? == end).then_some(())
    }
}
