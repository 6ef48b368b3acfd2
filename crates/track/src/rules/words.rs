//! Words that controllers use for the state of their resources, in any spelling.

/// What a word in a status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Ready,
    Pending,
    Failed,
}

/// Names of conditions about readiness, the most reliable first.
pub(super) const READY: &[&str] = &[
    "ready",
    "success",
    "succeeded",
    "complete",
    "completed",
    "finished",
    "finalized",
    "done",
    "available",
    "running",
    "ok",
    "active",
    "live",
    "healthy",
    "started",
    "initialized",
    "approved",
];

const PENDING: &[&str] = &[
    "creating",
    "updating",
    "waiting",
    "awaiting",
    "pending",
    "finishing",
    "starting",
    "readying",
    "inprogress",
    "progressing",
    "initialization",
    "initializing",
    "approving",
    "unknown",
];

const FAILED: &[&str] =
    &["failure", "failed", "abort", "aborted", "terminated", "error", "errored", "rejection", "rejected"];

/// The word without case and separators: `In-Progress` and `IN_PROGRESS` are the same.
pub(super) fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The meaning of a phase, state or health; `None` if the word is unknown.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    let word = plain(word);
    let is_in = |list: &[&str]| list.contains(&word.as_str());
    match () {
        () if is_in(READY) => Some(Meaning::Ready),
        () if is_in(PENDING) => Some(Meaning::Pending),
        () if is_in(FAILED) => Some(Meaning::Failed),
        () => None,
    }
}

/// Words with a meaning in one field only.
pub(super) fn meaning_in(field: &str, word: &str) -> Option<Meaning> {
    match (field, plain(word).as_str()) {
        ("state" | "currentState", "valid") | ("health" | "currentHealth", "green") => Some(Meaning::Ready),
        ("state" | "currentState", "invalid") | ("health" | "currentHealth", "yellow" | "red") => {
            Some(Meaning::Pending)
        }
        _ => None,
    }
}
