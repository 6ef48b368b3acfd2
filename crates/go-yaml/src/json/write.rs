//! The JSON writer, driven by [`Events`].

use crate::{Error, Events, number};

/// Writes one value as JSON.
pub struct Writer {
    out: Vec<u8>,
    escape_html: bool,
    indent: Option<String>,
    /// For every open collection, whether it has entries.
    open: Vec<bool>,
    /// A key was written, and its value comes next.
    after_key: bool,
    error: Option<&'static str>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer::new()
    }
}

impl Writer {
    /// A writer like `json.Marshal`: compact, with `<`, `>` and `&` escaped.
    pub fn new() -> Writer {
        Writer { out: Vec::new(), escape_html: true, indent: None, open: Vec::new(), after_key: false, error: None }
    }

    /// Does not escape `<`, `>` and `&`.
    pub fn without_html_escapes(self) -> Writer {
        Writer { escape_html: false, ..self }
    }

    /// Puts every entry on its own line, like `json.MarshalIndent` without a prefix.
    pub fn indented(self, indent: &str) -> Writer {
        Writer { indent: Some(indent.to_owned()), ..self }
    }

    /// The text, without a final line feed.
    ///
    /// # Errors
    /// Infinities and NaN, with Go's message.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        match self.error {
            Some(problem) => Err(Error::other(problem)),
            None => Ok(self.out),
        }
    }

    fn begin_value(&mut self) {
        if self.after_key {
            self.after_key = false;
        } else {
            self.begin_entry();
        }
    }

    /// Writes the separator before an entry.
    fn begin_entry(&mut self) {
        let Some(has_entries) = self.open.last_mut() else { return };
        if std::mem::replace(has_entries, true) {
            self.out.push(b',');
        }
        self.begin_line(self.open.len());
    }

    fn begin_line(&mut self, depth: usize) {
        if let Some(indent) = &self.indent {
            self.out.push(b'\n');
            for _ in 0..depth {
                self.out.extend_from_slice(indent.as_bytes());
            }
        }
    }

    fn begin(&mut self, mark: u8) {
        self.begin_value();
        self.out.push(mark);
        self.open.push(false);
    }

    fn end(&mut self, mark: u8) {
        if self.open.pop() == Some(true) {
            self.begin_line(self.open.len());
        }
        self.out.push(mark);
    }

    fn word(&mut self, word: &str) {
        self.begin_value();
        self.out.extend_from_slice(word.as_bytes());
    }

    fn string(&mut self, bytes: &[u8]) {
        self.out.push(b'"');
        let mut rest = bytes;
        while !rest.is_empty() {
            let plain = rest.iter().take_while(|&&b| self.stands(b)).count();
            let (head, tail) = rest.split_at(plain);
            self.out.extend_from_slice(head);
            rest = match tail.first() {
                None => tail,
                Some(&b) if b < 0x80 => {
                    self.escape(b);
                    tail.get(1..).unwrap_or_default()
                }
                Some(_) => self.wide(tail),
            };
        }
        self.out.push(b'"');
    }

    /// Whether a byte is written as it is.
    fn stands(&self, b: u8) -> bool {
        match b {
            b'"' | b'\\' => false,
            b'<' | b'>' | b'&' => !self.escape_html,
            _ => (0x20..0x80).contains(&b),
        }
    }

    fn escape(&mut self, b: u8) {
        let short = match b {
            b'"' | b'\\' => b,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0C => b'f',
            _ => return self.out.extend_from_slice(format!("\\u{b:04x}").as_bytes()),
        };
        self.out.extend_from_slice(&[b'\\', short]);
    }

    /// Writes a character beyond ASCII; returns the rest.
    fn wide<'t>(&mut self, bytes: &'t [u8]) -> &'t [u8] {
        let (c, len) = bstr::decode_utf8(bytes);
        let len = match c {
            None => {
                self.out.extend_from_slice(b"\\ufffd");
                1
            }
            Some('\u{2028}') => {
                self.out.extend_from_slice(b"\\u2028");
                len
            }
            Some('\u{2029}') => {
                self.out.extend_from_slice(b"\\u2029");
                len
            }
            Some(_) => {
                self.out.extend_from_slice(bytes.get(..len).unwrap_or_default());
                len
            }
        };
        bytes.get(len..).unwrap_or_default()
    }
}

impl Events for Writer {
    fn null(&mut self) {
        self.word("null");
    }

    fn bool(&mut self, value: bool) {
        self.word(if value { "true" } else { "false" });
    }

    fn int(&mut self, value: i64) {
        self.word(&value.to_string());
    }

    fn uint(&mut self, value: u64) {
        self.word(&value.to_string());
    }

    fn float(&mut self, value: f64) {
        if value.is_finite() {
            return self.word(&number::format_json_float(value));
        }
        self.error.get_or_insert(match value {
            f if f.is_nan() => "json: unsupported value: NaN",
            f if f > 0.0 => "json: unsupported value: +Inf",
            _ => "json: unsupported value: -Inf",
        });
    }

    fn str(&mut self, value: &[u8]) {
        self.begin_value();
        self.string(value);
    }

    fn begin_list(&mut self, _len: usize) {
        self.begin(b'[');
    }

    fn end_list(&mut self) {
        self.end(b']');
    }

    fn begin_map(&mut self, _len: usize) {
        self.begin(b'{');
    }

    fn key(&mut self, key: &[u8]) {
        self.begin_entry();
        self.string(key);
        self.out.extend_from_slice(if self.indent.is_some() { b": " } else { b":" });
        self.after_key = true;
    }

    fn end_map(&mut self) {
        self.end(b'}');
    }
}
