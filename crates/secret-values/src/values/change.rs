//! Replaces scalars in a text.

use std::ops::Range;

use skeg_go_yaml::Style;

use super::Plain;
use super::scalar::{self, Written};
use super::walk::{Value, values};
use crate::Error;

/// Parts of a text and their replacements, ascending.
struct Changes<'t> {
    source: &'t str,
    out: String,
    done: usize,
}

impl<'t> Changes<'t> {
    fn new(source: &'t str) -> Changes<'t> {
        Changes { source, out: String::with_capacity(source.len()), done: 0 }
    }

    fn replace(&mut self, range: Range<usize>, with: &str) {
        self.out.push_str(self.source.get(self.done..range.start).unwrap_or_default());
        self.out.push_str(with);
        self.done = range.end;
        // After a `|` or a quote a comment needs no blank, after other scalars it does.
        if !with.is_empty() && self.source.get(self.done..).is_some_and(|rest| rest.starts_with('#')) {
            self.out.push(' ');
        }
    }

    /// Drops tabs from the blank lines that follow. Only a plain scalar may be followed by them: after a quote they
    /// would make the text unreadable.
    fn drop_tabs(&mut self) {
        let rest = self.source.get(self.done..).unwrap_or_default();
        let blank = &rest[..rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len()];
        if let Some((line, lines)) = blank.split_once('\n') {
            self.out.extend([line, "\n", &lines.replace('\t', "")]);
            self.done += blank.len();
        }
    }

    fn finish(mut self) -> String {
        self.out.push_str(self.source.get(self.done..).unwrap_or_default());
        self.out
    }
}

/// Replaces each value by a plain scalar, in order.
pub(super) fn put_words(source: &str, found: &[Value], words: &[String]) -> Result<String, Error> {
    let mut changes = Changes::new(source);
    for (value, word) in found.iter().zip(words) {
        let (head, body) = extent(source, value);
        changes.replace(head, word);
        if let Some(body) = body {
            changes.replace(body, "");
        }
    }
    let text = changes.finish();
    // Safety check: the new text must have the intended values.
    let now = values(&text)?;
    let is_right = now.len() == words.len() && now.iter().zip(words).all(|(value, word)| value.text == *word);
    if is_right { Ok(text) } else { Err(Error::Rewrite) }
}

/// Replaces each value by its decrypted scalar, written so that YAML reads it back.
pub(super) fn put_plain(source: &str, found: &[Value], plain: &[Plain]) -> Result<String, Error> {
    let mut changes = Changes::new(source);
    for (value, plain) in found.iter().zip(plain) {
        let (head, body) = extent(source, value);
        match scalar::write(plain, value.span.in_flow, block_indent(source, value)) {
            Written::Line(text) => {
                changes.replace(head, &text);
                if body.is_none() {
                    changes.drop_tabs();
                }
            }
            Written::Block { head: indicator, lines } => {
                let end = line_end(source, head.end);
                changes.replace(head, indicator);
                changes.replace(end..end, &lines);
            }
        }
        if let Some(body) = body {
            changes.replace(body, "");
        }
    }
    let text = changes.finish();
    let now = values(&text)?;
    let same = |(value, plain): (&Value, &Plain)| value.text == plain.text && value.is_typed == plain.is_typed;
    let is_right = now.len() == plain.len() && now.iter().zip(plain).all(same);
    if is_right { Ok(text) } else { Err(Error::Rewrite) }
}

/// The bytes of a scalar. A block has two parts: the indicator, maybe followed by a comment, and the lines.
fn extent(source: &str, value: &Value) -> (Range<usize>, Option<Range<usize>>) {
    const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    let (start, end) = (value.span.start, value.span.end);
    let text = source.get(start..end).unwrap_or_default();
    let trimmed = text.trim_end_matches(|c| BREAKS.contains(&c) || c == ' ' || c == '\t').len();
    if !matches!(value.style, Style::Literal | Style::Folded) {
        return (start..start + trimmed, None);
    }
    let indicator =
        text.find(|c: char| !matches!(c, '|' | '>' | '+' | '-') && !c.is_ascii_digit()).unwrap_or(text.len());
    let header = text.find(BREAKS).unwrap_or(text.len());
    // Empty lines after the block stay, unless they are part of it.
    let is_kept = text[..indicator].contains('+');
    let last = if is_kept { text.rfind(BREAKS).unwrap_or(0) } else { trimmed };
    (start..start + indicator, Some(start + header..start + last.max(header)))
}

/// The indentation for a block here; `None` if the following text would become part of it, or no line break ends it.
fn block_indent(source: &str, value: &Value) -> Option<usize> {
    let indent = value.block_indent?;
    let after = source.get(line_end(source, value.span.start)..).filter(|after| !after.is_empty())?;
    let next = after.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_deep_comment = next.trim_start().starts_with('#') && next.len() - next.trim_start().len() >= indent;
    (!is_deep_comment).then_some(indent)
}

/// Where the line ends, its break not included.
fn line_end(source: &str, from: usize) -> usize {
    source.get(from..).and_then(|rest| rest.find(['\n', '\r'])).map_or(source.len(), |at| from + at)
}
