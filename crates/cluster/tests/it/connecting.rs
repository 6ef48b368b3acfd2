//! Every way to configure a connection.

mod acting_as;
mod authority;
mod certificates;
mod issuer;
mod kubeconfigs;
mod mishaps;
mod oidc;
mod plugins;
mod pods;
mod port;
mod proxies;
mod proxy;
mod tls;

use base64::Engine;
use skeg_cluster::{Cluster, Connection, Error, Secret};
use skeg_test_cluster::TestCluster;

use crate::support::{connect, connection};

#[tokio::test]
async fn by_kubeconfig() {
    let cluster = connect().await;
    let version = cluster.version().await.unwrap();
    assert_eq!(version.major, "1");
    assert!(version.git_version.starts_with("v1."), "{version:?}");
    assert_eq!(cluster.default_namespace(), "default");
}

#[tokio::test]
async fn by_kubeconfig_in_base64() {
    let text = std::fs::read(TestCluster::shared().kubeconfig()).unwrap();
    let encoded = Secret::new(base64::engine::general_purpose::STANDARD.encode(text));
    let connection = Connection { kubeconfig_base64: Some(encoded), ..Connection::default() };
    Cluster::connect(&connection).await.unwrap().version().await.unwrap();
}

#[tokio::test]
async fn by_address_token_and_ca() {
    let test = TestCluster::shared();
    let connection = Connection {
        api_server: Some(test.server_url().to_string()),
        ca: Some(test.certificate_authority()),
        token: Some(test.admin_token().into()),
        ..Connection::default()
    };
    Cluster::connect(&connection).await.unwrap().version().await.unwrap();
}

#[tokio::test]
async fn by_a_token_file_with_a_line_end() {
    let test = TestCluster::shared();
    let path = test.folder().join("token");
    std::fs::write(&path, format!("{}\n", test.admin_token())).unwrap();
    let connection = Connection { token_path: Some(path), ..connection() };
    Cluster::connect(&connection).await.unwrap().api_versions().await.unwrap();
}

#[tokio::test]
async fn a_new_token_in_the_file_is_found_after_a_401() {
    let test = TestCluster::shared();
    let path = test.folder().join("changing-token");
    std::fs::write(&path, "old").unwrap();
    let cluster = Cluster::connect(&Connection { token_path: Some(path.clone()), ..connection() }).await.unwrap();
    let error = cluster.api_versions().await.unwrap_err();
    assert_eq!(error.status().map(|status| status.code), Some(401), "{error}");
    std::fs::write(&path, test.admin_token()).unwrap();
    cluster.api_versions().await.unwrap();
}

#[tokio::test]
#[cfg(unix)]
async fn by_a_credential_plugin_that_is_run_again_after_a_401() {
    use std::os::unix::fs::PermissionsExt;
    let test = TestCluster::shared();
    let folder = test.folder().join("plugin");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("token"), "stale").unwrap();
    let plugin = folder.join("login");
    let script = format!(
        "#!/bin/sh\nprintf '{{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{{\"token\":\"%s\"}}}}' \"$(cat '{}')\"\n",
        folder.join("token").display()
    );
    std::fs::write(&plugin, script).unwrap();
    std::fs::set_permissions(&plugin, std::fs::Permissions::from_mode(0o755)).unwrap();
    let kubeconfig = format!(
        "apiVersion: v1\nkind: Config\ncurrent-context: exec\ncontexts:\n- {{name: exec, context: {{cluster: c, user: u, namespace: home}}}}\n\
         clusters:\n- {{name: c, cluster: {{server: '{}', certificate-authority: '{}'}}}}\n\
         users:\n- {{name: u, user: {{exec: {{apiVersion: client.authentication.k8s.io/v1, command: ./login, interactiveMode: Never}}}}}}\n",
        test.server_url(),
        test.certificate_authority().display()
    );
    std::fs::write(folder.join("config"), kubeconfig).unwrap();
    let connection = Connection { kubeconfigs: vec![folder.join("config")], ..Connection::default() };
    let cluster = Cluster::connect(&connection).await.unwrap();
    assert_eq!(cluster.default_namespace(), "home");
    assert_eq!(cluster.api_versions().await.unwrap_err().status().map(|status| status.code), Some(401));
    std::fs::write(folder.join("token"), test.admin_token()).unwrap();
    cluster.api_versions().await.unwrap();
}

#[tokio::test]
async fn as_somebody_else() {
    let connection = Connection {
        impersonate_user: Some("nobody".to_string()),
        impersonate_groups: vec!["system:authenticated".to_string()],
        ..connection()
    };
    let cluster = Cluster::connect(&connection).await.unwrap();
    let id = crate::support::config_map_id("default", "x");
    let error = cluster.get(&id, "v1").await.unwrap_err();
    assert!(error.is_forbidden(), "{error}");
    assert!(error.to_string().starts_with("reading ConfigMap/x in namespace default: "), "{error}");
    assert!(error.to_string().contains("nobody"), "{error}");
}

#[tokio::test]
async fn by_another_context() {
    let cluster = Cluster::connect(&Connection { context: Some("limited".to_string()), ..connection() }).await.unwrap();
    let error = cluster.get(&crate::support::config_map_id("default", "x"), "v1").await.unwrap_err();
    assert!(error.is_forbidden(), "{error}");
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    let refused = async |connection: Connection| match Cluster::connect(&connection).await {
        Err(Error::Configuration(message)) => message,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("connected"),
    };
    let message = refused(Connection { context: Some("nope".to_string()), ..connection() }).await;
    let kubeconfig = format!("the kubeconfig {}", TestCluster::shared().kubeconfig().display());
    assert_eq!(message, format!("there is no context \"nope\" in {kubeconfig}; known contexts: admin, limited"));
    let message = refused(Connection { context_cluster: Some("nope".to_string()), ..connection() }).await;
    assert!(message.starts_with("there is no cluster \"nope\" for context \"admin\""), "{message}");
    let message = refused(Connection { context_user: Some("nope".to_string()), ..connection() }).await;
    assert!(message.starts_with("there is no user \"nope\" for context \"admin\""), "{message}");
    let missing = vec!["/not/there".into()];
    let message = refused(Connection { kubeconfigs: missing.clone(), ..Connection::default() }).await;
    assert!(message.starts_with("reading the kubeconfig /not/there: no such file"), "{message}");
    let message = refused(Connection { default_kubeconfigs: missing, ..Connection::default() }).await;
    assert!(message.contains("looked for /not/there") && message.contains("--kube-config"), "{message}");
    let message = refused(Connection { api_server: Some("https://".to_string()), ..connection() }).await;
    assert!(message.contains("the API server \"https://\" of context \"admin\" of"), "{message}");
}

#[tokio::test]
async fn an_untrusted_server_is_refused_at_once_and_trusted_by_choice() {
    let test = TestCluster::shared();
    let untrusted = Connection {
        api_server: Some(test.server_url().to_string()),
        token: Some(test.admin_token().into()),
        ..Connection::default()
    };
    let error = Cluster::connect(&untrusted).await.unwrap().version().await.unwrap_err();
    assert!(matches!(&error, Error::Configuration(message) if message.contains("--kube-ca")), "{error}");
    let insecure = Connection { insecure: true, ..untrusted };
    Cluster::connect(&insecure).await.unwrap().version().await.unwrap();
}

#[tokio::test]
async fn an_absent_server_is_told_soon() {
    let nobody = Connection { api_server: Some("http://127.0.0.1:1".to_string()), ..Connection::default() };
    let error = Cluster::connect(&nobody).await.unwrap().version().await.unwrap_err();
    assert!(matches!(&error, Error::Unreachable { sent: false, .. }), "{error:?}");
    assert!(error.to_string().starts_with("reading the cluster's version: "), "{error}");
}
