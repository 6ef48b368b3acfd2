//! Bad days: what is tried again, what is not done twice, what is given up.

use serde_json::json;
use skeg_cluster::{Apply, Delete, Deletion, Error, Query};
use skeg_resources::Propagation;

use crate::proxy::{Fault, Script, behind};
use crate::support::{config_map, config_map_id, connect, connect_and_namespace};

fn answer(code: u16, headers: &'static str) -> Fault {
    Fault::Answer(code, headers, String::new())
}

fn status(code: u16, message: &str) -> Fault {
    let body =
        json!({"kind": "Status", "status": "Failure", "code": code, "reason": "InternalError", "message": message});
    Fault::Answer(code, "", body.to_string())
}

#[tokio::test]
async fn overload_and_trouble_of_the_server_pass() {
    let (_, namespace) = connect_and_namespace("retry").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    let wanted = config_map("a", json!({"k": "1"}));
    for fault in [
        answer(429, "Retry-After: 1\r\n"),
        answer(503, "Retry-After: 0\r\n"),
        answer(502, ""),
        answer(504, ""),
        status(500, "etcdserver: leader changed"),
        status(500, "Internal error occurred: something else"),
        Fault::CutBefore,
        Fault::CutAfter,
        Fault::CutWithin,
    ] {
        script.add("PATCH", fault);
    }
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert!(script.is_done());
    assert_eq!(script.count("PATCH"), 10);
}

#[tokio::test]
async fn reads_are_repeated() {
    let (_, namespace) = connect_and_namespace("retry-reads").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    cluster.apply(&config_map("a", json!({"k": "1"})), Some(&namespace), &Apply::default()).await.unwrap();
    for fault in [Fault::CutBefore, Fault::CutAfter, Fault::CutWithin, answer(500, ""), answer(429, "")] {
        script.add("GET", fault.clone());
        assert!(cluster.get(&config_map_id(&namespace, "a"), "v1").await.unwrap().is_some());
        script.add("GET", fault);
        let kind = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
        assert!(!cluster.list(&kind, Some(&namespace), &Query::default()).await.unwrap().objects.is_empty());
    }
    assert!(script.is_done());
}

#[tokio::test]
async fn a_creation_whose_answer_was_lost_is_not_done_twice() {
    let (direct, namespace) = connect_and_namespace("retry-create").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    // Something answered before, so the server counts as being there.
    cluster.version().await.unwrap();
    let faults =
        [Fault::CutBefore, Fault::CutAfter, Fault::CutWithin, answer(500, ""), answer(429, ""), answer(504, "")];
    for (n, fault) in faults.into_iter().enumerate() {
        script.add("POST", fault);
        let name = format!("c{n}");
        let created = cluster.create(&config_map(&name, json!({"k": "1"})), Some(&namespace)).await.unwrap();
        let live = direct.get(&config_map_id(&namespace, &name), "v1").await.unwrap().unwrap();
        assert_eq!(created.uid(), live.uid(), "{name}");
    }
    assert!(script.is_done());
}

#[tokio::test]
async fn a_creation_that_met_another_object_is_an_error() {
    let (direct, namespace) = connect_and_namespace("retry-other").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    cluster.version().await.unwrap();
    direct.create(&config_map("a", json!({"k": "theirs"})), Some(&namespace)).await.unwrap();
    script.add("POST", Fault::CutAfter);
    let error = cluster.create(&config_map("a", json!({"k": "ours"})), Some(&namespace)).await.unwrap_err();
    assert!(error.is_already_exists(), "{error}");
}

#[tokio::test]
async fn a_replacement_whose_answer_was_lost_is_no_conflict() {
    let (direct, namespace) = connect_and_namespace("retry-replace").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    let mut object = cluster.create(&config_map("a", json!({"k": "0"})), Some(&namespace)).await.unwrap();
    for (n, fault) in [Fault::CutBefore, Fault::CutAfter, answer(502, "")].into_iter().enumerate() {
        script.add("PUT", fault);
        object.as_map_mut().insert("data".to_string(), json!({"k": format!("new-{n}")}));
        object = cluster.replace(&object, Some(&namespace)).await.unwrap();
    }
    // A true conflict stays one.
    let mut theirs = object.clone();
    theirs.as_map_mut().insert("data".to_string(), json!({"k": "theirs"}));
    direct.replace(&theirs, Some(&namespace)).await.unwrap();
    script.add("PUT", Fault::CutAfter);
    object.as_map_mut().insert("data".to_string(), json!({"k": "ours"}));
    let error = cluster.replace(&object, Some(&namespace)).await.unwrap_err();
    assert!(error.is_conflict(), "{error}");
    assert!(script.is_done());
}

#[tokio::test]
async fn a_deletion_never_hits_a_successor() {
    let (direct, namespace) = connect_and_namespace("retry-delete").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    cluster.create(&config_map("a", json!({})), Some(&namespace)).await.unwrap();
    let id = config_map_id(&namespace, "a");
    let delete = Delete { propagation: Propagation::Background, uid: None };
    script.add("DELETE", Fault::CutAfter);
    assert_eq!(cluster.delete(&id, "v1", &delete).await.unwrap(), Deletion::Gone);

    // Somebody makes it anew while our deletion is still being repeated.
    let old = cluster.create(&config_map("a", json!({})), Some(&namespace)).await.unwrap();
    direct.delete(&id, "v1", &delete).await.unwrap();
    let new = direct.create(&config_map("a", json!({})), Some(&namespace)).await.unwrap();
    let delete = Delete { uid: old.uid().map(str::to_string), ..delete };
    assert!(cluster.delete(&id, "v1", &delete).await.unwrap_err().is_conflict());
    assert_eq!(direct.get(&id, "v1").await.unwrap().unwrap().uid(), new.uid());
}

#[tokio::test]
async fn a_webhook_that_is_down_is_waited_for_in_applies_only() {
    let (_, namespace) = connect_and_namespace("retry-webhook").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    let text = "Internal error occurred: failed calling webhook \"a.example.com\": no endpoints available";
    let wanted = config_map("a", json!({"k": "1"}));
    script.add("PATCH", status(500, text));
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert_eq!(script.count("PATCH"), 2);
    script.add("PATCH", status(500, text));
    let dry = Apply { dry_run: true, ..Apply::default() };
    let error = cluster.apply(&wanted, Some(&namespace), &dry).await.unwrap_err();
    assert!(error.to_string().contains("a.example.com"), "{error}");
}

#[tokio::test]
async fn a_plain_no_is_final() {
    let (_, namespace) = connect_and_namespace("retry-final").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    script.add("PATCH", Fault::Answer(403, "", "no".to_string()));
    let error = cluster.apply(&config_map("a", json!({})), Some(&namespace), &Apply::default()).await.unwrap_err();
    assert!(error.is_forbidden(), "{error}");
    assert!(error.to_string().ends_with("the server answered 403 Forbidden: no"), "{error}");
    assert_eq!(script.count("PATCH"), 1);
}

#[tokio::test]
async fn many_calls_under_overload_all_end_well() {
    let (_, namespace) = connect_and_namespace("retry-many").await;
    let script = Script::default();
    let (cluster, _plain) = behind(&script).await;
    for _ in 0..40 {
        script.add("PATCH", answer(429, "Retry-After: 0\r\n"));
    }
    let applied = (0..200).map(|n| {
        let (cluster, namespace) = (&cluster, &namespace);
        async move {
            let wanted = config_map(&format!("c{n}"), json!({"k": "1"}));
            cluster.apply(&wanted, Some(namespace), &Apply::default()).await
        }
    });
    futures::future::try_join_all(applied).await.unwrap();
    assert_eq!(script.count("PATCH"), 240);
}

#[tokio::test]
async fn an_error_after_the_budget_says_what_was_tried() {
    let test = connect().await;
    drop(test);
    let connection = skeg_cluster::Connection {
        api_server: Some("http://127.0.0.1:1".to_string()),
        retry_budget: std::time::Duration::from_millis(10),
        ..skeg_cluster::Connection::default()
    };
    let cluster = skeg_cluster::Cluster::connect(&connection).await.unwrap();
    let error = cluster.get(&config_map_id("x", "a"), "v1").await.unwrap_err();
    assert!(
        matches!(&error, Error::Unreachable { action, .. } if action == "reading ConfigMap/a in namespace x"),
        "{error}"
    );
}
