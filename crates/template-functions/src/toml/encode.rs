//! Writes values as BurntSushi/toml does: plain values first, then tables, with sorted keys and two blanks per level.

use skeg_go_template::{Object, Str, Value, fmt};

use crate::dates;

/// How deep values may nest.
const MAX_DEPTH: usize = 200;

struct Encoder {
    out: Vec<u8>,
    depth: usize,
}

/// The kind of a value in TOML.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nil,
    Table,
    Tables,
    Other,
}

/// Encodes a value; the error is the library's message.
pub(super) fn encode(value: &Value) -> Result<Vec<u8>, String> {
    let mut encoder = Encoder { out: Vec::new(), depth: 0 };
    encoder.entry(&mut Vec::new(), value)?;
    Ok(encoder.out)
}

/// The plain value behind an object.
fn native(object: &dyn Object) -> Result<Value, String> {
    object.native().ok_or_else(|| format!("unsupported type: {}", object.kind()))
}

/// The entries of a table in order: a map's keys sorted, a struct's fields as declared, including those of an embedded
/// struct.
fn table_entries(value: &Value) -> Option<Entries> {
    match value {
        Value::Map(map) => Some(map.entries()),
        Value::Object(object) => {
            let mut entries = Vec::new();
            for field in object.go_fields()? {
                match field.is_embedded.then(|| table_entries(&field.value)).flatten() {
                    Some(inner) => entries.extend(inner),
                    None if field.is_exported() => entries.push((field.name.into(), field.value)),
                    None => {}
                }
            }
            Some(entries)
        }
        _ => None,
    }
}

/// The text of types that marshal themselves, and of durations.
fn marshalled(object: &dyn Object) -> Option<Vec<u8>> {
    match &*object.type_name() {
        "time.Time" => dates::to_toml(object),
        "*semver.Version" | "semver.Version" | "time.Duration" => {
            object.string().map(|text| [b"\"", &escape(&text)[..], b"\""].concat())
        }
        _ => None,
    }
}

fn kind_of(value: &Value, depth: usize) -> Result<Kind, String> {
    Ok(match value {
        Value::Nil => Kind::Nil,
        Value::Map(map) if map.is_nil() => Kind::Nil,
        Value::Map(_) => Kind::Table,
        Value::List(list) if list.is_nil() => Kind::Nil,
        Value::List(list) => {
            let mut tables = !list.is_empty();
            for element in list.iter() {
                match kind_of(element, check(depth)?)? {
                    Kind::Nil => return Err("toml: cannot encode array with nil element".to_string()),
                    kind => tables &= kind == Kind::Table,
                }
            }
            if tables { Kind::Tables } else { Kind::Other }
        }
        Value::Object(object) if marshalled(&**object).is_some() => Kind::Other,
        Value::Object(object) if object.go_fields().is_some() => Kind::Table,
        Value::Object(object) => kind_of(&native(&**object)?, check(depth)?)?,
        _ => Kind::Other,
    })
}

fn check(depth: usize) -> Result<usize, String> {
    if depth >= MAX_DEPTH { Err("toml: values nest too deeply".to_string()) } else { Ok(depth + 1) }
}

impl Encoder {
    fn newline(&mut self) {
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }

    fn indent(&mut self, key: &[Str]) {
        self.out.extend(std::iter::repeat_n(b' ', 2 * key.len().saturating_sub(1)));
    }

    /// Writes a value under its full key.
    fn entry(&mut self, key: &mut Vec<Str>, value: &Value) -> Result<(), String> {
        match value {
            Value::Object(object) if marshalled(&**object).is_none() => match table_entries(value) {
                Some(entries) => self.table(key, entries),
                None => self.entry(key, &native(&**object)?),
            },
            Value::Map(map) => self.table(key, map.entries()),
            Value::List(list) if kind_of(value, 0)? == Kind::Tables => {
                if key.is_empty() {
                    return Err("toml: top-level values must be Go maps or structs".to_string());
                }
                for element in list.iter() {
                    self.newline();
                    self.indent(key);
                    self.header(key, b"[[", b"]]");
                    self.entries(key, table_entries(element).unwrap_or_default())?;
                }
                Ok(())
            }
            Value::Nil => Ok(()),
            _ => {
                if let Some(name) = key.last() {
                    self.indent(key);
                    self.out.extend(bare_or_quoted(name));
                    self.out.extend_from_slice(b" = ");
                }
                self.element(value)?;
                if !key.is_empty() {
                    self.newline();
                }
                Ok(())
            }
        }
    }

    fn header(&mut self, key: &[Str], open: &[u8], close: &[u8]) {
        self.out.extend_from_slice(open);
        for (i, part) in key.iter().enumerate() {
            if i > 0 {
                self.out.push(b'.');
            }
            self.out.extend(bare_or_quoted(part));
        }
        self.out.extend_from_slice(close);
        self.newline();
    }

    fn table(&mut self, key: &mut Vec<Str>, entries: Entries) -> Result<(), String> {
        if key.len() == 1 {
            self.newline();
        }
        if !key.is_empty() {
            self.indent(key);
            self.header(key, b"[", b"]");
        }
        self.entries(key, entries)
    }

    fn entries(&mut self, key: &mut Vec<Str>, entries: Entries) -> Result<(), String> {
        self.depth = check(self.depth)?;
        let (plain, tables) = split_entries(entries)?;
        for (name, value) in plain.iter().chain(&tables) {
            key.push(name.clone());
            self.entry(key, value)?;
            key.pop();
        }
        self.depth -= 1;
        Ok(())
    }

    /// Writes a value that has no key.
    fn element(&mut self, value: &Value) -> Result<(), String> {
        match value {
            Value::Str(text) => self.quoted(text),
            Value::Bool(b) => self.out.extend_from_slice(if *b { b"true" } else { b"false" }),
            Value::Int(kind, n) if kind.is_unsigned() => self.out.extend_from_slice((*n as u64).to_string().as_bytes()),
            Value::Int(_, n) => self.out.extend_from_slice(n.to_string().as_bytes()),
            Value::Float(f) => self.out.extend_from_slice(float(*f).as_bytes()),
            Value::Bytes(bytes) => {
                let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
                self.out.extend_from_slice(format!("[{}]", numbers.join(", ")).as_bytes());
            }
            Value::List(list) => {
                self.depth = check(self.depth)?;
                self.out.push(b'[');
                for (i, element) in list.iter().enumerate() {
                    if i > 0 {
                        self.out.extend_from_slice(b", ");
                    }
                    self.element(element)?;
                }
                self.out.push(b']');
                self.depth -= 1;
            }
            Value::Map(map) => self.inline_table(map.entries())?,
            Value::Object(object) => match (marshalled(&**object), table_entries(value)) {
                (Some(text), _) => self.out.extend(text),
                (None, Some(entries)) => self.inline_table(entries)?,
                (None, None) => self.element(&native(&**object)?)?,
            },
            Value::Nil => return Err("toml: cannot encode array with nil element".to_string()),
        }
        Ok(())
    }

    /// Writes `{a = 1, b = 2}`. As in the original, commas are counted before nils are skipped.
    fn inline_table(&mut self, entries: Entries) -> Result<(), String> {
        self.depth = check(self.depth)?;
        let (plain, tables) = split_entries_with_nils(entries)?;
        self.out.push(b'{');
        let count = plain.len() + tables.len();
        for (i, (name, value)) in plain.iter().chain(&tables).enumerate() {
            if value.is_nil() {
                continue;
            }
            self.out.extend(bare_or_quoted(name));
            self.out.extend_from_slice(b" = ");
            self.element(value)?;
            if i + 1 < count {
                self.out.extend_from_slice(b", ");
            }
        }
        self.out.push(b'}');
        self.depth -= 1;
        Ok(())
    }

    fn quoted(&mut self, text: &[u8]) {
        self.out.push(b'"');
        self.out.extend(escape(text));
        self.out.push(b'"');
    }
}

type Entries = Vec<(Str, Value)>;

fn split_entries_with_nils(entries: Entries) -> Result<(Entries, Entries), String> {
    let (mut plain, mut tables) = (Entries::new(), Entries::new());
    for (name, value) in entries {
        match kind_of(&value, 0)? {
            Kind::Nil => plain.push((name, Value::Nil)),
            Kind::Other => plain.push((name, value)),
            Kind::Table | Kind::Tables => tables.push((name, value)),
        }
    }
    Ok((plain, tables))
}

/// Plain entries and tables, without nils.
fn split_entries(entries: Entries) -> Result<(Entries, Entries), String> {
    let (mut plain, tables) = split_entries_with_nils(entries)?;
    plain.retain(|(_, value)| !value.is_nil());
    Ok((plain, tables))
}

pub(super) fn bare_or_quoted(name: &[u8]) -> Vec<u8> {
    let bare = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    if !name.is_empty() && name.iter().all(bare) {
        return name.to_vec();
    }
    [b"\"", &escape(name)[..], b"\""].concat()
}

fn escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text {
        match b {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            8 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..0x20 | 0x7f => out.extend_from_slice(format!("\\u{b:04x}").as_bytes()),
            _ => out.push(b),
        }
    }
    out
}

fn float(f: f64) -> String {
    let sign = if f.is_sign_negative() { "-" } else { "" };
    if f.is_nan() {
        return format!("{sign}nan");
    }
    if f.is_infinite() {
        return format!("{sign}inf");
    }
    let text = fmt::format_float(f);
    if text.contains(['e', '.']) { text } else { format!("{text}.0") }
}
