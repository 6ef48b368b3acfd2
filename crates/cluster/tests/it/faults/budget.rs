//! How long and how often requests are retried, and the final error.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Apply, Connection, Delete, Error, Query};
use skeg_resources::Propagation;
use skeg_test_cluster::faults::{Fault, Rule, Seen};

use super::scene::{PROTOCOLS, Protocol, Scene, within};
use crate::support::{config_map, config_map_id};

/// The times between requests.
fn gaps(seen: &[Seen]) -> Vec<Duration> {
    seen.windows(2).map(|pair| pair[1].at - pair[0].at).collect()
}

#[tokio::test]
async fn a_server_that_asks_for_time_gets_it() {
    for code in [429, 503] {
        let scene = Scene::new(Protocol::Http2).await;
        scene.proxy.add(Rule::new(Fault::come_again(code, 1)).path("/configmaps").first(2));
        let wanted = config_map("a", json!({}));
        scene.cluster.create(&wanted, Some(&scene.namespace)).await.unwrap();
        let seen = scene.seen("POST", "/configmaps");
        assert_eq!(seen.len(), 3);
        assert!(gaps(&seen).iter().all(|gap| *gap >= Duration::from_secs(1)), "{seen:?}");
    }
}

#[tokio::test]
async fn one_that_asks_for_more_than_there_is_is_given_up() {
    let scene = Scene::with(Protocol::Http2, within(Duration::from_secs(2))).await;
    let rule = scene.proxy.add(Rule::new(Fault::come_again(429, 20)).path("/configmaps"));
    let error = scene.cluster.get(&config_map_id(&scene.namespace, "a"), "v1").await.unwrap_err();
    assert_eq!(rule.fired(), 1);
    assert!(error.is_temporary(), "{error}");
    assert_eq!(
        error.to_string(),
        format!("reading ConfigMap/a in namespace {}: 429: a fault on purpose", scene.namespace)
    );
}

#[tokio::test]
async fn the_end_of_the_budget_names_the_action() {
    for protocol in PROTOCOLS {
        for fault in [Fault::status(503), Fault::text(502), Fault::CutBefore, Fault::CutMidBody] {
            let scene = Scene::with(protocol, within(Duration::from_millis(1500))).await;
            let namespace = &scene.namespace;
            scene.direct.create(&config_map("a", json!({"k": "1"})), Some(namespace)).await.unwrap();
            // With a uid, since otherwise the object would be read first.
            let delete = Delete { propagation: Propagation::Background, uid: Some("other".to_string()) };
            let rule = scene.proxy.add(Rule::new(fault.clone()).path("/configmaps"));
            let (a, id) = (config_map("a", json!({})), config_map_id(namespace, "a"));
            let mut tries = Vec::new();
            let mut note = |error: Error, action: &str| {
                let (text, context) = (error.to_string(), format!("{protocol:?} {fault:?}"));
                assert!(text.starts_with(&format!("{action} in namespace {namespace}: ")), "{context}: {text}");
                assert!(error.is_temporary(), "{context}: {error:?}");
                tries.push(rule.fired() - tries.iter().sum::<usize>());
            };
            note(scene.cluster.get(&id, "v1").await.unwrap_err(), "reading ConfigMap/a");
            let listed = scene.cluster.list(&scene.maps, Some(namespace), &Query::default()).await;
            note(listed.unwrap_err(), "listing configmaps");
            let applied = scene.cluster.apply(&a, Some(namespace), &Apply::default()).await;
            note(applied.unwrap_err(), "applying ConfigMap/a");
            note(scene.cluster.replace(&a, Some(namespace)).await.unwrap_err(), "replacing ConfigMap/a");
            note(scene.cluster.delete(&id, "v1", &delete).await.unwrap_err(), "deleting ConfigMap/a");
            // Pauses of at least 50 ms, doubling each time, fit five times into the budget.
            assert!(tries.iter().all(|tries| (2..=6).contains(tries)), "{protocol:?} {fault:?}: {tries:?}");
        }
    }
}

#[tokio::test]
async fn a_creation_has_the_same_patience() {
    for protocol in PROTOCOLS {
        for fault in [Fault::status(503), Fault::CutBefore, Fault::status(500)] {
            let context = format!("{protocol:?} {fault:?}");
            let scene = Scene::with(protocol, within(Duration::from_millis(1500))).await;
            let rule = scene.proxy.add(Rule::new(fault.clone()).method("POST").path("/configmaps"));
            let error = scene.cluster.create(&config_map("a", json!({})), Some(&scene.namespace)).await.unwrap_err();
            let action = format!("creating ConfigMap/a in namespace {}: ", scene.namespace);
            assert!(error.to_string().starts_with(&action), "{context}: {error}");
            assert!((2..=6).contains(&rule.fired()), "{context}: {} tries", rule.fired());
            let seen = scene.seen("POST", "/configmaps");
            assert!(gaps(&seen).iter().all(|gap| *gap >= Duration::from_millis(50)), "{context}: {seen:?}");
            rule.stop();
            // Reads fail too, so the outcome cannot be checked.
            let rule = scene.proxy.add(Rule::new(fault).path("/configmaps"));
            let error = scene.cluster.create(&config_map("a", json!({})), Some(&scene.namespace)).await.unwrap_err();
            assert!(error.to_string().starts_with(&action), "{context}: {error}");
            rule.stop();
            scene.cluster.create(&config_map("a", json!({})), Some(&scene.namespace)).await.expect(&context);
        }
    }
}

#[tokio::test]
async fn a_creation_outlives_a_long_trouble() {
    let scene = Scene::new(Protocol::Http2).await;
    let rule = scene.proxy.add(Rule::new(Fault::status(503)).method("POST").path("/configmaps").first(6));
    scene.cluster.create(&config_map("a", json!({"k": "1"})), Some(&scene.namespace)).await.unwrap();
    assert_eq!(rule.matched(), 7);
}

#[tokio::test]
async fn an_internal_error_that_stays_is_not_asked_for_ever() {
    let scene = Scene::new(Protocol::Http2).await;
    let rule = scene.proxy.add(Rule::new(Fault::status(500)).path("/configmaps"));
    let error = scene.cluster.get(&config_map_id(&scene.namespace, "a"), "v1").await.unwrap_err();
    assert_eq!((error.status().unwrap().code, rule.fired()), (500, 5));
}

#[tokio::test]
async fn an_answer_that_does_not_come_in_time_is_lost() {
    for protocol in PROTOCOLS {
        let connection = Connection { request_timeout: Some(Duration::from_secs(1)), ..Connection::default() };
        let scene = Scene::with(protocol, connection).await;
        let since = scene.resource_version().await;
        let rule = scene.proxy.add(Rule::new(Fault::PauseAfter).path("/configmaps").method("POST"));
        let created = scene.cluster.create(&config_map("a", json!({"k": "1"})), Some(&scene.namespace)).await.unwrap();
        let live = scene.direct.get(&config_map_id(&scene.namespace, "a"), "v1").await.unwrap().unwrap();
        assert_eq!((created.uid(), rule.fired()), (live.uid(), 1));
        assert_eq!(scene.effects("a", &since).await, 1);
    }
}
