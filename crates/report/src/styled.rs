//! Styled text for terminals.
//!
//! Styles are kept apart from the text, never as escape sequences in it: so the printer can tell our colours from
//! sequences that somebody put into a name or a message.

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No style.
    Plain,
    /// Headings and names.
    Strong,
    /// Less important text.
    Faint,
    /// Danger, failures.
    Alarm,
    /// A removed line of a diff.
    Removed,
    /// An added line of a diff.
    Added,
    /// The sign of a creation.
    Create,
    /// The sign of a recreation.
    Recreate,
    /// The sign of an update.
    Update,
    /// The sign of a deletion.
    Delete,
}

/// A piece of text and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How it looks.
    pub style: Style,
    /// Without escape sequences of ours.
    pub text: String,
}

impl Piece {
    /// A text in a style.
    pub fn new(style: Style, text: impl Into<String>) -> Piece {
        Piece { style, text: text.into() }
    }
}

/// Pieces of text, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    /// In order.
    pub pieces: Vec<Piece>,
}

impl Styled {
    /// The text alone.
    pub fn plain(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// Adds a line without the white space at its end.
    pub(crate) fn push_line(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        let begin = self.pieces.len();
        self.pieces.extend(pieces);
        while self.pieces.len() > begin
            && let Some(last) = self.pieces.last_mut()
        {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            self.pieces.pop();
        }
        match self.pieces.last_mut() {
            Some(last) if last.style == Style::Plain => last.text.push('\n'),
            _ => self.pieces.push(Piece::new(Style::Plain, "\n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Style, Styled};

    #[test]
    fn lines_have_no_white_space_at_their_end() {
        let mut styled = Styled::default();
        styled.push_line([
            Piece::new(Style::Strong, "a"),
            Piece::new(Style::Plain, " b  "),
            Piece::new(Style::Faint, " "),
        ]);
        styled.push_line([]);
        styled.push_line([Piece::new(Style::Faint, "  ")]);
        styled.push_line([Piece::new(Style::Strong, "c ")]);
        assert_eq!(styled.plain(), "a b\n\n\nc\n");
        assert_eq!(styled.pieces.len(), 4);
    }
}
