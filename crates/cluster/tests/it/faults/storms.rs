//! Many concurrent operations while the server is in trouble.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Apply, Query};
use skeg_test_cluster::faults::{Fault, Requests, Rule};

use super::scene::{PROTOCOLS, Scene};
use crate::support::config_map;

const COUNT: usize = 150;

/// Applies and creates many objects, and checks that all exist.
async fn deploy(scene: &Scene) {
    let writes = (0..COUNT).map(|n| async move {
        let (namespace, data) = (Some(scene.namespace.as_str()), json!({"k": n.to_string()}));
        scene.cluster.apply(&config_map(&format!("a{n}"), data.clone()), namespace, &Apply::default()).await?;
        scene.cluster.create(&config_map(&format!("c{n}"), data), namespace).await
    });
    futures::future::try_join_all(writes).await.unwrap();
    let listing = scene.cluster.list(&scene.maps, Some(&scene.namespace), &Query::default()).await.unwrap();
    let ours = listing.objects.iter().filter(|object| object.text_at(&["data", "k"]).is_some());
    assert_eq!(ours.count(), 2 * COUNT);
}

#[tokio::test]
async fn a_blackout_is_waited_out() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        let rule = Rule::new(Fault::Blackout(Duration::from_secs(2))).only(Requests::Writes).nth(COUNT);
        let rule = scene.proxy.add(rule);
        deploy(&scene).await;
        assert_eq!(rule.fired(), 1);
    }
}

#[tokio::test]
async fn faults_of_all_sorts_are_got_over() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        let faults = [
            Fault::come_again(429, 0),
            Fault::status(503),
            Fault::CutBefore,
            Fault::CutAfter,
            Fault::CutMidBody,
            Fault::text(504),
        ];
        let rules: Vec<_> = (1..)
            .zip(faults)
            .map(|(seed, fault)| scene.proxy.add(Rule::new(fault).path("/configmaps").chance(0.04, seed)))
            .collect();
        deploy(&scene).await;
        assert!(rules.iter().all(|rule| rule.fired() > 0), "{rules:?}");
        // One in five fails, and each lost creation is checked with a read.
        let seen = scene.seen("PATCH", "/configmaps").len() + scene.seen("POST", "/configmaps").len();
        assert!(seen < 3 * COUNT, "{seen} requests");
    }
}
