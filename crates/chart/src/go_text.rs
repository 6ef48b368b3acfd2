//! Texts as Go's fmt and strconv make them, for messages.

use bstr::ByteSlice;
use skeg_go_yaml::{Tree, format_float};

/// A string as `%q` shows it.
pub fn quote(text: impl AsRef<[u8]>) -> String {
    let mut out = String::from("\"");
    for (start, end, ch) in text.as_ref().char_indices() {
        let raw = text.as_ref().get(start..end).unwrap_or_default();
        match ch {
            char::REPLACEMENT_CHARACTER if raw.len() != 3 => {
                raw.iter().for_each(|b| out.push_str(&format!("\\x{b:02x}")))
            }
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            ch if is_print(ch) => out.push(ch),
            ch if (ch as u32) < 0x80 => out.push_str(&format!("\\x{:02x}", ch as u32)),
            ch if (ch as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", ch as u32)),
            ch => out.push_str(&format!("\\U{:08x}", ch as u32)),
        }
    }
    out.push('"');
    out
}

/// Go's `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the ASCII space.
pub(crate) fn is_print(ch: char) -> bool {
    if ch.is_ascii() {
        return (' '..='~').contains(&ch);
    }
    // After a letter, escape_debug escapes what is not printable and nothing else.
    let mut pair = String::from("a");
    pair.push(ch);
    pair.escape_debug().nth(1) == Some(ch)
}

/// Go's `unicode.IsSpace`.
pub(crate) fn is_space(ch: char) -> bool {
    matches!(ch, '\t' | '\n' | '\x0b' | '\x0c' | '\r' | ' ' | '\u{85}' | '\u{a0}')
        || (ch as u32 > 0xff && ch.is_whitespace())
}

/// A value as `%v` shows it.
pub(crate) fn show(tree: &Tree) -> String {
    let mut out = Vec::new();
    write_value(tree, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn write_value(tree: &Tree, out: &mut Vec<u8>) {
    match tree {
        Tree::Null => out.extend_from_slice(b"<nil>"),
        Tree::Bool(b) => out.extend_from_slice(b.to_string().as_bytes()),
        Tree::Int(i) => out.extend_from_slice(i.to_string().as_bytes()),
        Tree::Float(f) => out.extend_from_slice(format_float(*f).as_bytes()),
        Tree::Str(s) => out.extend_from_slice(s),
        Tree::List(items) => {
            out.push(b'[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(b' ');
                }
                write_value(item, out);
            }
            out.push(b']');
        }
        Tree::Map(entries) => {
            out.extend_from_slice(b"map[");
            for (i, (key, value)) in entries.iter().enumerate() {
                if i > 0 {
                    out.push(b' ');
                }
                out.extend_from_slice(key);
                out.push(b':');
                write_value(value, out);
            }
            out.push(b']');
        }
    }
}

/// A value as `%t` shows it: anything but a bool is a complaint.
pub(crate) fn show_as_bool(tree: &Tree) -> String {
    match tree {
        Tree::Bool(b) => b.to_string(),
        Tree::Null => "%!t(<nil>)".into(),
        Tree::List(items) => {
            let item = |item: &Tree| if *item == Tree::Null { "<nil>".into() } else { show_as_bool(item) };
            format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(" "))
        }
        Tree::Map(_) => show(tree),
        scalar => format!("%!t({}={})", type_name(scalar), show(scalar)),
    }
}

/// The type as `%T` shows it.
pub(crate) fn type_name(tree: &Tree) -> &'static str {
    match tree {
        Tree::Null => "<nil>",
        Tree::Bool(_) => "bool",
        Tree::Int(_) => "int64",
        Tree::Float(_) => "float64",
        Tree::Str(_) => "string",
        Tree::List(_) => "[]interface {}",
        Tree::Map(_) => "map[string]interface {}",
    }
}
