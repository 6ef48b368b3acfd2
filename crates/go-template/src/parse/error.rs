//! Error messages of the parser.

use super::{Parsed, Parser};
use crate::ast::line as line_of;
use crate::fmt::quote;
use crate::lex::{Kind, Token};
use crate::{ParseError, ParseErrorKind};

/// Longer tokens are cut in error messages.
const SHOWN_CHARS: usize = 10;

impl Parser<'_> {
    /// Fails at the line of the token read last.
    #[cold]
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.last_read().start, message)
    }

    /// The same, with a kind of its own.
    #[cold]
    pub(super) fn fail_by<T>(&self, kind: ParseErrorKind, message: impl Into<String>) -> Parsed<T> {
        self.fail(message).map_err(|error: Box<ParseError>| Box::new(ParseError { kind, ..*error }))
    }

    /// Fails at the line of a position.
    #[cold]
    pub(super) fn fail_at<T>(&self, pos: u32, message: impl Into<String>) -> Parsed<T> {
        let line = line_of(self.text, pos);
        let (name, message) = (self.name.to_string(), message.into());
        Err(Box::new(ParseError { name, line, message, kind: ParseErrorKind::Other }))
    }

    /// Fails at an unexpected token.
    #[cold]
    pub(super) fn fail_unexpected<T>(&self, token: Token, context: &str) -> Parsed<T> {
        if token.kind != Kind::Error {
            return self.fail(format!("unexpected {} in {context}", self.show(token)));
        }
        let message = self.lexer.error();
        let kind = if self.lexer.is_in_comment() { ParseErrorKind::Comment } else { ParseErrorKind::Other };
        let line = line_of(self.text, token.start);
        match self.tree.action.map(|start| line_of(self.text, start)) {
            Some(started) if started != line => {
                // Go avoids "action in action".
                let link = if message.ends_with(" action") { "" } else { " in action" };
                self.fail_by(kind, format!("{message}{link} started at {}:{started}", self.name))
            }
            _ => self.fail_by(kind, message),
        }
    }

    fn show(&self, token: Token) -> String {
        let mut text = self.text_of(token);
        if token.kind == Kind::Field {
            // Go has a token for each name.
            let second = text.iter().skip(1).position(|b| *b == b'.');
            text = &text[..second.map_or(text.len(), |second| second + 1)];
        }
        if token.kind == Kind::Eof {
            "EOF".to_string()
        } else if token.kind.is_keyword() {
            format!("<{}>", String::from_utf8_lossy(text))
        } else if text.len() > SHOWN_CHARS {
            format!("{}...", quote(first_chars(text)))
        } else {
            quote(text)
        }
    }
}

/// The first characters of a text; a byte of invalid UTF-8 counts as one.
fn first_chars(text: &[u8]) -> &[u8] {
    let mut len = 0;
    for _ in 0..SHOWN_CHARS {
        let rest = &text[len..];
        let window = &rest[..rest.len().min(4)];
        len += match std::str::from_utf8(window) {
            Ok(s) => s.chars().next().map_or(0, char::len_utf8),
            Err(e) if e.valid_up_to() == 0 => 1,
            Err(e) => String::from_utf8_lossy(&window[..e.valid_up_to()]).chars().next().map_or(1, char::len_utf8),
        };
    }
    &text[..len]
}
