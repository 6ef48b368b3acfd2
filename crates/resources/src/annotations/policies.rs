//! `delete-policy`, `resource-policy`, `ownership`, `delete-propagation`: what a deploy may do to a resource.

use super::reader::Reader;
use crate::identity::ResourceId;
use crate::kinds;
use crate::rules::{DeletePolicy, Ownership, Propagation, ResourcePolicy};

const DELETE_POLICY: &str = "werf.io/delete-policy";
const HELM_POLICY: &str = "helm.sh/resource-policy";
const HOOK_DELETE_POLICY: &str = "helm.sh/hook-delete-policy";

/// Says whether a resource holds data that a deploy cannot recreate.
pub const HOLDS_DATA: &str = "skeg.dev/data";

#[derive(Clone, Copy)]
enum Delete {
    Succeeded,
    Failed,
    BeforeCreation,
    IfImmutable,
}

const DELETE_WORDS: &[(&str, Delete)] = &[
    ("succeeded", Delete::Succeeded),
    ("failed", Delete::Failed),
    ("before-creation", Delete::BeforeCreation),
    ("before-creation-if-immutable", Delete::IfImmutable),
];

const HOOK_DELETE_WORDS: &[(&str, Delete)] = &[
    ("hook-succeeded", Delete::Succeeded),
    ("hook-failed", Delete::Failed),
    ("before-hook-creation", Delete::BeforeCreation),
];

pub(super) fn delete_policy(reader: &mut Reader<'_>, id: &ResourceId, is_hook: bool) -> DeletePolicy {
    let of_hook = if is_hook { reader.helm_choices(HOOK_DELETE_POLICY, HOOK_DELETE_WORDS) } else { None };
    // Deleting a CRD deletes all objects of its kind; Helm never deletes one because of a hook's delete policy.
    let of_hook = of_hook.filter(|words| !words.is_empty() && !kinds::is_crd(id));
    let words = match reader.choices(DELETE_POLICY, DELETE_WORDS).or(of_hook) {
        Some(words) => words,
        None if is_hook && !kinds::is_crd(id) && !kinds::is_namespace(id) => vec![Delete::BeforeCreation],
        None if !is_hook && id.is_kind("batch", "Job") => vec![Delete::IfImmutable],
        None => Vec::new(),
    };
    let mut policy = DeletePolicy::default();
    for word in words {
        match word {
            Delete::Succeeded => policy.succeeded = true,
            Delete::Failed => policy.failed = true,
            Delete::BeforeCreation => policy.before_creation = true,
            Delete::IfImmutable => policy.before_creation_if_immutable = true,
        }
    }
    policy
}

#[derive(Clone, Copy)]
enum Skip {
    Create,
    Update,
    Recreate,
    Delete,
}

const RESOURCE_POLICY_WORDS: &[(&str, Skip)] = &[
    ("keep", Skip::Delete),
    ("skip-delete", Skip::Delete),
    ("skip-create", Skip::Create),
    ("skip-update", Skip::Update),
    ("skip-recreate", Skip::Recreate),
];

pub(super) fn resource_policy(reader: &mut Reader<'_>) -> ResourcePolicy {
    let of_helm = helm_policy(reader).then(|| vec![Skip::Delete]);
    let words = reader.choices("werf.io/resource-policy", RESOURCE_POLICY_WORDS).or(of_helm).unwrap_or_default();
    let mut policy = ResourcePolicy::default();
    for word in words {
        match word {
            Skip::Create => policy.skip_create = true,
            Skip::Update => policy.skip_update = true,
            Skip::Recreate => policy.skip_recreate = true,
            Skip::Delete => policy.skip_delete = true,
        }
    }
    policy
}

/// Whether Helm's policy keeps a resource. Helm's uninstall keeps it whatever the word is, its upgrade only for `keep`.
/// A deletion cannot be undone, so here any word keeps it.
fn helm_policy(reader: &mut Reader<'_>) -> bool {
    let Some(value) = reader.get(HELM_POLICY) else { return false };
    let word = value.trim();
    if !word.is_empty() && !word.eq_ignore_ascii_case("keep") {
        reader.warnings.push(format!(
            "annotation {HELM_POLICY}: {value:?} is not valid, expected keep, and keeps the resource like keep does; without the \
             annotation it is deleted with the release"
        ));
    }
    !word.is_empty()
}

pub(super) fn holds_data(reader: &mut Reader<'_>) -> Option<bool> {
    reader.bool(HOLDS_DATA)
}

pub(super) fn ownership(reader: &mut Reader<'_>, is_free: bool) -> Ownership {
    let default = if is_free { Ownership::Anyone } else { Ownership::Release };
    let words = [("anyone", Ownership::Anyone), ("release", Ownership::Release)];
    reader.choice("werf.io/ownership", &words).unwrap_or(default)
}

pub(super) fn propagation(reader: &mut Reader<'_>) -> Option<Propagation> {
    let words = [
        ("Foreground", Propagation::Foreground),
        ("Background", Propagation::Background),
        ("Orphan", Propagation::Orphan),
    ];
    reader.choice("werf.io/delete-propagation", &words)
}
