//! Watches that break or fall silent. More about silent ones is tested in `track`, where their time can be set.

use skeg_test_cluster::faults::{Fault, Requests, Rule};

use super::scene::{Scene, Values};

/// Workloads that become ready only after the watch was opened.
const LATE: &str = "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 2s";

fn watches(name: &str, fault: Fault) {
    let scene = Scene::new(name, LATE);
    let rule = scene.proxy.add(Rule::new(fault).only(Requests::Watches));
    scene.voyage();
    assert!(rule.fired() > 3, "{}", rule.fired());
    scene.was_modest(rule.fired());
    // Each of the dozen kinds is polled with growing pauses; without them there would be thousands of requests.
    assert!(rule.fired() < 500, "{} watches", rule.fired());
}

#[test]
fn that_are_cut_at_once() {
    watches("watch-cut-0", Fault::CutWatch { after: 0 });
}

#[test]
fn that_are_cut_after_an_event() {
    watches("watch-cut-1", Fault::CutWatch { after: 1 });
}

#[test]
fn that_end_at_once() {
    watches("watch-end-0", Fault::EndWatch { after: 0 });
}

#[test]
fn that_end_after_two_events() {
    watches("watch-end-2", Fault::EndWatch { after: 2 });
}

#[test]
fn that_are_too_old_at_once() {
    watches("watch-gone-0", Fault::ExpireWatch { after: 0 });
}

#[test]
fn that_are_too_old_after_an_event() {
    watches("watch-gone-1", Fault::ExpireWatch { after: 1 });
}

#[test]
fn that_are_refused_as_too_old() {
    watches("watch-410", Fault::status(410));
}

/// Takes as long as a watch may be silent.
#[test]
fn that_says_nothing_while_a_deployment_becomes_ready() {
    let scene = Scene::new("watch-silent", "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 5s");
    let rule = scene
        .proxy
        .add(Rule::new(Fault::SilenceWatch { after: 0 }).only(Requests::Watches).path("/deployments").first(1));
    let values = Values { tag: "one", extra: "first" };
    scene.install(values).ended(0);
    assert_eq!(rule.fired(), 1);
    scene.is_deployed(values, "1 deployed");
}
