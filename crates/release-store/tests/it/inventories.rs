//! Inventories in a real cluster: one writer at a time, split over as many objects as necessary.

use skeg_cluster::Fence;
use skeg_inventory::{Change, Entry, Inventory, Source, object_name};
use skeg_release_store::{Driver, Error, Inventories, KeptInventory};
use skeg_resources::{ReleaseStatus, ResourceId};
use skeg_test_cluster::TestCluster;

use crate::sample::connect;

async fn place(driver: Driver) -> (Inventories, String) {
    let namespace = TestCluster::shared().fresh_namespace("inventories").unwrap();
    (Inventories::new(driver, &connect().await), namespace)
}

fn inventory(namespace: &str, revision: u64, objects: usize) -> Inventory {
    let id = |n: usize| ResourceId::new("", "ConfigMap", Some(namespace), &format!("map-{n:05}-{:x}", n * 7919));
    let entries = (0..objects).map(|n| Entry::new(&id(n), "v1", "shop")).collect();
    let timestamp = "2026-11-18T10:00:00Z".to_string();
    let mut inventory = Inventory::new("shop", namespace, Source::Manifests);
    inventory.succeed(Change { revision, timestamp, entries, ..Change::default() }, 10);
    inventory
}

/// The names of the objects that hold it.
fn objects(kind: &str, namespace: &str) -> Vec<String> {
    let arguments = ["-n", namespace, "get", kind, "-lskeg.dev/release-name=shop", "-o", "name"];
    let text = TestCluster::shared().kubectl_run(arguments).unwrap();
    text.split_whitespace().map(str::to_string).collect()
}

#[tokio::test]
async fn comes_back_from_secrets_and_from_config_maps() {
    for (driver, kind) in [(Driver::Secret, "secret"), (Driver::ConfigMap, "configmap")] {
        let (inventories, namespace) = place(driver).await;
        assert_eq!(inventories.read("shop", &namespace, true).await.unwrap(), None);
        let mut kept = KeptInventory::new(inventory(&namespace, 3, 5));
        inventories.write(&mut kept, &Fence::open()).await.unwrap();
        let mut read = inventories.read("shop", &namespace, false).await.unwrap().unwrap();
        assert_eq!(read, kept);
        let heads = inventories.heads(Some(&namespace)).await.unwrap();
        assert_eq!((heads.len(), heads[0].revision, heads[0].status), (1, 3, ReleaseStatus::Deployed));
        assert!(heads[0].updated.is_some());
        assert_eq!(objects(kind, &namespace), [format!("{kind}/{}", object_name("shop", &namespace))]);
        inventories.delete(&mut read, &Fence::open()).await.unwrap();
        assert_eq!(inventories.read("shop", &namespace, true).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_small_budget_makes_shards_and_none_is_left_behind() {
    let (inventories, namespace) = place(Driver::Secret).await;
    let inventories = inventories.with_budget(1024);
    let mut kept = KeptInventory::new(inventory(&namespace, 1, 400));
    inventories.write(&mut kept, &Fence::open()).await.unwrap();
    assert!(objects("secret", &namespace).len() > 3);
    let mut read = inventories.read("shop", &namespace, false).await.unwrap().unwrap();
    assert_eq!(read.inventory, kept.inventory);
    // Writing the same list again creates no new objects; another list replaces them.
    let before = objects("secret", &namespace);
    inventories.write(&mut read, &Fence::open()).await.unwrap();
    assert_eq!(objects("secret", &namespace), before);
    read.inventory = inventory(&namespace, 2, 3);
    inventories.write(&mut read, &Fence::open()).await.unwrap();
    assert!(objects("secret", &namespace).len() <= 2, "{:?}", objects("secret", &namespace));
    // A missing part is damage, not a smaller inventory.
    read.inventory = inventory(&namespace, 3, 400);
    inventories.write(&mut read, &Fence::open()).await.unwrap();
    let lost = objects("secret", &namespace).into_iter().find(|name| name.matches('.').count() == 3).unwrap();
    TestCluster::shared().kubectl_run(["-n", &namespace, "delete", &lost]).unwrap();
    let damaged = inventories.read("shop", &namespace, false).await.unwrap().unwrap();
    assert!(damaged.damage().unwrap().contains("shard"), "{:?}", damaged.damage());
    assert!(damaged.inventory.members().is_empty());
}

#[tokio::test]
async fn what_somebody_else_wrote_is_not_overwritten() {
    let (inventories, namespace) = place(Driver::Secret).await;
    let mut first = KeptInventory::new(inventory(&namespace, 1, 1));
    inventories.write(&mut first, &Fence::open()).await.unwrap();
    let mut second = inventories.read("shop", &namespace, false).await.unwrap().unwrap();
    second.inventory = inventory(&namespace, 2, 2);
    inventories.write(&mut second, &Fence::open()).await.unwrap();
    let late = inventories.write(&mut first, &Fence::open()).await;
    assert!(matches!(late, Err(Error::InventoryChanged { .. })), "{late:?}");
    // Two writers that both found none: the second one loses.
    let again = inventories.write(&mut KeptInventory::new(inventory(&namespace, 3, 3)), &Fence::open()).await;
    assert!(matches!(again, Err(Error::InventoryChanged { .. })), "{again:?}");
    assert_eq!(inventories.read("shop", &namespace, false).await.unwrap().unwrap().inventory, second.inventory);
    // An inventory that was deleted meanwhile is written again.
    inventories.delete(&mut second.clone(), &Fence::open()).await.unwrap();
    inventories.write(&mut second, &Fence::open()).await.unwrap();
    assert!(inventories.read("shop", &namespace, false).await.unwrap().is_some());
}

#[tokio::test]
async fn it_is_found_by_its_labels_too() {
    let (inventories, namespace) = place(Driver::Secret).await;
    let mut kept = KeptInventory::new(inventory(&namespace, 1, 1));
    inventories.write(&mut kept, &Fence::open()).await.unwrap();
    let name = object_name("shop", &namespace);
    let kubectl =
        |arguments: &[&str]| TestCluster::shared().kubectl_run(["-n", &namespace].iter().chain(arguments)).unwrap();
    let text = kubectl(&["get", "secret", &name, "-o", "json"]);
    let mut object: serde_json::Value = serde_json::from_str(&text).unwrap();
    object["metadata"] = serde_json::json!({ "name": "restored", "labels": object["metadata"]["labels"] });
    TestCluster::shared().apply(&namespace, &object.to_string()).unwrap();
    kubectl(&["delete", "secret", &name]);
    assert_eq!(inventories.read("shop", &namespace, false).await.unwrap(), None);
    let found = inventories.read("shop", &namespace, true).await.unwrap().unwrap();
    assert_eq!(found.inventory, kept.inventory);
}

#[tokio::test]
async fn nothing_is_written_without_the_lock() {
    let (inventories, namespace) = place(Driver::Secret).await;
    let fence = Fence::open();
    fence.close("another deployer has it");
    let mut kept = KeptInventory::new(inventory(&namespace, 1, 1));
    assert!(inventories.write(&mut kept, &fence).await.is_err());
    assert!(objects("secret", &namespace).is_empty());
}
