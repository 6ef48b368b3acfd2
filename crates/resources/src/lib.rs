//! Resources of a release before a cluster is asked: identity, annotations, dependencies, ownership.
//!
//! In: manifests with their origin, as rendered or as recorded. Out: [`Resource`]s, or an error that names file,
//! document and annotation. It knows neither cluster nor network; [`Scopes`] says which kinds are namespaced.

mod annotations;
mod dependencies;
mod document;
mod error;
mod field;
mod field_owners;
mod holder;
mod identity;
mod json_path;
mod kinds;
mod known_secrets;
pub mod managed_fields;
mod mask;
mod object;
mod ownership;
mod parse;
mod progress;
pub mod proof;
mod readiness;
mod record;
mod redaction;
mod refusal;
mod resource;
mod resource_names;
mod rules;
mod run;
mod scope;
mod server_text;
mod set;
mod split;
mod stage;
mod status;
mod transform;
mod yaml;

pub use annotations::{HOLDS_DATA, sensitivity};
pub use document::{Document, file_documents, stored_documents, stored_hook};
pub use error::{BadAnnotation, Error, Fault, Problem};
pub use field::{FieldPath, FieldPattern, FieldStep};
pub use field_owners::{foreign_fields, setters};
pub use holder::{Holder, field_managers, holders};
pub use identity::{GroupKind, ResourceId};
pub use known_secrets::KnownSecrets;
pub use mask::{Masker, manifest_texts, occurring_values};
pub use object::{NotAnObject, Object};
pub use ownership::{MANAGED_BY, MANAGER, Owner, RELEASE_NAME, RELEASE_NAMESPACE, owner};
pub use parse::{Context, Parsed, Strictness, parse};
pub use progress::Progress;
pub use readiness::{Condition, Finding, ReadinessConditions};
pub use record::{HookRecord, Record, RecordedDocument};
pub use redaction::{HIDDEN, HIDDEN_CHANGED, redact, redact_change};
pub use refusal::{Misfit, RefusalCause, RefusalKind, refusal_reason};
pub use resource::{Class, Origin, Resource};
pub use rules::{
    DeletePolicy, Dependency, ExternalDependency, FailMode, LogRules, Matcher, Ownership, Propagation, ResourcePolicy,
    Rules, Sensitive, State, Termination, Tracking, Why,
};
pub use run::{has_failed, is_run};
pub use scope::{BuiltIn, Scopes, defined_kind};
pub use server_text::{cause_detail, short_cause, short_refusal};
pub use stage::{DeployType, Stage, Turn};
pub use status::ReleaseStatus;
pub use transform::dress::dress;
pub use transform::extra::Extra;
pub use transform::sendable::without_unsendable;
pub use yaml::{read as from_yaml, to_yaml};
