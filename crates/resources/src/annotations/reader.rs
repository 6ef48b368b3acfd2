//! Reads single annotations by the grammars that many of them share, and collects what is wrong.

use super::go_values::{parse_bool, parse_duration, parse_int};
use super::nearest::nearest;
use crate::error::{BadAnnotation, Fault};
use crate::object::Object;

pub(super) struct Reader<'a> {
    object: &'a Object,
    pub(super) faults: Vec<Fault>,
    pub(super) warnings: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(object: &'a Object) -> Reader<'a> {
        Reader { object, faults: Vec::new(), warnings: Vec::new() }
    }

    /// The value of an annotation, without surrounding white space.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.object.annotation(key).map(str::trim)
    }

    /// All annotations, sorted by key.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.object.annotations().map(|(key, value)| (key, value.trim()))
    }

    /// Annotations with this prefix: key, rest of the key, value. The rest is never empty, since keys do not end with a
    /// dash.
    pub(super) fn with_prefix(&self, prefix: &str) -> Vec<(&'a str, &'a str, &'a str)> {
        self.all().filter_map(|(key, value)| Some((key, key.strip_prefix(prefix)?, value))).collect()
    }

    /// Annotations with this suffix and something before it.
    pub(super) fn with_suffix(&self, suffix: &str) -> Vec<(&'a str, &'a str)> {
        self.all().filter(|(key, _)| key.strip_suffix(suffix).is_some_and(|id| !id.is_empty())).collect()
    }

    pub(super) fn refuse(&mut self, key: &str, value: &str, expected: impl Into<String>, nearest: Option<&str>) {
        self.faults.push(Fault::Annotation(bad(key, value, expected.into(), nearest)));
    }

    /// Warns that a value is invalid and ignored, as in Helm.
    pub(super) fn warn(&mut self, key: &str, value: &str, expected: impl Into<String>, nearest: Option<&str>) {
        self.warnings.push(format!("{}; it has no effect", bad(key, value, expected.into(), nearest)));
    }

    pub(super) fn bool(&mut self, key: &str) -> Option<bool> {
        let value = self.get(key)?;
        let found = parse_bool(value);
        if found.is_none() {
            self.refuse(key, value, "true or false", None);
        }
        found
    }

    pub(super) fn int(&mut self, key: &str) -> Option<i64> {
        let value = self.get(key)?;
        let found = parse_int(value);
        if found.is_none() {
            self.refuse(key, value, "an integer", None);
        }
        found
    }

    /// An integer that is not negative and fits the type.
    pub(super) fn count<T: TryFrom<i64>>(&mut self, key: &str) -> Option<T> {
        let value = self.get(key)?;
        let found = parse_int(value).filter(|count| *count >= 0).and_then(|count| T::try_from(count).ok());
        if found.is_none() {
            self.refuse(key, value, "an integer of zero or more", None);
        }
        found
    }

    /// A duration in milliseconds.
    pub(super) fn duration(&mut self, key: &str, value: &str) -> Option<u64> {
        let found = parse_duration(value);
        if found.is_none() {
            self.refuse(key, value, "a duration of zero or more such as 90s, 4m or 1h30m", None);
        }
        found
    }

    /// One of these words.
    pub(super) fn choice<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let value = self.get(key)?;
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        if found.is_none() {
            self.refuse(key, value, one_of(words), nearest(value, words.iter().map(|word| word.0)));
        }
        found
    }

    /// Some of these words, separated by commas.
    pub(super) fn choices<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<Vec<T>> {
        let value = self.get(key)?;
        let mut found = Vec::new();
        for item in value.split(',').map(str::trim) {
            match words.iter().find(|(word, _)| *word == item) {
                Some((_, meaning)) => found.push(*meaning),
                None => {
                    let nearest = nearest(item, words.iter().map(|word| word.0));
                    self.refuse(key, item, one_of(words), nearest);
                }
            }
        }
        Some(found)
    }

    /// The same for an annotation of Helm: in any case, and unknown words only cause a warning.
    pub(super) fn helm_choices<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<Vec<T>> {
        let value = self.get(key)?;
        let mut found = Vec::new();
        for item in value.split(',').map(str::trim) {
            match words.iter().find(|(word, _)| word.eq_ignore_ascii_case(item)) {
                Some((_, meaning)) => found.push(*meaning),
                None => {
                    let nearest = nearest(item, words.iter().map(|word| word.0));
                    self.warn(key, item, one_of(words), nearest);
                }
            }
        }
        Some(found)
    }

    /// Names, separated by commas.
    pub(super) fn names(&mut self, key: &str) -> Vec<String> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let names: Vec<&str> = value.split(',').map(str::trim).collect();
        if names.iter().any(|name| name.is_empty()) {
            self.refuse(key, value, "a comma-separated list of names", None);
            return Vec::new();
        }
        names.into_iter().map(str::to_string).collect()
    }
}

fn bad(key: &str, value: &str, expected: String, nearest: Option<&str>) -> BadAnnotation {
    BadAnnotation {
        annotation: key.to_string(),
        value: value.to_string(),
        expected,
        nearest: nearest.map(str::to_string),
    }
}

/// `one of a, b, c`, or the only word.
fn one_of<T>(words: &[(&str, T)]) -> String {
    let names: Vec<&str> = words.iter().map(|word| word.0).collect();
    match names.as_slice() {
        [only] => (*only).to_string(),
        _ => format!("one of {}", names.join(", ")),
    }
}
