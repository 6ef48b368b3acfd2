//! Why no plan can be made. The texts say what to do about it; nothing was changed by then.

use std::fmt;

use skeg_resources::{Origin, Owner, RELEASE_NAME, RELEASE_NAMESPACE, ResourceId};

/// Why no plan can be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("{}", lines(.0))]
    Foreign(Vec<Foreign>),
    #[error("{}", lines(.0))]
    Immutable(Vec<Unchangeable>),
    #[error("these resources wait for each other\n{}\n  Break one of them. Nothing was changed.", columns(.0))]
    Cycle(Vec<Wait>),
    #[error("{}\n  Nothing was changed. Without --strict it is only a warning.", lines(.0))]
    Unmatched(Vec<String>),
    #[error("{}\n  {}", lines(.0), UNKNOWN_KINDS)]
    UnknownKinds(Vec<Unknown>),
}

const UNKNOWN_KINDS: &str = "Nothing was changed. Install first what brings the kind, put its definition into crds/, \
                             or correct apiVersion and kind.";

/// A resource of a kind that nobody defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    pub id: ResourceId,
    pub version: String,
    pub origin: Origin,
}

/// An object that others own and the chart wants to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    pub id: ResourceId,
    pub owner: Owner,
    pub origin: Origin,
}

/// A resource that would have to be recreated, which nobody asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchangeable {
    pub id: ResourceId,
    pub fields: Vec<String>,
    pub message: String,
    pub origin: Origin,
}

/// One step of a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    pub waiter: String,
    pub on: String,
    pub why: String,
    /// Where the waiter is written.
    pub origin: Origin,
}

fn lines(items: &[impl fmt::Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A resource with its namespace.
fn placed(id: &ResourceId) -> String {
    match &id.namespace {
        Some(namespace) => format!("{id} in namespace {namespace}"),
        None => id.to_string(),
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = placed(&self.id);
        match &self.owner {
            Owner::Other { name, namespace, managed_by } => {
                let told =
                    |mark: &Option<String>| mark.as_ref().map_or("(not told)".to_string(), |mark| format!("{mark:?}"));
                let by = managed_by.as_ref().map(|by| format!(" (managed by {by})")).unwrap_or_default();
                writeln!(f, "{place} belongs to another release")?;
                writeln!(f, "  owner: release {} in namespace {}{by}", told(name), told(namespace))?;
            }
            _ => {
                writeln!(f, "{place} exists already and belongs to no release")?;
                writeln!(f, "  owner: none, it lacks the annotations {RELEASE_NAME} and {RELEASE_NAMESPACE}")?;
            }
        }
        write_origin(f, &self.origin)?;
        write!(
            f,
            "  Nothing was changed. To take it over: --force-adoption. To rename ours: change metadata.name in the template."
        )
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unknown { id, version, origin } = self;
        let group = if id.group.is_empty() { String::new() } else { format!("{}/", id.group) };
        write!(f, "{}: the cluster does not know the kind {} of {group}{version}", placed(id), id.kind)?;
        if origin.path.is_empty() { Ok(()) } else { write!(f, "\n  chart: {}", origin.path) }
    }
}

impl fmt::Display for Unchangeable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = if self.fields.is_empty() { "fields".to_string() } else { self.fields.join(", ") };
        writeln!(f, "{} cannot be changed in place: {fields} cannot be changed once set", placed(&self.id))?;
        write_origin(f, &self.origin)?;
        if let Some(risk) = data_at_risk(&self.id) {
            writeln!(f, "  data at risk: {risk}")?;
        }
        write!(
            f,
            "  Nothing was changed. To recreate it: annotation werf.io/delete-policy: before-creation-if-immutable, \
             or delete it by hand and deploy again. To keep it: restore the old value in the template."
        )
    }
}

/// The steps of a circle below each other.
fn columns(waits: &[Wait]) -> String {
    let width = |text: fn(&Wait) -> &str| waits.iter().map(|wait| text(wait).len()).max().unwrap_or(0);
    let (waiter, on, why) = (width(|wait| &wait.waiter), width(|wait| &wait.on), width(|wait| &wait.why));
    let line = |wait: &Wait| {
        let line = format!("  {:waiter$}  waits for  {:on$}  {:why$}", wait.waiter, wait.on, wait.why);
        if wait.origin.path.is_empty() {
            line.trim_end().to_string()
        } else {
            format!("{line}  ({})", wait.origin.path)
        }
    };
    waits.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn write_origin(f: &mut fmt::Formatter<'_>, origin: &Origin) -> fmt::Result {
    if origin.path.is_empty() { Ok(()) } else { writeln!(f, "  chart: {}", origin.path) }
}

/// What is lost when an object of this kind is deleted.
pub fn data_at_risk(id: &ResourceId) -> Option<&'static str> {
    match (id.group.as_str(), id.kind.as_str()) {
        ("", "PersistentVolumeClaim") => Some("deleting the claim deletes its volume unless the volume is retained"),
        ("", "PersistentVolume") => Some("deleting the volume may delete what is stored on it"),
        ("apps", "StatefulSet") => Some("its pods stop, and its claims go if their retention policy says Delete"),
        ("apiextensions.k8s.io", "CustomResourceDefinition") => {
            Some("all objects of the kind, in all namespaces, go with the definition")
        }
        ("", "Namespace") => Some("all that is in the namespace goes with it"),
        _ => None,
    }
}
