//! SIGKILL after each write: no object of ours is ever unrecorded, and the same command again ends with exactly the
//! wanted state.

use super::super::running::kill_after;
use super::super::site::Site;
use super::{apply, assert_exactly, live, maps, members};

/// Every live object is recorded.
#[track_caller]
fn assert_known(site: &Site, moment: &str) {
    let known = members(site);
    for name in live(site).split_whitespace() {
        let entry = format!("ConfigMap/{name}");
        assert!(known.split(' ').any(|each| each.split('=').next() == Some(&entry)), "{moment}: {name}: {known}");
    }
}

#[test]
fn an_apply_that_is_killed_anywhere_forgets_nothing() {
    for after in 1..=8 {
        let site = Site::new("inventory-killed");
        apply(&site, &maps("old-1 old-2 kept"), &[]).ended(0);
        std::fs::write(site.folder().join("all.yaml"), maps("new-1 new-2 kept")).unwrap();
        let words = ["release", "apply", "-n", &site.namespace, "-r", "shop", "-f", "all.yaml"];
        kill_after(after, &site, &words);
        assert_known(&site, &format!("after {after} writes"));
        // Back to the previous state: what the killed deploy created is no longer wanted.
        apply(&site, &maps("old-1 old-2 kept"), &[]).ended(0);
        assert_exactly(&site, "kept old-1 old-2");
    }
}

#[test]
fn an_uninstall_that_is_killed_anywhere_goes_on() {
    for after in 1..=6 {
        let site = Site::new("inventory-killed-end");
        apply(&site, &maps("one two three"), &[]).ended(0);
        kill_after(after, &site, &["release", "uninstall", "-n", &site.namespace, "-r", "shop"]);
        assert_known(&site, &format!("after {after} writes"));
        site.release("uninstall", &[]).ended(0);
        assert_eq!((live(&site), members(&site)), (String::new(), "no inventory".to_string()), "after {after} writes");
    }
}
