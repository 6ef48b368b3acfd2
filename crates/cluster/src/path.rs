//! Paths and queries of requests.

use std::fmt::Write;

/// The path of a group and version.
pub(crate) fn group_version(group: &str, version: &str) -> String {
    match group {
        "" => format!("/api/{}", escape(version)),
        group => format!("/apis/{}/{}", escape(group), escape(version)),
    }
}

/// Escapes a text for a path or a query.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            byte => {
                // Writing to a String cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// A path with a query to append to.
pub(crate) struct Target(String);

impl Target {
    pub(crate) fn new(path: String) -> Target {
        Target(path)
    }

    pub(crate) fn with(mut self, key: &str, value: &str) -> Target {
        self.0.push(if self.0.contains('?') { '&' } else { '?' });
        self.0.push_str(key);
        self.0.push('=');
        self.0.push_str(&escape(value));
        self
    }

    pub(crate) fn with_some(self, key: &str, value: Option<&str>) -> Target {
        match value.filter(|value| !value.is_empty()) {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}
