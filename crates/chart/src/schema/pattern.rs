//! Regular expressions of schemas: Go's syntax, run by the `regex` crate.

use std::sync::OnceLock;

use regex::Regex;

/// A pattern, compiled when first used.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) source: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(crate) fn new(source: &str) -> Pattern {
        Pattern { source: source.to_string(), compiled: OnceLock::new() }
    }

    /// Whether the text contains a match. A pattern this engine cannot take matches everything.
    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(&translate(&self.source)).ok());
        compiled.as_ref().is_none_or(|regex| regex.is_match(&String::from_utf8_lossy(text)))
    }
}

/// Go's complaint about a pattern, if it has one.
pub(crate) fn complaint(source: &str) -> Option<String> {
    let simple =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'^' | b'$' | b'-' | b'_' | b'/' | b':' | b' ' | b'.');
    if source.bytes().all(simple) {
        return None;
    }
    let text = unsupported(source).or_else(|| {
        let error = regex_syntax::ast::parse::Parser::new().parse(&translate(source)).err()?;
        Some(syntax_error(source, error.kind()))
    })?;
    Some(format!("error parsing regexp: {text}"))
}

/// Perl's syntax that Go lacks.
fn unsupported(source: &str) -> Option<String> {
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        match rest {
            [b'\\', b'Q', ..] => at = source[at..].find("\\E").map_or(bytes.len(), |end| at + end),
            [b'\\', c, ..] if c.is_ascii_alphanumeric() && !is_escape(*c) => {
                return Some(format!("invalid escape sequence: `\\{}`", *c as char));
            }
            [b'\\'] => return Some("trailing backslash at end of expression: ``".into()),
            [b'(', b'?', b'=' | b'!', ..] => {
                return Some(format!("invalid or unsupported Perl syntax: `{}`", source.get(at..at + 3)?));
            }
            [b'(', b'?', b'<', b'=' | b'!', ..] => {
                let rest = source.get(at..)?;
                let shown = rest.find('>').and_then(|end| rest.get(..=end)).unwrap_or(rest);
                return Some(format!("invalid named capture: `{shown}`"));
            }
            [b'(', b'?', b'>' | b'#', ..] => {
                return Some(format!("invalid or unsupported Perl syntax: `{}`", source.get(at..at + 3)?));
            }
            _ => {}
        }
        at += if bytes.get(at) == Some(&b'\\') { 2 } else { 1 };
    }
    None
}

fn is_escape(c: u8) -> bool {
    b"afnrtvx0dDsSwWbBAzCpPEQ".contains(&c)
}

fn syntax_error(source: &str, kind: &regex_syntax::ast::ErrorKind) -> String {
    use regex_syntax::ast::ErrorKind as E;
    match kind {
        E::ClassUnclosed => {
            let from = source.rfind('[').and_then(|at| source.get(at..)).unwrap_or(source);
            format!("missing closing ]: `{from}`")
        }
        E::GroupUnclosed => format!("missing closing ): `{source}`"),
        E::GroupUnopened => format!("unexpected ): `{source}`"),
        E::RepetitionMissing => {
            let operator = source.chars().find(|ch| matches!(ch, '*' | '+' | '?')).unwrap_or('*');
            format!("missing argument to repetition operator: `{operator}`")
        }
        E::ClassRangeInvalid => "invalid character class range".into(),
        other => other.to_string(),
    }
}

/// Rewrites Go's syntax where the `regex` crate means something else by it.
fn translate(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 8);
    let mut chars = source.chars().peekable();
    let mut in_class = false;
    let mut class_start = false;
    while let Some(ch) = chars.next() {
        let first_in_class = std::mem::take(&mut class_start);
        match ch {
            '\\' => escape(&mut out, &mut chars, in_class),
            '[' if !in_class => {
                in_class = true;
                class_start = true;
                out.push('[');
                if chars.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
            }
            '[' if chars.peek() == Some(&':') => posix_class(&mut out, &mut chars),
            '[' => out.push_str("\\["),
            ']' if in_class && first_in_class => out.push_str("\\]"),
            ']' => {
                in_class = false;
                out.push(']');
            }
            '&' | '~' if in_class => out.extend(['\\', ch]),
            '-' if in_class && chars.peek() == Some(&'-') => out.push_str("\\-"),
            '{' if !in_class && !is_repetition(&chars.clone().collect::<String>()) => out.push_str("\\{"),
            ch => out.push(ch),
        }
    }
    out
}

fn escape(out: &mut String, chars: &mut std::iter::Peekable<std::str::Chars<'_>>, in_class: bool) {
    let Some(ch) = chars.next() else { return out.push('\\') };
    let class = match ch {
        'd' | 'D' => "0-9",
        'w' | 'W' => "0-9A-Za-z_",
        's' | 'S' => "\\t\\n\\f\\r ",
        'b' if !in_class => return out.push_str("(?-u:\\b)"),
        'Q' => {
            let rest: String = chars.clone().collect();
            let quoted = rest.split("\\E").next().unwrap_or_default();
            out.push_str(&regex::escape(quoted));
            return chars.by_ref().take(quoted.chars().count() + 2).for_each(drop);
        }
        'C' if !in_class => return out.push_str("(?s:.)"),
        '<' | '>' | '_' => return out.push(ch),
        ch => return out.extend(['\\', ch]),
    };
    match (ch.is_ascii_uppercase(), in_class) {
        (true, _) => out.push_str(&format!("[^{class}]")),
        (false, true) => out.push_str(class),
        (false, false) => out.push_str(&format!("[{class}]")),
    }
}

fn posix_class(out: &mut String, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let rest: String = chars.clone().collect();
    match rest.find(":]") {
        Some(end) => {
            out.push('[');
            out.push_str(&rest[..end + 2]);
            chars.by_ref().take(rest[..end + 2].chars().count()).for_each(drop);
        }
        None => out.push_str("\\["),
    }
}

/// Whether `3}`, `3,}` or `3,5}` follows an opening brace.
fn is_repetition(rest: &str) -> bool {
    let Some((inside, _)) = rest.split_once('}') else { return false };
    let (low, high) = inside.split_once(',').unwrap_or((inside, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    !low.is_empty() && digits(low) && digits(high)
}
