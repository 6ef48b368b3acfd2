//! Inventories of OPM.

use std::collections::BTreeMap;

use skeg_inventory::{Source, decode};

#[test]
fn an_inventory_of_the_document_is_read() {
    let data: BTreeMap<String, Vec<u8>> = [
        (
            "metadata",
            r#"{"kind": "ModuleRelease", "apiVersion": "core.opmodel.dev/v1alpha1", "name": "minecraft",
                "namespace": "default", "releaseId": "a3b8f2e1", "lastTransitionTime": "2026-02-11T16:45:00Z"}"#,
        ),
        ("index", r#"["change-sha1-e92f4c01", "change-sha1-7f2c9d01"]"#),
        (
            "change-sha1-e92f4c01",
            r#"{"module": {"path": "opmodel.dev/modules/minecraft@v0", "version": "0.2.0", "name": "minecraft"},
                "values": "{}", "manifestDigest": "sha256:d9f3", "timestamp": "2026-02-11T16:45:00Z",
                "inventory": {"entries": [
                  {"group": "apps", "kind": "StatefulSet", "namespace": "default", "name": "m", "v": "v1", "component": "app"},
                  {"group": "", "kind": "Namespace", "name": "games", "v": "v1", "component": "app"}]}}"#,
        ),
        (
            "change-sha1-7f2c9d01",
            r#"{"module": {"path": "local", "local": true}, "values": "", "manifestDigest": "sha256:c8e2",
                "timestamp": "2026-02-11T15:30:00Z", "inventory": {"entries": []}}"#,
        ),
    ]
    .map(|(key, text)| (key.to_string(), text.as_bytes().to_vec()))
    .into();
    let read = decode(&data, &BTreeMap::new()).unwrap();
    assert_eq!((read.release.as_str(), read.source, read.changes.len()), ("minecraft", Source::Manifests, 2));
    let ids: Vec<String> = read.members().iter().map(|entry| entry.id().shown("")).collect();
    assert_eq!(ids, ["Namespace/games", "StatefulSet/m (namespace default)"]);
    assert_eq!(read.changes[1].module.path, "local");
}
