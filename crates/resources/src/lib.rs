//! What is known of the resources of a release before a cluster is asked: who they are, what their annotations wish, whom
//! they wait for, who owns them.
//!
//! In: manifests with their origin, as rendered or as stored in a release. Out: [`Resource`]s, or an error that names file,
//! document and annotation. It knows neither cluster nor network; what kinds are namespaced it is told by [`Scopes`].

mod identity;
pub mod managed_fields;
mod object;
pub mod proof;
mod resource;
mod rules;
mod scope;
mod stage;
mod status;

pub use identity::{GroupKind, ResourceId};
pub use object::{NotAnObject, Object};
pub use resource::{Class, Origin, Resource};
pub use rules::{
    DeletePolicy, Dependency, ExternalDependency, FailMode, LogRules, Matcher, Ownership, Propagation, Rules,
    Sensitive, State, Termination, Tracking, Why, Wishes,
};
pub use scope::{BuiltIn, Scopes};
pub use stage::{DeployType, Stage, Turn};
pub use status::ReleaseStatus;
