//! How much a command says on stderr. What it prints on stdout is the same at every level.

/// Each says what those before it say, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Nothing: the exit status tells.
    Silent,
    /// Why it failed, and what to do about it.
    Error,
    Warning,
    /// Progress, how it ended, hints.
    Info,
    /// Each request, how long things took, and why they were done so.
    Debug,
    /// What was in requests and answers.
    Trace,
}

impl Level {
    pub(crate) const NAMES: &[&str] = &["silent", "error", "warning", "info", "debug", "trace"];

    pub(crate) fn from_name(name: &str) -> Option<Level> {
        use Level::{Debug, Error, Info, Silent, Trace, Warning};
        let at = Level::NAMES.iter().position(|known| *known == name)?;
        [Silent, Error, Warning, Info, Debug, Trace].get(at).copied()
    }
}
