//! Why a change is made, in words.

use skeg_plan::{Cause, Change, ChangeKind};
use skeg_resources::Masker;

use crate::phrase::some_of;

/// How much of both ends of a long message is shown.
const ENDS: usize = 300;

pub(super) struct Words {
    /// A stable word for programs.
    pub(super) because: &'static str,
    /// Empty where the kind of change says it all.
    pub(super) reason: String,
    /// What the API server said.
    pub(super) message: Option<String>,
}

pub(super) fn words(change: &Change, masker: &Masker) -> Words {
    let (because, reason, message) = match &change.cause {
        Cause::Missing => ("missing", String::new(), None),
        Cause::Differs if change.kind == ChangeKind::Apply => {
            ("differs", "another step of this deploy makes it first".to_string(), None)
        }
        Cause::Differs => ("differs", String::new(), None),
        Cause::TakesOver => {
            ("takes-over", "its fields become the release's; its contents stay as they are".to_string(), None)
        }
        Cause::DeletePolicy => ("delete-policy", "its delete policy asks for it".to_string(), None),
        Cause::HookRuns => ("hook-runs", "hooks run anew in every deploy".to_string(), None),
        Cause::Immutable { fields, .. } => {
            // The server's own words are the whole field in Go's syntax, and end in just this.
            let fields = if fields.is_empty() { "a part of it".to_string() } else { some_of(fields, 4) };
            ("immutable", format!("{fields} cannot be changed in place"), None)
        }
        Cause::BeingDeleted => ("being-deleted", "it is being deleted now".to_string(), None),
        Cause::DryRunRefused { message } => {
            ("dry-run-refused", "what changes is not known: the dry run was refused".to_string(), Some(message))
        }
        Cause::NotInChart => ("not-in-chart", "no longer in the chart".to_string(), None),
        Cause::Uninstall => ("uninstall", "goes with the release".to_string(), None),
    };
    Words { because, reason, message: message.map(|message| shortened(&masker.mask(message))) }
}

/// Of a text that no person reads to its end the beginning and the end.
fn shortened(text: &str) -> String {
    if text.len() <= 2 * ENDS {
        return text.to_string();
    }
    let (first, last) = (text.floor_char_boundary(ENDS), text.ceil_char_boundary(text.len() - ENDS));
    format!("{} … {}", &text[..first], &text[last..])
}
