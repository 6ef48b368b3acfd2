//! What is reported while a resource is tracked.

use crate::rules::Progress;

/// What is reported while a resource is tracked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The progress, when it changes.
    Progress(Progress),
    /// A line of a pod's log.
    Log {
        /// The pod's name.
        pod: String,
        /// The container's name.
        container: String,
        /// Without its line end.
        line: String,
    },
    /// An event of the resource or its pods, if its annotations ask for them; or a warning.
    Message(String),
}
