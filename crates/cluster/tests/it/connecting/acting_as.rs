//! Impersonation.

use serde_json::json;
use skeg_cluster::{Cluster, Connection};

use super::port::{port, refusal, who};

#[tokio::test]
async fn by_flags() {
    let port = port();
    let connection = Connection {
        impersonate_user: Some("cook".to_string()),
        impersonate_uid: Some("u-7".to_string()),
        impersonate_groups: vec!["galley".to_string(), "crew, all of it".to_string()],
        ..port.connection(json!({}), port.admin())
    };
    let user = who(&Cluster::connect(&connection).await.unwrap()).await.unwrap();
    assert_eq!((&user["username"], &user["uid"]), (&json!("cook"), &json!("u-7")));
    assert_eq!(user["groups"], json!(["galley", "crew, all of it", "system:authenticated"]));
}

#[tokio::test]
async fn by_a_kubeconfig_with_more_that_is_known_of_the_user() {
    let port = port();
    let user = json!({
        "token": port.cluster.admin_token(), "as": "cook", "as-uid": "u-7", "as-groups": ["galley"],
        "as-user-extra": {"example.com/ship": ["one", "two"]},
    });
    let connection = port.connection(json!({}), user);
    let found = who(&Cluster::connect(&connection).await.unwrap()).await.unwrap();
    assert_eq!((&found["username"], &found["uid"]), (&json!("cook"), &json!("u-7")));
    assert_eq!(found["extra"], json!({"example.com/ship": ["one", "two"]}));
    // A user named by a flag does not inherit groups or the uid from the kubeconfig.
    let other = Connection { impersonate_user: Some("mate".to_string()), ..connection };
    let found = who(&Cluster::connect(&other).await.unwrap()).await.unwrap();
    assert_eq!(found["username"], "mate");
    assert_eq!(found["groups"], json!(["system:authenticated"]));
    assert!(found["extra"].is_null() && found["uid"].as_str().unwrap_or_default().is_empty(), "{found}");
}

#[tokio::test]
async fn needs_a_user_and_the_right_to() {
    let port = port();
    let groups =
        Connection { impersonate_groups: vec!["galley".to_string()], ..port.connection(json!({}), port.admin()) };
    let said = refusal(&groups).await;
    assert!(said.contains("--kube-impersonate-user") && said.contains("context \"sea\""), "{said}");
    let limited = json!({"token": port.cluster.limited_token(), "as": "cook"});
    let said = refusal(&port.connection(json!({}), limited)).await;
    assert!(said.contains("\"limited\" cannot impersonate"), "{said}");
}
