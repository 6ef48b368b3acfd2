//! A running cluster, and the paths of its files.

use crate::folder::Folder;
use crate::guard::Guard;
use crate::kubeconfig::{ADMIN, LIMITED};
use crate::server::{LIMIT, Server, late};
use crate::{Error, Options, launch, ports, wait_until};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// Lives as long as this value, and never longer than this process.
#[derive(Debug)]
pub struct TestCluster {
    // The first field, so that it ends the servers before they are waited for.
    _guard: Guard,
    servers: Vec<Server>,
    pub(crate) folder: Folder,
    kubeconfig: PathBuf,
    server_url: String,
    start_time: Duration,
    options: Options,
}

impl TestCluster {
    /// Starts a cluster with all its parts.
    pub fn start() -> Result<Self, Error> {
        Self::start_with(&Options::default())
    }

    /// Starts a cluster with options.
    pub fn start_with(options: &Options) -> Result<Self, Error> {
        launch::launch(options)
    }

    /// The only cluster for all tests of a test binary, each in its own namespaces; started on first use.
    ///
    /// # Panics
    /// It cannot be started, so no test can continue.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Result<TestCluster, Error>> = OnceLock::new();
        match SHARED.get_or_init(Self::start) {
            Ok(cluster) => cluster,
            Err(why) => panic!("no test cluster: {why}"),
        }
    }

    pub(crate) fn new(
        guard: Guard,
        servers: Vec<Server>,
        folder: Folder,
        server_url: String,
        start_time: Duration,
        options: Options,
    ) -> Self {
        let kubeconfig = folder.path("kubeconfig");
        Self { _guard: guard, servers, folder, kubeconfig, server_url, start_time, options }
    }

    /// The file for clients, with the contexts `admin` (the current one) and `limited`.
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// Such as `https://127.0.0.1:20000`.
    pub fn server_url(&self) -> &str {
        &self.server_url
    }

    /// The file with the certificates to trust.
    pub fn certificate_authority(&self) -> PathBuf {
        self.folder.certificate()
    }

    /// The token of a user with all rights.
    pub fn admin_token(&self) -> &'static str {
        ADMIN.token
    }

    /// The token of the user `limited` in the group `testers`, without any rights until a test grants some.
    pub fn limited_token(&self) -> &'static str {
        LIMITED.token
    }

    /// The folder of all files of the cluster; tests may put their files there too.
    pub fn folder(&self) -> &Path {
        self.folder.root()
    }

    /// The output of a program of the control plane, such as `kube-apiserver`.
    pub fn program_log(&self, program: &str) -> PathBuf {
        self.folder.log(program)
    }

    /// How long it took to start.
    pub fn start_time(&self) -> Duration {
        self.start_time
    }

    /// The processes of the control plane.
    pub fn process_ids(&self) -> Vec<u32> {
        self.servers.iter().map(Server::id).collect()
    }

    /// Creates a new namespace, ready for pods.
    pub fn fresh_namespace(&self, prefix: &str) -> Result<String, Error> {
        let name = format!("{prefix}-{:08x}", ports::random() as u32);
        self.kubectl_run(["create", "namespace", &name])?;
        if self.options.controllers {
            let account = ["--namespace", &name, "get", "serviceaccount", "default"];
            wait_until(LIMIT, || self.kubectl_run(account).ok()).ok_or_else(|| late("a service account", ""))?;
        }
        Ok(name)
    }
}
