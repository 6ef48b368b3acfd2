//! Charts have both Helm's records and an inventory, and each compensates for the loss of the other.

use skeg_test_cluster::Helm;

use super::super::site::Site;
use super::{assert_exactly, current, live, maps, members, stored};

fn chart(site: &Site, names: &str) {
    site.chart(&[("templates/maps.yaml", &maps(names))]);
}

#[test]
fn helm_in_between_is_noticed_and_healed() {
    for generation in [Helm::V3, Helm::V4] {
        let site = Site::new("inventory-helm");
        chart(&site, "one two");
        site.install(&[]).ended(0);
        chart(&site, "two three");
        site.helm(generation, &["upgrade", "shop", "./shop"]).unwrap();
        chart(&site, "three four");
        site.install(&[]).ended(0);
        assert_exactly(&site, "four three");
        assert_eq!(current(&site)["revision"], 3, "{generation:?}");
        site.helm(generation, &["rollback", "shop", "1"]).unwrap();
        chart(&site, "five");
        site.install(&[]).ended(0);
        assert_exactly(&site, "five");
        site.helm(generation, &["uninstall", "shop"]).unwrap();
        // Helm does not know the inventory; the next install takes it over.
        assert!(stored(&site).is_some());
        chart(&site, "six");
        site.install(&[]).ended(0);
        assert_exactly(&site, "six");
    }
}

#[test]
fn helms_list_does_not_show_it() {
    let site = Site::new("inventory-list");
    chart(&site, "one");
    site.install(&[]).ended(0);
    for generation in [Helm::V3, Helm::V4] {
        let list = site.helm(generation, &["list"]).unwrap();
        assert_eq!(list.lines().count(), 2, "{list}");
    }
    let list = site.skeg(["release", "list", "-n", &site.namespace]).ended(0).stdout;
    assert_eq!(list.lines().count(), 2, "{list}");
}

#[test]
fn records_deleted_by_hand_leave_the_inventory() {
    let site = Site::new("inventory-records");
    chart(&site, "one two");
    site.install(&[]).ended(0);
    site.kubectl(&["delete", "secret", "-lowner=helm"]);
    chart(&site, "two");
    site.install(&[]).ended(0);
    assert_exactly(&site, "two");
    site.kubectl(&["delete", "secret", "-lowner=helm"]);
    site.release("uninstall", &[]).ended(0);
    assert_eq!((live(&site), members(&site)), (String::new(), "no inventory".to_string()));
}

#[test]
fn both_deleted_by_hand_start_anew_with_what_is_there() {
    let site = Site::new("inventory-both");
    chart(&site, "one two");
    site.install(&[]).ended(0);
    site.kubectl(&["delete", "secret", "-lowner=helm"]);
    site.kubectl(&["delete", "secret", "-lskeg.dev/component=inventory"]);
    site.install(&[]).ended(0);
    assert_exactly(&site, "one two");
}

#[test]
fn a_damaged_inventory_is_made_anew() {
    let site = Site::new("inventory-damaged");
    chart(&site, "one two");
    site.install(&[]).ended(0);
    let name = stored(&site).unwrap()["metadata"]["name"].as_str().unwrap().to_string();
    site.kubectl(&["patch", "secret", &name, "-p", r#"{"stringData":{"index":"{"}}"#]);
    chart(&site, "two");
    site.install(&[]).ended(0).says("cannot be read").says("made anew");
    assert_exactly(&site, "two");
    // An inventory of a newer program is not changed.
    let metadata = r#"{"stringData":{"metadata":"{\"kind\":\"ReleaseInventory\",\"apiVersion\":\"skeg.dev/v9\",\"name\":\"shop\",\"namespace\":\"x\",\"releaseId\":\"\"}"}}"#;
    site.kubectl(&["patch", "secret", &name, "-p", metadata]);
    chart(&site, "three");
    site.install(&[]).ended(1).says("SKEG-INVENTORY-DAMAGED").says("skeg.dev/v9");
    assert_eq!(live(&site), "two");
}

#[test]
fn a_rollback_takes_what_is_newer() {
    let site = Site::new("inventory-rollback");
    chart(&site, "one");
    site.install(&[]).ended(0);
    chart(&site, "two");
    site.install(&[]).ended(0);
    site.release("rollback", &["1"]).ended(0);
    assert_exactly(&site, "one");
    let index = super::key(&stored(&site).unwrap(), "index");
    assert_eq!(index.as_array().unwrap().len(), 2, "the change of revision 1 is the newest again: {index}");
    assert_eq!(current(&site)["revision"], 3);
}
