//! Between a release's records and its inventory.

use skeg_inventory::{Change, Entry, Inventory, Module, digest_of};
use skeg_release_store::Release;
use skeg_resources::{Class, Document, Resource, Strictness};

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

/// The members of an inventory as resources, known by nothing but their identity.
pub(crate) fn resources(inventory: &Inventory, reading: &Reading<'_>) -> Result<Vec<Resource>, Error> {
    let members = inventory.members();
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
