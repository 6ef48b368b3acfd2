//! Why a change is made, in words.

use skeg_plan::{Cause, Change, ChangeKind, Plan};
use skeg_resources::{Masker, short_refusal};

use crate::phrase::some_of;

pub(super) struct Words {
    /// A stable identifier for programs.
    pub(super) because: &'static str,
    /// Empty if the kind of change says it all.
    pub(super) reason: String,
    /// The API server's message.
    pub(super) message: Option<String>,
}

pub(super) fn words(plan: &Plan, change: &Change, masker: &Masker) -> Words {
    let (because, reason, message) = match &change.cause {
        Cause::Missing => ("missing", String::new(), None),
        Cause::Differs if change.kind == ChangeKind::Apply => {
            ("differs", "another step of this deploy creates it first".to_string(), None)
        }
        Cause::Differs => ("differs", String::new(), None),
        Cause::TakesOver => {
            ("takes-over", "the release takes over its fields; its contents do not change".to_string(), None)
        }
        Cause::DeletePolicy => ("delete-policy", "its delete policy".to_string(), None),
        Cause::HookRuns => ("hook-runs", "hooks run at every deploy".to_string(), None),
        Cause::Immutable { fields, .. } => {
            // The server's message is the whole field in Go's syntax, and ends like this.
            let fields = if fields.is_empty() { "a part of it".to_string() } else { some_of(fields, 4) };
            ("immutable", format!("{fields} cannot be changed in place"), None)
        }
        Cause::BeingDeleted => ("being-deleted", "it is being deleted".to_string(), None),
        Cause::DryRunRefused(refusal) => {
            let reason = "changes unknown: the dry run was rejected".to_string();
            let causes = refusal.causes.iter().map(|cause| (cause.field.as_str(), cause.message.as_str()));
            ("dry-run-refused", reason, Some(short_refusal(&refusal.message, causes)))
        }
        Cause::DefinitionChanges { definition } if change.kind == ChangeKind::Recreate => {
            let reason = format!("it is deleted with its CRD {definition}, which is recreated");
            ("definition-changes", reason, None)
        }
        Cause::DefinitionChanges { definition } => {
            let reason = format!("the changes are known only after its CRD {definition} has changed");
            ("definition-changes", reason, None)
        }
        Cause::NotInChart => ("not-in-chart", format!("no longer in the {}", plan.source()), None),
        Cause::Uninstall => ("uninstall", "part of the release".to_string(), None),
    };
    Words { because, reason, message: message.map(|message| masker.mask(&message).into_owned()) }
}
