//! What a feed knows, and which waits it wakes.

use std::sync::Arc;

use futures::FutureExt;
use serde_json::json;
use skeg_resources::Object;
use tokio::sync::Notify;

use super::store::{Feed, Health, Observed, Topic};

fn pod(name: &str, revision: u64, owner: &str) -> Object {
    Object::try_from(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "managedFields": [{}],
        "resourceVersion": revision.to_string(), "ownerReferences": [{"uid": owner}]}}))
    .unwrap()
}

fn names(feed: &Feed, uid: &str) -> Vec<String> {
    feed.related(uid).iter().map(|object| object.name().unwrap().to_string()).collect()
}

/// Whether the bell rang since the last time.
fn rang(bell: &Notify) -> bool {
    bell.notified().now_or_never().is_some()
}

#[test]
fn only_what_is_new_enough_is_seen() {
    let feed = Feed::new();
    assert!(matches!(feed.observed("a", 0), Observed::Unknown));
    feed.replace(vec![pod("a", 5, "u")], "7");
    assert!(matches!(feed.observed("a", 5), Observed::Here(_)));
    assert!(matches!(feed.observed("a", 6), Observed::Unknown));
    assert!(matches!(feed.observed("b", 7), Observed::Gone(None)));
    assert!(matches!(feed.observed("b", 8), Observed::Unknown));
    feed.reach("8");
    assert!(matches!(feed.observed("b", 8), Observed::Gone(None)));
    let Observed::Here(seen) = feed.observed("a", 0) else { panic!() };
    assert_eq!(seen.at(&["metadata", "managedFields"]), None);
}

#[test]
fn what_went_is_remembered_for_those_who_listen() {
    let feed = Feed::new();
    let bell = Arc::new(Notify::new());
    feed.listen(Topic::Name("a".to_string()), &bell);
    feed.replace(vec![pod("a", 5, "u"), pod("b", 5, "u")], "7");
    feed.remove(pod("a", 9, "u"));
    feed.remove(pod("b", 9, "u"));
    assert!(matches!(feed.observed("a", 9), Observed::Gone(Some(last)) if last.resource_version() == Some("9")));
    assert!(matches!(feed.observed("b", 9), Observed::Gone(None)));
    feed.put(pod("a", 10, "u"));
    feed.replace(Vec::new(), "11");
    assert!(matches!(feed.observed("a", 0), Observed::Gone(Some(last)) if last.resource_version() == Some("10")));
}

#[test]
fn relations_follow_their_objects() {
    let feed = Feed::new();
    feed.replace(vec![pod("b", 2, "u"), pod("a", 1, "u"), pod("c", 3, "v")], "3");
    assert_eq!(names(&feed, "u"), ["a", "b"]);
    feed.put(pod("a", 4, "v"));
    assert_eq!((names(&feed, "u"), names(&feed, "v")), (vec!["b".into()], vec!["a".into(), "c".into()]));
    feed.replace(vec![pod("c", 3, "v")], "9");
    assert_eq!((names(&feed, "u").len(), names(&feed, "v")), (0, vec!["c".into()]));
    let event = json!({"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e"}, "involvedObject": {"uid": "v"}});
    feed.put(Object::try_from(event).unwrap());
    assert_eq!(names(&feed, "v"), ["c", "e"]);
}

#[test]
fn only_those_concerned_are_woken() {
    let feed = Feed::new();
    feed.replace(vec![pod("a", 1, "u")], "1");
    let [name, owner, other] = std::array::from_fn(|_| Arc::new(Notify::new()));
    feed.listen(Topic::Name("a".to_string()), &name);
    feed.listen(Topic::Related("u".to_string()), &owner);
    feed.listen(Topic::Related("v".to_string()), &other);
    feed.put(pod("a", 2, "u"));
    assert_eq!([rang(&name), rang(&owner), rang(&other)], [true, true, false]);
    // The same from a new list is no news.
    feed.replace(vec![pod("a", 2, "u")], "5");
    assert_eq!([rang(&name), rang(&owner), rang(&other)], [false, false, false]);
    feed.remove(pod("a", 6, "u"));
    assert_eq!([rang(&name), rang(&owner), rang(&other)], [true, true, false]);
    feed.set_health(Health::Out("gone".to_string()));
    assert_eq!([rang(&name), rang(&owner), rang(&other)], [true, true, true]);
}
