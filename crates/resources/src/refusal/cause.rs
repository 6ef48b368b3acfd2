//! One field that an API server refuses.

use serde::{Deserialize, Serialize};

use crate::server_text::cause_detail;

/// One of the causes that a refusal names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalCause {
    /// The path of the field; empty if the cause is about the whole object.
    pub field: String,
    /// `FieldValueInvalid`, `FieldValueForbidden`, `NamespaceTerminating` ….
    pub reason: String,
    /// The server's message, which may repeat the refused value.
    pub message: String,
}

/// Validation messages for immutable fields, as parts of the detail after the refused value.
const IMMUTABLE: &[&str] = &[
    "immutable",
    "may not change once set",
    "can not be unset",
    "cannot change roleRef",
    "may not be changed in an update",
    "updates may not change fields other than",
    "updates may not add or remove containers",
    // The message of a rule `self == oldSelf` of a CRD without a message of its own.
    "== oldSelf",
    "oldSelf ==",
];

impl RefusalCause {
    /// Whether the field is immutable. Validation has no reason code for that.
    pub fn is_immutable(&self) -> bool {
        // In metadata only annotations can differ and still be the same object.
        if self.field.starts_with("metadata") && !self.field.starts_with("metadata.annotations") {
            return false;
        }
        let detail = cause_detail(&self.message);
        let is_forbidden_update = detail.starts_with("updates to ") && detail.contains("forbidden");
        is_forbidden_update || IMMUTABLE.iter().any(|phrase| detail.contains(phrase))
    }

    /// The mutable fields inside this one, if the server lists these alone.
    pub fn changeable(&self) -> Option<&str> {
        cause_detail(&self.message).split_once("for fields other than ").map(|(_, listed)| listed)
    }

    /// Whether the value is in use by somebody else: a port, an address. It may be free later.
    pub fn is_taken(&self) -> bool {
        self.message.contains("already allocated")
    }
}
