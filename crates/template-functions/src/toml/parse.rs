//! Parses TOML: lines with tables, arrays of tables, and keys with values.

use skeg_go_template::{Map, Str, Value, fmt};

use super::document::{Document, Node, key_text};
use super::inline;
use super::numbers;
use super::scan::{ErrorPosition, Scanner, Stop};
use super::strings;

pub(super) struct Parser<'t> {
    pub(super) scanner: Scanner<'t>,
    pub(super) document: Document,
    /// The key of the open table.
    pub(super) context: Vec<Str>,
    /// The last part of the key whose value is being parsed.
    pub(super) current: Option<Str>,
    /// The line of the last key.
    pub(super) key_line: i64,
    pub(super) depth: usize,
}

/// Parses a text; the error is the library's.
pub(super) fn parse(text: &[u8]) -> Result<Map, String> {
    let text =
        [&b"\xff\xfe"[..], b"\xfe\xff", b"\xef\xbb\xbf"].iter().find_map(|bom| text.strip_prefix(*bom)).unwrap_or(text);
    if text.iter().take(6).any(|b| *b == 0) {
        let message = "files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8";
        return Err(format!("toml: line 1: {message}"));
    }
    let mut parser = Parser {
        scanner: Scanner::new(text),
        document: Document::default(),
        context: Vec::new(),
        current: None,
        key_line: 0,
        depth: 0,
    };
    match parser.lines() {
        Ok(()) => Ok(parser.document.finish()),
        Err(stop) => Err(parser.error(&stop)),
    }
}

impl<'t> Parser<'t> {
    fn error(&self, stop: &Stop) -> String {
        let mut key = key_text(&self.context);
        if let Some(current) = self.current.as_ref().filter(|current| !current.is_empty()) {
            if !self.context.is_empty() {
                key.push(b'.');
            }
            key.extend_from_slice(current);
        }
        let Stop { line, message } = stop;
        if key.is_empty() {
            return format!("toml: line {line}: {message}");
        }
        format!("toml: line {line} (last key {}): {message}", fmt::quote(&key))
    }

    /// An error about the last key.
    pub(super) fn key_error(&self, message: String) -> Stop {
        Stop { line: self.key_line, message }
    }

    fn lines(&mut self) -> Result<(), Stop> {
        loop {
            match self.scanner.peek()? {
                None => return Ok(()),
                Some(' ' | '\t' | '\n' | '\r') => {
                    self.scanner.next()?;
                }
                Some('#') => self.comment()?,
                Some('[') => {
                    self.scanner.next()?;
                    self.table()?;
                    self.line_end()?;
                }
                Some(_) => {
                    let outer = self.context.clone();
                    self.pair(outer.len())?;
                    self.context = outer;
                    self.current = None;
                    self.line_end()?;
                }
            }
        }
    }

    pub(super) fn comment(&mut self) -> Result<(), Stop> {
        self.scanner.skip_while(|c| !matches!(c, '\n' | '\r'))
    }

    fn line_end(&mut self) -> Result<(), Stop> {
        self.scanner.skip_blanks()?;
        match self.scanner.peek()? {
            None | Some('\n' | '\r') => Ok(()),
            Some('#') => self.comment(),
            Some(c) => {
                let words = "expected a top-level item to end with a newline, comment, or EOF, but got";
                Err(self.scanner.stop(format!("{words} {} instead", quoted(Some(c)))))
            }
        }
    }

    /// A header, after its first bracket.
    fn table(&mut self) -> Result<(), Stop> {
        let array = self.scanner.accept('[')?;
        let mut key = Vec::new();
        loop {
            self.scanner.skip_blanks()?;
            match self.scanner.peek()? {
                None | Some(']') => {
                    return Err(self.scanner.stop("unexpected end of table name (table names cannot be empty)"));
                }
                Some('.') => {
                    return Err(self.scanner.stop("unexpected table separator (table names cannot be empty)"));
                }
                Some(_) => {}
            }
            if key.is_empty() {
                self.key_line = self.scanner.line();
            }
            self.check_parts(&key)?;
            key.push(self.key_part()?);
            self.scanner.skip_blanks()?;
            match self.scanner.next()? {
                Some('.') => {}
                Some(']') => break,
                c => {
                    let message = format!("expected '.' or ']' to end table name, but got {} instead", quoted(c));
                    return Err(self.scanner.stop_after(c, message));
                }
            }
        }
        if array {
            let c = self.scanner.next()?;
            if c != Some(']') {
                let message = format!("expected end of table array name delimiter ']', but got {} instead", quoted(c));
                return Err(self.scanner.stop_after(c, message));
            }
        }
        self.open(&key, array)?;
        self.document.mark(&key, b"", false);
        Ok(())
    }

    /// Opens a table.
    pub(super) fn open(&mut self, key: &[Str], array: bool) -> Result<(), Stop> {
        let parents = &key[..key.len().saturating_sub(1)];
        let reached = self.document.reach(parents).map(drop);
        reached.map_err(|message| self.key_error(message))?;
        // If opening fails from here on, the message has the key of the parents.
        self.context = parents.to_vec();
        self.document.open(key, array).map_err(|message| self.key_error(message))?;
        self.context = key.to_vec();
        Ok(())
    }

    /// Refuses keys whose tables would nest too deep.
    fn check_parts(&self, key: &[Str]) -> Result<(), Stop> {
        const MOST_PARTS: usize = 200;
        if key.len() < MOST_PARTS { Ok(()) } else { Err(self.scanner.stop("a key has too many parts")) }
    }

    /// One part of a key, bare or quoted.
    fn key_part(&mut self) -> Result<Str, Stop> {
        match self.scanner.peek()? {
            Some(quote @ ('"' | '\'')) => {
                self.scanner.next()?;
                strings::read(&mut self.scanner, quote, false).map(Str::from)
            }
            _ => {
                let start = self.scanner.at();
                self.scanner.skip_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))?;
                Ok(Str::from(self.scanner.since(start)))
            }
        }
    }

    /// A key with its value, which is set in the open table. The context is extended by the parts before the last; the
    /// caller restores it. Returns those parts, the last part, and the value.
    pub(super) fn pair(&mut self, depth: usize) -> Result<(Vec<Str>, Str, Value), Stop> {
        self.scanner.skip_blanks()?;
        match self.scanner.peek()? {
            None | Some('=') => return Err(self.scanner.stop("unexpected '=': key name appears blank")),
            Some('.') => return Err(self.scanner.stop("unexpected '.': keys cannot start with a '.'")),
            Some(_) => {}
        }
        let mut key = Vec::new();
        self.key_line = self.scanner.line();
        loop {
            self.check_parts(&key)?;
            self.scanner.skip_blanks()?;
            match self.scanner.peek()? {
                None | Some('=') => return Err(self.scanner.stop("unexpected '='")),
                Some('.') => return Err(self.scanner.stop("unexpected '.'")),
                Some(_) => key.push(self.key_part()?),
            }
            self.scanner.skip_blanks()?;
            match self.scanner.next()? {
                Some('.') => {}
                Some('=') => break,
                None => {
                    return Err(self.scanner.stop_at(ErrorPosition::End, "unexpected EOF; expected key separator '='"));
                }
                c => {
                    let place = if c == Some('\n') { ErrorPosition::LineBefore } else { ErrorPosition::Here };
                    let message = format!("expected '.' or '=', but got {} instead", quoted(c));
                    return Err(self.scanner.stop_at(place, message));
                }
            }
        }
        let last = key.pop().unwrap_or_default();
        self.current = Some(last.clone());
        for part in &key {
            let mut parents = self.context.clone();
            parents.push(part.clone());
            self.document.mark_implicit(&parents);
            self.open(&parents, false)?;
        }
        debug_assert_eq!(self.context.len(), depth + key.len());
        let value = self.value(false)?;
        let is_array = matches!(value, Value::List(_));
        let set = self.document.set(&self.context, &last, Node::Value(value.clone()));
        set.map_err(|message| self.key_error(message))?;
        self.document.mark(&self.context, &last, is_array);
        Ok((key, last, value))
    }

    /// A value; `in_array` means that it is an element of an array.
    pub(super) fn value(&mut self, in_array: bool) -> Result<Value, Stop> {
        self.scanner.skip_blanks()?;
        let start = self.scanner.at();
        let c = self.scanner.next()?;
        match c {
            Some(digit @ '0'..='9') => {
                self.scanner.back(digit);
                return numbers::number_or_date(&mut self.scanner);
            }
            Some('[') => return inline::array(self),
            Some('{') => return inline::table(self, in_array),
            Some(quote @ ('"' | '\'')) => {
                let multiline = self.triple(quote)?;
                return strings::read(&mut self.scanner, quote, multiline).map(Value::str);
            }
            Some('.') => return Err(self.scanner.stop("floats must start with a digit, not '.'")),
            Some('+' | '-') => return numbers::signed(&mut self.scanner, start),
            Some('i' | 'n') => {
                let s = &mut self.scanner;
                if (s.accept('n')? && s.accept('f')?) || (s.accept('a')? && s.accept('n')?) {
                    return numbers::float_word(&self.scanner, start);
                }
            }
            _ => {}
        }
        match c {
            Some(letter) if letter.is_alphabetic() => {
                // After a failed match the text stays consumed, except for one character.
                let read = String::from_utf8_lossy(self.scanner.since(start)).chars().next_back().unwrap_or(letter);
                self.scanner.back(read);
                self.boolean()
            }
            None => Err(self.scanner.stop_at(ErrorPosition::End, "unexpected EOF; expected value")),
            c => {
                let place = if c == Some('\n') { ErrorPosition::LineBefore } else { ErrorPosition::Here };
                Err(self.scanner.stop_at(place, format!("expected value but found {} instead", quoted(c))))
            }
        }
    }

    /// Whether two more quotes follow; an empty string's closing quote is not consumed.
    fn triple(&mut self, quote: char) -> Result<bool, Stop> {
        if self.scanner.accept(quote)? {
            if self.scanner.accept(quote)? {
                return Ok(true);
            }
            self.scanner.back(quote);
        }
        Ok(false)
    }

    fn boolean(&mut self) -> Result<Value, Stop> {
        let start = self.scanner.at();
        self.scanner.skip_while(char::is_alphabetic)?;
        match self.scanner.since(start) {
            b"true" => Ok(Value::Bool(true)),
            b"false" => Ok(Value::Bool(false)),
            word => Err(self.scanner.stop(format!("expected value but found {} instead", fmt::quote(word)))),
        }
    }
}

/// A character as Go's `%q` shows it; the end is a NUL.
pub(super) fn quoted(c: Option<char>) -> String {
    fmt::quote_rune(c.unwrap_or('\0'))
}
