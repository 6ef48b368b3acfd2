//! The stored form.

use std::collections::BTreeMap;

use skeg_inventory::{BUDGET, Entry, Error, Inventory, Stored, decode, encode, object_name, shards};
use skeg_resources::ResourceId;

use crate::{change, entries, inventory};

/// Keys with their values.
type Data = BTreeMap<String, Vec<u8>>;

fn parts(stored: &Stored) -> Data {
    stored.shards.iter().map(|shard| (shard.name.clone(), shard.data.clone())).collect()
}

fn read_back(stored: &Stored) -> Result<Inventory, Error> {
    decode(&stored.data, &parts(stored))
}

/// Three changes and one under way.
fn busy() -> Inventory {
    let mut inventory = inventory();
    inventory.succeed(change(1, "a", entries(["x"])), 10);
    inventory.succeed(change(2, "b", entries(["x", "y"])), 10);
    inventory.succeed(change(3, "c", entries(["y"])), 10);
    inventory.begin(&change(4, "d", entries(["y", "z"])));
    inventory
}

fn many(count: usize) -> Vec<Entry> {
    let id = |n: usize| ResourceId::new("apps", "Deployment", Some("prod"), &format!("web-{n:05}-{:x}", n * 7919));
    (0..count).map(|n| Entry::new(&id(n), "v1", "shop/charts/web")).collect()
}

#[test]
fn comes_back_as_it_was() {
    let inventory = busy();
    assert_eq!(read_back(&encode(&inventory, BUDGET)).unwrap(), inventory);
}

#[test]
fn keys_are_those_of_the_document() {
    let stored = encode(&busy(), BUDGET);
    let keys: Vec<&str> = stored.data.keys().map(|key| key.split("256-").next().unwrap()).collect();
    assert_eq!(keys, ["change-sha", "change-sha", "change-sha", "index", "metadata", "pending"]);
    let json = |key: &str| serde_json::from_slice::<serde_json::Value>(&stored.data[key]).unwrap();
    assert_eq!(json("metadata")["apiVersion"], "skeg.dev/v1alpha1");
    let newest = json("index")[0].as_str().unwrap().to_string();
    assert_eq!(newest, format!("change-sha256-{}", busy().changes[0].digest()));
    assert_eq!(json(&newest)["inventory"]["entries"][0]["name"], "y");
    assert_eq!(json(&newest)["module"]["path"], "shop");
    // Only what the newest change does not have.
    assert_eq!(json("pending")["inventory"]["entries"].as_array().unwrap().len(), 1);
}

/// Scenario H.
#[test]
fn the_same_input_is_the_same_change_moved_to_the_front() {
    let mut inventory = busy();
    inventory.succeed(change(5, "a", entries(["x"])), 10);
    let revisions: Vec<u64> = inventory.changes.iter().map(|change| change.revision).collect();
    assert_eq!(revisions, [5, 3, 2]);
    assert_eq!(read_back(&encode(&inventory, BUDGET)).unwrap(), inventory);
}

#[test]
fn history_is_limited() {
    let mut inventory = inventory();
    (1..=20).for_each(|revision| inventory.succeed(change(revision, &revision.to_string(), Vec::new()), 10));
    assert_eq!(inventory.changes.len(), 10);
    assert_eq!(inventory.changes[0].revision, 20);
    (1..=20).for_each(|revision| inventory.succeed(change(revision, &revision.to_string(), Vec::new()), 0));
    assert_eq!(inventory.changes.len(), 20);
}

/// Edge case 10.
#[test]
fn ten_thousand_objects_fit() {
    let mut inventory = inventory();
    (1..=10).for_each(|revision| inventory.succeed(change(revision, &revision.to_string(), many(10_000)), 10));
    let stored = encode(&inventory, BUDGET);
    assert!(stored.shards.is_empty());
    let read = read_back(&stored).unwrap();
    assert_eq!(read.members(), inventory.members());
    // Old changes go before anything else.
    assert!(!read.changes.is_empty() && read.changes[..] == inventory.changes[..read.changes.len()]);
}

#[test]
fn what_does_not_fit_goes_into_objects_of_its_own() {
    let mut inventory = inventory();
    inventory.succeed(change(1, "a", many(400)), 10);
    inventory.begin(&change(2, "b", entries(["x"])));
    let stored = encode(&inventory, 1024);
    assert!(stored.shards.len() > 2, "{}", stored.shards.len());
    assert!(stored.shards.iter().all(|shard| shard.data.len() <= 1024 && shard.name.starts_with("skeg.shop.")));
    let mut wanted: Vec<String> = stored.shards.iter().map(|shard| shard.name.clone()).collect();
    let mut named = shards(&object_name("shop", "prod"), &stored.data).unwrap();
    wanted.sort();
    named.sort();
    assert_eq!(wanted, named);
    assert_eq!(read_back(&stored).unwrap(), inventory);
    // The names of shards tell their contents.
    assert_eq!(encode(&inventory, 1024), stored);
}

#[test]
fn damage_is_an_error_and_never_a_smaller_inventory() {
    let whole = encode(&busy(), BUDGET);
    let newest = format!("change-sha256-{}", busy().changes[0].digest());
    let broken = |change: &dyn Fn(&mut Data)| {
        let mut stored = whole.clone();
        change(&mut stored.data);
        read_back(&stored).map(drop).map_err(|error| error.to_string())
    };
    let text = |key: &str, text: &str| {
        let (key, text) = (key.to_string(), text.as_bytes().to_vec());
        move |data: &mut Data| drop(data.insert(key.clone(), text.clone()))
    };
    let without = |key: &str| {
        let key = key.to_string();
        move |data: &mut Data| drop(data.remove(&key))
    };
    assert_eq!(broken(&without("index")), Err("it has no index".into()));
    assert_eq!(broken(&without(&newest)), Err(format!("it has no {newest}")));
    assert!(broken(&text("pending", "{")).unwrap_err().starts_with("pending: EOF"));
    assert_eq!(broken(&text("pending", "{}")), Err("pending: it has no inventory".into()));
    let other = br#"{"module":{"path":"other"},"manifestDigest":"","timestamp":"","inventory":{"entries":[]}}"#;
    assert_eq!(
        broken(&text(&newest, std::str::from_utf8(other).unwrap())),
        Err(format!("{newest}: its contents were changed"))
    );
    let future = String::from_utf8(whole.data["metadata"].clone()).unwrap().replace("v1alpha1", "v3");
    assert!(broken(&text("metadata", &future)).unwrap_err().contains("skeg.dev/v3"));
    let mut sharded = encode(&busy(), 1);
    sharded.shards.pop();
    assert!(read_back(&sharded).is_err());
}

/// Shards are deleted once they are no longer needed, so a forged name would delete somebody else's Secret.
#[test]
fn only_parts_of_an_inventory_are_its_shards() {
    let mut inventory = inventory();
    inventory.succeed(change(1, "a", entries(["x"])), 10);
    let name = object_name("shop", "prod");
    let forged = |names: Vec<String>| {
        let mut stored = encode(&inventory, BUDGET);
        let key = stored.data.keys().find(|key| key.starts_with("change-")).unwrap().clone();
        let mut change: serde_json::Value = serde_json::from_slice(&stored.data[&key]).unwrap();
        change["inventory"]["shards"] = names.into();
        stored.data.insert(key, change.to_string().into_bytes());
        shards(&name, &stored.data)
    };
    let right = format!("{name}.0123456789abcdef");
    assert_eq!(forged(vec![right.clone()]).unwrap(), std::slice::from_ref(&right));
    let wrong = [
        "precious",
        &name,
        &format!("{name}.x"),
        &format!("{right}0"),
        &format!("../{right}"),
        &format!("{name}.0123456789abcdeg"),
    ];
    for wrong in wrong {
        assert!(forged(vec![right.clone(), wrong.to_string()]).is_err(), "{wrong}");
    }
    assert!(forged(vec![right; 201]).is_err());
}
