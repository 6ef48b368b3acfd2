//! Reads what is in a namespace besides what the cluster and controllers make.

use std::collections::BTreeSet;

use futures::future::join_all;
use serde_json::Value;
use skeg_cluster::{Cluster, Error as ClusterError, Kind, Query};
use skeg_inventory::Source;
use skeg_resources::{Object, ResourceId};

use crate::error::Error;

/// Kinds that the cluster creates by itself or that hold nothing of value.
const PASSING: [&str; 5] = ["Event", "Endpoints", "EndpointSlice", "Lease", "ControllerRevision"];

/// The objects of a namespace, reduced to their metadata.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) objects: Vec<(ResourceId, Object)>,
    /// Kinds that could not be listed.
    pub(super) unread: BTreeSet<String>,
}

/// Everything in a namespace except `going`, what is being deleted, what other objects own, and what the cluster creates
/// in every namespace.
pub(super) async fn scan(cluster: &Cluster, namespace: &str, going: &BTreeSet<&ResourceId>) -> Result<Scanned, Error> {
    let kinds = cluster.namespaced_kinds().await?;
    let kinds = kinds.iter().filter(|kind| !PASSING.contains(&kind.kind.as_str()));
    let listed = join_all(kinds.map(|kind| list(cluster, kind, namespace))).await;
    let (mut scanned, mut seen) = (Scanned::default(), BTreeSet::new());
    for (kind, objects) in listed {
        match objects {
            Ok(objects) => {
                // Some kinds are served by two groups.
                for object in objects.into_iter().filter(|object| seen.insert(object.uid().map(str::to_string))) {
                    let (group, kind) = (object.group(), object.kind());
                    let id = ResourceId::new(group, kind, Some(namespace), object.name().unwrap_or_default());
                    let passes = object.is_being_deleted() || is_owned(&object) || is_made_by_cluster(&id, &object);
                    let passes = passes || is_inventory_of_chart(&object);
                    if !passes && !going.contains(&id) {
                        scanned.objects.push((id, object));
                    }
                }
            }
            Err(error @ ClusterError::Unreachable { .. }) => return Err(error.into()),
            Err(_) => drop(scanned.unread.insert(kind.kind.clone())),
        }
    }
    Ok(scanned)
}

async fn list<'k>(cluster: &Cluster, kind: &'k Kind, namespace: &str) -> (&'k Kind, Result<Vec<Object>, ClusterError>) {
    let query = Query { metadata_only: true, ..Query::default() };
    (kind, cluster.list(kind, Some(namespace), &query).await.map(|listing| listing.objects))
}

/// Owned by another object in the cluster.
fn is_owned(object: &Object) -> bool {
    object.at(&["metadata", "ownerReferences"]).and_then(Value::as_array).is_some_and(|owners| !owners.is_empty())
}

/// Created in every namespace by the cluster.
fn is_made_by_cluster(id: &ResourceId, object: &Object) -> bool {
    let of_account = "kubernetes.io/service-account.name";
    match id.kind.as_str() {
        "ConfigMap" => matches!(id.name.as_str(), "kube-root-ca.crt" | "openshift-service-ca.crt" | LOCK),
        "ServiceAccount" => id.name == "default",
        "Secret" => object.annotation(of_account).is_some_and(|account| account == "default"),
        _ => false,
    }
}

/// The ConfigMap with the locks of releases.
const LOCK: &str = "werf-synchronization";

/// The release whose record or inventory this object holds, and its status.
pub(super) fn record_of(object: &Object) -> Option<(&str, &str)> {
    if !is_record_kind(object) {
        return None;
    }
    if object.label(skeg_inventory::COMPONENT).is_some() {
        let status = object.label(skeg_inventory::STATUS).unwrap_or("superseded");
        return Some((object.label(skeg_inventory::NAME)?, status));
    }
    let name = object.name()?.strip_prefix("sh.helm.release.v1.")?;
    let is_record = object.label("owner") == Some("helm") && !name.is_empty();
    Some((object.label("name").filter(|_| is_record)?, object.label("status").unwrap_or_default()))
}

/// Its release has records too, which tell more.
fn is_inventory_of_chart(object: &Object) -> bool {
    is_record_kind(object) && object.label(skeg_inventory::SOURCE) == Some(Source::Chart.word())
}

fn is_record_kind(object: &Object) -> bool {
    matches!(object.kind(), "Secret" | "ConfigMap") && object.group().is_empty()
}
