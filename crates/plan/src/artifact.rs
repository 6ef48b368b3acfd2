//! A plan in a file: what was reviewed is what is executed.
//!
//! The file is JSON. Its head is always readable; the payload in `dataRaw` may be encrypted. A digest covers both, and
//! with a key the head is bound to the payload: an edited head is refused either way. Pure: the caller supplies the
//! time, the key and the file.

mod check;
mod cluster;
mod head;
mod payload;
mod read;
mod write;

pub use check::{check_age, check_graph};
pub use cluster::{ClusterDoubt, ClusterIdentity};
pub use head::{Head, ReleaseRevision, Tool};
pub use payload::{Choices, Frozen, LastRevision, PlanOptions, Storage};
pub use read::{Open, Opened, read};
pub use write::{Seal, write};

/// The schema version that is written and read.
pub const API_VERSION: &str = "v1";

/// Why a file is not a frozen plan, or not one that may be executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArtifactError {
    /// Not JSON, or not of this format.
    #[error("not a plan: {0}")]
    NotAPlan(String),
    /// Written by another version of Skeg.
    #[error("the plan is of schema version {found:?}, and this version of skeg reads {API_VERSION:?}")]
    UnsupportedVersion {
        /// The file's schema version.
        found: String,
    },
    /// A required field is missing.
    #[error("the plan is incomplete: {0}")]
    Incomplete(&'static str),
    /// The digest does not match.
    #[error("the plan was changed or damaged after it was written: its digest does not match")]
    Damaged,
    /// Older than its lifetime.
    #[error("the plan expired: it was made at {made} and is valid for {lifetime}")]
    Expired {
        /// When it was made.
        made: String,
        /// How long it is valid.
        lifetime: String,
    },
    /// Made by a machine whose clock is ahead.
    #[error("the plan says that it was made at {made}, which is in the future")]
    FromTheFuture {
        /// When it was made, by that clock.
        made: String,
    },
    /// The payload is encrypted, and no key was given.
    #[error("the plan is encrypted, and there is no key to read it with")]
    NoKey,
    /// A key is available, so a plain file may have been put in place of an encrypted one.
    #[error("the plan is not encrypted, though there is a secret key: whoever can write the file may have forged it")]
    Unsigned,
    /// The key does not decrypt the payload.
    #[error("the plan cannot be decrypted: {0}")]
    WrongKey(String),
    /// The decrypted payload has another format.
    #[error("the plan's payload cannot be read: {0}")]
    BadPayload(String),
    /// Edges to missing or later operations.
    #[error("the plan's graph is broken: {0}")]
    BadGraph(String),
}
