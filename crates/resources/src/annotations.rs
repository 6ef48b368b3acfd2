//! From the annotations of a resource to its [`Rules`]. One file a family of annotations.
//!
//! Annotations of `werf.io` are held to their grammar. Those of `helm.sh` may hold anything, since Helm ignores what it does
//! not know; here that is worth a warning.

mod dependencies;
mod external;
mod go_values;
mod known;
mod logs;
mod nearest;
mod order;
mod policies;
mod properties;
mod reader;
mod sensitive;
mod tracking;
mod turns;
mod weight;

use crate::error::Fault;
use crate::identity::ResourceId;
use crate::object::Object;
use crate::resource::Class;
use crate::rules::{Rules, Tracking};
use crate::scope::Scopes;
use reader::Reader;
use skeg_helm_hooks::HOOK;

pub use policies::HOLDS_DATA;
pub use sensitive::sensitivity;

/// The resource whose annotations are read.
pub(crate) struct Subject<'a> {
    pub(crate) object: &'a Object,
    pub(crate) id: &'a ResourceId,
    pub(crate) class: Class,
    /// The release's namespace.
    pub(crate) home: &'a str,
    pub(crate) scopes: &'a dyn Scopes,
}

/// What the annotations say.
pub(crate) struct Reading {
    /// None where Helm would leave the resource out.
    pub(crate) rules: Option<Rules>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) warnings: Vec<String>,
}

/// Reads all annotations. Those that cannot be understood are faults, and count as absent.
pub(crate) fn read(subject: &Subject<'_>) -> Reading {
    let mut reader = Reader::new(subject.object);
    known::check(&mut reader);
    let manual = dependencies::deploy(&mut reader);
    let is_hook = reader.get(HOOK).is_some();
    let turns = turns::read(&mut reader, subject.id, !manual.is_empty());
    let order = order::read(&mut reader, is_hook || subject.class == Class::Hook);
    let rules = turns.map(|turns| Rules {
        weight: weight::read(&mut reader, subject.id, is_hook, !manual.is_empty()),
        turns,
        ownership: policies::ownership(&mut reader, is_hook || subject.class != Class::Regular),
        delete_policy: policies::delete_policy(&mut reader, subject.id, is_hook),
        resource_policy: policies::resource_policy(&mut reader),
        holds_data: policies::holds_data(&mut reader),
        propagation: policies::propagation(&mut reader),
        replicas_on_creation: reader.count("werf.io/replicas-on-creation"),
        deploy_dependencies: manual,
        delete_dependencies: dependencies::delete(&mut reader),
        external_dependencies: external::read(&mut reader, subject),
        tracking: Tracking { readiness: order.readiness, ..tracking::read(&mut reader) },
        sensitive: sensitive::read(&mut reader, subject.id),
        group: order.group,
        group_dependencies: order.group_dependencies,
    });
    Reading { rules, faults: reader.faults, warnings: reader.warnings }
}
