//! One fault: the operation succeeds and takes effect once.

use serde_json::json;
use skeg_cluster::{Apply, Delete, Deletion, Query};
use skeg_resources::Propagation;
use skeg_test_cluster::faults::{Fault, Rule};

use super::scene::{PROTOCOLS, Scene, passing};
use crate::support::{config_map, config_map_id};

/// Whether the request took effect although its response was lost or an error.
fn takes_effect(fault: &Fault) -> bool {
    matches!(fault, Fault::CutAfter | Fault::CutMidBody)
}

#[tokio::test]
async fn reading() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        scene.direct.create(&config_map("a", json!({"k": "1"})), Some(&scene.namespace)).await.unwrap();
        for fault in passing() {
            let context = format!("{protocol:?} {fault:?}");
            let (of_one, of_all) = ("/configmaps/a", "/configmaps?");
            let before = (scene.seen("GET", of_one).len(), scene.seen("GET", of_all).len());
            let rules = [of_one, of_all].map(|path| scene.proxy.add(Rule::new(fault.clone()).path(path).nth(1)));
            let got = scene.cluster.get(&config_map_id(&scene.namespace, "a"), "v1").await.expect(&context);
            assert_eq!(got.unwrap().text_at(&["data", "k"]), Some("1"), "{context}");
            let query = Query { fields: "metadata.name=a".to_string(), ..Query::default() };
            let listing = scene.cluster.list(&scene.maps, Some(&scene.namespace), &query).await.expect(&context);
            assert_eq!(listing.objects.len(), 1, "{context}");
            assert_eq!(rules.map(|rule| rule.fired()), [1, 1], "{context}");
            let after = (scene.seen("GET", of_one).len(), scene.seen("GET", of_all).len());
            assert_eq!((after.0 - before.0, after.1 - before.1), (2, 2), "{context}");
        }
    }
}

#[tokio::test]
async fn a_list_whose_pages_are_too_old_comes_in_one_piece() {
    let scene = Scene::new(PROTOCOLS[0]).await;
    let rule = scene.proxy.add(Rule::new(Fault::status(410)).path("/configmaps?").path("limit="));
    scene.direct.create(&config_map("a", json!({})), Some(&scene.namespace)).await.unwrap();
    let listing = scene.cluster.list(&scene.maps, Some(&scene.namespace), &Query::default()).await.unwrap();
    assert!(listing.objects.iter().any(|object| object.name() == Some("a")));
    assert_eq!((rule.fired(), scene.seen("GET", "/configmaps").len()), (1, 2));
}

#[tokio::test]
async fn applying() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        for (at, fault) in passing().into_iter().enumerate() {
            let (name, context) = (format!("a{at}"), format!("{protocol:?} {fault:?}"));
            let since = scene.resource_version().await;
            let rule = scene.proxy.add(Rule::new(fault.clone()).method("PATCH").path(&format!("/{name}?")).nth(1));
            let wanted = config_map(&name, json!({"k": "1"}));
            let applied = scene.cluster.apply(&wanted, Some(&scene.namespace), &Apply::default()).await;
            let applied = applied.expect(&context);
            assert_eq!(applied.object.text_at(&["data", "k"]), Some("1"), "{context}");
            assert_eq!(applied.created, !takes_effect(&fault), "{context}");
            assert_eq!((rule.fired(), rule.matched()), (1, 2), "{context}");
            assert_eq!(scene.effects(&name, &since).await, 1, "{context}");
        }
    }
}

#[tokio::test]
async fn creating() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        for (at, fault) in passing().into_iter().enumerate() {
            let (name, context) = (format!("c{at}"), format!("{protocol:?} {fault:?}"));
            let since = scene.resource_version().await;
            let rule = scene.proxy.add(Rule::new(fault.clone()).method("POST").nth(1));
            let wanted = config_map(&name, json!({"k": "1"}));
            let created = scene.cluster.create(&wanted, Some(&scene.namespace)).await.expect(&context);
            let posts = if takes_effect(&fault) { 1 } else { 2 };
            assert_eq!((rule.fired(), rule.matched()), (1, posts), "{context}");
            assert!(scene.seen("GET", &format!("/{name}")).len() <= 1, "{context}");
            let live = scene.direct.get(&config_map_id(&scene.namespace, &name), "v1").await.unwrap().unwrap();
            assert_eq!(created.uid(), live.uid(), "{context}");
            assert_eq!(scene.effects(&name, &since).await, 1, "{context}");
            rule.stop();
        }
    }
}

#[tokio::test]
async fn replacing() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        for with_version in [true, false] {
            for (at, fault) in passing().into_iter().enumerate() {
                let context = format!("{protocol:?} {fault:?} {with_version}");
                let name = format!("r{at}-{with_version}");
                let mut wanted = config_map(&name, json!({"k": "1"}));
                let created = scene.direct.create(&wanted, Some(&scene.namespace)).await.unwrap();
                if with_version {
                    wanted = created;
                }
                wanted.as_map_mut().insert("data".to_string(), json!({"k": "2"}));
                let since = scene.resource_version().await;
                let rule = scene.proxy.add(Rule::new(fault.clone()).method("PUT").path(&format!("/{name}?")).nth(1));
                let replaced = scene.cluster.replace(&wanted, Some(&scene.namespace)).await.expect(&context);
                assert_eq!(replaced.text_at(&["data", "k"]), Some("2"), "{context}");
                assert_eq!((rule.fired(), rule.matched()), (1, 2), "{context}");
                assert_eq!(scene.effects(&name, &since).await, 1, "{context}");
                // The returned object can be used for the next replace.
                let mut next = replaced;
                next.as_map_mut().insert("data".to_string(), json!({"k": "3"}));
                scene.cluster.replace(&next, Some(&scene.namespace)).await.expect(&context);
            }
        }
    }
}

#[tokio::test]
async fn deleting() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        for finalizers in [json!([]), json!(["skeg.dev/hold"])] {
            for (at, fault) in passing().into_iter().enumerate() {
                let context = format!("{protocol:?} {fault:?} {finalizers}");
                let name = format!("d{at}-{}", finalizers.as_array().unwrap().len());
                let mut wanted = config_map(&name, json!({}));
                wanted.metadata_mut().unwrap().insert("finalizers".to_string(), finalizers.clone());
                scene.direct.create(&wanted, Some(&scene.namespace)).await.unwrap();
                let since = scene.resource_version().await;
                let path = format!("/{name}");
                let rule = scene.proxy.add(Rule::new(fault.clone()).method("DELETE").path(&path).nth(1));
                let id = config_map_id(&scene.namespace, &name);
                let options = Delete { propagation: Propagation::Background, uid: None };
                let deleted = scene.cluster.delete(&id, "v1", &options).await.expect(&context);
                let expected = if finalizers == json!([]) { Deletion::Gone } else { Deletion::Begun };
                assert_eq!(deleted, expected, "{context}");
                assert_eq!((rule.fired(), rule.matched()), (1, 2), "{context}");
                assert_eq!(scene.effects(&name, &since).await, 1, "{context}");
            }
        }
    }
}
