//! Faults of watches; events are forwarded as they happen.

use super::Scene;
use super::client::{Next, Watch};
use skeg_test_cluster::faults::{Fault, Requests, Rule};
use std::time::Duration;

/// Two events of a watch of our own ConfigMaps, and what follows.
fn after_two(fault: Option<fn(usize) -> Fault>) -> Next {
    after_two_within(Duration::from_secs(60), fault)
}

fn after_two_within(limit: Duration, fault: Option<fn(usize) -> Fault>) -> Next {
    let scene = Scene::new();
    // Without a resource version a watch begins with the existing objects.
    scene.create("map-1").unwrap();
    let target = format!("{}?watch=1&fieldSelector=metadata.name!=kube-root-ca.crt", scene.maps());
    let rule = fault.map(|fault| scene.proxy.add(Rule::new(fault(2)).only(Requests::Watches)));
    let mut watch = Watch::open(&scene.proxy, &target);
    assert_eq!(watch.next(), Next::Event("ADDED".to_owned(), "map-1".to_owned()));
    // Events are not buffered until more arrive.
    scene.create("map-2").unwrap();
    assert_eq!(watch.next(), Next::Event("ADDED".to_owned(), "map-2".to_owned()));
    scene.create("map-3").unwrap();
    assert!(rule.is_none_or(|rule| rule.fired() == 1));
    watch.next_within(limit)
}

#[test]
fn watches_fail_after_some_events() {
    assert_eq!(after_two(None), Next::Event("ADDED".to_owned(), "map-3".to_owned()));
    assert_eq!(after_two(Some(|after| Fault::CutWatch { after })), Next::Cut);
    assert_eq!(after_two(Some(|after| Fault::EndWatch { after })), Next::End);
    let a_while = Duration::from_secs(2);
    assert_eq!(after_two_within(a_while, Some(|after| Fault::SilenceWatch { after })), Next::Silence);
    let expired = Next::Event("ERROR".to_owned(), "Expired".to_owned());
    assert_eq!(after_two(Some(|after| Fault::ExpireWatch { after })), expired);
}
