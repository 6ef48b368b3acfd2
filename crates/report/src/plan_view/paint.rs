//! Colour of a text for terminals; a help, never the only carrier.

use skeg_plan::ChangeKind;

use super::lines::Line;

#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) is_on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.is_on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub(super) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(super) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(super) fn alarm(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub(super) fn line(self, line: &Line<'_>, text: &str) -> String {
        match line {
            Line::Removed(_) => self.with("31", text),
            Line::Added(_) => self.with("32", text),
            Line::Gap(_) => self.faint(text),
            Line::Same(_) => text.to_string(),
        }
    }

    pub(super) fn kind(self, kind: ChangeKind, text: &str) -> String {
        let code = match kind {
            ChangeKind::Create => "1;32",
            ChangeKind::Recreate => "1;35",
            ChangeKind::Update | ChangeKind::Apply => "1;33",
            ChangeKind::Delete => "1;31",
        };
        self.with(code, text)
    }
}
