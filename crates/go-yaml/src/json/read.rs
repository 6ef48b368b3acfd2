//! Parses JSON into values, as `json.Unmarshal` and `json.Decoder` do into `interface{}`.

use super::scanner::{Scanner, Stop};
use crate::decode::sort_entries;
use crate::{Builder, Error, MAX_VALUE_DEPTH, Tree, TreeBuilder};

/// A value from the start of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded<V> {
    /// The decoded value.
    pub value: V,
    /// How many bytes were read, including leading blanks.
    pub consumed: usize,
}

/// Parses a text that is one JSON value, as `json.Unmarshal` does.
///
/// # Errors
/// Go's text for what is wrong.
pub fn read<B: Builder>(text: &[u8], builder: &mut B) -> Result<B::Value, Error> {
    let mut reader = Reader::new(text, builder);
    match reader.value().and_then(|value| reader.nothing_more(value)) {
        Ok(value) => reader.finish(value),
        Err(Stop::Problem(error)) => Err(error),
        Err(Stop::End) => Err(Error::other("unexpected end of JSON input")),
        // Go feeds its scanner a space to see whether the text may end here.
        Err(Stop::EndWithin(context)) => Err(Error::other(format!("invalid character ' ' {context}"))),
    }
}

/// [`read`] into a `Tree`.
///
/// # Errors
/// As [`read`].
pub fn read_tree(text: &[u8]) -> Result<Tree, Error> {
    read(text, &mut TreeBuilder)
}

/// Parses one value from the start of a text and leaves the rest, as a `json.Decoder` does.
///
/// # Errors
/// Go's error; `EOF` if there is no value.
pub fn decode_prefix<B: Builder>(text: &[u8], builder: &mut B) -> Result<Decoded<B::Value>, Error> {
    let mut reader = Reader::new(text, builder);
    match reader.value() {
        Ok(value) => {
            let consumed = reader.scanner.pos;
            Ok(Decoded { value: reader.finish(value)?, consumed })
        }
        Err(Stop::Problem(error)) => Err(error),
        Err(Stop::End | Stop::EndWithin(_)) => {
            let blank = text.iter().all(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
            Err(Error::other(if blank { "EOF" } else { "unexpected EOF" }))
        }
    }
}

enum Open<V> {
    List(Vec<V>),
    Map(Vec<(String, V)>, String),
}

struct Reader<'t, 'b, B: Builder> {
    scanner: Scanner<'t>,
    builder: &'b mut B,
    open: Vec<Open<B::Value>>,
    /// A number that is too large, which Go reports only if the whole text is valid JSON.
    bad_number: Option<String>,
}

impl<'t, 'b, B: Builder> Reader<'t, 'b, B> {
    fn new(text: &'t [u8], builder: &'b mut B) -> Self {
        let scanner = Scanner { bytes: text, pos: 0 };
        Reader { scanner, builder, open: Vec::new(), bad_number: None }
    }

    fn finish(self, value: B::Value) -> Result<B::Value, Error> {
        match self.bad_number {
            Some(number) => {
                Err(Error::other(format!("json: cannot unmarshal number {number} into Go value of type float64")))
            }
            None => Ok(value),
        }
    }

    /// Checks that only blanks follow the value.
    fn nothing_more(&mut self, value: B::Value) -> Result<B::Value, Stop> {
        self.scanner.skip_blanks();
        if self.scanner.peek().is_some() { self.scanner.problem("after top-level value") } else { Ok(value) }
    }

    fn value(&mut self) -> Result<B::Value, Stop> {
        let mut done = self.begin()?;
        loop {
            match done {
                None => done = self.begin()?,
                Some(value) => match self.end(value)? {
                    Ended::All(value) => return Ok(value),
                    Ended::Entry => done = None,
                    Ended::Collection(value) => done = Some(value),
                },
            }
        }
    }

    /// Starts a value: returns it if it is complete, or else opens a collection.
    fn begin(&mut self) -> Result<Option<B::Value>, Stop> {
        self.scanner.skip_blanks();
        Ok(Some(match self.scanner.byte()? {
            b'[' => {
                self.push(Open::List(Vec::new()))?;
                if self.scanner.byte()? != b']' {
                    return Ok(None);
                }
                self.close()
            }
            b'{' => {
                self.push(Open::Map(Vec::new(), String::new()))?;
                if self.scanner.byte()? != b'}' {
                    self.key()?;
                    return Ok(None);
                }
                self.close()
            }
            b'"' => {
                let text = self.scanner.string()?;
                self.builder.string(&text)
            }
            b't' => {
                self.scanner.literal("true")?;
                self.builder.bool(true)
            }
            b'f' => {
                self.scanner.literal("false")?;
                self.builder.bool(false)
            }
            b'n' => {
                self.scanner.literal("null")?;
                self.builder.null()
            }
            b'-' | b'0'..=b'9' => self.number()?,
            _ => return self.scanner.problem("looking for beginning of value"),
        }))
    }

    fn push(&mut self, open: Open<B::Value>) -> Result<(), Stop> {
        if self.open.len() >= MAX_VALUE_DEPTH {
            return Err(Error::other("exceeded max depth").into());
        }
        self.open.push(open);
        self.scanner.pos += 1;
        self.scanner.skip_blanks();
        Ok(())
    }

    fn close(&mut self) -> B::Value {
        self.scanner.pos += 1;
        match self.open.pop() {
            Some(Open::List(items)) => self.builder.list(items),
            Some(Open::Map(entries, _)) => self.builder.map(sort_entries(entries)),
            None => self.builder.null(),
        }
    }

    /// Consumes a key and its colon.
    fn key(&mut self) -> Result<(), Stop> {
        self.scanner.skip_blanks();
        if self.scanner.byte()? != b'"' {
            return self.scanner.problem("looking for beginning of object key string");
        }
        let name = self.scanner.string()?;
        self.scanner.skip_blanks();
        if self.scanner.byte()? != b':' {
            return self.scanner.problem("after object key");
        }
        self.scanner.pos += 1;
        if let Some(Open::Map(_, key)) = self.open.last_mut() {
            *key = name;
        }
        Ok(())
    }

    /// Adds a value to the enclosing collection, and checks what follows.
    fn end(&mut self, value: B::Value) -> Result<Ended<B::Value>, Stop> {
        let is_list = match self.open.last_mut() {
            None => return Ok(Ended::All(value)),
            Some(Open::List(items)) => {
                items.push(value);
                true
            }
            Some(Open::Map(entries, key)) => {
                entries.push((std::mem::take(key), value));
                false
            }
        };
        self.scanner.skip_blanks();
        match (self.scanner.byte()?, is_list) {
            (b',', true) => {
                self.scanner.pos += 1;
                Ok(Ended::Entry)
            }
            (b',', false) => {
                self.scanner.pos += 1;
                self.key()?;
                Ok(Ended::Entry)
            }
            (b']', true) | (b'}', false) => Ok(Ended::Collection(self.close())),
            (_, true) => self.scanner.problem("after array element"),
            (_, false) => self.scanner.problem("after object key:value pair"),
        }
    }

    fn number(&mut self) -> Result<B::Value, Stop> {
        let text = self.scanner.number()?;
        let value: f64 = text.parse().unwrap_or(f64::INFINITY);
        if value.is_infinite() {
            self.bad_number.get_or_insert_with(|| text.to_owned());
        }
        Ok(self.builder.float(value))
    }
}

/// What the end of a value means.
enum Ended<V> {
    All(V),
    Entry,
    Collection(V),
}
