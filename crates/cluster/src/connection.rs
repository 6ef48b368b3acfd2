//! How to reach a cluster, as the command line or a caller says it. Plain data: nothing here reads the environment.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::config;
use crate::error::Error;
use crate::in_process::InProcess;
use crate::observer::Observer;

/// All that may be said about a connection. By default: the service account of the pod we run in.
#[derive(Clone)]
pub struct Connection {
    /// Files of which at least one must exist; merged, the first that names something wins.
    pub kubeconfigs: Vec<PathBuf>,
    /// Used where `kubeconfigs` is empty; those that do not exist are skipped.
    pub default_kubeconfigs: Vec<PathBuf>,
    /// A whole kubeconfig in base64; wins over files.
    pub kubeconfig_base64: Option<Secret>,
    pub context: Option<String>,
    pub context_cluster: Option<String>,
    pub context_user: Option<String>,
    /// `https://…`, or `http://…` for a proxy in front of the server.
    pub api_server: Option<String>,
    /// The name that the server's certificate is checked for.
    pub tls_name: Option<String>,
    pub ca: Option<PathBuf>,
    /// In base64, as in a kubeconfig.
    pub ca_data: Option<String>,
    pub cert: Option<PathBuf>,
    pub cert_data: Option<String>,
    pub key: Option<PathBuf>,
    pub key_data: Option<Secret>,
    pub token: Option<Secret>,
    pub token_path: Option<PathBuf>,
    pub username: Option<String>,
    pub password: Option<Secret>,
    /// `oidc`, with its settings.
    pub auth_provider: Option<String>,
    pub auth_provider_config: BTreeMap<String, String>,
    pub impersonate_user: Option<String>,
    pub impersonate_uid: Option<String>,
    pub impersonate_groups: Vec<String>,
    /// Goes before the proxies of the environment.
    pub proxy_url: Option<String>,
    /// What `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say.
    pub https_proxy: Option<String>,
    pub http_proxy: Option<String>,
    pub no_proxy: Option<String>,
    /// What `KUBERNETES_SERVICE_HOST` and `KUBERNETES_SERVICE_PORT` say, in a pod.
    pub service_host: Option<String>,
    pub service_port: Option<String>,
    /// What `POD_NAMESPACE` says, in a pod: goes before what the service account says.
    pub pod_namespace: Option<String>,
    /// The folder with the token of the pod's service account.
    pub service_account: PathBuf,
    /// For one attempt at a short call; none: a minute and a bit, which is more than the server itself allows.
    pub request_timeout: Option<Duration>,
    /// Do not check the server's certificate.
    pub insecure: bool,
    /// Nobody is there to be asked: credential plugins run without a terminal and say nothing.
    pub is_unattended: bool,
    /// How many short calls may be under way at once.
    pub parallelism: usize,
    pub user_agent: String,
    /// How long a call goes on trying while the server is unreachable or overloaded.
    pub retry_budget: Duration,
    /// Speak HTTP/1.1 even to servers that know better.
    pub http1_only: bool,
    /// Told of all that goes on.
    pub observer: Observer,
    /// Answers instead of a server; then nothing else above counts but limits and times.
    pub in_process: Option<InProcess>,
}

impl Default for Connection {
    fn default() -> Connection {
        Connection {
            kubeconfigs: Vec::new(),
            default_kubeconfigs: Vec::new(),
            kubeconfig_base64: None,
            context: None,
            context_cluster: None,
            context_user: None,
            api_server: None,
            tls_name: None,
            ca: None,
            ca_data: None,
            cert: None,
            cert_data: None,
            key: None,
            key_data: None,
            token: None,
            token_path: None,
            username: None,
            password: None,
            auth_provider: None,
            auth_provider_config: BTreeMap::new(),
            impersonate_user: None,
            impersonate_uid: None,
            impersonate_groups: Vec::new(),
            proxy_url: None,
            https_proxy: None,
            http_proxy: None,
            no_proxy: None,
            service_host: None,
            service_port: None,
            pod_namespace: None,
            service_account: PathBuf::from("/var/run/secrets/kubernetes.io/serviceaccount"),
            request_timeout: None,
            insecure: false,
            is_unattended: false,
            parallelism: 30,
            user_agent: concat!("skeg/", env!("CARGO_PKG_VERSION")).to_string(),
            retry_budget: Duration::from_secs(60),
            http1_only: false,
            observer: Observer::default(),
            in_process: None,
        }
    }
}

impl Connection {
    /// Whether a client can be made of this. Reads files, runs nothing, sends nothing.
    pub fn check(&self) -> Result<(), Error> {
        if self.in_process.is_some() {
            return Ok(());
        }
        config::resolve(self).map(drop)
    }

    /// The contexts of the kubeconfig, each with the cluster it is for. Reads files, runs nothing, sends nothing. What cannot be
    /// read says nothing.
    pub fn contexts(&self) -> Vec<(String, String)> {
        config::contexts(self)
    }

    /// The namespace of the context, or else of the pod we run in. Reads files, runs nothing, sends nothing. What cannot be
    /// read says nothing.
    pub fn namespace(&self) -> Option<String> {
        config::namespace(self)
    }
}

/// A text that is never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Secret {
        Secret::new(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<hidden>")
    }
}
