//! Reads inventories of OPM, whose document this format follows: other names, SHA-1, the same keys.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::change::{Change, Module};
use crate::digest::digest_of;
use crate::entry::Entry;
use crate::error::Error;
use crate::inventory::{Inventory, Source};

/// The start of its API versions.
const GROUP: &str = "core.opmodel.dev/";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    name: String,
    namespace: String,
    #[serde(default)]
    last_transition_time: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ForeignChange {
    #[serde(default)]
    module: Module,
    #[serde(default)]
    values: String,
    #[serde(default)]
    manifest_digest: String,
    #[serde(default)]
    timestamp: String,
    inventory: ForeignList,
}

#[derive(Deserialize)]
struct ForeignList {
    entries: Vec<Entry>,
}

pub(crate) fn is_foreign(metadata: &Value) -> bool {
    metadata["apiVersion"].as_str().is_some_and(|version| version.starts_with(GROUP))
}

pub(crate) fn decode(data: &BTreeMap<String, Vec<u8>>) -> Result<Inventory, Error> {
    let metadata: Metadata = read(data, "metadata")?;
    let index: Vec<String> = read(data, "index")?;
    let revisions = (1..=index.len() as u64).rev();
    let changes = index.iter().zip(revisions).map(|(key, revision)| {
        let change: ForeignChange = read(data, key)?;
        Ok(Change {
            revision,
            module: change.module,
            values_digest: digest_of(change.values.as_bytes()),
            manifest_digest: change.manifest_digest,
            timestamp: change.timestamp,
            entries: change.inventory.entries,
        })
    });
    Ok(Inventory {
        changes: changes.collect::<Result<_, _>>()?,
        pending: None,
        release: metadata.name,
        namespace: metadata.namespace,
        source: Source::Manifests,
        last_transition: metadata.last_transition_time,
    })
}

fn read<T: serde::de::DeserializeOwned>(data: &BTreeMap<String, Vec<u8>>, key: &str) -> Result<T, Error> {
    let bytes = data.get(key).ok_or_else(|| Error::Missing(key.to_string()))?;
    serde_json::from_slice(bytes).map_err(|error| Error::unreadable(key, error))
}
