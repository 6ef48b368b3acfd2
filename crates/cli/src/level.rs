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
