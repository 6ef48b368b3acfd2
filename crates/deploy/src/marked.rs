//! Searches the cluster for objects that carry the marks of a release.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Cluster, Error, Kind, Query};
use skeg_inventory::Entry;
use skeg_plan::ReleaseName;
use skeg_resources::{GroupKind, MANAGED_BY, MANAGER, Object, Owner, ResourceId, owner};

/// Where to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The kinds and namespaces of known objects.
    Known,
    /// All kinds that can be listed, in all namespaces.
    Everywhere,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Marked {
    /// Objects with the release's marks.
    pub(crate) objects: BTreeMap<ResourceId, MarkedObject>,
    /// Kinds that could not be listed, and why.
    pub(crate) unsearched: Vec<String>,
}

/// An object with the release's marks.
#[derive(Debug)]
pub(crate) struct MarkedObject {
    /// The version it was read in.
    pub(crate) version: String,
    pub(crate) uid: Option<String>,
    /// Its resource policy keeps it, so it may have been left on purpose.
    pub(crate) is_kept: bool,
}

/// Events are many, and never resources of a release.
const SKIPPED: &[(&str, &str)] = &[("", "Event"), ("events.k8s.io", "Event")];

/// The live objects with the marks of a release; `known` are objects whose kinds and namespaces are searched.
pub(crate) async fn search(
    cluster: &Cluster,
    release: &ReleaseName,
    known: &[Entry],
    search: Search,
) -> Result<Marked, Error> {
    let (kinds, everywhere) = match search {
        Search::Known => (kinds_of(cluster, known).await?, false),
        Search::Everywhere => (cluster.listable_kinds().await?, true),
    };
    let kinds = kinds.into_iter().filter(|kind| !SKIPPED.contains(&(kind.group.as_str(), kind.kind.as_str())));
    let elsewhere = known.iter().map(|entry| entry.namespace.as_str()).filter(|namespace| !namespace.is_empty());
    let namespaces: BTreeSet<&str> = elsewhere.chain([release.namespace.as_str()]).collect();
    let (known_kinds, namespaces) = (known.iter().map(|entry| entry.id().group_kind()).collect(), &namespaces);
    let listed = kinds.map(|kind| list(cluster, release, kind, namespaces, everywhere));
    Ok(without_doubles(try_join_all(listed).await?, &known_kinds))
}

async fn kinds_of(cluster: &Cluster, known: &[Entry]) -> Result<Vec<Kind>, Error> {
    let versions: BTreeMap<GroupKind, &str> =
        known.iter().map(|entry| (entry.id().group_kind(), entry.v.as_str())).collect();
    let mut kinds = Vec::new();
    for (GroupKind { group, kind }, version) in versions {
        let found = match cluster.kind(&group, &kind, version).await? {
            None => cluster.kind(&group, &kind, "").await?,
            found => found,
        };
        kinds.extend(found);
    }
    Ok(kinds)
}

/// The marked objects of one kind with their uids, or why it cannot be listed.
struct Listed {
    kind: Kind,
    objects: Vec<(ResourceId, MarkedObject)>,
    refused: Option<String>,
}

async fn list(
    cluster: &Cluster,
    release: &ReleaseName,
    kind: Kind,
    namespaces: &BTreeSet<&str>,
    everywhere: bool,
) -> Result<Listed, Error> {
    let some = || if kind.namespaced { namespaces.iter().map(|each| Some(*each)).collect() } else { vec![None] };
    let mut places: Vec<Option<&str>> = if everywhere { vec![None] } else { some() };
    let mut listed = Listed { kind: kind.clone(), objects: Vec::new(), refused: None };
    while let Some(place) = places.pop() {
        match list_in(cluster, release, &kind, place).await {
            Ok(objects) => listed.objects.extend(objects),
            // Some may list only in their own namespaces.
            Err(error) if error.is_forbidden() && place.is_none() && kind.namespaced => places.extend(some()),
            Err(error @ Error::Refused(_)) => listed.refused = Some(error.to_string()),
            Err(error) => return Err(error),
        }
    }
    Ok(listed)
}

async fn list_in(
    cluster: &Cluster,
    release: &ReleaseName,
    kind: &Kind,
    namespace: Option<&str>,
) -> Result<Vec<(ResourceId, MarkedObject)>, Error> {
    let query = Query { labels: format!("{MANAGED_BY}={MANAGER}"), metadata_only: true, ..Query::default() };
    let pick = |object: Object| {
        let id = ResourceId::new(&kind.group, &kind.kind, object.namespace(), object.name()?);
        let is_ours = owner(&object, &release.name, &release.namespace) == Owner::This;
        let (version, uid) = (kind.version.clone(), object.uid().map(str::to_string));
        let marked = MarkedObject { version, uid, is_kept: skeg_plan::is_kept(&object) };
        (is_ours && !is_controlled(&object)).then_some((id, marked))
    };
    Ok(cluster.list_with(kind, namespace, &query, pick).await?.0)
}

/// A controller made it, and may have copied the marks from the object it works for: a ReplicaSet has those of its
/// Deployment.
fn is_controlled(object: &Object) -> bool {
    let owners = object.at(&["metadata", "ownerReferences"]).and_then(Value::as_array);
    owners.into_iter().flatten().any(|owner| owner["controller"] == true)
}

/// Several groups may serve one object: the one that is known counts, or else the first.
fn without_doubles(listed: Vec<Listed>, known: &BTreeSet<GroupKind>) -> Marked {
    let mut marked = Marked::default();
    let mut seen = BTreeSet::new();
    let (first, rest): (Vec<Listed>, Vec<Listed>) =
        listed.into_iter().partition(|each| known.contains(&GroupKind::new(&each.kind.group, &each.kind.kind)));
    for Listed { kind: _, objects, refused } in first.into_iter().chain(rest) {
        marked.unsearched.extend(refused);
        let mut is_new = |uid: &Option<String>| uid.as_ref().is_none_or(|uid| seen.insert(uid.clone()));
        marked.objects.extend(objects.into_iter().filter(|(_, object)| is_new(&object.uid)));
    }
    marked
}
