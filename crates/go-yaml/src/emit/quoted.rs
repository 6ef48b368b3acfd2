//! Quoted scalars.

use super::analysis::is_printable;
use super::scalar::Scalar;
use super::{WIDTH, Writer};

impl Writer {
    pub(super) fn single_quoted(&mut self, scalar: &Scalar<'_>, indent: usize, fold: bool) {
        self.write_indicator(b"'", false);
        let text = scalar.text;
        let found = &scalar.analysis;
        let folds = fold && found.spaces && self.column + text.len() > WIDTH;
        if folds || found.rare_breaks || text.contains('\'') {
            self.single_quoted_chars(text, indent, fold);
        } else {
            self.verbatim(text, found.ascii);
        }
        self.write_mark(b"'", false);
    }

    fn single_quoted_chars(&mut self, text: &str, indent: usize, fold: bool) {
        let (mut spaces, mut breaks) = (false, false);
        for (at, c) in text.char_indices() {
            match c {
                ' ' => {
                    let inside = at > 0 && at + 1 < text.len() && text.as_bytes().get(at + 1) != Some(&b' ');
                    if fold && !spaces && self.column > WIDTH && inside {
                        self.write_indent(indent);
                    } else {
                        self.write_char(' ');
                    }
                    spaces = true;
                }
                '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                    if !breaks && c == '\n' {
                        self.put_break();
                    }
                    self.write_break(c);
                    breaks = true;
                }
                _ => {
                    if breaks {
                        self.write_indent(indent);
                    }
                    if c == '\'' {
                        self.write_char('\'');
                    }
                    self.write_char(c);
                    self.indention = false;
                    (spaces, breaks) = (false, false);
                }
            }
        }
    }

    pub(super) fn double_quoted(&mut self, scalar: &Scalar<'_>, indent: usize, fold: bool) {
        self.write_indicator(b"\"", false);
        let text = scalar.text;
        // After a byte order mark Go escapes everything.
        let escape_all = text.starts_with('\u{FEFF}');
        let mut spaces = false;
        for (at, c) in text.char_indices() {
            let stands = match c {
                '"' | '\\' => false,
                ' '..='~' => true,
                '\u{85}' | '\u{2028}' | '\u{2029}' => false,
                _ => is_printable(c),
            };
            if !stands || escape_all {
                self.write_escape(c);
                spaces = false;
            } else if c == ' ' {
                if fold && !spaces && self.column > WIDTH && at > 0 && at + 1 < text.len() {
                    self.write_indent(indent);
                    if text.as_bytes().get(at + 1) == Some(&b' ') {
                        self.write_char('\\');
                    }
                } else {
                    self.write_char(' ');
                }
                spaces = true;
            } else {
                self.write_char(c);
                spaces = false;
            }
        }
        self.write_mark(b"\"", false);
    }

    fn write_escape(&mut self, c: char) {
        let short = match c {
            '\0' => '0',
            '\x07' => 'a',
            '\x08' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\x0B' => 'v',
            '\x0C' => 'f',
            '\r' => 'r',
            '\x1B' => 'e',
            '"' => '"',
            '\\' => '\\',
            '\u{85}' => 'N',
            '\u{A0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => {
                let code = c as u32;
                let text = match code {
                    0..=0xFF => format!("\\x{code:02X}"),
                    0x100..=0xFFFF => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                };
                return self.verbatim(&text, true);
            }
        };
        self.write_char('\\');
        self.write_char(short);
    }
}
