//! Scalars: choosing a style and writing plain and literal ones.

use super::analysis::{Analysis, analyze};
use super::{WIDTH, Writer};
use crate::resolve::is_ambiguous;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// A text with the style to write it in.
pub(super) struct Scalar<'t> {
    pub(super) text: &'t str,
    pub(super) style: Style,
    pub(super) multiline: bool,
    pub(super) analysis: Analysis,
}

impl<'t> Scalar<'t> {
    /// Chooses the style; a tagged text needs no quotes to stay a string.
    pub(super) fn new(text: &'t str, tagged: bool, pretty: bool) -> Scalar<'t> {
        if text.is_empty() {
            let analysis = Analysis { ascii: true, ..Analysis::default() };
            return Scalar { text, style: Style::DoubleQuoted, multiline: false, analysis };
        }
        let analysis = analyze(text, pretty);
        let mut style = Style::Plain;
        if analysis.line_feed {
            style = Style::Literal;
        } else if !tagged && is_ambiguous(text, pretty) {
            style = Style::DoubleQuoted;
        }
        if style == Style::Plain && !analysis.plain {
            style = Style::SingleQuoted;
        }
        if (style == Style::SingleQuoted && !analysis.single_quoted) || (style == Style::Literal && !analysis.block) {
            style = Style::DoubleQuoted;
        }
        Scalar { text, style, multiline: analysis.multiline, analysis }
    }
}

impl Writer {
    /// Writes a scalar; lines that continue it start at `indent`.
    pub(super) fn scalar(&mut self, scalar: &Scalar<'_>, indent: usize, fold: bool) {
        let fold = fold && !self.pretty;
        match scalar.style {
            Style::Plain => self.plain(scalar, indent, fold),
            Style::SingleQuoted => self.single_quoted(scalar, indent, fold),
            Style::DoubleQuoted => self.double_quoted(scalar, indent, fold),
            Style::Literal => self.literal(scalar, indent),
        }
    }

    fn plain(&mut self, scalar: &Scalar<'_>, indent: usize, fold: bool) {
        self.separate();
        let text = scalar.text;
        if fold && scalar.analysis.spaces && self.column + text.len() > WIDTH {
            self.fold(text, indent);
        } else {
            self.verbatim(text, scalar.analysis.ascii);
        }
        self.whitespace = false;
        self.indention = false;
    }

    /// Writes a piece of a line as it is.
    pub(super) fn verbatim(&mut self, text: &str, ascii: bool) {
        self.out.extend_from_slice(text.as_bytes());
        self.column += if ascii { text.len() } else { text.chars().count() };
    }

    /// Writes a line, folded at single spaces past the width.
    fn fold(&mut self, text: &str, indent: usize) {
        let mut rest = text;
        let mut after_space = false;
        while let Some(at) = rest.find(' ') {
            let (word, tail) = rest.split_at(at);
            if !word.is_empty() {
                self.verbatim(word, false);
                self.indention = false;
                after_space = false;
            }
            rest = tail.get(1..).unwrap_or_default();
            if !after_space && self.column > WIDTH && !rest.starts_with(' ') {
                self.write_indent(indent);
            } else {
                self.out.push(b' ');
                self.column += 1;
            }
            after_space = true;
        }
        self.verbatim(rest, false);
    }

    fn literal(&mut self, scalar: &Scalar<'_>, indent: usize) {
        let text = scalar.text;
        self.write_indicator(b"|", false);
        let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        if text.starts_with(|c| c == ' ' || is_break(c)) {
            self.write_mark(b"2", false);
        }
        let mut end = text.chars().rev();
        match (end.next().map(is_break), end.next().map(is_break)) {
            (Some(true), None | Some(true)) => self.write_mark(b"+", false),
            (Some(true), Some(false)) => {}
            _ => self.write_mark(b"-", false),
        }
        self.put_break();
        self.whitespace = true;
        if scalar.analysis.rare_breaks {
            self.literal_lines_with(text, indent, is_break);
        } else {
            self.literal_lines(text.as_bytes(), indent);
        }
    }

    /// Writes lines that end with line feeds.
    fn literal_lines(&mut self, mut text: &[u8], indent: usize) {
        while !text.is_empty() {
            let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
            let (line, rest) = text.split_at(end);
            if !line.is_empty() {
                self.write_indent(indent);
                self.out.extend_from_slice(line);
                // The exact column no longer matters.
                self.column = indent + 1;
                self.indention = false;
            }
            text = rest.get(1..).unwrap_or_default();
            if !rest.is_empty() {
                self.put_break();
            }
        }
    }

    /// Writes lines that may end with the rare line breaks, which stay as they are.
    #[cold]
    fn literal_lines_with(&mut self, text: &str, indent: usize, is_break: impl Fn(char) -> bool) {
        let mut after_break = true;
        for c in text.chars() {
            if is_break(c) {
                self.write_break(c);
            } else {
                if after_break {
                    self.write_indent(indent);
                }
                self.write_char(c);
                self.indention = false;
            }
            after_break = is_break(c);
        }
    }

    pub(super) fn write_break(&mut self, c: char) {
        if c == '\n' {
            self.put_break();
        } else {
            self.write_char(c);
            self.column = 0;
            self.indention = true;
        }
    }

    pub(super) fn write_char(&mut self, c: char) {
        let mut buffer = [0; 4];
        self.out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
        self.column += 1;
    }
}
