//! Whether a new revision would record anything new.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skeg_resources::{Object, ReleaseStatus};
use skeg_sequence::Order;

use crate::decision::{retain_metadata, without_server_fields};

/// The parts of a revision's record that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// Its status.
    pub status: ReleaseStatus,
    /// The rendered notes.
    pub notes: &'a str,
    /// The user's values.
    pub config: &'a Value,
    /// Hooks as objects.
    pub hooks: &'a [Object],
    /// All other resources as objects.
    pub regular: &'a [Object],
    /// The order of its charts; `None` if it was not deployed in order.
    pub order: Option<&'a Order>,
}

/// Why a revision has to be recorded even if no resource changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outdated {
    /// There is no revision yet.
    NoPrevious,
    /// The last deploy failed.
    PreviousFailed,
    /// The last revision is neither deployed nor failed, such as one left pending.
    PreviousNotDeployed,
    /// A deploy that was killed at its very end left two deployed revisions.
    EarlierUnsettled,
    /// A rollback always creates a revision.
    Rollback,
    /// The notes differ.
    Notes,
    /// The user's values differ.
    Values,
    /// The hooks differ.
    Hooks,
    /// The manifests differ.
    Manifests,
    /// The order of the charts differs, or only one of the two is ordered.
    Order,
}

impl Outdated {
    /// A stable identifier for programs.
    pub fn word(self) -> &'static str {
        match self {
            Outdated::NoPrevious => "no-previous",
            Outdated::PreviousFailed => "previous-failed",
            Outdated::PreviousNotDeployed => "previous-not-deployed",
            Outdated::EarlierUnsettled => "earlier-unsettled",
            Outdated::Rollback => "rollback",
            Outdated::Notes => "notes",
            Outdated::Values => "values",
            Outdated::Hooks => "hooks",
            Outdated::Manifests => "manifests",
            Outdated::Order => "order",
        }
    }
}

impl fmt::Display for Outdated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outdated::NoPrevious => "there is no earlier revision",
            Outdated::PreviousFailed => "the last revision failed",
            Outdated::PreviousNotDeployed => "the last revision is not deployed",
            Outdated::EarlierUnsettled => "an earlier revision is still marked deployed or pending",
            Outdated::Rollback => "a rollback makes a new revision",
            Outdated::Notes => "the notes changed",
            Outdated::Values => "the values changed",
            Outdated::Hooks => "the hooks changed",
            Outdated::Manifests => "the manifests changed",
            Outdated::Order => "the order of the charts changed",
        })
    }
}

/// Why the last revision's record is outdated; empty if it is not.
pub fn outdated(last: Option<&Recorded<'_>>, new: &Recorded<'_>) -> Vec<Outdated> {
    let Some(last) = last else { return vec![Outdated::NoPrevious] };
    match last.status {
        ReleaseStatus::Deployed => {}
        ReleaseStatus::Failed => return vec![Outdated::PreviousFailed],
        _ => return vec![Outdated::PreviousNotDeployed],
    }
    let differences = [
        (Outdated::Values, !is_same_config(last.config, new.config)),
        (Outdated::Notes, last.notes.trim_end() != new.notes.trim_end()),
        (Outdated::Hooks, !are_same(last.hooks, new.hooks)),
        (Outdated::Manifests, !are_same(last.regular, new.regular)),
        (Outdated::Order, last.order != new.order),
    ];
    differences.into_iter().filter(|(_, is_there)| *is_there).map(|(what, _)| what).collect()
}

fn is_same_config(one: &Value, other: &Value) -> bool {
    let is_empty = |value: &Value| value.is_null() || value.as_object().is_some_and(Map::is_empty);
    one == other || (is_empty(one) && is_empty(other))
}

/// Whether these are the same objects in any order, ignoring what differs between deploys. Cleaned one by one: there
/// may be thousands.
fn are_same(some: &[Object], others: &[Object]) -> bool {
    let (some, others) = (sorted(some), sorted(others));
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| clean(one) == clean(other))
}

fn sorted(objects: &[Object]) -> Vec<&Object> {
    let mut sorted: Vec<&Object> = objects.iter().collect();
    sorted.sort_by_key(|object| (object.api_version(), object.kind(), object.namespace(), object.name()));
    sorted
}

fn clean(object: &Object) -> Map<String, Value> {
    let mut object = without_server_fields(object);
    retain_metadata(&mut object, "annotations", |key| {
        let prefix = key.split_once('/').map_or("", |(prefix, _)| prefix);
        let is_of_the_run = prefix.ends_with("ci.werf.io") || prefix == "project.werf.io";
        let is_mark = matches!(key, "meta.helm.sh/release-name" | "meta.helm.sh/release-namespace");
        !is_of_the_run && !is_mark && !matches!(key, "werf.io/version" | "werf.io/release-channel")
    });
    retain_metadata(&mut object, "labels", |key| key != "app.kubernetes.io/managed-by");
    object
}
