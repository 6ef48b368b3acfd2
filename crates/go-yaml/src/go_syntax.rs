//! Prints nodes as Go's `%#v` prints their values, for error messages.

use crate::Error;
use crate::document::{Kind, Node};
use crate::fields::merged_entries;
use crate::number::format_float;
use crate::resolve::{Scalar, resolve_node};

/// Deeper nodes are not printed: the text is for people.
const MAX_DEPTH: usize = 100;

/// The limit of printed nodes: aliases can stand for very many.
const MAX_NODES: usize = 10_000;

/// Prints a node's value.
pub(crate) fn print(node: Node<'_, '_>) -> Result<String, Error> {
    if let (Kind::Scalar, Scalar::Null) = (node.target().kind(), scalar(node)?) {
        return Ok("<nil>".to_owned());
    }
    let mut out = String::new();
    print_value(node, &mut out, 0, &mut 0)?;
    Ok(out)
}

fn scalar<'d>(node: Node<'d, '_>) -> Result<Scalar<'d>, Error> {
    match node.target().kind() {
        Kind::Scalar => resolve_node(node.target()),
        _ => Ok(Scalar::Bool(false)),
    }
}

fn print_value(node: Node<'_, '_>, out: &mut String, depth: usize, printed: &mut usize) -> Result<(), Error> {
    *printed += 1;
    if depth > MAX_DEPTH || *printed > MAX_NODES {
        out.push_str("...");
        return Ok(());
    }
    let node = node.target();
    match node.kind() {
        Kind::List => {
            out.push_str("[]interface {}{");
            for (n, item) in node.items().enumerate() {
                out.push_str(if n > 0 { ", " } else { "" });
                print_value(item, out, depth + 1, printed)?;
            }
            out.push('}');
        }
        Kind::Map => print_map(node, out, depth, printed)?,
        Kind::Scalar | Kind::Alias => out.push_str(&print_scalar(&scalar(node)?)),
    }
    Ok(())
}

fn print_map(node: Node<'_, '_>, out: &mut String, depth: usize, printed: &mut usize) -> Result<(), Error> {
    let mut entries = Vec::new();
    for (key, value) in merged_entries(node) {
        let (mut name, mut text) = (String::new(), String::new());
        print_value(key, &mut name, depth + 1, printed)?;
        if matches!(key.target().kind(), Kind::List | Kind::Map) {
            return Err(Error::of_yaml(&format!("invalid map key: {name}")));
        }
        print_value(value, &mut text, depth + 1, printed)?;
        entries.push((name, text));
    }
    let mut entries = crate::decode::sort_entries(entries);
    // Go sorts nil first.
    entries.sort_by_key(|e| !e.0.starts_with("interface {}(nil)"));
    out.push_str("map[interface {}]interface {}{");
    for (n, (name, text)) in entries.iter().enumerate() {
        out.push_str(if n > 0 { ", " } else { "" });
        out.push_str(name);
        out.push(':');
        out.push_str(text);
    }
    out.push('}');
    Ok(())
}

fn print_scalar(value: &Scalar<'_>) -> String {
    match value {
        Scalar::Null => "interface {}(nil)".to_owned(),
        Scalar::Bool(b) => b.to_string(),
        Scalar::Int(n) => n.to_string(),
        Scalar::Uint(n) => format!("{n:#x}"),
        Scalar::Float(f) => format_float(*f),
        Scalar::Str(s) => quote(s),
    }
}

/// A string in double quotes, as `strconv.Quote` writes it.
fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0C' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0B' => out.push_str("\\v"),
            ' '..='~' => out.push(c),
            '\0'..='\x7F' => out.push_str(&format!("\\x{:02x}", c as u32)),
            _ if is_printable(c) => out.push(c),
            _ if (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
    out
}

/// Whether Go prints a character beyond ASCII as it is. An approximation: unassigned ones pass.
fn is_printable(c: char) -> bool {
    !matches!(c, '\u{80}'..='\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}'
        | '\u{2000}'..='\u{200A}' | '\u{1680}' | '\u{3000}' | '\u{E000}'..='\u{F8FF}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{FFFE}'..='\u{FFFF}' | '\u{E0000}'..='\u{10FFFF}')
}
