//! The lock of a release whose renewals fail.

use std::time::Duration;

use skeg_test_cluster::faults::{Fault, Requests, Rule};
use skeg_test_cluster::wait_until;

use super::super::running::Running;
use super::super::site::Ran;
use super::scene::{Scene, Values};

const PATIENCE: Duration = Duration::from_secs(60);
/// How long a lock lasts without a renewal.
const LIFE: Duration = Duration::from_secs(10);
const ONE: Values<'_> = Values { tag: "one", extra: "first" };
const TWO: Values<'_> = Values { tag: "two", extra: "second" };

fn late(seconds: u32) -> String {
    format!("test.skeg.dev/behave: ready-after, test.skeg.dev/after: {seconds}s")
}

/// Renewals only: in a new namespace the lock is acquired by a POST.
fn renewals() -> Rule {
    Rule::new(Fault::status(500)).method("PATCH").path("/configmaps/werf-synchronization")
}

#[test]
fn renewals_that_fail_for_a_while_are_made_up_for() {
    let scene = Scene::new("lock-shaky", &late(8));
    let rule = scene.proxy.add(renewals());
    let running = Running::of(scene.install_command(ONE));
    assert!(wait_until(PATIENCE, || (rule.fired() >= 4).then_some(())).is_some());
    rule.stop();
    running.end().ended(0);
    scene.is_deployed(ONE, "1 deployed");
}

#[test]
fn whoever_cannot_renew_it_writes_nothing_once_it_may_be_anothers() {
    let scene = Scene::new("lock-lost", &late(3));
    // The first deploy is paused until its lock has expired. Only then do renewals fail, so it gets this far however
    // slow the machine is.
    let held_up = scene.proxy.add(Rule::new(Fault::Pause).only(Requests::Reads).path("/statefulsets?").nth(1));
    let first = Running::of(scene.install_command(ONE));
    assert!(held_up.wait_held(PATIENCE));
    let lost = scene.proxy.add(renewals());
    let second = scene.install_command_directly(TWO).output().unwrap();
    assert!(lost.fired() > 0);
    let history = scene.site.history();
    let before = written(&scene);
    held_up.release();
    std::thread::sleep(LIFE);
    assert_eq!(written(&scene), before, "in doubt nothing is written");
    lost.stop();
    first.end().ended(1).says("SKEG-LOCK-LOST").says("lock was lost").says("nothing more was written");
    assert_eq!(written(&scene), before);
    Ran::of(&second).ended(0).says("another deploy of this release is under way");
    assert_eq!(history, "1 failed, 2 deployed");
    scene.is_deployed(TWO, &history);
    scene.install(ONE).ended(0);
    scene.is_deployed(ONE, "1 failed, 2 superseded, 3 deployed");
}

/// How many writes except renewals arrived.
fn written(scene: &Scene) -> usize {
    let is_write = |method: &str| !matches!(method, "GET" | "HEAD");
    let seen = scene.proxy.seen();
    seen.iter()
        .filter(|seen| {
            is_write(&seen.method) && !seen.target.contains("dryRun") && !seen.target.contains("werf-synchronization")
        })
        .count()
}
