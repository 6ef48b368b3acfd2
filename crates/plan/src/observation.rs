//! What was seen in the cluster before planning.

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

/// What the cluster has of a resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    Absent,
    /// The cluster does not serve the kind, or not yet.
    UnknownKind,
    Present {
        object: Box<Object>,
        trial: Trial,
    },
}

/// What a dry run of applying the wanted object said.
#[derive(Clone, Debug, PartialEq)]
pub enum Trial {
    /// None was made: the live object and its managed fields prove that nothing would change, or nothing is wanted.
    NotNeeded,
    /// The object would become this.
    Result(Box<Object>),
    Refused(Refusal),
}

/// Why the API server refused a write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The HTTP status.
    pub code: u16,
    /// `Invalid`, `Conflict` ….
    pub reason: String,
    pub message: String,
    pub causes: Vec<RefusalCause>,
}

pub use skeg_resources::RefusalCause;
