//! Which values occur in texts: only these are saved along with them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::search::Search;
use super::{SHORTEST, forms, is_worth_hiding};
use crate::document::Document;
use crate::yaml;

/// The values that occur in the texts, in any encoding that would be masked.
pub fn occurring_values<'t>(values: &[String], texts: impl IntoIterator<Item = Cow<'t, str>>) -> Vec<String> {
    let (mut patterns, mut owners) = (Vec::new(), Vec::new());
    for value in values.iter().filter(|value| is_worth_hiding(value, SHORTEST)) {
        for form in forms::of(value) {
            patterns.push(form);
            owners.push(value);
        }
    }
    let texts: Vec<Cow<'t, str>> = texts.into_iter().collect();
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    let does_occur = Search::occurring(&patterns, texts.iter().map(AsRef::as_ref));
    let found: BTreeSet<&String> =
        owners.into_iter().zip(does_occur).filter(|(_, does_occur)| *does_occur).map(|(it, _)| it).collect();
    found.into_iter().cloned().collect()
}

/// The texts of manifests: as written, and as parsed, since YAML folds and escapes.
pub fn manifest_texts<'d>(documents: impl IntoIterator<Item = Document<'d>>) -> Vec<Cow<'d, str>> {
    let mut texts = Vec::new();
    for document in documents {
        texts.push(String::from_utf8_lossy(document.text));
        let read = document.pieces().filter_map(|(_, text)| yaml::read(text).ok());
        texts.extend(read.map(|value| Cow::Owned(value.to_string())));
    }
    texts
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{manifest_texts, occurring_values};
    use crate::stored_documents;

    #[test]
    fn only_what_texts_tell_is_told() {
        let values = ["hunter22", "hunter22-longer", "two\nlines", "it's \"a\"", "elsewhere", "true", "abc"];
        let values = values.map(str::to_string);
        for (manifest, expected) in [
            ("a: nothing", &[][..]),
            ("a: x-hunter22-x", &["hunter22"]),
            ("a: hunter22-longer", &["hunter22", "hunter22-longer"]),
            ("# hunter22", &["hunter22"]),
            // "user:hunter22@" in base64.
            ("a: dXNlcjpodW50ZXIyMkA=", &["hunter22"]),
            ("a: |\n  two\n  lines\n", &["two\nlines"]),
            ("a: 'it''s \"a\"'", &["it's \"a\""]),
            ("a: true\nb: abc", &[]),
            ("a: [hunter22", &["hunter22"]),
        ] {
            assert_eq!(occurring_values(&values, manifest_texts(stored_documents(manifest))), expected, "{manifest}");
        }
        assert_eq!(occurring_values(&values, [Cow::Borrowed("Welcome, hunter22")]), ["hunter22"]);
        assert!(occurring_values(&[], [Cow::Borrowed("Welcome")]).is_empty());
    }
}
