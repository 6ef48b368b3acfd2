//! Pod logs over a connection that breaks.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Cluster, Connection};
use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};
use skeg_test_cluster::{PodLog, TestCluster};
use skeg_track::{Options, Tracker};

use crate::support::{World, blocking, deployment, template, within};

async fn proxied(proxy: &FaultProxy) -> Tracker {
    let connection = Connection { kubeconfigs: vec![proxy.kubeconfig().to_path_buf()], ..Connection::default() };
    Tracker::new(Cluster::connect(&connection).await.unwrap(), Options::default())
}

/// Writes lines that only this test writes, and returns them.
async fn write(world: &World, from: usize, to: usize) -> Vec<String> {
    let lines: Vec<String> = (from..to).map(|at| format!("{} says {at}", world.namespace)).collect();
    let written = lines.clone();
    blocking(move || {
        for line in written {
            TestCluster::shared().append_pod_log(PodLog::Talk, &line).unwrap();
        }
    })
    .await;
    lines
}

/// The lines of this test, as they were shown.
fn shown(world: &World) -> Vec<String> {
    let lines = world.lines();
    let own = lines.iter().filter_map(|line| line.strip_prefix("talk: "));
    own.filter(|line| line.starts_with(&world.namespace)).map(str::to_string).collect()
}

async fn until_shown(world: &World, last: &str) {
    within(async {
        while shown(world).last().is_none_or(|line| line != last) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_log_goes_on_after_each_interruption_without_loss_or_repeats() {
    let world = World::new("broken-log").await;
    let proxy = blocking(|| FaultProxy::start(TestCluster::shared()).unwrap()).await;
    // Cut in the middle of many lines, ended as if the container had ended, left unanswered, and cut again.
    let of_log = |fault: Fault, nth: usize| Rule::new(fault).path(&world.namespace).path("/log?").nth(nth);
    let faults = [
        proxy.add(of_log(Fault::CutWatch { after: 7 }, 1)),
        proxy.add(of_log(Fault::EndWatch { after: 11 }, 2)),
        proxy.add(of_log(Fault::CutBefore, 3)),
        proxy.add(of_log(Fault::CutWatch { after: 1 }, 4)),
    ];
    let tracker = proxied(&proxy).await;
    let mut written = write(&world, 0, 10).await;
    let never = template("talk", json!({"test.skeg.dev/behave": "never-ready"}));
    let target = world.apply(deployment("web", 1, never)).await;
    let (ended, ()) = tokio::join!(within(tracker.ready(&target, |notice| world.note(notice))), async {
        for from in [10, 30, 60] {
            until_shown(&world, written.last().unwrap()).await;
            written.extend(write(&world, from, from + 20).await);
        }
        until_shown(&world, written.last().unwrap()).await;
        world.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=ready"]).await;
    });
    ended.unwrap();
    assert_eq!(faults.map(|rule| rule.fired()), [1, 1, 1, 1]);
    assert_eq!(shown(&world), written);
    let messages = world.messages();
    let count = |part: &str| messages.iter().filter(|text| text.contains(part)).count();
    assert!(messages.iter().all(|text| text.starts_with("log of pod web-")), "{messages:?}");
    assert!(count(", container talk is interrupted, trying again: ") >= 2, "{messages:?}");
    assert!(count(", container talk continues after an interruption") >= 2, "{messages:?}");
}

#[tokio::test]
async fn a_container_that_runs_again_is_followed_again() {
    let world = World::new("again-log").await;
    let crash =
        json!({"test.skeg.dev/behave": "crash-loop", "test.skeg.dev/restarts": "2", "test.skeg.dev/after": "1s"});
    let mut target = world.apply(deployment("web", 1, template("main", crash))).await;
    target.tracking.as_mut().unwrap().failures_allowed_per_replica = Some(10);
    let mark = world.server.audit_mark().unwrap();
    world.ready(&target).await.unwrap();
    let requests = world.server.requests_since(mark).unwrap();
    let is_log = |it: &&skeg_test_cluster::Request| it.namespace == world.namespace && it.subresource == "log";
    let follows = requests.iter().filter(is_log).filter(|it| it.uri.contains("follow=true"));
    assert!(follows.count() >= 2, "{requests:#?}");
    assert!(requests.iter().filter(is_log).all(|it| it.uri.contains("timestamps=true")), "{requests:#?}");
    assert!(world.lines().contains(&"main: starting".to_string()), "{:?}", world.lines());
}

#[tokio::test]
async fn who_may_not_read_logs_is_told_once() {
    let world = World::new("secret-log").await;
    let proxy = blocking(|| FaultProxy::start(TestCluster::shared()).unwrap()).await;
    let refused = proxy.add(Rule::new(Fault::status(403)).path(&world.namespace).path("/log?"));
    let tracker = proxied(&proxy).await;
    let late = template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "2s"}));
    let mut target = world.apply(deployment("web", 3, late)).await;
    target.tracking.as_mut().unwrap().logs.replicas = 3;
    within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap();
    assert!(refused.fired() >= 1);
    let messages = world.messages();
    assert_eq!(messages.iter().filter(|text| text.starts_with("logs cannot be shown: ")).count(), 1, "{messages:?}");
}
