//! `Warning:` headers of responses, each reported once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use http::HeaderMap;

#[derive(Debug, Default)]
pub(crate) struct Warnings(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    seen: BTreeSet<String>,
    fresh: Vec<String>,
}

impl Warnings {
    pub(crate) fn read(&self, headers: &HeaderMap) {
        for value in headers.get_all("warning") {
            if let Some(text) = value.to_str().ok().and_then(quoted) {
                self.add(text);
            }
        }
    }

    pub(crate) fn add(&self, text: String) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.seen.insert(text.clone()) {
            state.fresh.push(text);
        }
    }

    pub(crate) fn take(&self) -> Vec<String> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.fresh)
    }
}

/// The text of `299 - "text"`, unescaped.
fn quoted(value: &str) -> Option<String> {
    let (_, rest) = value.split_once('"')?;
    let mut text = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Some(text),
            '\\' => text.push(chars.next()?),
            c => text.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Warnings, quoted};

    #[test]
    fn texts() {
        assert_eq!(quoted(r#"299 - "say \"hi\" \\o/""#).as_deref(), Some(r#"say "hi" \o/"#));
        assert_eq!(
            quoted(r#"299 - "unknown field \"spec.a\"" "Mon, 01 Jan""#).as_deref(),
            Some("unknown field \"spec.a\"")
        );
        assert_eq!(quoted("299 - open"), None);
        assert_eq!(quoted("299 - \"open"), None);
    }

    #[test]
    fn reported_once() {
        let warnings = Warnings::default();
        warnings.add("a".to_string());
        assert_eq!(warnings.take(), ["a"]);
        warnings.add("a".to_string());
        assert!(warnings.take().is_empty());
    }
}
