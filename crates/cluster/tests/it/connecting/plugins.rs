//! Credential plugins.

use std::path::PathBuf;

use serde_json::{Value, json};
use skeg_cluster::{Cluster, Connection};

use super::authority::LONG_FROM_NOW;
use super::port::{by_file, name, port, refusal, who};

/// A plugin that counts its runs, keeps its input, and prints the contents of a file.
struct Plugin {
    folder: PathBuf,
}

impl Plugin {
    fn new() -> Plugin {
        let folder = port().folder();
        let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\" && echo run >> runs && printf '%s' \"$KUBERNETES_EXEC_INFO\" > told && \
                      printf '%s' \"$MARK $*\" > given && ! rm failure-1 2>&- && ! rm failure-2 2>&- && cat answer\n";
        skeg_test_cluster::write_program(&folder.join("login"), script).unwrap();
        Plugin { folder }
    }

    fn answers(&self, status: Value) {
        let answer =
            json!({"apiVersion": "client.authentication.k8s.io/v1beta1", "kind": "ExecCredential", "status": status});
        std::fs::write(self.folder.join("answer"), answer.to_string()).unwrap();
    }

    fn connection(&self, more: Value) -> Connection {
        let mut exec = json!({
            "apiVersion": "client.authentication.k8s.io/v1beta1", "command": "./login", "args": ["one", "two"],
            "env": [{"name": "MARK", "value": "marked"}],
        });
        exec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        by_file(&self.folder.join("config"), &port().kubeconfig(json!({}), json!({"exec": exec})))
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    fn runs(&self) -> usize {
        self.text("runs").lines().count()
    }
}

#[tokio::test]
async fn run_once_and_told_what_they_asked_for() {
    let (port, plugin) = (port(), Plugin::new());
    plugin.answers(json!({"token": port.cluster.admin_token(), "expirationTimestamp": "2049-01-01T00:00:00Z"}));
    let cluster = Cluster::connect(&plugin.connection(json!({"provideClusterInfo": true}))).await.unwrap();
    for _ in 0..3 {
        assert_eq!(who(&cluster).await.unwrap()["username"], "admin");
    }
    assert_eq!(plugin.runs(), 1);
    assert_eq!(plugin.text("given"), "marked one two");
    let told: Value = serde_json::from_str(&plugin.text("told")).unwrap();
    assert_eq!(told["spec"]["cluster"]["server"], port.cluster.server_url());
    assert!(told["spec"]["cluster"]["certificate-authority-data"].as_str().is_some_and(|data| !data.is_empty()));
    assert_eq!(told["spec"]["interactive"], false);
}

#[tokio::test]
async fn run_again_when_what_they_gave_has_expired() {
    let (port, plugin) = (port(), Plugin::new());
    plugin.answers(json!({"token": port.cluster.admin_token(), "expirationTimestamp": "2021-01-01T00:00:00Z"}));
    let cluster = Cluster::connect(&plugin.connection(json!({}))).await.unwrap();
    assert_eq!(plugin.runs(), 1);
    plugin.answers(json!({"token": port.cluster.limited_token(), "expirationTimestamp": "2049-01-01T00:00:00Z"}));
    assert_eq!(who(&cluster).await.unwrap()["username"], "limited");
    assert_eq!(who(&cluster).await.unwrap()["username"], "limited");
    assert_eq!(plugin.runs(), 2);
}

#[tokio::test]
async fn that_give_certificates_are_run_again_after_a_401() {
    let (port, plugin) = (port(), Plugin::new());
    let give = |user: &str, until: &str| {
        let pair = port.authority.issue(user, &[], until);
        plugin.answers(json!({"clientCertificateData": pair.certificate, "clientKeyData": pair.key}));
    };
    give("old", super::authority::LONG_AGO);
    let cluster = Cluster::connect(&plugin.connection(json!({}))).await.unwrap();
    give("new", LONG_FROM_NOW);
    assert_eq!(who(&cluster).await.unwrap()["username"], "new");
    assert_eq!(plugin.runs(), 2);
}

#[tokio::test]
async fn that_fail_for_a_moment() {
    let (port, plugin) = (port(), Plugin::new());
    plugin.answers(json!({"token": port.cluster.admin_token(), "expirationTimestamp": "2021-01-01T00:00:00Z"}));
    let cluster = Cluster::connect(&plugin.connection(json!({}))).await.unwrap();
    plugin.answers(json!({"token": port.cluster.limited_token(), "expirationTimestamp": "2049-01-01T00:00:00Z"}));
    for failure in ["failure-1", "failure-2"] {
        std::fs::write(plugin.folder.join(failure), "").unwrap();
    }
    let calls = futures::future::join_all((0..10).map(|_| who(&cluster)));
    assert!(calls.await.into_iter().all(|found| found.unwrap()["username"] == "limited"));
    assert_eq!(plugin.runs(), 4, "at first, two failures, and once for all");
}

#[tokio::test]
async fn that_fail_for_good() {
    let (port, plugin) = (port(), Plugin::new());
    plugin.answers(json!({"token": port.cluster.admin_token(), "expirationTimestamp": "2021-01-01T00:00:00Z"}));
    let cluster = Cluster::connect(&plugin.connection(json!({"interactiveMode": "Never"}))).await.unwrap();
    std::fs::remove_file(plugin.folder.join("answer")).unwrap();
    let calls = futures::future::join_all((0..10).map(|_| who(&cluster))).await;
    for error in calls.into_iter().map(|found| found.unwrap_err().to_string()) {
        assert!(error.contains("exit status: 1: cat: "), "{error}");
    }
    assert_eq!(plugin.runs(), 4, "not once more for each call");
}

#[tokio::test]
async fn that_fail() {
    let (port, plugin) = (port(), Plugin::new());
    let said = refusal(&plugin.connection(json!({"interactiveMode": "Never"}))).await;
    let begin =
        format!("running the credential plugin \"{}/./login\" of context \"sea\" of the", plugin.folder.display());
    assert!(said.starts_with(&begin) && said.contains("exit status: 1: cat: "), "{said}");
    plugin.answers(json!({"token": "wrong"}));
    let said = refusal(&plugin.connection(json!({}))).await;
    assert!(said.contains("does not accept the credentials of the plugin") && !said.contains("wrong"), "{said}");
    let hint = json!({"command": "not-there-at-all", "installHint": "get it from the chandler"});
    let said = refusal(&plugin.connection(hint)).await;
    assert!(said.contains("\"not-there-at-all\"") && said.ends_with("get it from the chandler"), "{said}");
    let said = refusal(&plugin.connection(json!({"interactiveMode": "Sometimes"}))).await;
    assert!(said.starts_with("reading the kubeconfig /") && said.contains("Sometimes"), "{said}");
    // A token takes precedence: the plugin does not run.
    let runs = plugin.runs();
    let by_token = Connection { token: Some(port.cluster.admin_token().into()), ..plugin.connection(json!({})) };
    assert_eq!(name(&by_token).await.unwrap(), "admin");
    assert_eq!(plugin.runs(), runs);
}
