//! Namespaces that must not be deleted because of what is in them.

use std::fmt;

use skeg_resources::{Origin, ResourceId};

/// How many objects are named.
const NAMED: usize = 5;

pub(super) const WAYS_OUT: &str = "  Nothing was changed. To keep the namespace: drop --prune-namespaces. To delete it: first delete or move \
 what is in it.";

/// A namespace that a plan deletes, with objects that would be deleted along the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccupiedNamespace {
    /// The namespace.
    pub id: ResourceId,
    /// The template it came from.
    pub origin: Origin,
    /// Whose objects are in it.
    pub occupants: Vec<Occupant>,
}

/// An owner with objects in a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// `release "legacy" in namespace "prod"`, `owner unknown`.
    pub owner: String,
    /// Its objects in the namespace.
    pub objects: Vec<ResourceId>,
}

impl OccupiedNamespace {
    pub(super) fn reason(&self) -> String {
        let owners = self.occupants.iter().map(|each| format!("{} of {}", each.objects.len(), each.owner));
        format!("{}: {}", self.summary(), owners.collect::<Vec<_>>().join(", "))
    }

    fn summary(&self) -> String {
        match self.occupants.iter().map(|each| each.objects.len()).sum::<usize>() {
            1 => "it holds 1 object that the release does not delete".to_string(),
            count => format!("it holds {count} objects that the release does not delete"),
        }
    }
}

impl fmt::Display for OccupiedNamespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must not be deleted: {}", self.id, self.summary())?;
        for Occupant { owner, objects } in &self.occupants {
            let named: Vec<String> = objects.iter().take(NAMED).map(ToString::to_string).collect();
            let more = match objects.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            write!(f, "\n  {} of {owner}: {}{more}", objects.len(), named.join(", "))?;
        }
        if self.origin.path.is_empty() { Ok(()) } else { write!(f, "\n  chart: {}", self.origin.path) }
    }
}
