//! Writes a decrypted scalar as YAML: plain if safe, a block if it has lines, else double-quoted.

use skeg_go_yaml::Scalar;

use super::Plain;

/// How a scalar is written.
pub(super) enum Written {
    Line(String),
    /// An indicator, and lines each preceded by a break.
    Block {
        head: &'static str,
        lines: String,
    },
}

/// Writes a scalar; as a block only if its indentation is known.
pub(super) fn write(plain: &Plain, in_flow: bool, block_indent: Option<usize>) -> Written {
    let text = &plain.text;
    if plain.is_typed || is_plain(text, in_flow) {
        return Written::Line(text.clone());
    }
    match block_indent.filter(|_| fits_block(text)) {
        Some(indent) => {
            let head = if text.ends_with('\n') { "|" } else { "|-" };
            let indented =
                |line: &str| if line.is_empty() { "\n".to_string() } else { format!("\n{:indent$}{line}", "") };
            Written::Block { head, lines: text.strip_suffix('\n').unwrap_or(text).split('\n').map(indented).collect() }
        }
        None => Written::Line(quoted(text)),
    }
}

/// Whether all readers see a string if the text is written plain.
fn is_plain(text: &str, in_flow: bool) -> bool {
    let is_safe = |c: char| c.is_alphanumeric() || (' '..='~').contains(&c);
    let starts_well = text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '.'));
    let has_sign = text.contains(": ") || text.contains(" #") || text.ends_with([':', ' ']);
    let is_flow_sign = in_flow && text.contains([',', '[', ']', '{', '}', ':', '?']);
    let is_number_like = text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.chars().all(|c| c.is_ascii_hexdigit() || " _:.+-xXoOtTzZ".contains(c));
    starts_well && text.chars().all(is_safe) && !has_sign && !is_flow_sign && !is_number_like && is_string(text)
}

/// Whether the plain text means itself. `yes` and `null` do not.
fn is_string(text: &str) -> bool {
    let document = skeg_go_yaml::parse(text.as_bytes()).ok().flatten();
    document.is_some_and(|document| matches!(document.root().scalar(), Some(Scalar::Str(found)) if found == text))
}

/// Whether the text can be a block without explicit indentation or chomping.
fn fits_block(text: &str) -> bool {
    let is_shown = |c: char| matches!(c, '\n' | '\t' | ' '..='~') || c.is_alphanumeric();
    let lines = text.strip_suffix('\n').unwrap_or(text);
    text.contains('\n') && !lines.starts_with([' ', '\t', '\n']) && !lines.is_empty() && !lines.ends_with('\n') && {
        text.chars().all(is_shown)
    }
}

/// The text in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            ' '..='~' => out.push(c),
            c if c.is_alphanumeric() => out.push(c),
            c => out.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
    }
    out.push('"');
    out
}
