//! A plan in a file: what was reviewed is what is executed.
//!
//! The file is JSON. Its head is always readable; the payload in `dataRaw` may be encrypted. A digest covers both, and where
//! there is a key, the head is bound to the payload by it: a head that was edited is refused either way. Pure: whoever
//! calls brings the time, the key and the file.

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

/// The schema that is written and read.
pub const API_VERSION: &str = "v1";

/// Why a file is not taken for a plan, or not for one that may be executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArtifactError {
    #[error("not a plan: {0}")]
    NotAPlan(String),
    #[error("the plan is of schema version {found:?}, and this version of skeg reads {API_VERSION:?}")]
    UnsupportedVersion { found: String },
    #[error("the plan is incomplete: {0}")]
    Incomplete(&'static str),
    #[error("the plan was changed or damaged after it was written: its digest does not fit")]
    Damaged,
    #[error("the plan expired: it was made at {made} and is valid for {lifetime}")]
    Expired { made: String, lifetime: String },
    #[error("the plan says that it was made at {made}, which is in the future")]
    FromTheFuture { made: String },
    #[error("the plan is encrypted, and there is no key to read it with")]
    NoKey,
    /// There is a key, so a plain file may be one that somebody put in the place of an encrypted one.
    #[error("the plan is not encrypted, though there is a secret key: whoever can write the file may have forged it")]
    Unsigned,
    #[error("the plan cannot be decrypted: {0}")]
    WrongKey(String),
    #[error("the plan's payload cannot be read: {0}")]
    BadPayload(String),
    #[error("the plan's graph is broken: {0}")]
    BadGraph(String),
}
