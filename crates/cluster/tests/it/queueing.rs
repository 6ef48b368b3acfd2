//! Contention: many deployers that want locks of one namespace, or all the same lock.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use skeg_cluster::lock::{Held, Lock, LockOptions};
use skeg_cluster::{Cluster, Connection, Error};
use skeg_resources::Object;
use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};
use skeg_test_cluster::{Request, TestCluster};

use crate::support::{blocking, config_map, config_map_id, connect_and_namespace};

const BOARD: &str = "werf-synchronization";
/// Longer than anything here takes on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn options(user: &str) -> LockOptions {
    LockOptions { user: user.to_string(), host: "here".to_string(), timeout: None }
}

async fn acquire(cluster: &Cluster, namespace: &str, release: &str) -> Held {
    Lock::acquire(cluster, namespace, release, &options("ann"), |_| {}).await.unwrap()
}

async fn board(cluster: &Cluster, namespace: &str) -> Option<Object> {
    cluster.get(&config_map_id(namespace, BOARD), "v1").await.unwrap()
}

/// How many wait in the queues of all locks.
async fn waiters(cluster: &Cluster, namespace: &str) -> usize {
    let found = board(cluster, namespace).await;
    found.iter().flat_map(Object::annotations).filter(|(key, _)| key.starts_with("skeg.dev/lock-waiter-")).count()
}

async fn until_waiters(cluster: &Cluster, namespace: &str, count: usize) {
    let reached = async {
        while waiters(cluster, namespace).await != count {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.unwrap();
}

/// The requests for the lock's ConfigMap since then.
async fn asked_since(mark: skeg_test_cluster::AuditMark, namespace: &str) -> Vec<Request> {
    let mut requests = blocking(move || TestCluster::shared().requests_since(mark).unwrap()).await;
    requests.retain(|request| request.namespace == namespace && request.resource == "configmaps");
    requests
}

async fn mark() -> skeg_test_cluster::AuditMark {
    blocking(|| TestCluster::shared().audit_mark().unwrap()).await
}

#[tokio::test]
async fn locks_of_different_releases_hardly_collide() {
    let (cluster, namespace) = connect_and_namespace("lock-crowd").await;
    let first = acquire(&cluster, &namespace, "first").await;
    let names: Vec<String> = (0..40).map(|n| format!("r{n}")).collect();
    let mark = mark().await;
    let locks = names.iter().map(|name| Box::pin(acquire(&cluster, &namespace, name)));
    let held = futures::future::join_all(locks).await;
    futures::future::try_join_all(held.into_iter().map(|held| Box::pin(held.release()))).await.unwrap();
    let asked = asked_since(mark, &namespace).await;
    let refused: Vec<_> = asked.iter().filter(|request| request.status.is_none_or(|status| status >= 300)).collect();
    // Without random pauses and exact preconditions each writer would collide with every other: 780 conflicts.
    assert!(refused.len() < 40 * 6, "{}", refused.len());
    assert!(asked.iter().filter(|request| request.verb == "patch").count() >= 80, "taken and given back");
    first.fence().check().unwrap();
    first.release().await.unwrap();
}

#[tokio::test]
async fn the_first_locks_of_a_namespace_hardly_collide() {
    let (cluster, namespace) = connect_and_namespace("lock-new").await;
    let names: Vec<String> = (0..20).map(|n| format!("r{n}")).collect();
    let mark = mark().await;
    let held = futures::future::join_all(names.iter().map(|name| Box::pin(acquire(&cluster, &namespace, name)))).await;
    let asked = asked_since(mark, &namespace).await;
    let refused = asked.iter().filter(|request| request.verb != "get" && request.status.is_none_or(|code| code >= 300));
    assert!(refused.clone().count() < 6 * names.len(), "{:?}", refused.collect::<Vec<_>>());
    futures::future::try_join_all(held.into_iter().map(|held| Box::pin(held.release()))).await.unwrap();
}

#[tokio::test]
async fn an_object_without_annotations_is_taken_as_it_is() {
    let (cluster, namespace) = connect_and_namespace("lock-bare").await;
    cluster.create(&config_map(BOARD, json!({"kept": "here"})), Some(&namespace)).await.unwrap();
    let (one, other) = tokio::join!(acquire(&cluster, &namespace, "a"), acquire(&cluster, &namespace, "b"));
    one.release_for_good().await.unwrap();
    other.release_for_good().await.unwrap();
    let left = board(&cluster, &namespace).await.expect("it holds what is not ours");
    assert_eq!(left.text_at(&["data", "kept"]), Some("here"));
    assert_eq!(left.annotations().count(), 0);
}

/// Holds the lock, queues the others one by one, and releases it: they must get it in that order.
async fn served_in_turn(cluster: &Cluster, waiting: &Cluster, namespace: &str, count: usize) -> Vec<usize> {
    let first = acquire(cluster, namespace, "test").await;
    let served = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for n in 0..count {
        let (waiting, home, served) = (waiting.clone(), namespace.to_string(), served.clone());
        tasks.push(tokio::spawn(async move {
            let held = acquire(&waiting, &home, "test").await;
            served.lock().unwrap().push(n);
            held.release().await.unwrap();
        }));
        until_waiters(cluster, namespace, n + 1).await;
    }
    first.release().await.unwrap();
    let all = futures::future::try_join_all(tasks);
    tokio::time::timeout(PATIENCE, all).await.unwrap().unwrap();
    assert_eq!(waiters(cluster, namespace).await, 0, "nobody is left in the line");
    let served = served.lock().unwrap();
    served.clone()
}

#[tokio::test]
async fn who_came_first_goes_first() {
    let (cluster, namespace) = connect_and_namespace("lock-order").await;
    let mark = mark().await;
    assert_eq!(served_in_turn(&cluster, &cluster, &namespace, 8).await, [0, 1, 2, 3, 4, 5, 6, 7]);
    let asked = asked_since(mark, &namespace).await;
    let is_refused = |request: &&Request| request.verb == "patch" && request.status.is_some_and(|status| status >= 300);
    let refused: Vec<_> = asked.iter().filter(is_refused).collect();
    // If all waiters tried at once, most would be refused again and again. Renewals of the holder may collide too.
    assert!(refused.len() < 8, "nobody pushed: {refused:?}");
}

#[tokio::test]
async fn who_may_not_watch_waits_all_the_same() {
    let (cluster, namespace) = connect_and_namespace("lock-unwatched").await;
    let proxy = FaultProxy::start(TestCluster::shared()).unwrap();
    let connection = Connection { kubeconfigs: vec![proxy.kubeconfig().to_path_buf()], ..Connection::default() };
    let blind = Cluster::connect(&connection).await.unwrap();
    let refused = proxy.add(Rule::new(Fault::status(403)).path("watch=1"));
    assert_eq!(served_in_turn(&cluster, &blind, &namespace, 2).await, [0, 1]);
    assert!(refused.fired() > 0);
}

#[tokio::test]
async fn whoever_waits_asks_nothing_while_nothing_changes() {
    let (cluster, namespace) = connect_and_namespace("lock-quiet").await;
    let first = acquire(&cluster, &namespace, "test").await;
    let waiting = {
        let (cluster, namespace) = (cluster.clone(), namespace.clone());
        tokio::spawn(async move { acquire(&cluster, &namespace, "test").await })
    };
    until_waiters(&cluster, &namespace, 1).await;
    let mark = mark().await;
    let version = || async { board(&cluster, &namespace).await.unwrap().resource_version().map(str::to_string) };
    let (before, mut looks) = (version().await, 1);
    let renewed = async {
        loop {
            looks += 1;
            if version().await != before {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, renewed).await.unwrap();
    let asked = asked_since(mark, &namespace).await;
    let reads = asked.iter().filter(|request| request.verb == "get").count();
    assert!(reads <= looks, "{reads} reads, {looks} of them the test's own");
    first.release().await.unwrap();
    waiting.await.unwrap().release().await.unwrap();
}

#[tokio::test]
async fn one_who_left_the_line_without_a_word_is_passed_over() {
    let (cluster, namespace) = connect_and_namespace("lock-gone").await;
    let holder = acquire(&cluster, &namespace, "test").await;
    let waiting = {
        let (cluster, namespace) = (cluster.clone(), namespace.clone());
        tokio::spawn(async move { acquire(&cluster, &namespace, "test").await })
    };
    until_waiters(&cluster, &namespace, 1).await;
    // A note from another machine, and an earlier one.
    let found = board(&cluster, &namespace).await.unwrap();
    let (key, text) = found.annotations().find(|(key, _)| key.starts_with("skeg.dev/lock-waiter-")).unwrap();
    let mut gone: serde_json::Value = serde_json::from_str(text).unwrap();
    gone["number"] = json!(0);
    gone["realm"] = json!("elsewhere");
    let (rest, last) = key.split_at(key.len() - 1);
    let key = format!("{rest}{}", if last == "0" { "1" } else { "0" });
    let patch = format!("{key}={gone}");
    let words = ["-n", &namespace, "annotate", "configmap", BOARD, &patch].map(str::to_string);
    blocking(move || TestCluster::shared().kubectl_run(words).unwrap()).await;
    holder.release().await.unwrap();
    let held = tokio::time::timeout(PATIENCE, waiting).await.unwrap().unwrap();
    assert_eq!(waiters(&cluster, &namespace).await, 0);
    held.release().await.unwrap();
}

#[tokio::test]
async fn one_who_gives_up_leaves_the_line() {
    let (cluster, namespace) = connect_and_namespace("lock-impatient").await;
    let holder = acquire(&cluster, &namespace, "test").await;
    let impatient = LockOptions { timeout: Some(Duration::from_millis(200)), ..options("bob") };
    let error = Lock::acquire(&cluster, &namespace, "test", &impatient, |_| {}).await.err().unwrap();
    assert!(matches!(&error, Error::LockTimeout(text) if text.contains("ann on here")), "{error}");
    assert_eq!(waiters(&cluster, &namespace).await, 0);
    let mut lock = Lock::of(&cluster, &namespace, "test", &options("cleo"));
    let stopped = tokio::time::timeout(Duration::from_millis(300), lock.wait(|_| {})).await;
    assert!(stopped.is_err());
    lock.leave().await;
    assert_eq!(waiters(&cluster, &namespace).await, 0);
    holder.release().await.unwrap();
}

#[tokio::test]
async fn the_last_one_takes_the_object_away_unless_somebody_needs_it() {
    let (cluster, namespace) = connect_and_namespace("lock-tidy").await;
    let held = acquire(&cluster, &namespace, "a").await;
    held.release().await.unwrap();
    assert!(board(&cluster, &namespace).await.is_some(), "a release that stays needs it again");
    let (one, other) = (acquire(&cluster, &namespace, "a").await, acquire(&cluster, &namespace, "b").await);
    one.release_for_good().await.unwrap();
    other.fence().check().unwrap();
    assert!(board(&cluster, &namespace).await.is_some(), "another lock is in it");
    let waiting = {
        let (cluster, namespace) = (cluster.clone(), namespace.clone());
        tokio::spawn(async move { acquire(&cluster, &namespace, "b").await })
    };
    until_waiters(&cluster, &namespace, 1).await;
    other.release_for_good().await.unwrap();
    let held = tokio::time::timeout(PATIENCE, waiting).await.unwrap().unwrap();
    held.fence().check().unwrap();
    held.release_for_good().await.unwrap();
    assert!(board(&cluster, &namespace).await.is_none(), "nobody holds or waits for anything");
}

/// Deleting the ConfigMap never removes a lock that somebody has just acquired.
#[tokio::test]
async fn no_lock_is_lost_to_tidying() {
    let (cluster, namespace) = connect_and_namespace("lock-churn").await;
    let churn = |name: &'static str| {
        let (cluster, namespace) = (cluster.clone(), namespace.clone());
        async move {
            for _ in 0..15 {
                let held = acquire(&cluster, &namespace, name).await;
                let found = board(&cluster, &namespace).await.expect("the lock is in it");
                assert!(found.annotations().any(|(_, text)| text.contains(&format!("\"release/{name}\""))), "{name}");
                held.release_for_good().await.unwrap();
            }
        }
    };
    let all = futures::future::join_all(["a", "b", "c", "d"].map(|name| Box::pin(churn(name))));
    tokio::time::timeout(PATIENCE, all).await.unwrap();
    assert!(board(&cluster, &namespace).await.is_none());
}
