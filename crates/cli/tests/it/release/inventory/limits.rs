//! Sizes, requests and rights.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::super::running::Running;
use super::super::site::Site;
use super::super::two_at_once::steal_lock;
use super::{apply, assert_exactly, current, maps, members};

/// The requests of a deploy about inventories.
fn requests_about_inventories(site: &Site, run: impl FnOnce()) -> Vec<String> {
    let mark = site.cluster.audit_mark().unwrap();
    run();
    let requests = site.cluster.requests_since(mark).unwrap();
    // Helm's records are listed, and there are none.
    let own = requests.iter().filter(|request| {
        request.resource == "secrets" && request.namespace == site.namespace && request.verb != "list"
    });
    own.map(|request| format!("{} {}", request.verb, request.name)).collect()
}

/// At most three for a deploy, and two for one that changes nothing.
#[test]
fn the_inventory_costs_few_requests() {
    let site = Site::new("inventory-requests");
    let first = requests_about_inventories(&site, || drop(apply(&site, &maps("one two"), &[]).ended(0)));
    assert_eq!(first.len(), 3, "{first:?}");
    let upgrade = requests_about_inventories(&site, || drop(apply(&site, &maps("two three"), &[]).ended(0)));
    assert_eq!(upgrade.len(), 3, "{upgrade:?}");
    let idle = requests_about_inventories(&site, || drop(apply(&site, &maps("two three"), &[]).ended(0)));
    assert_eq!(idle.len(), 1, "{idle:?}");
}

#[test]
fn hundreds_of_objects_are_kept_compressed() {
    let site = Site::new("inventory-many");
    let names: Vec<String> = (0..400).map(|n| format!("map-{n:03}")).collect();
    apply(&site, &maps(&names.join(" ")), &[]).ended(0);
    let list = &current(&site)["inventory"];
    assert_eq!(list["count"], 400);
    assert!(list["packed"].as_str().unwrap().len() < 8_000, "{}", list["packed"].as_str().unwrap().len());
    apply(&site, &maps("map-007"), &["--max-deletes", "100%"]).ended(0);
    super::assert_exactly(&site, "map-007");
}

#[test]
fn a_lock_lost_while_pruning_loses_nothing() {
    let site = Site::new("inventory-stolen");
    apply(&site, &maps("held old"), &[]).ended(0);
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":["skeg.dev/test"]}}"#]);
    std::fs::write(site.folder().join("all.yaml"), maps("new")).unwrap();
    let running =
        Running::of(site.command(["release", "apply", "-n", &site.namespace, "-r", "shop", "-f", "all.yaml"]));
    let is_going = || {
        let held = site.object("configmap", "held")?;
        held["metadata"]["deletionTimestamp"].as_str().map(drop)
    };
    wait_until(Duration::from_secs(60), is_going).expect("it is being deleted");
    steal_lock(&site);
    running.end().ended(1).says("the release lock was lost");
    let known = members(&site);
    assert!(known.contains("ConfigMap/held") && known.contains("ConfigMap/new"), "{known}");
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":null}}"#]);
    // The other deployer is gone; its lock expires.
    apply(&site, &maps("new"), &[]).ended(0);
    assert_exactly(&site, "new");
}
