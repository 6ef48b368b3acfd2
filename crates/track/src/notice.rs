//! What is told while something is waited for.

use crate::rules::Progress;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Told when it changes.
    Progress(Progress),
    Log {
        pod: String,
        container: String,
        line: String,
    },
    /// An event of the resource or its pods, where its annotations ask for them; or what could not be done.
    Message(String),
}
