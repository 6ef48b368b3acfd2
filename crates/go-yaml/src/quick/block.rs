//! Block scalars: `|`, `|-`, `>` and `>-`.

use super::{Reader, scalar};
use crate::Builder;

impl<B: Builder> Reader<'_, '_, B> {
    /// The block scalar with this header, below a key or a dash at this column.
    pub(super) fn block(&mut self, line: &str, column: usize) -> Option<B::Value> {
        let folds = line.starts_with('>');
        let rest = line.get(1..)?;
        let (keeps_end, rest) = match rest.strip_prefix('-') {
            Some(rest) => (false, rest),
            None => (true, rest),
        };
        if !scalar::is_blank_end(rest) {
            return None;
        }
        let mut at = self.at + 1;
        let empty = self.bytes.get(at..)?.iter().take_while(|byte| **byte == b'\n').count();
        let indent = self.bytes.get(at + empty..)?.iter().take_while(|byte| **byte == b' ').count();
        // The first line sets the indentation; a line of blanks is left to the parser.
        if matches!(self.bytes.get(at + empty + indent)?, b'\n') {
            return None;
        }
        if indent <= column {
            self.at = at + empty;
            let value = self.builder.string("");
            return self.unless_deeper(column, value);
        }
        let mut text = String::new();
        // Line breaks since the last line with text: they count only if another line follows.
        let mut breaks = 0;
        while at < self.bytes.len() {
            let end = self.line_end(at);
            let blanks = self.bytes[at..end].iter().take_while(|byte| **byte == b' ').count();
            if at + blanks == end {
                if blanks > indent {
                    return None;
                }
                breaks += 1;
            } else if blanks < indent {
                break;
            } else {
                if !folds || text.is_empty() {
                    text.extend(std::iter::repeat_n('\n', breaks));
                } else if breaks == 1 {
                    text.push(' ');
                } else {
                    text.extend(std::iter::repeat_n('\n', breaks - 1));
                }
                // Lines with more indentation are not folded.
                if folds && blanks > indent {
                    return None;
                }
                text.push_str(self.text.get(at + indent..end)?);
                breaks = 1;
            }
            // Without a line break at the very end, the parser decides.
            (end < self.bytes.len()).then_some(())?;
            at = end + 1;
        }
        self.at = at;
        if keeps_end {
            text.push('\n');
        }
        let value = self.builder.owned_string(text);
        self.unless_deeper(column, value)
    }
}
