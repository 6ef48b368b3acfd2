//! An API server that accepts client certificates, and helpers to connect to it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use skeg_cluster::{Cluster, Connection, Error};
use skeg_test_cluster::{Options, TestCluster};

use super::authority::Authority;
use crate::support::object;

pub(super) struct Port {
    pub(super) cluster: TestCluster,
    pub(super) authority: Authority,
}

/// The server that these tests share.
pub(super) fn port() -> &'static Port {
    static PORT: OnceLock<Port> = OnceLock::new();
    PORT.get_or_init(|| {
        let authority = Authority::new("harbour");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("clients-{}.pem", std::process::id()));
        std::fs::write(&file, &authority.certificate).unwrap();
        let flags = vec![format!("--client-ca-file={}", file.display())];
        let cluster = TestCluster::start_with(&Options { apiserver_flags: flags, ..Options::api_only() }).unwrap();
        Port { cluster, authority }
    })
}

impl Port {
    /// A new folder.
    pub(super) fn folder(&self) -> PathBuf {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let folder = self.cluster.folder().join(format!("client-{}", COUNT.fetch_add(1, Ordering::SeqCst)));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A kubeconfig with one context, `sea`. `cluster` is merged over the server's address and authority.
    pub(super) fn kubeconfig(&self, cluster: Value, user: Value) -> Value {
        let mut whole = json!({
            "server": self.cluster.server_url(),
            "certificate-authority": self.cluster.certificate_authority(),
        });
        whole.as_object_mut().unwrap().extend(cluster.as_object().unwrap().clone());
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "sea",
            "contexts": [{"name": "sea", "context": {"cluster": "harbour", "user": "anna"}}],
            "clusters": [{"name": "harbour", "cluster": whole}],
            "users": [{"name": "anna", "user": user}],
        })
    }

    /// A connection with that kubeconfig, written to a new file.
    pub(super) fn connection(&self, cluster: Value, user: Value) -> Connection {
        by_file(&self.folder().join("config"), &self.kubeconfig(cluster, user))
    }

    pub(super) fn admin(&self) -> Value {
        json!({"token": self.cluster.admin_token()})
    }

    /// A new service account: its token, and its user name on the server.
    pub(super) fn account(&self, name: &str) -> (String, String) {
        let namespace = self.cluster.fresh_namespace(name).unwrap();
        self.cluster.kubectl_run(["-n", &namespace, "create", "serviceaccount", name]).unwrap();
        let token = self.cluster.kubectl_run(["-n", &namespace, "create", "token", name]).unwrap();
        (token.trim().to_string(), format!("system:serviceaccount:{namespace}:{name}"))
    }

    pub(super) fn number(&self) -> u16 {
        self.cluster.server_url().rsplit(':').next().unwrap().parse().unwrap()
    }
}

pub(super) fn by_file(file: &Path, kubeconfig: &Value) -> Connection {
    std::fs::write(file, kubeconfig.to_string()).unwrap();
    Connection { kubeconfigs: vec![file.to_path_buf()], ..Connection::default() }
}

/// The user the server takes us for.
pub(super) async fn who(cluster: &Cluster) -> Result<Value, Error> {
    let question = object(
        json!({"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview", "metadata": {"name": "me"}}),
    );
    let answer = cluster.create(&question, None).await?;
    Ok(answer.at(&["status", "userInfo"]).cloned().unwrap())
}

pub(super) async fn name(connection: &Connection) -> Result<String, Error> {
    let user = who(&Cluster::connect(connection).await?).await?;
    Ok(user["username"].as_str().unwrap().to_string())
}

/// The error of connecting or of the first call.
pub(super) async fn refusal(connection: &Connection) -> String {
    match name(connection).await {
        Ok(name) => panic!("connected as {name}"),
        Err(error) => error.to_string(),
    }
}
