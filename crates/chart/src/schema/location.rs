//! Addresses of schemas: joining, fragments, pointers.

use super::json::{Json, NodeId, Value};

/// Splits at `#`; the fragment is percent-decoded.
pub(crate) fn split_fragment(reference: &str) -> (&str, String) {
    match reference.split_once('#') {
        Some((url, fragment)) => (url, percent_decode(fragment)),
        None => (reference, String::new()),
    }
}

fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_string();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'%' => {
                out.push(byte);
                rest = &after[2..];
            }
            _ => {
                out.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The path of a `file:` URL; a host before it does not count.
pub(crate) fn file_path(url: &str) -> String {
    let rest = url.strip_prefix("file:").unwrap_or_default();
    let path = match rest.strip_prefix("//") {
        Some(after) => after.find('/').map_or("", |slash| &after[slash..]),
        None if rest.starts_with('/') => rest,
        None => "",
    };
    percent_decode(path)
}

/// A fragment as it stands in a message: percent-encoded, slashes kept.
pub(crate) fn encode_fragment(fragment: &str) -> String {
    let mut out = String::with_capacity(fragment.len());
    for byte in fragment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+=:@/".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Resolves a reference (without fragment) against a base address.
pub(crate) fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_string();
    }
    if scheme(reference).is_some() {
        return reference.to_string();
    }
    let Some(scheme) = scheme(base) else { return reference.to_string() };
    let after_scheme = &base[scheme.len() + 1..];
    if let Some(rest) = reference.strip_prefix("//") {
        return format!("{scheme}://{rest}");
    }
    let Some(hierarchical) = after_scheme.strip_prefix("//") else {
        // Opaque, such as urn:example:a.
        return base.to_string();
    };
    let (authority, path) = match hierarchical.find('/') {
        Some(at) => hierarchical.split_at(at),
        None => (hierarchical, ""),
    };
    let path = path.split('?').next().unwrap_or_default();
    let (reference_path, query) = match reference.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (reference, String::new()),
    };
    let joined = match (reference_path.starts_with('/'), path.rfind('/')) {
        _ if reference_path.is_empty() => path.to_string(),
        (true, _) => reference_path.to_string(),
        (false, Some(at)) => format!("{}/{reference_path}", &path[..at]),
        (false, None) => format!("/{reference_path}"),
    };
    format!("{scheme}://{authority}{}{query}", remove_dots(&joined))
}

/// The scheme of an absolute address.
pub(crate) fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let mut bytes = scheme.bytes();
    let valid = bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    valid.then_some(scheme)
}

fn remove_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." | ".." => {
                if segment == ".." && parts.len() > 1 {
                    parts.pop();
                }
                if segments.peek().is_none() {
                    parts.push("");
                }
            }
            segment => parts.push(segment),
        }
    }
    parts.join("/")
}

/// Why a pointer leads nowhere.
pub(crate) enum PointerError {
    Invalid,
    NotFound,
}

/// Follows a JSON pointer from a node.
pub(crate) fn follow(json: &Json<'_>, from: NodeId, pointer: &str) -> Result<NodeId, PointerError> {
    let mut at = from;
    for token in pointer.split('/').skip(1) {
        let token = unescape(token).ok_or(PointerError::Invalid)?;
        let next = match json.value(at) {
            Value::Object(_) => json.get(at, &token),
            Value::List(items) => token.parse::<usize>().ok().and_then(|i| items.get(i).copied()),
            _ => None,
        };
        at = next.ok_or(PointerError::NotFound)?;
    }
    Ok(at)
}

fn unescape(token: &str) -> Option<String> {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '~' => match chars.next()? {
                '0' => out.push('~'),
                '1' => out.push('/'),
                _ => return None,
            },
            ch => out.push(ch),
        }
    }
    Some(out)
}
