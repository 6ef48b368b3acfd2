//! Text for people whose pieces look different on a terminal.
//!
//! How a piece looks is told beside the text and never by an escape sequence in it: whoever prints it can tell our own colours
//! from those that somebody else put into a name or a message.

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Strong,
    Faint,
    /// Danger, failures.
    Alarm,
    Removed,
    Added,
    Create,
    Recreate,
    Update,
    Delete,
}

/// A piece of text and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub style: Style,
    pub text: String,
}

impl Piece {
    pub fn new(style: Style, text: impl Into<String>) -> Piece {
        Piece { style, text: text.into() }
    }
}

/// Pieces of text, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
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
