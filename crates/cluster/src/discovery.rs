//! The kinds a cluster serves, read from its discovery documents. Pure; `kinds` does the requests.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::kind::{Kind, KnownKinds};

/// Asks for everything in one response; servers before 1.27 return the plain list.
pub(crate) const ACCEPT_AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,\
    application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

/// All groups of a cluster.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discovery {
    pub(crate) groups: BTreeMap<String, Group>,
}

/// A group: its versions, the preferred one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) versions: Vec<Version>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Version {
    pub(crate) version: String,
    pub(crate) kinds: Vec<Kind>,
    /// Kinds that only subresources return or accept, such as Scale.
    pub(crate) spoken: BTreeSet<String>,
    /// Its aggregated API server does not answer; what is known may be outdated or missing.
    pub(crate) is_stale: bool,
}

impl Discovery {
    /// A kind in a version; without one, in the most preferred version that has it.
    pub(crate) fn find(&self, group: &str, kind: &str, version: &str) -> Option<&Kind> {
        let versions = self.groups.get(group)?.versions.iter();
        let mut wanted = versions.filter(|known| version.is_empty() || known.version == version);
        wanted.find_map(|version| version.kinds.iter().find(|known| known.kind == kind))
    }

    /// Each kind of each group once, in the most preferred version that has it.
    pub(crate) fn preferred(&self) -> impl Iterator<Item = &Kind> {
        self.groups.values().flat_map(|group| {
            let mut seen = BTreeSet::new();
            let kinds = group.versions.iter().flat_map(|version| &version.kinds);
            kinds.filter(move |kind| seen.insert(&kind.kind))
        })
    }

    /// As in `.Capabilities.APIVersions`: `apps/v1` and `apps/v1/Deployment`.
    pub(crate) fn api_versions(&self) -> Vec<String> {
        let mut all = BTreeSet::new();
        for (group, versions) in &self.groups {
            for version in &versions.versions {
                let whole =
                    if group.is_empty() { version.version.clone() } else { format!("{group}/{}", version.version) };
                let kinds = version.kinds.iter().map(|kind| &kind.kind).chain(&version.spoken);
                all.extend(kinds.map(|kind| format!("{whole}/{kind}")));
                all.insert(whole);
            }
        }
        all.into_iter().collect()
    }

    pub(crate) fn scopes(&self) -> KnownKinds {
        let mut known = KnownKinds::default();
        for (name, group) in &self.groups {
            let kinds = known.namespaced.entry(name.clone()).or_default();
            for kind in group.versions.iter().flat_map(|version| &version.kinds) {
                kinds.entry(kind.kind.clone()).or_insert(kind.namespaced);
            }
        }
        known
    }

    /// `group/version` of everything whose aggregated API server does not answer.
    pub(crate) fn stale(&self) -> impl Iterator<Item = String> {
        let versions =
            self.groups.iter().flat_map(|(name, group)| group.versions.iter().map(move |version| (name, version)));
        versions.filter(|(_, version)| version.is_stale).map(|(name, version)| format!("{name}/{}", version.version))
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_string()
}

fn items<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    items(value, key).filter_map(Value::as_str).map(str::to_string).collect()
}

/// The groups of an `APIGroupDiscoveryList`; `None` if it is another document.
pub(crate) fn read_aggregated(document: &Value) -> Option<BTreeMap<String, Group>> {
    if document["kind"] != "APIGroupDiscoveryList" {
        return None;
    }
    let group = |item: &Value| {
        let name = text(&item["metadata"], "name");
        let versions = items(item, "versions").map(|version| aggregated_version(&name, version)).collect();
        (name, Group { versions })
    };
    Some(items(document, "items").map(group).collect())
}

fn aggregated_version(group: &str, version: &Value) -> Version {
    let mut read =
        Version { version: text(version, "version"), is_stale: version["freshness"] == "Stale", ..Version::default() };
    for resource in items(version, "resources") {
        let kind = text(&resource["responseKind"], "kind");
        let subresources: Vec<&Value> = items(resource, "subresources").collect();
        read.spoken
            .extend(subresources.iter().map(|sub| text(&sub["responseKind"], "kind")).filter(|kind| !kind.is_empty()));
        if kind.is_empty() {
            continue;
        }
        read.kinds.push(Kind {
            group: group.to_string(),
            version: read.version.clone(),
            kind,
            plural: text(resource, "resource"),
            namespaced: resource["scope"] == "Namespaced",
            verbs: texts(resource, "verbs"),
            subresources: subresources.iter().map(|sub| text(sub, "subresource")).collect(),
        });
    }
    read
}

/// The versions of an `APIGroup`, the preferred one first.
pub(crate) fn read_group(document: &Value) -> Vec<String> {
    let mut versions: Vec<String> = items(document, "versions").map(|version| text(version, "version")).collect();
    let preferred = text(&document["preferredVersion"], "version");
    versions.sort_by_key(|version| *version != preferred);
    versions
}

/// An `APIResourceList`.
pub(crate) fn read_resources(group: &str, version: &str, document: &Value) -> Version {
    let mut read = Version { version: version.to_string(), ..Version::default() };
    let (subresources, resources): (Vec<&Value>, Vec<&Value>) = items(document, "resources")
        .partition(|resource| resource["name"].as_str().is_some_and(|name| name.contains('/')));
    read.spoken.extend(subresources.iter().map(|sub| text(sub, "kind")));
    for resource in resources {
        let plural = text(resource, "name");
        let below = subresources.iter().filter_map(|sub| {
            let (owner, name) = sub["name"].as_str()?.split_once('/')?;
            (owner == plural).then(|| name.to_string())
        });
        read.kinds.push(Kind {
            group: group.to_string(),
            version: version.to_string(),
            kind: text(resource, "kind"),
            subresources: below.collect(),
            namespaced: resource["namespaced"] == true,
            verbs: texts(resource, "verbs"),
            plural,
        });
    }
    read
}
