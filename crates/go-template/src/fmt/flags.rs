//! The part of a directive between `%` and the verb, and the padding it requests.

use super::rune::{rune_count, truncate};

/// Flags, width and precision of one directive.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) minus: bool,
    pub(super) plus: bool,
    pub(super) sharp: bool,
    pub(super) space: bool,
    pub(super) zero: bool,
    /// `%+v`: the plus belongs to the verb and is not a sign.
    pub(super) plus_v: bool,
    /// `%#v`: Go syntax.
    pub(super) sharp_v: bool,
}

impl Flags {
    /// For `%v` and `%w`, plus and sharp change the meaning of the verb.
    pub(super) fn bind_to_v(&mut self) {
        self.sharp_v = std::mem::take(&mut self.sharp);
        self.plus_v = std::mem::take(&mut self.plus);
    }

    /// The same without zero padding.
    pub(super) fn without_zero(self) -> Flags {
        Flags { zero: false, ..self }
    }

    /// Appends `text`, padded to the width.
    pub(super) fn pad(&self, out: &mut Vec<u8>, text: &[u8]) {
        let width = match self.width {
            None | Some(0) => return out.extend_from_slice(text),
            Some(width) => width.saturating_sub(rune_count(text)),
        };
        if !self.minus {
            self.write_padding(out, width);
        }
        out.extend_from_slice(text);
        if self.minus {
            self.write_padding(out, width);
        }
    }

    /// Appends `text`, cut to the precision in runes and padded to the width.
    pub(super) fn pad_truncated(&self, out: &mut Vec<u8>, text: &[u8]) {
        self.pad(out, self.truncated(text));
    }

    /// As much of `text` as the precision allows.
    pub(super) fn truncated<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        self.precision.map_or(text, |count| truncate(text, count))
    }

    /// Appends padding; zeros only on the left.
    pub(super) fn write_padding(&self, out: &mut Vec<u8>, count: usize) {
        let fill = if self.zero && !self.minus { b'0' } else { b' ' };
        out.resize(out.len() + count, fill);
    }
}
