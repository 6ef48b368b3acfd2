//! Objects that exist and do not belong to the release.

use std::fmt;

use skeg_resources::{Holder, Origin, Owner, RELEASE_NAME, RELEASE_NAMESPACE, ResourceId};

use super::placed;

/// An object of the chart that others own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The object.
    pub id: ResourceId,
    /// Its owner, by the marks of releases.
    pub owner: Owner,
    /// Everybody whose marks it carries.
    pub holders: Vec<Holder>,
    /// Who wrote its fields.
    pub managers: Vec<String>,
    /// The template that wants it.
    pub origin: Origin,
}

impl Foreign {
    /// Nobody's marks are on it.
    pub(crate) fn is_free(&self) -> bool {
        self.owner == Owner::Nobody && self.holders.is_empty()
    }

    /// Whose it is, as a plan shows it: `release "legacy" in namespace "prod"`, `nobody`.
    pub(crate) fn holder(&self) -> String {
        match (&self.owner, &self.holders[..]) {
            (Owner::Other { .. }, []) => "another release".to_string(),
            (_, []) => "nobody".to_string(),
            (_, holders) => listed(holders),
        }
    }

    pub(super) fn reason(&self) -> String {
        match &self.owner {
            Owner::Other { name: Some(name), namespace, .. } => {
                let namespace = namespace.as_ref().map(|namespace| format!(" in namespace {namespace}"));
                format!("it belongs to release {name}{}", namespace.unwrap_or_default())
            }
            Owner::Other { .. } => "it belongs to another release".to_string(),
            _ if self.is_free() => "it exists already and belongs to no release".to_string(),
            _ => format!("it exists already and belongs to {}", self.holder()),
        }
    }

    /// What to do about it.
    fn ways_out(&self) -> String {
        let take = match &self.owner {
            Owner::Other { name: Some(name), namespace: Some(namespace), .. } => {
                format!("To take it over: --adopt-from {namespace}/{name}, or --force-adoption.")
            }
            _ if self.is_free() => {
                format!("To take it over: --adopt={}, or --adopt for all that have no owner.", self.id)
            }
            _ => "To take it over: --force-adoption, after its owner has let it go.".to_string(),
        };
        format!("Nothing was changed. {take} To rename ours: change metadata.name in the template.")
    }
}

fn listed(holders: &[Holder]) -> String {
    holders.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = placed(&self.id);
        match &self.owner {
            Owner::Other { name, namespace, managed_by } => {
                let shown =
                    |mark: &Option<String>| mark.as_ref().map_or("(not shown)".to_string(), |mark| format!("{mark:?}"));
                let by = managed_by.as_ref().map(|by| format!(" (managed by {by})")).unwrap_or_default();
                let others: Vec<Holder> = self.holders.iter().filter(|holder| !is_release(holder)).cloned().collect();
                let others = if others.is_empty() { String::new() } else { format!("; {}", listed(&others)) };
                writeln!(f, "{place} belongs to another release")?;
                writeln!(f, "  owner: release {} in namespace {}{by}{others}", shown(name), shown(namespace))?;
            }
            _ if self.is_free() => {
                writeln!(f, "{place} exists already and belongs to no release")?;
                writeln!(f, "  owner: none, it lacks the annotations {RELEASE_NAME} and {RELEASE_NAMESPACE}")?;
                if !self.managers.is_empty() {
                    writeln!(f, "  written by: {}", self.managers.join(", "))?;
                }
            }
            _ => {
                writeln!(f, "{place} exists already and belongs to somebody else")?;
                writeln!(f, "  owner: {}", listed(&self.holders))?;
            }
        }
        if !self.origin.path.is_empty() {
            writeln!(f, "  chart: {}", self.origin.path)?;
        }
        write!(f, "  {}", self.ways_out())
    }
}

fn is_release(holder: &Holder) -> bool {
    matches!(holder, Holder::Release { .. })
}
