//! The scanner's position: lookahead, advancing, counting lines and columns.

use super::Scanner;
use super::chars::{is_blank, is_blankz};

impl Scanner<'_> {
    /// The byte at an offset from here; 0 is the end of the text.
    pub(super) fn byte(&self, offset: usize) -> u8 {
        self.byte_at(self.pos + offset)
    }

    pub(super) fn byte_at(&self, pos: usize) -> u8 {
        self.bytes.get(pos).copied().unwrap_or(0)
    }

    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    /// The index in characters.
    pub(super) fn index(&self) -> usize {
        self.pos - self.wide
    }

    pub(super) fn column(&self) -> usize {
        self.index() - self.line_index
    }

    /// The length of the line break at a position in bytes; 0 if there is none.
    pub(super) fn break_width(&self, pos: usize) -> usize {
        match self.byte_at(pos) {
            b'\n' => 1,
            b'\r' if self.byte_at(pos + 1) == b'\n' => 2,
            b'\r' => 1,
            0xC2 | 0xE2 if self.rare_breaks => self.rare_break_width(pos),
            _ => 0,
        }
    }

    #[cold]
    fn rare_break_width(&self, pos: usize) -> usize {
        match self.bytes.get(pos..) {
            Some([0xC2, 0x85, ..]) => 2,
            Some([0xE2, 0x80, 0xA8 | 0xA9, ..]) => 3,
            _ => 0,
        }
    }

    pub(super) fn at_blank(&self) -> bool {
        is_blank(self.byte(0))
    }

    pub(super) fn at_break(&self) -> bool {
        self.break_width(self.pos) > 0
    }

    /// Whether a blank, a line break or the end is at a position.
    pub(super) fn is_blankz_at(&self, pos: usize) -> bool {
        is_blankz(self.byte_at(pos)) || self.break_width(pos) > 0
    }

    /// Whether a line break or the end is here.
    pub(super) fn at_breakz(&self) -> bool {
        self.at_end() || self.at_break()
    }

    /// Moves over `n` ASCII characters.
    pub(super) fn advance(&mut self, n: usize) {
        self.pos += n;
    }

    /// Moves to a later position on the same line.
    pub(super) fn advance_to(&mut self, pos: usize) {
        if !self.ascii {
            let passed = self.bytes.get(self.pos..pos).unwrap_or_default();
            self.wide += passed.iter().filter(|&&b| b & 0xC0 == 0x80).count();
        }
        self.pos = pos;
    }

    /// Skips the line break here and returns its replacement: LF for CR and NEL; LS and PS stay.
    pub(super) fn take_break(&mut self) -> &'static str {
        let width = self.break_width(self.pos);
        if width == 0 {
            return "";
        }
        let text = match self.bytes.get(self.pos..self.pos + width) {
            Some([0xE2, _, 0xA8]) => "\u{2028}",
            Some([0xE2, _, _]) => "\u{2029}",
            _ => "\n",
        };
        self.advance_to(self.pos + width);
        self.line += 1;
        self.line_index = self.index();
        text
    }

    /// Moves over spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        while self.at_blank() {
            self.advance(1);
        }
    }

    /// Moves to the end of the line.
    pub(super) fn skip_to_break(&mut self) {
        self.advance_to(self.line_end(self.pos));
    }

    /// The position of the next line break or the end.
    pub(super) fn line_end(&self, from: usize) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let mut end = from + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        if self.rare_breaks {
            end = (from..end).find(|&at| self.break_width(at) > 0).unwrap_or(end);
        }
        end
    }

    /// Whether `---` or `...` stands alone at the start of the line.
    pub(super) fn at_document_indicator(&self) -> bool {
        let b = self.byte(0);
        (b == b'-' || b == b'.')
            && self.column() == 0
            && self.byte(1) == b
            && self.byte(2) == b
            && self.is_blankz_at(self.pos + 3)
    }
}
