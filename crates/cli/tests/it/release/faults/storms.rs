//! Install, upgrade and uninstall while requests fail: the final state is the same as without faults.

use std::time::Duration;

use skeg_test_cluster::faults::{ActiveRule, Fault, Requests, Rule};

use super::scene::{Scene, Values};

/// Runs deploys under these rules. Each rule must have fired, and none may cause endless requests.
fn weather(name: &str, rules: Vec<Rule>) -> (Scene, Vec<ActiveRule>) {
    let scene = Scene::new(name, "");
    let rules: Vec<ActiveRule> = rules.into_iter().map(|rule| scene.proxy.add(rule)).collect();
    scene.voyage();
    rules.iter().for_each(|rule| assert!(rule.fired() > 0));
    scene.was_modest(rules.iter().map(ActiveRule::fired).sum());
    (scene, rules)
}

#[test]
fn a_server_that_asks_for_time() {
    weather("storm-429", vec![Rule::new(Fault::come_again(429, 1)).every(3)]);
}

#[test]
fn a_server_in_trouble() {
    let rule = |fault, seed| Rule::new(fault).chance(0.07, seed);
    weather("storm-5xx", vec![rule(Fault::status(500), 1), rule(Fault::status(503), 2), rule(Fault::text(504), 3)]);
}

#[test]
fn connections_cut_before_the_request() {
    weather("storm-before", vec![Rule::new(Fault::CutBefore).chance(0.2, 4)]);
}

#[test]
fn connections_cut_after_the_request() {
    // A watch is not a request that the server could have executed.
    let rule = |requests| Rule::new(Fault::CutAfter).only(requests).chance(0.2, 5);
    weather("storm-after", vec![rule(Requests::Reads), rule(Requests::Writes)]);
}

#[test]
fn answers_cut_in_the_middle() {
    let rule = |requests| Rule::new(Fault::CutMidBody).only(requests).chance(0.2, 6);
    weather("storm-half", vec![rule(Requests::Reads), rule(Requests::Writes)]);
}

#[test]
fn every_write_is_done_and_unheard_the_first_time() {
    let (scene, _) = weather("storm-unheard", vec![Rule::new(Fault::CutAfter).only(Requests::Writes).every(2)]);
    assert!(scene.proxy.seen().iter().any(|seen| seen.method == "POST" && seen.hit), "a new record is among them");
}

#[test]
fn a_blackout_while_waiting() {
    let scene = Scene::new("storm-dark", "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 4s");
    // The third watch is one for the workloads, opened after they were written.
    let dark = scene
        .proxy
        .add(Rule::new(Fault::Blackout(Duration::from_secs(3))).only(Requests::Watches).path("/pods").nth(1));
    let one = Values { tag: "one", extra: "first" };
    scene.install(one).ended(0);
    assert_eq!(dark.fired(), 1);
    scene.is_deployed(one, "1 deployed");
    let dark = scene
        .proxy
        .add(Rule::new(Fault::Blackout(Duration::from_secs(3))).only(Requests::Writes).path("/deployments/").nth(1));
    let two = Values { tag: "two", extra: "second" };
    scene.install(two).ended(0);
    assert_eq!(dark.fired(), 1);
    scene.is_deployed(two, "1 superseded, 2 deployed");
    let dark = scene.proxy.add(Rule::new(Fault::Blackout(Duration::from_secs(3))).method("DELETE").nth(2));
    scene.uninstall().ended(0);
    assert_eq!(dark.fired(), 1);
    scene.is_gone();
    scene.was_modest(40);
}
