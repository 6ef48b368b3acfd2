//! Decides what to do with one resource, given its live object.

mod comparison;
mod immutable;
mod keeping;

#[cfg(test)]
mod tests;

pub use comparison::significant;
pub(crate) use comparison::{retain_metadata, without_server_fields};
pub(crate) use immutable::immutable_fields;
pub use keeping::is_kept;

use skeg_resources::managed_fields::needs_take_over;
use skeg_resources::{Object, Resource};

use crate::change::{Cause, ChangeKind};
use crate::definitions::Redefinition;
use crate::observation::{Live, Refusal, Trial};
use crate::removal::holds_data;
use crate::request::Policy;

/// What to do with a resource, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Decision {
    Change(ChangeKind, Cause),
    /// Nothing to change.
    Unchanged,
    /// Its resource policy forbids the change.
    Skipped,
}

impl Decision {
    pub(crate) fn is_skipped(&self) -> bool {
        *self == Decision::Skipped
    }

    pub(crate) fn change(&self) -> Option<(ChangeKind, &Cause)> {
        match self {
            Decision::Change(kind, cause) => Some((*kind, cause)),
            _ => None,
        }
    }
}

/// A resource that cannot be changed in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Immutable {
    pub(crate) fields: Vec<String>,
    pub(crate) message: String,
}

/// Decides from the live object and from what the deploy does to the definition of its kind; an error if only
/// recreating would work and nobody asked for it.
pub(crate) fn decide(
    resource: &Resource,
    live: &Live,
    policy: &Policy,
    redefinition: Option<&Redefinition>,
) -> Result<Decision, Immutable> {
    let resource_policy = &resource.rules.resource_policy;
    let (object, trial) = match live {
        Live::Absent | Live::UnknownKind => {
            return Ok(unless(resource_policy.skip_create, ChangeKind::Create, Cause::Missing));
        }
        Live::Present { object, trial } => (object, trial),
    };
    if object.is_being_deleted() {
        // It will be gone, whatever is applied to it.
        let is_unwanted = resource_policy.skip_create || resource_policy.skip_recreate;
        return Ok(unless(is_unwanted, ChangeKind::Recreate, Cause::BeingDeleted));
    }
    if resource.replaces(object) {
        let is_asked = resource.rules.delete_policy.before_creation;
        let cause = if is_asked { Cause::DeletePolicy } else { Cause::HookRuns };
        return Ok(unless(resource_policy.skip_recreate, ChangeKind::Recreate, cause));
    }
    let definition_changes = |by: &Redefinition| Cause::DefinitionChanges { definition: by.name.clone() };
    if let Some(by) = redefinition.filter(|by| by.is_recreated) {
        // It is deleted together with its definition.
        let is_unwanted = resource_policy.skip_create || resource_policy.skip_recreate;
        return Ok(unless(is_unwanted, ChangeKind::Recreate, definition_changes(by)));
    }
    match (trial, redefinition) {
        (Trial::Refused(refusal), by) => match (after_refusal(resource, object, refusal, policy), by) {
            // The new schema may accept values and changes that the old one refuses.
            (Ok(Decision::Change(ChangeKind::Apply, _)) | Err(_), Some(by)) => {
                Ok(unless(resource_policy.skip_update, ChangeKind::Apply, definition_changes(by)))
            }
            (decision, _) => decision,
        },
        (Trial::Result(after), _) if !comparison::is_same(object, after) => {
            Ok(unless(resource_policy.skip_update, ChangeKind::Update, Cause::Differs))
        }
        _ if needs_take_over(object, policy.manual_changes) => {
            Ok(unless(resource_policy.skip_update, ChangeKind::Update, Cause::TakesOver))
        }
        _ => Ok(Decision::Unchanged),
    }
}

fn unless(is_unwanted: bool, kind: ChangeKind, cause: Cause) -> Decision {
    if is_unwanted { Decision::Skipped } else { Decision::Change(kind, cause) }
}

fn after_refusal(
    resource: &Resource,
    live: &Object,
    refusal: &Refusal,
    policy: &Policy,
) -> Result<Decision, Immutable> {
    let is_asked_for = resource.rules.delete_policy.before_creation_if_immutable
        || (policy.recreate_immutable && !holds_data(&resource.id));
    let (resource_policy, message) = (&resource.rules.resource_policy, refusal.message.clone());
    let Some(fields) = immutable_fields(refusal, &resource.object, live) else {
        return Ok(unless(resource_policy.skip_update, ChangeKind::Apply, Cause::DryRunRefused(refusal.clone())));
    };
    if resource_policy.skip_recreate || resource_policy.skip_update {
        Ok(Decision::Skipped)
    } else if is_asked_for {
        Ok(Decision::Change(ChangeKind::Recreate, Cause::Immutable { fields, message }))
    } else {
        Err(Immutable { fields, message })
    }
}
