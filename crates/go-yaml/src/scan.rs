//! The scanner: text in, tokens out, by the rules of libyaml as in go-yaml v2.
//!
//! Whether a plain word is a key is only known at the `:` after it, so tokens wait in a queue while a *simple key* may
//! still insert KEY and BLOCK-MAPPING-START tokens before them.

mod block_scalar;
mod chars;
mod cursor;
mod directive;
mod fetch;
mod flow_scalar;
mod keys;
mod plain_scalar;
mod tag;
mod token;

use std::collections::VecDeque;

use crate::source::Source;
use crate::spans::ScalarSpan;
use crate::{Error, ErrorKind};
pub(crate) use token::{Span, Token, TokenKind};

/// How deep block and flow collections may nest, each.
const MAX_DEPTH: usize = 10_000;

pub(crate) struct Scanner<'s> {
    /// The positions of scalars not yet taken, if they are recorded.
    pub(crate) spans: Option<VecDeque<ScalarSpan>>,
    text: &'s str,
    bytes: &'s [u8],
    ascii: bool,
    rare_breaks: bool,
    problem: Option<&'static str>,
    bom_end: usize,

    pos: usize,
    /// The line, from 0.
    line: usize,
    /// How many bytes so far continue a character: the index in characters is `pos - wide`.
    wide: usize,
    /// The index in characters of the first character of the line.
    line_index: usize,

    /// Texts of scalars that are not a piece of the source.
    pub(crate) scratch: String,

    flow_level: usize,
    indent: isize,
    indents: Vec<isize>,

    simple_key_allowed: bool,
    /// One possible key for each flow level.
    simple_keys: Vec<keys::SimpleKey>,
    /// Tokens that may be keys, each with its number and its index in `simple_keys`; ascending.
    keys_by_token: VecDeque<(usize, usize)>,

    tokens: VecDeque<Token>,
    tokens_parsed: usize,
    token_ready: bool,
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(source: &'s Source<'_>) -> Scanner<'s> {
        Scanner {
            spans: None,
            text: &source.text,
            bytes: source.text.as_bytes(),
            ascii: source.ascii,
            rare_breaks: source.rare_breaks,
            problem: source.problem,
            bom_end: source.bom_end,
            pos: 0,
            line: 0,
            wide: 0,
            line_index: 0,
            scratch: String::new(),
            flow_level: 0,
            indent: -1,
            indents: Vec::new(),
            simple_key_allowed: true,
            simple_keys: vec![keys::SimpleKey::default()],
            keys_by_token: VecDeque::new(),
            tokens: VecDeque::new(),
            tokens_parsed: 0,
            token_ready: false,
        }
    }

    /// The next token, which is not consumed.
    pub(crate) fn peek(&mut self) -> Result<Token, Error> {
        if !self.token_ready {
            self.fetch_more()?;
            self.token_ready = true;
        }
        match self.tokens.front() {
            Some(token) => Ok(*token),
            None => Ok(Token::new(TokenKind::StreamEnd, self.line)),
        }
    }

    /// Drops the token last peeked at.
    pub(crate) fn skip(&mut self) {
        self.token_ready = false;
        self.tokens_parsed += 1;
        self.tokens.pop_front();
    }

    /// A token's text.
    pub(crate) fn span(&self, span: Span) -> &str {
        span.text(self.text, &self.scratch)
    }

    /// The source, for spans that outlive a change of the scratch text.
    pub(crate) fn source(&self) -> &'s str {
        self.text
    }

    /// Fetches until the first token can no longer become a key.
    fn fetch_more(&mut self) -> Result<(), Error> {
        loop {
            if !self.tokens.is_empty() {
                match self.key_of_first_token() {
                    Some(key) if self.simple_key_is_valid(key)? => {}
                    _ => return Ok(()),
                }
            }
            self.fetch_next()?;
        }
    }

    /// Fetches the next token, or returns why the source cannot be read further.
    fn fetch_next(&mut self) -> Result<(), Error> {
        let fetched = self.fetch_token();
        match self.problem {
            Some(problem) if self.pos >= self.bytes.len() => Err(Error::of_yaml(problem)),
            _ => fetched,
        }
    }

    /// Fails if Go's scanner would look at this many characters and not get them.
    fn want(&self, count: usize) -> Result<(), Error> {
        match self.problem {
            Some(problem) if self.pos + count > self.bytes.len() => Err(Error::of_yaml(problem)),
            _ => Ok(()),
        }
    }

    /// An error at the current line.
    #[cold]
    fn error(&self, problem: &str) -> Error {
        self.error_by(ErrorKind::Other, problem)
    }

    /// The error for another token than the grammar requires.
    #[cold]
    fn not_found(&self, wanted: &str) -> Error {
        self.error_by(ErrorKind::Unexpected, &format!("did not find expected {wanted}"))
    }

    #[cold]
    fn error_by(&self, kind: ErrorKind, problem: &str) -> Error {
        Error::yaml(if self.line == 0 { 0 } else { self.line + 1 }, kind, problem)
    }

    /// Appends a token.
    fn push(&mut self, token: Token) {
        self.tokens.push_back(token);
    }

    /// Inserts a token before the one with that number, unless that one was already consumed.
    fn insert(&mut self, number: usize, token: Token) {
        match number.checked_sub(self.tokens_parsed) {
            Some(at) if at <= self.tokens.len() => self.tokens.insert(at, token),
            _ => self.tokens.push_back(token),
        }
    }

    /// Opens a block collection if the column is deeper than the indentation.
    fn roll_indent(&mut self, column: usize, number: Option<usize>, kind: TokenKind, line: usize) -> Result<(), Error> {
        let column = column as isize;
        if self.flow_level > 0 || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > MAX_DEPTH {
            return Err(self.error(&format!("exceeded max depth of {MAX_DEPTH}")));
        }
        let token = Token::new(kind, line);
        match number {
            Some(number) => self.insert(number, token),
            None => self.push(token),
        }
        Ok(())
    }

    /// Closes the block collections that are deeper than the column.
    fn unroll_indent(&mut self, column: isize) {
        if self.flow_level > 0 {
            return;
        }
        while self.indent > column {
            self.push(Token::new(TokenKind::BlockEnd, self.line));
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }
}
