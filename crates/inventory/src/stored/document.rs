//! The JSON of the keys.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pack;
use crate::entry::Entry;
use crate::error::Error;
use crate::inventory::Source;

pub(super) const KIND: &str = "ReleaseInventory";
pub(super) const API_VERSION: &str = "skeg.dev/v1alpha1";
/// From this many entries on, a list is compressed.
const MANY: usize = 300;
/// Where a change or a pending one keeps its list.
const LIST: &str = "inventory";

/// The key `metadata`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Metadata {
    pub(super) kind: String,
    pub(super) api_version: String,
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) release_id: String,
    #[serde(default)]
    pub(super) source: Source,
    #[serde(default)]
    pub(super) last_transition_time: String,
}

/// The objects of a change: plain, compressed, or in shards.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct List {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<Entry>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packed: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) shards: Vec<String>,
}

impl List {
    pub(super) fn inline(entries: &[Entry]) -> List {
        match entries.len() < MANY {
            true => List { entries: Some(entries.to_vec()), ..List::default() },
            false => {
                let (count, packed) = (Some(entries.len()), Some(pack::pack(entries)));
                List { count, packed, ..List::default() }
            }
        }
    }

    pub(super) fn sharded(count: usize, shards: Vec<String>) -> List {
        List { count: Some(count), shards, ..List::default() }
    }

    fn read(self, part: &str, shards: &BTreeMap<String, Vec<u8>>) -> Result<Vec<Entry>, Error> {
        let packed = match (self.entries, self.packed) {
            (Some(entries), _) => return Ok(entries),
            (None, Some(packed)) => packed.into_bytes(),
            (None, None) => {
                let mut packed = Vec::new();
                for name in &self.shards {
                    let shard = shards.get(name).ok_or_else(|| Error::Missing(format!("shard {name}")))?;
                    packed.extend_from_slice(shard);
                }
                packed
            }
        };
        let entries = pack::unpack(&packed).map_err(|problem| Error::unreadable(part, problem))?;
        match self.count.is_none_or(|count| count == entries.len()) {
            true => Ok(entries),
            false => Err(Error::unreadable(part, "it has lost entries")),
        }
    }
}

pub(super) fn json<T: Serialize>(value: &T) -> Vec<u8> {
    // Structs with named fields always become JSON.
    serde_json::to_vec(value).unwrap_or_default()
}

/// A change or a pending one with its list.
pub(super) fn with_list<T: Serialize>(value: &T, list: List) -> Vec<u8> {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    value[LIST] = serde_json::to_value(list).unwrap_or_default();
    json(&value)
}

pub(super) fn value(part: &str, bytes: &[u8]) -> Result<Value, Error> {
    serde_json::from_slice(bytes).map_err(|error| Error::unreadable(part, error))
}

pub(super) fn typed<T: DeserializeOwned>(part: &str, value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(|error| Error::unreadable(part, error))
}

pub(super) fn list_of(part: &str, value: &Value) -> Result<List, Error> {
    match value.get(LIST) {
        Some(list) => typed(part, list.clone()),
        None => Err(Error::unreadable(part, "it has no inventory")),
    }
}

/// A change or a pending one, and its entries.
pub(super) fn split<T: DeserializeOwned>(
    part: &str,
    value: Value,
    shards: &BTreeMap<String, Vec<u8>>,
) -> Result<(T, Vec<Entry>), Error> {
    let entries = list_of(part, &value)?.read(part, shards)?;
    Ok((typed(part, value)?, entries))
}
