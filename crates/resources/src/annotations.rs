//! Parses the annotations of a resource into its [`Rules`]. One file per family of annotations.
//!
//! Annotations of `werf.io` must follow their grammar. Invalid ones of `helm.sh` only cause a warning, since Helm
//! ignores what it does not know.

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

/// The resource whose annotations are parsed.
pub(crate) struct Subject<'a> {
    pub(crate) object: &'a Object,
    pub(crate) id: &'a ResourceId,
    pub(crate) class: Class,
    /// The release's namespace.
    pub(crate) home: &'a str,
    pub(crate) scopes: &'a dyn Scopes,
}

/// What the annotations declare.
pub(crate) struct Reading {
    /// `None` if Helm would leave the resource out.
    pub(crate) rules: Option<Rules>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) warnings: Vec<String>,
}

/// Parses all annotations. Invalid ones are reported as faults and otherwise ignored.
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
