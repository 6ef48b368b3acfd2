//! Names, labels, digests and identity.

use serde_json::json;
use skeg_inventory::{Change, Entry, Module, Source, apply_set, labels, manifest_digest, merge, object_name};
use skeg_resources::{Object, ResourceId};

use crate::{change, entries, id, inventory};

#[test]
fn a_release_has_one_name() {
    let name = object_name("shop", "prod");
    assert_eq!(name, object_name("shop", "prod"));
    assert_eq!(name, "skeg.shop.9ce132a3-44b1-524e-9ecc-60d5bb447c08");
    assert_ne!(name, object_name("shop", "test"));
    assert!(object_name(&"x".repeat(53), "prod").len() <= 253);
}

#[test]
fn labels_tell_the_newest_revision() {
    let mut inventory = inventory();
    inventory.source = Source::Manifests;
    let label = |inventory: &_, key: &str| labels(inventory, "Secret")[&format!("skeg.dev/{key}")].clone();
    inventory.begin(&change(1, "a", entries(["x"])));
    assert_eq!((label(&inventory, "revision"), label(&inventory, "status")), ("1".into(), "pending-install".into()));
    inventory.succeed(change(1, "a", entries(["x"])), 10);
    assert_eq!(label(&inventory, "status"), "deployed");
    inventory.begin(&change(2, "b", entries(["y"])));
    assert_eq!((label(&inventory, "revision"), label(&inventory, "status")), ("2".into(), "pending-upgrade".into()));
    inventory.fail("it crashed", &Default::default(), "later");
    assert_eq!(label(&inventory, "status"), "failed");
    inventory.begin_deletion(2, "now");
    assert_eq!(label(&inventory, "status"), "uninstalling");
    assert_eq!((label(&inventory, "component"), label(&inventory, "source")), ("inventory".into(), "manifests".into()));
}

/// The ids are computed by Python from the names, as RFC 9562 and KEP-3659 describe them.
#[test]
fn kubectl_finds_the_set_by_its_id() {
    let mut inventory = inventory();
    let elsewhere = Entry::new(&ResourceId::new("apps", "Deployment", Some("other"), "web"), "v1", "");
    inventory.succeed(change(1, "a", merge([&entries(["x"])[..], &[elsewhere]])), 10);
    let set = apply_set(&inventory, "Secret", "1.2.3");
    assert_eq!(set.id, "applyset-8WjI4gbB2h_NulO67SMt6cxGbrFdw2fLYDwI-jqqdtc-v1");
    assert_ne!(set.id, apply_set(&inventory, "ConfigMap", "1.2.3").id);
    assert_eq!(set.annotations["applyset.kubernetes.io/contains-group-kinds"], "ConfigMap,Deployment.apps");
    assert_eq!(set.annotations["applyset.kubernetes.io/additional-namespaces"], "other");
    assert_eq!(set.annotations["applyset.kubernetes.io/tooling"], "skeg/v1.2.3");
    assert_eq!(labels(&inventory, "Secret")["applyset.kubernetes.io/id"], set.id);
}

/// Edge case 2 and the document's own weakness: nothing between the parts of the hash.
#[test]
fn parts_of_a_change_cannot_run_into_each_other() {
    let of = |path: &str, version: &str| Change {
        module: Module { path: path.into(), version: Some(version.into()), ..Module::default() },
        ..Change::default()
    };
    assert_ne!(of("a", "b1").digest(), of("ab", "1").digest());
    assert_eq!(of("a", "b").digest(), Change { revision: 7, timestamp: "later".into(), ..of("a", "b") }.digest());
    assert_eq!(of("a", "b").digest().len(), 64);
}

#[test]
fn the_order_of_manifests_does_not_matter() {
    let object = |name: &str, data: &str| {
        let json = json!({"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": name}, "data": {"k": data}});
        (id(name), Object::try_from(json).unwrap())
    };
    let digest = |objects: &[(ResourceId, Object)]| manifest_digest(objects.iter().map(|(id, object)| (id, object)));
    let (a, b) = (object("a", "1"), object("b", "1"));
    assert_eq!(digest(&[a.clone(), b.clone()]), digest(&[b.clone(), a.clone()]));
    assert_ne!(digest(&[a.clone(), b.clone()]), digest(&[object("a", "2"), b]));
    assert_ne!(digest(std::slice::from_ref(&a)), digest(&[a, object("c", "1")]));
}

/// Scenario J: a component that is renamed, and edge case 6: a version that moves on.
#[test]
fn neither_component_nor_version_are_identity() {
    let [mut old] = <[Entry; 1]>::try_from(entries(["x"])).unwrap();
    let new = Entry { component: "shop/charts/server".into(), v: "v2".into(), ..old.clone() };
    old.v = "v1beta1".into();
    assert_eq!(merge([&[old][..], std::slice::from_ref(&new)]), [new]);
}
