//! A fast path for plainly written maps, parsed directly from their lines, without tokens and nodes.
//!
//! Most values files are block maps and lists of one-line scalars, block scalars and small flow collections. One pass
//! over the lines parses those. Anything that is not certain is left to the real parser: the result is the same as the
//! parser's, or none.

mod block;
mod flow;
mod long;
mod scalar;

use crate::Builder;
use crate::decode::{key_text, sort_entries};
use crate::printable::is_printable;
use crate::resolve::resolve_plain;

/// Deeper nesting is left to the parser, which needs no call stack.
const MAX_DEPTH: usize = 64;
/// The longest key; the parser allows 1024 characters.
const MAX_KEY: usize = 200;

const MAX_ALIASES: usize = 50;

/// The map in a text, if it is plain enough.
pub(crate) fn read_map<B: Builder>(text: &[u8], builder: &mut B) -> Option<B::Value> {
    let text = std::str::from_utf8(text).ok().filter(|text| is_printable(text.as_bytes()))?;
    let mut reader = Reader::new(text, builder);
    let mut first = reader.ahead()?;
    if first.column == 0 && reader.rest(first) == "---" {
        reader.at = first.end;
        first = reader.ahead()?;
    }
    if first.column != 0 {
        return None;
    }
    let first = reader.unless_marker(first)?;
    let map = reader.map(first)?;
    // Any further line is not part of the map.
    reader.ahead().is_none().then_some(map).filter(|_| reader.is_at_end())
}

/// A position in a line to continue from.
#[derive(Clone, Copy, Debug)]
struct Spot {
    column: usize,
    at: usize,
    /// Where the line ends.
    end: usize,
}

struct Reader<'t, 'b, B: Builder> {
    builder: &'b mut B,
    text: &'t str,
    bytes: &'t [u8],
    /// The start of the next line, or a position within the line break before it.
    at: usize,
    depth: usize,
    /// Entries and items of the open collections, innermost last: each removes its own at its end, into a list without
    /// spare capacity.
    entries: Vec<(String, B::Value)>,
    items: Vec<B::Value>,
    /// Anchors (`&name`) with their scalars, in the order of the text.
    anchors: Vec<(&'t str, &'t str)>,
    aliases: usize,
}

impl<'t, 'b, B: Builder> Reader<'t, 'b, B> {
    fn new(text: &'t str, builder: &'b mut B) -> Reader<'t, 'b, B> {
        let (entries, items, anchors) = (Vec::new(), Vec::new(), Vec::new());
        Reader { builder, text, bytes: text.as_bytes(), at: 0, depth: 0, entries, items, anchors, aliases: 0 }
    }

    /// The next line that is not blank; it is not consumed.
    fn ahead(&mut self) -> Option<Spot> {
        loop {
            if self.bytes.get(self.at) == Some(&b'\n') {
                self.at += 1;
                continue;
            }
            let start = self.at;
            let blanks = self.bytes.get(start..)?.iter().take_while(|byte| **byte == b' ').count();
            let at = start + blanks;
            match self.bytes.get(at)? {
                b'\n' => self.at = at,
                b'#' => self.at = self.line_end(at),
                _ => return Some(Spot { column: blanks, at, end: self.line_end(at) }),
            }
        }
    }

    fn is_at_end(&self) -> bool {
        self.bytes.get(self.at..).is_none_or(|rest| rest.iter().all(|byte| *byte == b' '))
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
    }

    fn rest(&self, spot: Spot) -> &'t str {
        self.text.get(spot.at..spot.end).unwrap_or_default()
    }

    /// A map whose first key is here. The part of its line before it is already consumed.
    fn map(&mut self, first: Spot) -> Option<B::Value> {
        self.deeper()?;
        let begin = self.entries.len();
        let mut spot = first;
        loop {
            let (key, after) = self.key(spot)?;
            let value = self.value(after, first.column, true)?;
            self.entries.push((key, value));
            match self.ahead() {
                Some(next) if next.column == first.column && !self.is_item(next) => spot = self.unless_marker(next)?,
                // A deeper line that was not consumed is an error; others belong to an enclosing collection.
                Some(next) if next.column > first.column => return None,
                _ => break,
            }
        }
        self.depth -= 1;
        let entries = sort_entries(self.entries.drain(begin..).collect());
        Some(self.builder.map(entries))
    }

    /// A list whose first dash is here.
    fn list(&mut self, first: Spot) -> Option<B::Value> {
        self.deeper()?;
        let begin = self.items.len();
        let mut spot = first;
        loop {
            let blanks = self.bytes.get(spot.at + 1..spot.end)?.iter().take_while(|byte| **byte == b' ').count();
            let inner = Spot { column: spot.column + 1 + blanks, at: spot.at + 1 + blanks, end: spot.end };
            let item = match self.key(inner) {
                Some(_) => self.map(inner)?,
                None => self.value(inner, first.column, false)?,
            };
            self.items.push(item);
            match self.ahead() {
                Some(next) if next.column == first.column && self.is_item(next) => spot = next,
                Some(next) if next.column > first.column => return None,
                _ => break,
            }
        }
        self.depth -= 1;
        let items = self.items.drain(begin..).collect();
        Some(self.builder.list(items))
    }

    fn deeper(&mut self) -> Option<()> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())
    }

    /// Whether a dash here starts an item.
    fn is_item(&self, spot: Spot) -> bool {
        self.bytes.get(spot.at) == Some(&b'-') && matches!(self.bytes.get(spot.at + 1), None | Some(b' ' | b'\n'))
    }

    /// Document markers, and what looks like one, are left to the parser.
    fn unless_marker(&self, spot: Spot) -> Option<Spot> {
        let rest = self.rest(spot);
        (spot.column > 0 || !(rest.starts_with("---") || rest.starts_with("...") || rest.starts_with('%')))
            .then_some(spot)
    }

    /// The key here, and the position after its colon.
    fn key(&self, spot: Spot) -> Option<(String, Spot)> {
        let line = self.rest(spot);
        let (name, length) = match line.as_bytes().first()? {
            b'"' | b'\'' => {
                let (text, length) = scalar::quoted(line)?;
                (text.into_owned(), length)
            }
            first if scalar::is_word(*first) => {
                let length = line.bytes().take_while(|byte| scalar::is_word(*byte)).count();
                (key_text(&resolve_plain(line.get(..length)?))?, length)
            }
            _ => return None,
        };
        let behind = line.as_bytes().get(length..)?;
        if length > MAX_KEY || behind.first() != Some(&b':') || !matches!(behind.get(1), None | Some(b' ')) {
            return None;
        }
        let blanks = behind[1..].iter().take_while(|byte| **byte == b' ').count();
        let passed = length + 1 + blanks;
        Some((name, Spot { column: spot.column + passed, at: spot.at + passed, end: spot.end }))
    }

    /// The value after a colon or a dash, or on the lines below, for a collection at this column.
    fn value(&mut self, spot: Spot, column: usize, is_of_map: bool) -> Option<B::Value> {
        let line = self.rest(spot);
        self.at = spot.end;
        let value = match line.as_bytes().first() {
            // A blank precedes it, since the value comes after one.
            None | Some(b'#') => return self.below(column, is_of_map),
            Some(b'|' | b'>') => return self.block(line, column),
            Some(b'&') => self.anchored(line)?,
            Some(b'*') => self.aliased(line)?,
            Some(b'{' | b'[') => flow::read(line, self.builder)?,
            Some(b'"' | b'\'') if scalar::quoted(line).is_none() => self.long_quoted(spot, column)?,
            Some(b'"' | b'\'') => scalar::read(line, self.builder)?,
            Some(_) => return self.plain(line, column),
        };
        self.unless_deeper(column, value)
    }

    /// A scalar with an anchor: `&name text`.
    fn anchored(&mut self, line: &'t str) -> Option<B::Value> {
        let (name, rest) = line.get(1..)?.split_once(' ')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let text = rest.trim_start_matches(' ');
        self.anchors.push((name, text));
        scalar::read(text, self.builder).filter(|_| is_name)
    }

    /// The scalar of an alias: `*name`. Go refuses texts with too many aliases, so those are left to the parser.
    fn aliased(&mut self, line: &str) -> Option<B::Value> {
        self.aliases += 1;
        let length = line.bytes().skip(1).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let (name, rest) = line.get(1..)?.split_at_checked(length)?;
        let (_, text) = self.anchors.iter().rev().find(|(anchor, _)| *anchor == name)?;
        let is_fine = self.aliases <= MAX_ALIASES && scalar::is_blank_end(rest);
        if is_fine { scalar::read(text, self.builder) } else { None }
    }

    /// A complete value. Deeper lines after it would be errors.
    fn unless_deeper(&mut self, column: usize, value: B::Value) -> Option<B::Value> {
        (!self.is_deeper_ahead(column)).then_some(value)
    }

    /// Whether the next line is deeper than a collection at this column.
    fn is_deeper_ahead(&mut self, column: usize) -> bool {
        self.ahead().is_some_and(|next| next.column > column)
    }

    /// A value that starts on a line below, or null.
    fn below(&mut self, column: usize, is_of_map: bool) -> Option<B::Value> {
        match self.ahead() {
            Some(next) if self.is_item(next) && (next.column > column || is_of_map && next.column == column) => {
                self.list(next)
            }
            // As in `resources:`, followed by a line with `{}` and comment lines.
            Some(next) if next.column > column && matches!(self.bytes.get(next.at), Some(b'{' | b'[')) => {
                self.value(next, column, is_of_map)
            }
            Some(next) if next.column > column => self.map(next),
            _ => Some(self.builder.null()),
        }
    }
}

#[cfg(test)]
mod tests;
