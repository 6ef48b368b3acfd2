//! What a cluster consists of.

/// All parts unless told otherwise.
#[derive(Debug, Clone)]
pub struct Options {
    /// Deployments get pods, claims get volumes, namespaces get their service account and can be deleted.
    pub controllers: bool,
    /// Pods get a node.
    pub scheduler: bool,
    /// Nodes and pods come to life. Makes a node, volumes and logs as well.
    pub kwok: bool,
    /// More flags for kube-apiserver, such as `--feature-gates=…`.
    pub apiserver_flags: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { controllers: true, scheduler: true, kwok: true, apiserver_flags: Vec::new() }
    }
}

impl Options {
    /// etcd and the API server alone: quicker to start, and nothing else at work on the machine.
    pub fn api_only() -> Self {
        Self { controllers: false, scheduler: false, kwok: false, apiserver_flags: Vec::new() }
    }
}
