//! The stored form: the keys of a Secret, readable by people while it is small. Large lists of objects are compressed;
//! if that is not enough, the oldest changes go, and then the lists go to Secrets of their own. Entries are never
//! dropped.

mod document;
mod pack;

use std::collections::{BTreeMap, BTreeSet};

use crate::change::Change;
use crate::digest::hex;
use crate::error::Error;
use crate::foreign;
use crate::inventory::Inventory;
use crate::naming::{object_name, release_id};
use crate::pending::Pending;
use document::{API_VERSION, List, Metadata};
use sha2::{Digest, Sha256};

/// What the object that holds an inventory may weigh, in bytes; the server refuses more than a megabyte.
pub const BUDGET: usize = 700 * 1024;
/// The key of a shard.
pub const SHARD_KEY: &str = "entries";
const METADATA: &str = "metadata";
const INDEX: &str = "index";
const PENDING: &str = "pending";
/// The start of the keys of changes; the digest follows.
const CHANGE: &str = "change-sha256-";

/// An inventory as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The data of the object that holds it.
    pub data: BTreeMap<String, Vec<u8>>,
    /// What is kept in further objects.
    pub shards: Vec<Shard>,
}

/// A part of an inventory in an object of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The object's name, which contains a digest of its contents: it is never overwritten.
    pub name: String,
    /// The value of [`SHARD_KEY`].
    pub data: Vec<u8>,
}

/// The stored form of an inventory, within a budget.
pub fn encode(inventory: &Inventory, budget: usize) -> Stored {
    let mut kept = inventory.changes.len();
    loop {
        let stored = encode_changes(inventory, &inventory.changes[..kept], None);
        if weight(&stored) <= budget {
            return stored;
        }
        if kept <= 1 {
            return encode_changes(inventory, &inventory.changes[..kept], Some(budget));
        }
        kept -= 1;
    }
}

fn weight(stored: &Stored) -> usize {
    stored.data.iter().map(|(key, value)| key.len() + value.len()).sum()
}

/// With a size of shards, all lists are put into such.
fn encode_changes(inventory: &Inventory, changes: &[Change], shard_size: Option<usize>) -> Stored {
    let base = object_name(&inventory.release, &inventory.namespace);
    let mut shards = Vec::new();
    let mut list = |entries: &[_]| match shard_size {
        None => List::inline(entries),
        Some(size) => {
            let packed = pack::pack(entries);
            let parts = packed.as_bytes().chunks(size.max(1)).map(|data| {
                let digest = hex(&Sha256::digest(data));
                Shard { name: format!("{base}.{}", &digest[..16]), data: data.to_vec() }
            });
            let parts: Vec<Shard> = parts.collect();
            let names = parts.iter().map(|shard| shard.name.clone()).collect();
            shards.extend(parts);
            List::sharded(entries.len(), names)
        }
    };
    let mut data = BTreeMap::new();
    let metadata = Metadata {
        kind: document::KIND.to_string(),
        api_version: API_VERSION.to_string(),
        name: inventory.release.clone(),
        namespace: inventory.namespace.clone(),
        release_id: release_id(&inventory.release, &inventory.namespace),
        source: inventory.source,
        last_transition_time: inventory.last_transition.clone(),
    };
    data.insert(METADATA.to_string(), document::json(&metadata));
    let keys: Vec<String> = changes.iter().map(|change| format!("{CHANGE}{}", change.digest())).collect();
    data.insert(INDEX.to_string(), document::json(&keys));
    for (key, change) in keys.into_iter().zip(changes) {
        data.insert(key, document::with_list(&change.head(), list(&change.entries)));
    }
    if let Some(pending) = &inventory.pending {
        data.insert(PENDING.to_string(), document::with_list(pending, list(&pending.entries)));
    }
    let mut seen = BTreeSet::new();
    shards.retain(|shard| seen.insert(shard.name.clone()));
    Stored { data, shards }
}

/// The most shards that an inventory has: some hundred megabytes.
const MOST_SHARDS: usize = 200;

/// The names of the shards that an inventory is continued in, which is kept in an object of this name.
///
/// # Errors
/// The data cannot be read, or it names objects that cannot be its shards: somebody forged them.
pub fn shards(object: &str, data: &BTreeMap<String, Vec<u8>>) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for (key, bytes) in data.iter().filter(|(key, _)| key.starts_with(CHANGE) || *key == PENDING) {
        names.extend(document::list_of(key, &document::value(key, bytes)?)?.shards);
    }
    if names.len() > MOST_SHARDS {
        return Err(Error::unreadable("shards", format!("there are more than {MOST_SHARDS}")));
    }
    match names.iter().find(|name| !is_shard_of(object, name)) {
        Some(name) => Err(Error::unreadable("shards", format!("{name:?} is no part of this inventory"))),
        None => Ok(names),
    }
}

/// Shards are deleted by their names, so nothing else may have such a name.
fn is_shard_of(object: &str, name: &str) -> bool {
    let digest = name.strip_prefix(object).and_then(|rest| rest.strip_prefix('.'));
    digest.is_some_and(|digest| digest.len() == 16 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Reads an inventory from the data of its object and its shards by name.
///
/// # Errors
/// What is wrong with it.
pub fn decode(data: &BTreeMap<String, Vec<u8>>, shards: &BTreeMap<String, Vec<u8>>) -> Result<Inventory, Error> {
    let read = |key: &str| match data.get(key) {
        Some(bytes) => document::value(key, bytes),
        None => Err(Error::Missing(key.to_string())),
    };
    let metadata = read(METADATA)?;
    if foreign::is_foreign(&metadata) {
        return foreign::decode(data);
    }
    let metadata: Metadata = document::typed(METADATA, metadata)?;
    if metadata.api_version != API_VERSION {
        return Err(Error::Newer(metadata.api_version));
    }
    let index: Vec<String> = document::typed(INDEX, read(INDEX)?)?;
    let changes = index.iter().map(|key| {
        let (mut change, entries): (Change, _) = document::split(key, read(key)?, shards)?;
        change.entries = entries;
        match key.strip_prefix(CHANGE) == Some(&change.digest()) {
            true => Ok(change),
            false => Err(Error::unreadable(key, "its contents were changed")),
        }
    });
    let pending = match data.contains_key(PENDING) {
        true => {
            let (mut pending, entries): (Pending, _) = document::split(PENDING, read(PENDING)?, shards)?;
            pending.entries = entries;
            Some(pending)
        }
        false => None,
    };
    Ok(Inventory {
        changes: changes.collect::<Result<_, _>>()?,
        pending,
        release: metadata.name,
        namespace: metadata.namespace,
        source: metadata.source,
        last_transition: metadata.last_transition_time,
    })
}
