//! The automata of a translated pattern: one over bytes for ASCII texts, and one over characters for all others, built
//! when first needed. Over characters, a class like `[^a]` takes a third of a megabyte to compile.

use std::ops::Range;
use std::sync::OnceLock;

use regex::{Regex, RegexBuilder, bytes};

use super::effort::Automaton;

/// The size limit of a compiled pattern in bytes.
pub(super) const SIZE_LIMIT: usize = 10 << 20;
/// Patterns up to this length without counted repetitions and Unicode classes certainly fit into the limit.
const SURELY_FITS: usize = 256;

pub(super) struct Engine {
    pattern: String,
    ascii: Option<bytes::Regex>,
    unicode: OnceLock<Option<Regex>>,
}

/// The positions of a match's groups.
pub(super) enum Places {
    Ascii(bytes::CaptureLocations),
    Unicode(regex::CaptureLocations),
}

impl Places {
    pub(super) fn get(&self, group: usize) -> Option<(usize, usize)> {
        match self {
            Places::Ascii(places) => places.get(group),
            Places::Unicode(places) => places.get(group),
        }
    }
}

impl Engine {
    /// Compiles a pattern; `None` if it is too large.
    pub(super) fn new(pattern: String) -> Option<Engine> {
        let is_small = pattern.len() <= SURELY_FITS && pattern.is_ascii();
        let is_simple = !["{", "\\p", "\\P"].iter().any(|costly| pattern.contains(costly));
        let build = || bytes::RegexBuilder::new(&pattern).unicode(false).build().ok();
        let ascii = if is_small && is_simple { build() } else { None };
        let engine = Engine { pattern, ascii, unicode: OnceLock::new() };
        (engine.ascii.is_some() || engine.unicode().is_some()).then_some(engine)
    }

    fn unicode(&self) -> Option<&Regex> {
        let build = || RegexBuilder::new(&self.pattern).size_limit(SIZE_LIMIT).build().ok();
        self.unicode.get_or_init(build).as_ref()
    }

    /// The automaton over bytes, if it can handle the text.
    fn ascii(&self, text: &str) -> Option<&bytes::Regex> {
        self.ascii.as_ref().filter(|_| text.is_ascii())
    }

    /// An automaton that reads this text as searches do.
    pub(super) fn automaton(&self, text: &str) -> Automaton {
        Automaton::new(&self.pattern, self.ascii(text).is_none())
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        match self.ascii(text) {
            Some(regex) => regex.is_match(text.as_bytes()),
            None => self.unicode().is_some_and(|regex| regex.is_match(text)),
        }
    }

    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.finder(text)(0)
    }

    /// Finds matches in a text from a position.
    pub(super) fn finder<'t>(&'t self, text: &'t str) -> impl Fn(usize) -> Option<Range<usize>> + 't {
        let ascii = self.ascii(text);
        move |at| match ascii {
            Some(regex) => regex.find_at(text.as_bytes(), at).map(|found| found.range()),
            None => self.unicode()?.find_at(text, at).map(|found| found.range()),
        }
    }

    /// Storage for the groups of matches in this text.
    pub(super) fn places(&self, text: &str) -> Option<Places> {
        match self.ascii(text) {
            Some(regex) => Some(Places::Ascii(regex.capture_locations())),
            None => self.unicode().map(|regex| Places::Unicode(regex.capture_locations())),
        }
    }

    /// Finds a match and its groups; `places` must belong to the same text.
    pub(super) fn captures_at(&self, places: &mut Places, text: &str, at: usize) -> Option<Range<usize>> {
        match places {
            Places::Ascii(places) => {
                self.ascii.as_ref()?.captures_read_at(places, text.as_bytes(), at).map(|found| found.range())
            }
            Places::Unicode(places) => self.unicode()?.captures_read_at(places, text, at).map(|found| found.range()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Engine;
    use crate::regex::translate::translate;

    const PATTERNS: &[&str] = &[
        "[^-A-Za-z0-9_.]",
        "",
        "a*",
        ".",
        "(?s).",
        "^.*$",
        "(?m)^a.$",
        "(?i)k+",
        "(?i)[^k]s",
        r"\bfoo\b",
        r"\B",
        r"\w+",
        r"\W",
        r"\d*\.?\D",
        r"\s+\S",
        "[[:alpha:]]+",
        "[^[:space:]]",
        "(a)|(b)|c",
        "(?P<x>[^=]+)=(.*)",
        r"a\xE9?",
        "x??y",
        r"[\x00-\x7f]$",
        r"\z",
        r"\A-?",
    ];
    /// How many of them contain non-ASCII characters.
    const NOT_FOR_BYTES: usize = 1;
    const TEXTS: &[&str] =
        &["", "a", "foo", "a foo b", "KkSs", "a=b\nc=d\n", "v1.2.3-rc.1+x y", "\0\x7f~", "strasse\r\n", "--- a.b"];

    /// Both automata find the same matches in ASCII texts.
    #[test]
    fn bytes_and_characters_agree() {
        let mut compared = 0;
        for pattern in PATTERNS {
            let translated = translate(pattern.as_bytes()).unwrap_or_else(|error| panic!("{error}")).text;
            let engine = Engine::new(translated.clone()).expect(pattern);
            let unicode = Engine { pattern: translated, ascii: None, unicode: Default::default() };
            compared += usize::from(engine.ascii.is_some());
            for text in TEXTS {
                assert_eq!(engine.is_match(text), unicode.is_match(text), "{pattern} in {text:?}");
                for at in 0..=text.len() {
                    let found = |engine: &Engine| engine.finder(text)(at);
                    assert_eq!(found(&engine), found(&unicode), "{pattern} in {text:?} at {at}");
                    let groups = |engine: &Engine| {
                        let mut places = engine.places(text)?;
                        engine.captures_at(&mut places, text, at)?;
                        Some((0..4).map(|group| places.get(group)).collect::<Vec<_>>())
                    };
                    assert_eq!(groups(&engine), groups(&unicode), "{pattern} in {text:?} at {at}");
                }
            }
        }
        assert_eq!(compared, PATTERNS.len() - NOT_FOR_BYTES, "{compared}");
    }
}
