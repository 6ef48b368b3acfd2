//! Sizes, requests and rights.

use super::super::site::Site;
use super::{apply, current, maps};

/// What a deploy asked of the API server about inventories.
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
    apply(&site, &maps("map-007"), &["--delete-propagation", "Background"]).ended(0);
    super::assert_exactly(&site, "map-007");
}
