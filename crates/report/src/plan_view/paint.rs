//! Colours of a plan on a terminal; never the only carrier of information.

use skeg_plan::ChangeKind;

use super::lines::Line;
use crate::styled::{Piece, Style};

pub(super) fn plain(text: impl Into<String>) -> Piece {
    Piece::new(Style::Plain, text)
}

pub(super) fn strong(text: impl Into<String>) -> Piece {
    Piece::new(Style::Strong, text)
}

pub(super) fn faint(text: impl Into<String>) -> Piece {
    Piece::new(Style::Faint, text)
}

pub(super) fn alarm(text: impl Into<String>) -> Piece {
    Piece::new(Style::Alarm, text)
}

/// A line of a diff.
pub(super) fn line(line: &Line<'_>, text: impl Into<String>) -> Piece {
    let style = match line {
        Line::Removed(_) => Style::Removed,
        Line::Added(_) => Style::Added,
        Line::Gap(_) => Style::Faint,
        Line::Same(_) => Style::Plain,
    };
    Piece::new(style, text)
}

/// The sign of a change.
pub(super) fn sign(kind: ChangeKind) -> Piece {
    let style = match kind {
        ChangeKind::Create => Style::Create,
        ChangeKind::Recreate => Style::Recreate,
        ChangeKind::Update | ChangeKind::Apply => Style::Update,
        ChangeKind::Delete => Style::Delete,
    };
    Piece::new(style, super::words::sign(kind))
}
