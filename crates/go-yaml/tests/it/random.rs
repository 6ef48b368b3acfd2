//! Random values, the same in every run.

use skeg_go_yaml::Tree;

/// A small random number generator.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    pub(super) fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "a",
            "word",
            " ",
            " ",
            "  ",
            "\n",
            "\n\n",
            "\t",
            ":",
            ": ",
            "#",
            " #",
            "-",
            "- ",
            "'",
            "\"",
            "\\",
            "[",
            "{",
            "&",
            "*",
            "!",
            "|",
            ">",
            "%",
            "@",
            "`",
            ",",
            "?",
            "é",
            "日本",
            "😀",
            "\u{2028}",
            "\u{2029}",
            "\u{FEFF}",
            "\r",
            "\0",
            "\x1B",
            "\u{A0}",
            "yes",
            "1",
            "0x",
            "---",
            "...",
            "~",
            "null",
            ".",
            "1:30",
            "2001-01-01",
            "<",
            "lorem ipsum dolor sit amet ",
        ];
        let most = [3, 8, 40][self.below(3)];
        (0..self.below(most)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    pub(super) fn tree(&mut self, depth: usize) -> Tree {
        match self.below(if depth < 5 { 9 } else { 6 }) {
            0 => Tree::Null,
            1 => Tree::Bool(self.below(2) == 0),
            2 => Tree::Float(self.below(100_000) as f64 / [1.0, 8.0, 1e-9][self.below(3)]),
            3..=5 => Tree::Str(self.text().into()),
            6 => Tree::List((0..self.below(5)).map(|_| self.tree(depth + 1)).collect()),
            _ => Tree::Map((0..self.below(6)).map(|_| (self.text().into(), self.tree(depth + 1))).collect()),
        }
    }
}
