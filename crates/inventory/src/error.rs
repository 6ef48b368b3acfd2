//! What is wrong with a stored inventory.

/// Why an inventory cannot be read or stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A part of it is missing.
    #[error("it has no {0}")]
    Missing(String),
    /// A part of it is not what it should be.
    #[error("{part}: {problem}")]
    Unreadable {
        /// The key.
        part: String,
        /// What is wrong.
        problem: String,
    },
    /// It is of another release: name and namespace.
    #[error("it is the inventory of release {0:?} in namespace {1:?}")]
    OtherRelease(String, String),
    /// A newer program wrote it.
    #[error("it is of version {0}, which this program does not know: use a newer one")]
    Newer(String),
}

impl Error {
    pub(crate) fn unreadable(part: &str, problem: impl ToString) -> Error {
        Error::Unreadable { part: part.to_string(), problem: problem.to_string() }
    }
}
