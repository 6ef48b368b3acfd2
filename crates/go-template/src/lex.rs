//! Splits template text into tokens, as Go's lexer does.
//!
//! In: the bytes of a template. Out: one token at a time, each a kind and a range of the text; nothing is copied. Trim
//! markers, comments and white space are handled here, the parser never sees them.

mod action;
mod class;
mod letter;
mod number;
#[cfg(test)]
mod tests;
mod token;

use memchr::{memchr, memmem};

use class::is_space;
pub(crate) use token::{Kind, Token};

const LEFT_DELIM: &[u8] = b"{{";
const RIGHT_DELIM: &[u8] = b"}}";
const LEFT_COMMENT: &[u8] = b"/*";
const RIGHT_COMMENT: &[u8] = b"*/";
/// A trim marker is a minus and one white space character.
const TRIM_MARKER_LEN: usize = 2;

/// What the lexer reads next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Text,
    /// A left delimiter, which was already found.
    LeftDelim,
    Action,
}

/// Reads tokens from a text.
pub(crate) struct Lexer<'t> {
    text: &'t [u8],
    pos: usize,
    /// The start of the current token.
    start: usize,
    /// White space precedes the current token.
    is_spaced: bool,
    mode: Mode,
    paren_depth: usize,
    /// `break` and `continue` are keywords unless they name functions.
    break_is_keyword: bool,
    continue_is_keyword: bool,
    /// The message of the `Error` token.
    error: String,
    is_in_comment: bool,
}

impl<'t> Lexer<'t> {
    /// Starts at the beginning of a text, which must be shorter than 4 GiB.
    pub(crate) fn new(text: &'t [u8], break_is_keyword: bool, continue_is_keyword: bool) -> Lexer<'t> {
        Lexer {
            text,
            pos: 0,
            start: 0,
            is_spaced: false,
            mode: Mode::Text,
            paren_depth: 0,
            break_is_keyword,
            continue_is_keyword,
            error: String::new(),
            is_in_comment: false,
        }
    }

    /// Reads the next token. After an `Error` the rest of the text is skipped.
    pub(crate) fn next(&mut self) -> Token {
        if self.mode == Mode::Action { self.next_in_action() } else { self.next_in_text() }
    }

    /// The message of the `Error` token.
    pub(crate) fn error(&self) -> &str {
        &self.error
    }

    /// Whether the error is in a comment.
    pub(crate) fn is_in_comment(&self) -> bool {
        self.is_in_comment
    }

    fn next_in_text(&mut self) -> Token {
        self.is_spaced = false;
        loop {
            if self.mode == Mode::Text {
                let Some(delim) = self.find_left_delim() else {
                    self.pos = self.text.len();
                    return self.emit(if self.pos > self.start { Kind::Text } else { Kind::Eof });
                };
                self.mode = Mode::LeftDelim;
                let text = self.text_before(delim);
                if text.end > text.start {
                    return text;
                }
            }
            self.mode = Mode::Text;
            if let Some(token) = self.left_delim() {
                return token;
            }
        }
    }

    fn find_left_delim(&self) -> Option<usize> {
        let mut from = self.pos;
        loop {
            let at = from + memchr(b'{', self.text.get(from..)?)?;
            if self.text.get(at + 1) == Some(&b'{') {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// The text up to a delimiter, without the white space that its trim marker removes.
    fn text_before(&mut self, delim: usize) -> Token {
        self.pos = delim;
        if has_left_trim_marker(self.text.get(delim + LEFT_DELIM.len()..).unwrap_or_default()) {
            while self.pos > self.start && is_space(self.text[self.pos - 1]) {
                self.pos -= 1;
            }
        }
        let text = self.emit(Kind::Text);
        self.skip_to(delim);
        text
    }

    /// Reads `{{`, which was already found, or a whole comment, which gives no token.
    fn left_delim(&mut self) -> Option<Token> {
        self.pos += LEFT_DELIM.len();
        let after_marker = self.pos + if has_left_trim_marker(self.rest()) { TRIM_MARKER_LEN } else { 0 };
        if self.text[after_marker..].starts_with(LEFT_COMMENT) {
            self.skip_to(after_marker);
            return self.comment().err();
        }
        let token = self.emit(Kind::LeftDelim);
        self.mode = Mode::Action;
        self.paren_depth = 0;
        self.skip_to(after_marker);
        Some(token)
    }

    /// Skips a comment including its closing delimiter.
    fn comment(&mut self) -> Result<(), Token> {
        self.pos += LEFT_COMMENT.len();
        let Some(end) = memmem::find(self.rest(), RIGHT_COMMENT) else {
            return Err(self.fail_in_comment("unclosed comment"));
        };
        self.pos += end + RIGHT_COMMENT.len();
        match self.rest() {
            [b'}', b'}', ..] => self.right_delim(false),
            [s, b'-', b'}', b'}', ..] if is_space(*s) => {
                self.pos += TRIM_MARKER_LEN;
                self.right_delim(true)
            }
            _ => return Err(self.fail_in_comment("comment ends before closing delimiter")),
        };
        Ok(())
    }

    /// Reads the right delimiter, which was already found, and the white space that its trim marker removes.
    fn right_delim(&mut self, trim: bool) -> Token {
        self.start = self.pos;
        self.pos += RIGHT_DELIM.len();
        let token = self.emit(Kind::RightDelim);
        if trim {
            let spaces = self.rest().iter().take_while(|b| is_space(**b)).count();
            self.skip_to(self.pos + spaces);
        }
        self.mode = Mode::Text;
        token
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn emit(&mut self, kind: Kind) -> Token {
        self.emit_marked(kind, false)
    }

    fn emit_marked(&mut self, kind: Kind, is_plain: bool) -> Token {
        let (start, end) = (self.start as u32, self.pos as u32);
        self.start = self.pos;
        Token { kind, is_spaced: self.is_spaced, is_plain, start, end }
    }

    fn skip_to(&mut self, pos: usize) {
        self.pos = pos;
        self.start = pos;
    }

    #[cold]
    fn fail_in_comment(&mut self, message: &str) -> Token {
        self.is_in_comment = true;
        self.fail(message)
    }

    #[cold]
    fn fail(&mut self, message: impl Into<String>) -> Token {
        self.error = message.into();
        let start = self.start as u32;
        self.skip_to(self.text.len());
        Token { kind: Kind::Error, is_spaced: self.is_spaced, is_plain: false, start, end: start }
    }
}

fn has_left_trim_marker(rest: &[u8]) -> bool {
    matches!(rest, [b'-', s, ..] if is_space(*s))
}
