//! Lost responses combined with concurrent writes.

use std::time::Duration;

use serde_json::json;
use skeg_test_cluster::faults::{ActiveRule, Fault, Rule};

use super::scene::{PROTOCOLS, Scene};
use crate::support::{blocking, config_map};

async fn held(rule: &ActiveRule) {
    let rule = rule.clone();
    assert!(blocking(move || rule.wait_held(Duration::from_secs(60))).await);
}

#[tokio::test]
async fn a_creation_that_is_seen_late_is_still_ones_own() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        scene.proxy.add(Rule::new(Fault::CutAfter).method("POST").nth(1));
        // The write took effect, but only after our check.
        scene.proxy.add(Rule::new(Fault::status(404)).method("GET").path("/configmaps/a").nth(1));
        let since = scene.resource_version().await;
        let created = scene.cluster.create(&config_map("a", json!({"k": "1"})), Some(&scene.namespace)).await.unwrap();
        assert_eq!(created.text_at(&["data", "k"]), Some("1"));
        assert_eq!(scene.effects("a", &since).await, 1);
    }
}

#[tokio::test]
async fn a_creation_is_known_again_without_what_was_empty() {
    let scene = Scene::new(PROTOCOLS[0]).await;
    scene.proxy.add(Rule::new(Fault::CutAfter).method("POST").nth(1));
    let mut wanted = config_map("a", json!({}));
    wanted.metadata_mut().unwrap().insert("annotations".to_string(), json!({}));
    scene.cluster.create(&wanted, Some(&scene.namespace)).await.unwrap();
}

#[tokio::test]
async fn a_creation_that_somebody_else_was_quicker_with_is_an_error() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        scene.proxy.add(Rule::new(Fault::CutBefore).method("POST").nth(1));
        let second = scene.proxy.add(Rule::new(Fault::Pause).method("POST").nth(2));
        let wanted = config_map("a", json!({"k": "ours"}));
        let creating = scene.cluster.create(&wanted, Some(&scene.namespace));
        let meanwhile = async {
            held(&second).await;
            scene.direct.create(&config_map("a", json!({"k": "theirs"})), Some(&scene.namespace)).await.unwrap();
            second.release();
        };
        let (created, ()) = tokio::join!(creating, meanwhile);
        let error = created.unwrap_err();
        assert!(error.is_already_exists(), "{error}");
    }
}

/// The first attempt is lost on its way. The object another writer stores meanwhile contains everything we sent, but
/// our replace was meant to remove something.
#[tokio::test]
async fn a_replacement_is_not_taken_for_somebody_elses() {
    for protocol in PROTOCOLS {
        let scene = Scene::new(protocol).await;
        let theirs = config_map("a", json!({"k": "1", "more": "2"}));
        let mut theirs = scene.direct.create(&theirs, Some(&scene.namespace)).await.unwrap();
        let mut ours = theirs.clone();
        ours.as_map_mut().insert("data".to_string(), json!({"k": "1"}));
        scene.proxy.add(Rule::new(Fault::CutBefore).method("PUT").nth(1));
        let second = scene.proxy.add(Rule::new(Fault::Pause).method("PUT").nth(2));
        let replacing = scene.cluster.replace(&ours, Some(&scene.namespace));
        let meanwhile = async {
            held(&second).await;
            theirs.set_label("theirs", "yes");
            scene.direct.replace(&theirs, Some(&scene.namespace)).await.unwrap();
            second.release();
        };
        let (replaced, ()) = tokio::join!(replacing, meanwhile);
        let error = replaced.unwrap_err();
        assert!(error.is_conflict(), "{error}");
    }
}
