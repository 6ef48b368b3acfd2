//! Annotations and labels for every resource, and the marks of the owning release.

use std::collections::BTreeMap;

use super::qualified;
use crate::error::Fault;
use crate::object::Object;
use crate::ownership::{MANAGED_BY, MANAGER, RELEASE_NAME, RELEASE_NAMESPACE};

/// Annotations and labels for every resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Annotations to set.
    pub annotations: BTreeMap<String, String>,
    /// Labels to set.
    pub labels: BTreeMap<String, String>,
}

impl Extra {
    /// Whether there is nothing to set.
    pub fn is_empty(&self) -> bool {
        self.annotations.is_empty() && self.labels.is_empty()
    }

    /// Sets them on an object, overriding existing ones.
    pub(crate) fn add_to(&self, object: &mut Object) {
        self.annotations.iter().for_each(|(key, value)| object.set_annotation(key, value));
        self.labels.iter().for_each(|(key, value)| object.set_label(key, value));
    }

    pub(crate) fn faults(&self) -> Vec<Fault> {
        let annotations = self.annotations.keys().filter_map(|key| {
            let reason = qualified::annotation_key_fault(key)?;
            Some(Fault::BadExtra { what: "annotation", key: key.clone(), reason })
        });
        let labels = self.labels.iter().filter_map(|(key, value)| {
            let reason = qualified::label_key_fault(key).or_else(|| qualified::label_value_fault(value))?;
            Some(Fault::BadExtra { what: "label", key: key.clone(), reason })
        });
        annotations.chain(labels).collect()
    }
}

/// Marks an object as owned by the release, as Helm does.
pub(crate) fn mark(object: &mut Object, release: &str, namespace: &str) {
    object.set_label(MANAGED_BY, MANAGER);
    object.set_annotation(RELEASE_NAME, release);
    object.set_annotation(RELEASE_NAMESPACE, namespace);
}
