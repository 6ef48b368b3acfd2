//! Error codes, each declared once with what it means and what to do about it.
//!
//! Output shows a code beside the message (`error[SKEG-NO-RELEASE]: …`), `skeg help SKEG-NO-RELEASE` explains it, and
//! `docs/errors.md` is generated from these tables. A code is never renamed or used for something else (ADR 14).

mod chart;
mod cluster;
mod deploy;
mod frozen;
mod inventory;
mod page;
mod plan;
mod release;
mod secrets;
mod usage;

pub use chart::*;
pub use cluster::*;
pub use deploy::*;
pub use frozen::*;
pub use inventory::*;
pub use page::{page, section};
pub use plan::*;
pub use release::*;
pub use secrets::*;
pub use usage::*;

/// A kind of failure, under a stable name.
#[derive(Debug, PartialEq, Eq)]
pub struct ErrorCode {
    /// With underscores: `NO_RELEASE`.
    name: &'static str,
    /// One short sentence, without a full stop.
    pub title: &'static str,
    /// When it happens, and what it means for the user.
    pub meaning: &'static str,
    /// What to do, for each case.
    pub hints: &'static [Hint],
}

/// What to do about a failure, in one line.
#[derive(Debug, PartialEq, Eq)]
pub struct Hint {
    /// Shown only in this case; empty: always.
    case: &'static str,
    /// A hint with placeholders such as `<namespace>` is shown only if all of them can be filled.
    text: &'static str,
}

const fn always(text: &'static str) -> Hint {
    Hint { case: "", text }
}

const fn when(case: &'static str, text: &'static str) -> Hint {
    Hint { case, text }
}

/// What is known of a failure besides its code: its cases, and the values for its hints.
#[derive(Clone, Debug, Default)]
pub struct Particulars {
    cases: Vec<&'static str>,
    blanks: Vec<(&'static str, String)>,
}

impl Particulars {
    /// Marks a case that applies. Hints for other cases are left out.
    pub fn add_case(&mut self, case: &'static str) {
        self.cases.push(case);
    }

    /// Sets the value of a placeholder.
    pub fn fill(&mut self, blank: &'static str, value: impl Into<String>) {
        self.blanks.push((blank, value.into()));
    }
}

/// A code as errors carry it.
pub type Code = &'static ErrorCode;

/// Codes that belong together.
pub(crate) struct Topic {
    title: &'static str,
    codes: &'static [Code],
}

static TOPICS: &[Topic] = &[
    Topic { title: "Command line and files", codes: usage::CODES },
    Topic { title: "Charts, values and templates", codes: chart::CODES },
    Topic { title: "Secrets", codes: secrets::CODES },
    Topic { title: "Reaching the cluster", codes: cluster::CODES },
    Topic { title: "Releases and namespaces", codes: release::CODES },
    Topic { title: "Inventories", codes: inventory::CODES },
    Topic { title: "Refused before anything was changed", codes: plan::CODES },
    Topic { title: "Plans in files", codes: frozen::CODES },
    Topic { title: "While deploying", codes: deploy::CODES },
];

/// Declares codes, and the list of them.
macro_rules! codes {
    ($($name:ident: $title:literal, $meaning:literal, [$($hint:expr),* $(,)?];)*) => {
        $(
            #[doc = $title]
            pub static $name: $crate::codes::ErrorCode = $crate::codes::ErrorCode {
                name: stringify!($name),
                title: $title,
                meaning: $meaning,
                hints: &[$($hint),*],
            };
        )*
        pub(super) static CODES: &[$crate::codes::Code] = &[$(&$name),*];
    };
}
pub(crate) use codes;

/// All codes, in the order of the page.
pub fn all() -> impl Iterator<Item = Code> {
    TOPICS.iter().flat_map(|topic| topic.codes).copied()
}

/// Finds a code as people write it: `SKEG-NO-RELEASE`, in any case, with or without the prefix.
pub fn find(text: &str) -> Option<Code> {
    let name = text.to_ascii_uppercase();
    let name = name.strip_prefix("SKEG-").unwrap_or(&name).replace('-', "_");
    all().find(|code| code.name == name)
}

impl ErrorCode {
    /// The hints that fit what is known.
    pub fn hints(&self, known: &Particulars) -> Vec<String> {
        let is_known = |case: &&str| self.hints.iter().any(|hint| hint.case == *case);
        debug_assert!(known.cases.iter().all(is_known), "{self} does not have all of {:?}", known.cases);
        let fits = |hint: &&Hint| hint.case.is_empty() || known.cases.contains(&hint.case);
        self.hints.iter().filter(fits).filter_map(|hint| fill(hint.text, &known.blanks)).collect()
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SKEG-{}", self.name.replace('_', "-"))
    }
}

/// `None` if a placeholder has no value.
fn fill(hint: &str, blanks: &[(&'static str, String)]) -> Option<String> {
    let mut text = String::new();
    let mut rest = hint;
    while let Some((before, blank, after)) = next_blank(rest) {
        let (_, value) = blanks.iter().find(|(name, _)| *name == blank)?;
        text.push_str(before);
        text.push_str(value);
        rest = after;
    }
    Some(text + rest)
}

/// The text before the first `<placeholder>`, its name, and the rest.
fn next_blank(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('<')?;
    let (name, after) = rest.split_once('>')?;
    Some((before, name, after))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ErrorCode, Hint, Particulars, all, always, find, when};

    #[test]
    fn every_code_is_there_once_and_complete() {
        let mut seen = BTreeSet::new();
        for code in all() {
            assert!(seen.insert(code.to_string()), "{code} is declared twice");
            assert_eq!(find(&code.to_string()), Some(code));
            assert!(!code.title.is_empty() && !code.title.ends_with('.'), "{code}: {}", code.title);
            assert!(code.meaning.ends_with('.'), "{code}: {}", code.meaning);
        }
        assert!(seen.len() > 60, "{seen:?}");
    }

    #[test]
    fn hints_are_shown_where_they_fit() {
        const HINTS: &[Hint] = &[
            always("Look at <name> in <place>."),
            always("See: <command> --help"),
            when("late", "Try again."),
            when("early", "Wait."),
        ];
        let code = ErrorCode { name: "A_B", title: "", meaning: "", hints: HINTS };
        let mut known = Particulars::default();
        known.fill("name", "web");
        known.fill("place", "shop");
        assert_eq!(code.hints(&known), ["Look at web in shop."]);
        known.add_case("late");
        assert_eq!(code.hints(&known), ["Look at web in shop.", "Try again."]);
        assert_eq!(code.to_string(), "SKEG-A-B");
        assert_eq!(find("skeg-no-release").map(ToString::to_string).as_deref(), Some("SKEG-NO-RELEASE"));
        assert!(find("SKEG-NOTHING").is_none());
    }
}
