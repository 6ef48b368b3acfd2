//! Collects the references of a resource.

use std::collections::HashSet;

use super::field::Field;
use crate::identity::ResourceId;
use crate::resource::Resource;
use crate::rules::{Dependency, Matcher, State, Why};

pub(super) struct References<'a> {
    namespace: Option<&'a str>,
    state: State,
    seen: HashSet<Matcher>,
    found: Vec<Dependency>,
}

impl<'a> References<'a> {
    /// References to resources that must be present.
    pub(super) fn new(resource: &'a Resource) -> References<'a> {
        let namespace = resource.id.namespace.as_deref();
        References { namespace, state: State::Present, seen: HashSet::new(), found: Vec::new() }
    }

    /// References to resources that must be absent.
    pub(super) fn absent(resource: &'a Resource) -> References<'a> {
        References { state: State::Absent, ..References::new(resource) }
    }

    /// A resource in the same namespace, named by a field.
    pub(super) fn namespaced(&mut self, group: &str, kind: &str, name: Option<Field<'_>>) {
        if let Some((name, path)) = named(&name) {
            let id = ResourceId::new(group, kind, self.namespace, name);
            self.add(Matcher::of(&id), path);
        }
    }

    /// A resource of the whole cluster, named by a field.
    pub(super) fn cluster_wide(&mut self, group: &str, kind: &str, name: Option<Field<'_>>) {
        if let Some((name, path)) = named(&name) {
            self.add(Matcher::of(&ResourceId::new(group, kind, None, name)), path);
        }
    }

    /// Any resource. The first field that refers to it is enough.
    pub(super) fn add(&mut self, on: Matcher, field: &str) {
        if self.seen.insert(on.clone()) {
            self.found.push(Dependency { on, state: self.state, why: Why::Detected(field.to_string()) });
        }
    }

    pub(super) fn found(self) -> Vec<Dependency> {
        self.found
    }
}

fn named<'p>(field: &'p Option<Field<'_>>) -> Option<(&'p str, &'p str)> {
    let field = field.as_ref()?;
    Some((field.text()?, &field.path))
}
