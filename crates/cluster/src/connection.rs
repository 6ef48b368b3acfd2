//! How to reach a cluster, as given by flags or a caller. Plain data: nothing here reads the environment.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::config;
use crate::error::Error;
use crate::in_process::InProcess;
use crate::observer::Observer;

/// Settings of a connection. The default is the service account of the pod we run in.
#[derive(Clone)]
pub struct Connection {
    /// Files of which at least one must exist; merged, and the first that defines a name wins.
    pub kubeconfigs: Vec<PathBuf>,
    /// Used if `kubeconfigs` is empty; missing files are skipped.
    pub default_kubeconfigs: Vec<PathBuf>,
    /// A whole kubeconfig in base64; overrides files.
    pub kubeconfig_base64: Option<Secret>,
    /// The context to use; `None` for the current one.
    pub context: Option<String>,
    /// Overrides the context's cluster.
    pub context_cluster: Option<String>,
    /// Overrides the context's user.
    pub context_user: Option<String>,
    /// `https://…`, or `http://…` for a proxy in front of the server.
    pub api_server: Option<String>,
    /// The name to verify the server's certificate against.
    pub tls_name: Option<String>,
    /// File with the certificate authorities; `None` for the kubeconfig's or the system's.
    pub ca: Option<PathBuf>,
    /// In base64, as in a kubeconfig.
    pub ca_data: Option<String>,
    /// File with the client certificate.
    pub cert: Option<PathBuf>,
    /// The client certificate, in base64 or PEM.
    pub cert_data: Option<String>,
    /// File with the client's private key.
    pub key: Option<PathBuf>,
    /// The client's private key, in base64 or PEM.
    pub key_data: Option<Secret>,
    /// A bearer token.
    pub token: Option<Secret>,
    /// File with a bearer token, read again when the server rejects it.
    pub token_path: Option<PathBuf>,
    /// For basic authentication.
    pub username: Option<String>,
    /// For basic authentication.
    pub password: Option<Secret>,
    /// `oidc`, with its settings.
    pub auth_provider: Option<String>,
    /// Settings of `auth_provider`.
    pub auth_provider_config: BTreeMap<String, String>,
    /// Act as this user.
    pub impersonate_user: Option<String>,
    /// Act as the user with this uid.
    pub impersonate_uid: Option<String>,
    /// Act as a member of these groups.
    pub impersonate_groups: Vec<String>,
    /// Overrides the proxies of the environment.
    pub proxy_url: Option<String>,
    /// The value of `HTTPS_PROXY`; the next two are `HTTP_PROXY` and `NO_PROXY`.
    pub https_proxy: Option<String>,
    /// The value of `HTTP_PROXY`.
    pub http_proxy: Option<String>,
    /// The value of `NO_PROXY`.
    pub no_proxy: Option<String>,
    /// The value of `KUBERNETES_SERVICE_HOST`, set in pods; the next one is `KUBERNETES_SERVICE_PORT`.
    pub service_host: Option<String>,
    /// The value of `KUBERNETES_SERVICE_PORT`.
    pub service_port: Option<String>,
    /// The value of `POD_NAMESPACE`; overrides the namespace of the service account.
    pub pod_namespace: Option<String>,
    /// The folder with the token of the pod's service account.
    pub service_account: PathBuf,
    /// Time limit for one attempt at a short call; `None` for 75 s, a little more than the server's own limit.
    pub request_timeout: Option<Duration>,
    /// Do not check the server's certificate.
    pub insecure: bool,
    /// No user is present: credential plugins run without a terminal, and their output is discarded.
    pub is_unattended: bool,
    /// How many short calls may run at once.
    pub parallelism: usize,
    /// The `User-Agent` header.
    pub user_agent: String,
    /// How long a call is retried while the server is unreachable or overloaded.
    pub retry_budget: Duration,
    /// Use HTTP/1.1 even if the server offers HTTP/2.
    pub http1_only: bool,
    /// Receives debug notes of all requests.
    pub observer: Observer,
    /// A service that answers instead of a server; then only limits and timeouts of the above apply.
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
    /// Checks that a client can be built. Reads files, runs nothing, sends nothing.
    pub fn check(&self) -> Result<(), Error> {
        if self.in_process.is_some() {
            return Ok(());
        }
        config::resolve(self).map(drop)
    }

    /// The contexts of the kubeconfig with their clusters. Reads files, runs nothing, sends nothing. Unreadable files
    /// are skipped.
    pub fn contexts(&self) -> Vec<(String, String)> {
        config::contexts(self)
    }

    /// The namespace of the context, or else of the pod we run in. Reads files, runs nothing, sends nothing. Unreadable
    /// files are skipped.
    pub fn namespace(&self) -> Option<String> {
        config::namespace(self)
    }
}

/// A text that `Debug` never shows.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret text.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The text itself: keep it out of messages.
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
