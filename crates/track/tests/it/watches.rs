//! Shared watches, and what happens when one falls silent.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use skeg_test_cluster::tally;
use skeg_track::Options;

use crate::support::{World, deployment, template};

#[tokio::test]
async fn all_waits_share_one_watch() {
    let world = World::new("shared").await;
    let late = |seconds: u32| {
        template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": format!("{seconds}s")}))
    };
    let mut targets = Vec::new();
    for at in 0..8 {
        targets.push(world.apply(deployment(&format!("web-{at}"), 1, late(1 + at % 3))).await);
    }
    let mark = world.server.audit_mark().unwrap();
    for ended in join_all(targets.iter().map(|target| world.ready(target))).await {
        ended.unwrap();
    }
    let requests = world.server.requests_since(mark).unwrap();
    let ours = requests.iter().filter(|it| it.namespace == world.namespace && it.subresource.is_empty());
    let mut counts = tally(ours.filter(|it| it.user == "admin" && !it.user_agent.starts_with("kubectl")));
    // Events are read only when it takes long.
    counts.retain(|what, _| !what.ends_with("events"));
    let expected = ["deployments", "replicasets", "pods"].map(|kind| [format!("list {kind}"), format!("watch {kind}")]);
    let expected = expected.into_iter().flatten().map(|what| (what, 1)).collect();
    assert_eq!(counts, expected);
}

#[tokio::test]
async fn a_silent_watch_is_replaced() {
    let options = Options { watch_silence: Duration::from_millis(300), ..Options::default() };
    let world = World::with("silent", options).await;
    let late = template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "3s"}));
    let target = world.apply(deployment("web", 1, late)).await;
    let mark = world.server.audit_mark().unwrap();
    world.ready(&target).await.unwrap();
    let requests = world.server.requests_since(mark).unwrap();
    let lists = requests
        .iter()
        .filter(|it| it.namespace == world.namespace && it.verb == "list" && it.resource == "deployments");
    assert!(lists.count() > 1, "{requests:?}");
}

#[tokio::test]
async fn a_wait_ends_when_it_is_dropped() {
    let world = World::new("dropped").await;
    let target =
        world.apply(deployment("web", 1, template("main", json!({"test.skeg.dev/behave": "never-ready"})))).await;
    let waiting = tokio::time::timeout(Duration::from_millis(500), world.ready(&target)).await;
    assert!(waiting.is_err());
    // Its watches serve the next wait too.
    let mended = world.apply(deployment("web", 1, template("main", json!({})))).await;
    world.ready(&mended).await.unwrap();
}

/// Waits run in tasks, so they must be `Send`.
#[test]
fn waits_can_be_sent() {
    fn is_send<T: Send>(_: impl FnOnce(&skeg_track::Tracker, &'static skeg_track::TrackTarget) -> T) {}
    is_send(|tracker, target| {
        let tracker = tracker.clone();
        async move { tracker.ready(target, |_| ()).await }
    });
}
