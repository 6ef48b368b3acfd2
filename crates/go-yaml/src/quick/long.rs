//! Plain and quoted scalars over several lines: a line break is a blank, and each further one a line break.

use super::{Reader, Spot, scalar};
use crate::Builder;

impl<'t, B: Builder> Reader<'t, '_, B> {
    /// A plain scalar that may continue on later lines, indented more than its collection.
    pub(super) fn plain(&mut self, line: &'t str, column: usize) -> Option<B::Value> {
        let (first, has_comment) = scalar::plain(line)?;
        let behind = self.at;
        if !self.is_deeper_ahead(column) {
            return scalar::value(first, self.builder);
        }
        if has_comment {
            return None;
        }
        self.at = behind;
        let mut text = first.to_string();
        let mut breaks = 0;
        let mut at = self.at;
        while let Some(b'\n') = self.bytes.get(at) {
            breaks += 1;
            let start = at + 1;
            let blanks = self.bytes[start..].iter().take_while(|byte| **byte == b' ').count();
            at = start + blanks;
            match self.bytes.get(at) {
                Some(b'\n') => continue,
                None | Some(b'#') => break,
                _ if blanks <= column => break,
                _ => {}
            }
            let end = self.line_end(at);
            let (more, has_comment) = scalar::without_comment(self.text.get(at..end)?)?;
            push_breaks(&mut text, breaks);
            text.push_str(more);
            self.at = end;
            if has_comment {
                break;
            }
            at = end;
            breaks = 0;
        }
        let value = scalar::value(&text, self.builder)?;
        self.unless_deeper(column, value)
    }

    /// A quoted text that ends on a later line.
    pub(super) fn long_quoted(&mut self, spot: Spot, column: usize) -> Option<B::Value> {
        let rest = self.text.get(spot.at..)?;
        let end = scalar::quoted_end(rest)?;
        let quote = &rest[..1];
        let mut lines = rest.get(1..end)?.split('\n');
        let mut text = String::with_capacity(end);
        push_unquoted(&mut text, lines.next()?.trim_end_matches(' '), quote)?;
        let mut breaks = 0;
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            breaks += 1;
            let is_last = lines.peek().is_none();
            let inner = line.trim_start_matches(' ');
            // Lines that are not indented further are left to the parser.
            if (is_last || !inner.is_empty()) && line.len() - inner.len() <= column {
                return None;
            }
            let inner = if is_last { inner } else { inner.trim_end_matches(' ') };
            if !inner.is_empty() || is_last {
                push_breaks(&mut text, breaks);
                push_unquoted(&mut text, inner, quote)?;
                breaks = 0;
            }
        }
        let behind = spot.at + end + 1;
        self.at = self.line_end(behind);
        scalar::is_blank_end(self.text.get(behind..self.at)?).then_some(())?;
        Some(self.builder.owned_string(text))
    }
}

/// Appends this many consecutive line breaks.
fn push_breaks(text: &mut String, breaks: usize) {
    match breaks {
        1 => text.push(' '),
        _ => text.extend(std::iter::repeat_n('\n', breaks - 1)),
    }
}

/// Appends a line of a quoted text, with its escapes resolved.
fn push_unquoted(text: &mut String, line: &str, quote: &str) -> Option<()> {
    if quote == "'" {
        // Quotes are doubled; a single one would have been the end.
        let mut parts = line.split("''");
        text.push_str(parts.next()?);
        for part in parts {
            text.push('\'');
            text.push_str(part);
        }
        return Some(());
    }
    let mut rest = line;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(rest.get(..at)?);
        text.push(scalar::unescaped(*rest.as_bytes().get(at + 1)?)?);
        rest = rest.get(at + 2..)?;
    }
    text.push_str(rest);
    Some(())
}
