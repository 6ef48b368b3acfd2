//! Watches that do not open, end, fall silent or expire.

use std::pin::Pin;

use futures::{Stream, StreamExt};
use serde_json::json;
use skeg_cluster::{Error, Query, WatchEvent};
use skeg_test_cluster::faults::{Fault, Requests, Rule};

use super::scene::{PROTOCOLS, Protocol, Scene, passing};
use crate::support::config_map;

type Watch = Pin<Box<dyn Stream<Item = Result<WatchEvent, Error>> + Send>>;

/// Watches the namespace, starting before two objects are created in it.
async fn watch(scene: &Scene) -> Watch {
    let since = scene.resource_version().await;
    for name in ["a", "b"] {
        scene.direct.create(&config_map(name, json!({})), Some(&scene.namespace)).await.unwrap();
    }
    Box::pin(scene.cluster.watch(&scene.maps, Some(&scene.namespace), &Query::default(), &since))
}

async fn name(watch: &mut Watch) -> String {
    match watch.next().await.unwrap().unwrap() {
        WatchEvent::Applied(object) => object.name().unwrap().to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_that_does_not_open_is_asked_for_again() {
    for protocol in PROTOCOLS {
        // The others affect the response, which has started by then or never ends.
        let faults = passing().into_iter().filter(|fault| !matches!(fault, Fault::CutAfter | Fault::CutMidBody));
        for fault in faults {
            let scene = Scene::new(protocol).await;
            let rule = scene.proxy.add(Rule::new(fault).only(Requests::Watches).nth(1));
            let mut watch = watch(&scene).await;
            assert_eq!([name(&mut watch).await, name(&mut watch).await], ["a", "b"]);
            assert_eq!((rule.fired(), rule.matched()), (1, 2));
        }
    }
}

#[tokio::test]
async fn one_that_is_cut_says_so() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        let rule = scene.proxy.add(Rule::new(Fault::CutWatch { after: 1 }).only(Requests::Watches));
        let mut watch = watch(&scene).await;
        assert_eq!(name(&mut watch).await, "a");
        let error = watch.next().await.unwrap().unwrap_err();
        let action = format!("watching configmaps in namespace {}: ", scene.namespace);
        assert!(matches!(error, Error::Unreachable { .. }) && error.is_temporary(), "{error:?}");
        assert!(error.to_string().starts_with(&action), "{error}");
        assert!(watch.next().await.is_none());
        assert_eq!(rule.matched(), 1, "going on is the caller's matter");
    }
}

#[tokio::test]
async fn one_that_ends_ends() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        scene.proxy.add(Rule::new(Fault::EndWatch { after: 2 }).only(Requests::Watches));
        let mut watch = watch(&scene).await;
        assert_eq!([name(&mut watch).await, name(&mut watch).await], ["a", "b"]);
        assert!(watch.next().await.is_none());
    }
}

#[tokio::test]
async fn one_that_is_too_old_is_expired_however_it_is_said() {
    for protocol in PROTOCOLS {
        for (fault, events) in [(Fault::status(410), 0), (Fault::ExpireWatch { after: 1 }, 1)] {
            let scene = Scene::new(protocol).await;
            let rule = scene.proxy.add(Rule::new(fault).only(Requests::Watches));
            let mut watch = watch(&scene).await;
            for _ in 0..events {
                name(&mut watch).await;
            }
            let error = watch.next().await.unwrap().unwrap_err();
            assert!(matches!(error, Error::Expired), "{error:?}");
            assert_eq!(rule.matched(), 1);
        }
    }
}

/// With HTTP/2, pings detect by themselves that the other end is gone.
#[tokio::test]
async fn one_that_falls_silent_is_found_out() {
    let scene = Scene::new(Protocol::Http1).await;
    scene.proxy.add(Rule::new(Fault::SilenceWatch { after: 1 }).only(Requests::Watches));
    let mut watch = watch(&scene).await;
    assert_eq!(name(&mut watch).await, "a");
    // Only the clock can wake the task now, so the time is advanced at once.
    tokio::time::pause();
    let error = watch.next().await.unwrap().unwrap_err();
    assert!(error.to_string().contains("nothing came for"), "{error}");
}
