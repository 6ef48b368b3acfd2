//! One field that an API server does not like.

use serde::{Deserialize, Serialize};

use crate::server_text::cause_detail;

/// One of the causes that a refusal names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalCause {
    /// The path of the field; empty where the cause is about the whole.
    pub field: String,
    /// `FieldValueInvalid`, `FieldValueForbidden`, `NamespaceTerminating` ….
    pub reason: String,
    /// The server's words, which may repeat the refused value.
    pub message: String,
}

/// What validation says of fields that cannot be changed, as parts of the detail behind the refused value.
const IMMUTABLE: &[&str] = &[
    "immutable",
    "may not change once set",
    "can not be unset",
    "cannot change roleRef",
    "may not be changed in an update",
    "updates may not change fields other than",
    "updates may not add or remove containers",
    // What a rule `self == oldSelf` of a custom resource says when it has no message of its own.
    "== oldSelf",
    "oldSelf ==",
];

impl RefusalCause {
    /// Whether it is because the field cannot be changed in place. Validation has no reason of its own for that.
    pub fn is_immutable(&self) -> bool {
        // Of metadata only annotations can differ between what is wanted and what is there and still be the same object.
        if self.field.starts_with("metadata") && !self.field.starts_with("metadata.annotations") {
            return false;
        }
        let detail = cause_detail(&self.message);
        let is_forbidden_update = detail.starts_with("updates to ") && detail.contains("forbidden");
        is_forbidden_update || IMMUTABLE.iter().any(|phrase| detail.contains(phrase))
    }

    /// The fields inside this one that could be changed, as the server lists them, where it lists these alone.
    pub fn changeable(&self) -> Option<&str> {
        cause_detail(&self.message).split_once("for fields other than ").map(|(_, listed)| listed)
    }

    /// Whether the value is one that somebody else has: a port, an address. It may be free later.
    pub fn is_taken(&self) -> bool {
        self.message.contains("already allocated")
    }
}
