//! The YAML writer: go-yaml's emitter, block style, driven by [`Events`].
//!
//! `Writer::new` writes as `toYaml` does: sigs.k8s.io/yaml, which goes through JSON (see `detour`) to go-yaml v2.
//! `Writer::pretty` writes as `toYamlPretty` does: go-yaml v3 itself, with lists indented and lines never folded.
//! `Writer::lossless` writes as `Writer::new` does, but also texts and keys that would not survive the detour through
//! JSON.

mod analysis;
mod detour;
mod quoted;
mod scalar;

use crate::{Error, Events, number};
use scalar::Scalar;

/// Lines are folded at the first space past this column.
const WIDTH: usize = 80;
/// A longer key is written after a `?`.
const MAX_SIMPLE_KEY: usize = 128;
/// How deep JSON may nest on its way through go-yaml.
const MAX_DEPTH: usize = 10_000;

/// Writes one value as YAML.
pub struct Writer {
    out: Vec<u8>,
    pretty: bool,
    /// Texts skip the detour through JSON.
    lossless: bool,
    frames: Vec<Frame>,
    /// Characters on the current line.
    column: usize,
    /// The last byte written is white space.
    whitespace: bool,
    /// The line contains only indentation, `-` and `?`.
    indention: bool,
    error: Option<&'static str>,
}

#[derive(Clone, Copy)]
struct Frame {
    kind: Collection,
    indent: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Collection {
    /// Already written, as `[]` or `{}`.
    Empty,
    List,
    Map,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer::new()
    }
}

impl Writer {
    /// A writer for `toYaml`.
    pub fn new() -> Writer {
        Writer {
            out: Vec::new(),
            pretty: false,
            lossless: false,
            frames: Vec::new(),
            column: 0,
            whitespace: true,
            indention: true,
            error: None,
        }
    }

    /// A writer for `toYamlPretty`.
    pub fn pretty() -> Writer {
        Writer { pretty: true, ..Writer::new() }
    }

    /// A writer for text that must be shown or stored unchanged: control characters are escaped, where `toYaml` fails
    /// or writes blanks, and no key is too long.
    pub fn lossless() -> Writer {
        Writer { lossless: true, ..Writer::new() }
    }

    /// The text, final line feed included.
    ///
    /// # Errors
    /// The value could not be written: Go then returns an error or an empty text.
    pub fn finish(mut self) -> Result<Vec<u8>, Error> {
        if let Some(problem) = self.error {
            return Err(Error::other(problem));
        }
        self.write_indent(0);
        Ok(self.out)
    }

    /// Records that the value cannot be written; the first reason is kept.
    fn fail(&mut self, problem: &'static str) {
        self.error.get_or_insert(problem);
    }

    /// The indentation of continued scalars and of nested nodes.
    fn inner_indent(&self) -> usize {
        self.frames.last().map_or(2, |f| f.indent + 2)
    }

    /// Writes the `-` of a list item; a map's value needs nothing.
    fn begin_node(&mut self) {
        if let Some(&Frame { kind: Collection::List, indent }) = self.frames.last() {
            self.write_indent(indent);
            self.write_indicator(b"-", true);
        }
    }

    fn begin_collection(&mut self, kind: Collection, len: usize, empty: &[u8]) {
        if self.frames.len() >= MAX_DEPTH {
            self.fail("yaml: exceeded max depth of 10000");
        }
        self.begin_node();
        let in_map = self.frames.last().is_some_and(|f| f.kind == Collection::Map);
        if len == 0 {
            self.write_indicator(empty, false);
            self.frames.push(Frame { kind: Collection::Empty, indent: 0 });
            return;
        }
        let indentless = kind == Collection::List && in_map && !self.indention && !self.pretty;
        let indent = match self.frames.last() {
            None => 0,
            Some(frame) if indentless => frame.indent,
            Some(frame) => frame.indent + 2,
        };
        self.frames.push(Frame { kind, indent });
    }

    /// Starts a line at an indentation, unless one was just started.
    fn write_indent(&mut self, indent: usize) {
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.put_break();
        }
        if self.column < indent {
            self.out.resize(self.out.len() + indent - self.column, b' ');
            self.column = indent;
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn put_break(&mut self) {
        self.out.push(b'\n');
        self.column = 0;
        self.indention = true;
    }

    /// Writes a space, unless the last character was white space.
    fn separate(&mut self) {
        if !self.whitespace {
            self.out.push(b' ');
            self.column += 1;
        }
    }

    /// Writes an indicator after white space.
    fn write_indicator(&mut self, mark: &[u8], keeps_indention: bool) {
        self.separate();
        self.write_mark(mark, keeps_indention);
    }

    /// Writes an indicator without white space before it.
    fn write_mark(&mut self, mark: &[u8], keeps_indention: bool) {
        self.out.extend_from_slice(mark);
        self.column += mark.len();
        self.whitespace = false;
        self.indention &= keeps_indention;
    }

    /// Writes a word that needs no quotes.
    fn word(&mut self, word: &[u8]) {
        self.begin_node();
        self.write_indicator(word, false);
    }
}

impl Events for Writer {
    fn null(&mut self) {
        self.word(b"null");
    }

    fn bool(&mut self, value: bool) {
        self.word(if value { b"true" } else { b"false" });
    }

    fn int(&mut self, value: i64) {
        self.word(value.to_string().as_bytes());
    }

    fn uint(&mut self, value: u64) {
        self.word(value.to_string().as_bytes());
    }

    fn float(&mut self, value: f64) {
        if self.pretty {
            let text = number::format_float(value);
            self.word(match text.as_str() {
                "+Inf" => b".inf",
                "-Inf" => b"-.inf",
                "NaN" => b".nan",
                _ => text.as_bytes(),
            });
        } else {
            match detour::float(value) {
                Ok(text) => self.word(text.as_bytes()),
                Err(problem) => self.fail(problem),
            }
        }
    }

    fn str(&mut self, value: &[u8]) {
        self.begin_node();
        self.text(value, false);
    }

    fn begin_list(&mut self, len: usize) {
        self.begin_collection(Collection::List, len, b"[]");
    }

    fn end_list(&mut self) {
        self.frames.pop();
    }

    fn begin_map(&mut self, len: usize) {
        self.begin_collection(Collection::Map, len, b"{}");
    }

    fn key(&mut self, key: &[u8]) {
        if let Some(frame) = self.frames.last() {
            self.write_indent(frame.indent);
        }
        self.text(key, true);
    }

    fn end_map(&mut self) {
        self.frames.pop();
    }
}

impl Writer {
    /// Writes a string as a value or a key.
    fn text(&mut self, bytes: &[u8], key: bool) {
        if self.pretty {
            return match std::str::from_utf8(bytes) {
                Ok(text) => self.styled(text, None, key),
                Err(_) => self.styled(&crate::base64::encode_lines(bytes), Some("!!binary"), key),
            };
        }
        if let (true, Ok(text)) = (self.lossless, std::str::from_utf8(bytes)) {
            return self.styled(text, None, key);
        }
        match detour::string(bytes, key) {
            Ok(text) => self.styled(&text, None, key),
            Err(problem) => self.fail(problem),
        }
    }

    fn styled(&mut self, text: &str, tag: Option<&str>, key: bool) {
        let scalar = Scalar::new(text, tag.is_some(), self.pretty);
        if !key {
            self.tag(tag);
            self.scalar(&scalar, self.inner_indent(), true);
            return;
        }
        if !scalar.multiline && text.len() + tag.map_or(0, str::len) <= MAX_SIMPLE_KEY {
            self.tag(tag);
            self.scalar(&scalar, self.inner_indent(), false);
            self.write_mark(b":", false);
            return;
        }
        self.write_indicator(b"?", true);
        self.tag(tag);
        self.scalar(&scalar, self.inner_indent(), true);
        if let Some(frame) = self.frames.last() {
            self.write_indent(frame.indent);
        }
        self.write_indicator(b":", true);
    }

    fn tag(&mut self, tag: Option<&str>) {
        if let Some(tag) = tag {
            self.write_indicator(tag.as_bytes(), false);
        }
    }
}
