//! Literal blocks: `|` and `|-`.

use super::{Reader, scalar};
use crate::Tree;

impl Reader<'_> {
    /// The block whose mark a line is, below a key or a dash at this column.
    pub(super) fn literal(&mut self, line: &str, column: usize) -> Option<Tree> {
        let (keeps_end, rest) = match line.strip_prefix("|-") {
            Some(rest) => (false, rest),
            None => (true, line.strip_prefix('|')?),
        };
        if !scalar::is_blank_end(rest) {
            return None;
        }
        let mut at = self.at + 1;
        let indent = self.bytes.get(at..)?.iter().take_while(|byte| **byte == b' ').count();
        // The first line tells the indentation; whatever is special about it is left to the parser.
        if indent <= column || matches!(self.bytes.get(at + indent)?, b'\n') {
            return None;
        }
        let mut text = String::new();
        // Line breaks of empty lines: they count where another line follows.
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
                text.extend(std::iter::repeat_n('\n', breaks));
                text.push_str(self.text.get(at + indent..end)?);
                breaks = 1;
            }
            // Without a line break at the very end the parser decides.
            (end < self.bytes.len()).then_some(())?;
            at = end + 1;
        }
        self.at = at;
        if keeps_end {
            text.push('\n');
        }
        match self.ahead() {
            Some(next) if next.column > column => None,
            _ => Some(Tree::Str(text.into())),
        }
    }
}
