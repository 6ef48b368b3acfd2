//! How much a command prints on stderr. stdout is the same at every level.

/// Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Nothing: only the exit status.
    Silent,
    /// Errors and hints.
    Error,
    Warning,
    /// Progress, the summary, hints.
    Info,
    /// Each request, how long things took, and why they were done.
    Debug,
    /// Bodies of requests and responses.
    Trace,
}
