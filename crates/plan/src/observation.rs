//! Live objects as observed before planning.

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

/// The live state of a resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// The object does not exist.
    Absent,
    /// The cluster does not serve the kind (yet).
    UnknownKind,
    /// The object exists.
    Present {
        /// The live object, maybe reduced to its metadata if nothing changes.
        object: Box<Object>,
        /// The result of the dry run.
        trial: Trial,
    },
}

/// The result of the dry run of an apply.
#[derive(Clone, Debug, PartialEq)]
pub enum Trial {
    /// No dry run was made: the live object's managed fields prove that nothing would change, or the resource is not
    /// wanted.
    NotNeeded,
    /// The object as it would become.
    Result(Box<Object>),
    /// The API server refused it.
    Refused(Refusal),
}

/// Why the API server refused a write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The HTTP status.
    pub code: u16,
    /// `Invalid`, `Conflict` ….
    pub reason: String,
    /// The API server's message.
    pub message: String,
    /// The fields it names.
    pub causes: Vec<RefusalCause>,
}

pub use skeg_resources::RefusalCause;
