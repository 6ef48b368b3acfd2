//! Between a release's records and its inventory.

use std::collections::BTreeSet;

use skeg_inventory::{Change, Entry, Inventory, Module, PART_OF, Source, apply_set, digest_of};
use skeg_release_store::{
    Detail, Driver, History, Info, InventoryHead, Release, ReleaseStatus, Summary, Time, Written,
};
use skeg_resources::{Class, Document, Resource, ResourceId, Strictness};

use crate::desired::Reading;
use crate::error::Error;

/// What a revision of a chart deploys. The planner adds its objects.
pub(crate) fn change(record: &Release) -> Change {
    let name = record.chart_name().to_string();
    let version = Some(record.chart_version().to_string());
    // A map with text keys always becomes JSON.
    let values = serde_json::to_vec(&record.config).unwrap_or_default();
    let module = Module { path: name.clone(), version, local: false, name };
    Change { module, values_digest: digest_of(&values), ..Change::default() }
}

/// The label that all objects of plain manifests have: they are members of the set whose parent holds the inventory.
pub(crate) fn set_label(inventory: &Inventory, driver: Driver) -> (String, String) {
    let kind = if driver == Driver::ConfigMap { "ConfigMap" } else { "Secret" };
    (PART_OF.to_string(), apply_set(inventory, kind, "").id)
}

/// The members of an inventory as resources, known by nothing but their identity. Those in `known` are left out: most
/// members are wanted or recorded, and need not be read again.
pub(crate) fn resources(
    inventory: &Inventory,
    known: &BTreeSet<ResourceId>,
    reading: &Reading<'_>,
) -> Result<Vec<Resource>, Error> {
    let mut members = inventory.members();
    // The hooks of charts are in Helm's records, which nobody else writes by accident.
    members.retain(|entry| !entry.hook || inventory.source == Source::Manifests);
    members.retain(|entry| !known.contains(&entry.id()));
    let manifests: Vec<(&Entry, String)> = members.iter().map(|entry| (entry, manifest(entry))).collect();
    let documents: Vec<Document<'_>> = manifests
        .iter()
        .map(|(entry, text)| Document {
            path: &entry.component,
            number: 0,
            text: text.as_bytes(),
            class: if entry.hook { Class::Hook } else { Class::Regular },
        })
        .collect();
    Ok(reading.parse(&documents, Strictness::OnRecord)?.resources)
}

fn manifest(entry: &Entry) -> String {
    let mut metadata = serde_json::json!({ "name": entry.name });
    if !entry.namespace.is_empty() {
        metadata["namespace"] = entry.namespace.as_str().into();
    }
    if entry.hook {
        metadata["annotations"] = serde_json::json!({ "helm.sh/hook": "post-install" });
    }
    serde_json::json!({ "apiVersion": entry.api_version(), "kind": entry.kind, "metadata": metadata }).to_string()
}

/// The revisions that an inventory knows, oldest first.
pub(crate) fn history(inventory: &Inventory) -> History {
    let revisions = details(inventory).into_iter().map(|detail| detail.summary).collect();
    History { revisions, warnings: Vec::new() }
}

/// The same with times and descriptions.
pub(crate) fn details(inventory: &Inventory) -> Vec<Detail> {
    let pending = inventory
        .pending
        .as_ref()
        .map(|pending| detail(inventory, pending.revision, inventory.status(), &pending.timestamp, &pending.error));
    let changes = inventory.changes.iter().enumerate().map(|(age, change)| {
        let status = if age == 0 { ReleaseStatus::Deployed } else { ReleaseStatus::Superseded };
        detail(inventory, change.revision, status, &change.timestamp, "Applied")
    });
    let mut all: Vec<Detail> = changes.collect();
    if let Some(pending) = pending {
        // An uninstall has no revision of its own.
        all.retain(|detail| detail.summary.revision != pending.summary.revision);
        all.push(pending);
    }
    all.sort_by_key(|detail| detail.summary.revision);
    all
}

fn detail(inventory: &Inventory, revision: u64, status: ReleaseStatus, time: &str, description: &str) -> Detail {
    let at = Time::parse(time).unwrap_or(Time::NEVER);
    Detail {
        summary: Summary {
            name: inventory.release.clone(),
            namespace: inventory.namespace.clone(),
            revision,
            status,
            created: at.timestamp(),
            modified: at.timestamp(),
            // Only those who hold the lock write inventories.
            written: Written { by: "skeg".to_string(), at: at.timestamp(), under_lock: true },
            uid: None,
            labels: Default::default(),
        },
        info: Info { status, last_deployed: at, description: description.to_string(), ..Info::default() },
        chart_name: "manifests".to_string(),
        chart_version: String::new(),
        app_version: String::new(),
    }
}

/// A release that has only an inventory, as lists show it.
pub(crate) fn listed(head: InventoryHead) -> Detail {
    let inventory = Inventory::new(&head.release, &head.namespace, Source::Manifests);
    detail(&inventory, head.revision, head.status, head.updated.as_deref().unwrap_or_default(), "")
}

/// The newest revision that an inventory knows, as far as it is recorded there.
pub(crate) fn record(inventory: &Inventory) -> Release {
    let Some(last) = details(inventory).pop() else { return Release::default() };
    Release {
        name: inventory.release.clone(),
        namespace: inventory.namespace.clone(),
        revision: last.summary.revision,
        info: last.info,
        chart: serde_json::json!({ "metadata": { "name": last.chart_name } }),
        ..Release::default()
    }
}
