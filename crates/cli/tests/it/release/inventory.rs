//! The inventory: which objects belong to a release, whatever happens to it.

mod charts;
mod edges;
mod killed;
mod limits;
mod scenarios;

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::pieces::config_map;
use super::site::{Ran, Site};

/// The object that holds the inventory of `shop`; `None` if there is none.
fn stored(site: &Site) -> Option<Value> {
    let selector = "-lskeg.dev/component=inventory,skeg.dev/release-name=shop";
    let list: Value = serde_json::from_str(&site.kubectl(&["get", "secret", selector, "-o", "json"])).unwrap();
    let items = list["items"].as_array().unwrap();
    assert!(items.len() <= 1, "{items:?}");
    items.first().cloned()
}

/// A key of the inventory.
fn key(object: &Value, key: &str) -> Value {
    let text = object["data"][key].as_str().unwrap_or_else(|| panic!("no {key} in {object}"));
    serde_json::from_slice(&STANDARD.decode(text).unwrap()).unwrap()
}

/// The entries of a change or of the pending ones: `ConfigMap/a`, with its state.
fn entries(part: &Value) -> BTreeMap<String, String> {
    let entries = part["inventory"]["entries"].as_array().unwrap();
    let name = |entry: &Value| format!("{}/{}", entry["kind"].as_str().unwrap(), entry["name"].as_str().unwrap());
    entries.iter().map(|entry| (name(entry), entry["state"].as_str().unwrap_or("wanted").to_string())).collect()
}

/// The newest change.
fn current(site: &Site) -> Value {
    let stored = stored(site).expect("there is an inventory");
    key(&stored, key(&stored, "index")[0].as_str().unwrap())
}

/// The members of the release by its inventory: `ConfigMap/a ConfigMap/b=retained`.
fn members(site: &Site) -> String {
    let Some(stored) = stored(site) else { return "no inventory".to_string() };
    let mut all = BTreeMap::new();
    if let Some(newest) = key(&stored, "index")[0].as_str() {
        all.extend(entries(&key(&stored, newest)));
    }
    if !stored["data"]["pending"].is_null() {
        all.extend(entries(&key(&stored, "pending")));
    }
    let shown = all.into_iter().map(|(name, state)| if state == "wanted" { name } else { format!("{name}={state}") });
    shown.collect::<Vec<_>>().join(" ")
}

/// `skeg release apply shop` with these manifests.
fn apply(site: &Site, manifests: &str, more: &[&str]) -> Ran {
    std::fs::write(site.folder().join("all.yaml"), manifests).unwrap();
    let words: Vec<&str> = ["-f", "all.yaml"].iter().chain(more).copied().collect();
    site.release("apply", &words)
}

/// ConfigMaps by name, separated by blanks.
fn maps(names: &str) -> String {
    names.split_whitespace().map(|name| format!("---\n{}", config_map(name, "1"))).collect()
}

/// The names of the live ConfigMaps that belong to the release.
fn live(site: &Site) -> String {
    site.names("configmap").join(" ")
}

/// The release has exactly these ConfigMaps, live and recorded, and nothing is pending.
#[track_caller]
fn assert_exactly(site: &Site, names: &str) {
    let mut names: Vec<&str> = names.split_whitespace().collect();
    names.sort();
    assert_eq!(live(site), names.join(" "));
    let known: Vec<String> = names.iter().map(|name| format!("ConfigMap/{name}")).collect();
    assert_eq!(members(site), known.join(" "));
    assert!(stored(site).unwrap()["data"]["pending"].is_null());
}
