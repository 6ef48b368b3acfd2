//! The parts of a cluster.

use skeg_go_programs::{
    KUBE_APISERVER, KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER, OLDEST_KUBE_APISERVER, OLDEST_KUBE_CONTROLLER_MANAGER,
    OLDEST_KUBE_SCHEDULER, Program,
};

/// The version of Kubernetes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kubernetes {
    /// 1.36.
    #[default]
    Newest,
    /// 1.30; built by `cargo xtask setup --other-kubernetes`.
    Oldest,
}

impl Kubernetes {
    /// Whether its programs have been built.
    pub fn is_installed(self) -> bool {
        [self.apiserver(), self.controller_manager(), self.scheduler()]
            .iter()
            .all(|program| program.installed().is_ok())
    }

    pub(crate) fn apiserver(self) -> &'static Program {
        if self == Kubernetes::Newest { &KUBE_APISERVER } else { &OLDEST_KUBE_APISERVER }
    }

    pub(crate) fn controller_manager(self) -> &'static Program {
        if self == Kubernetes::Newest { &KUBE_CONTROLLER_MANAGER } else { &OLDEST_KUBE_CONTROLLER_MANAGER }
    }

    pub(crate) fn scheduler(self) -> &'static Program {
        if self == Kubernetes::Newest { &KUBE_SCHEDULER } else { &OLDEST_KUBE_SCHEDULER }
    }
}

/// The parts to start; all by default.
#[derive(Debug, Clone)]
pub struct Options {
    /// Deployments get pods, claims get volumes, namespaces get their service account and can be deleted.
    pub controllers: bool,
    /// Pods are assigned to a node.
    pub scheduler: bool,
    /// Simulates nodes and pods. Also creates a node, volumes and logs.
    pub kwok: bool,
    /// More flags for kube-apiserver, such as `--feature-gates=…`.
    pub apiserver_flags: Vec<String>,
    /// Which version of Kubernetes.
    pub kubernetes: Kubernetes,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            controllers: true,
            scheduler: true,
            kwok: true,
            apiserver_flags: Vec::new(),
            kubernetes: Kubernetes::Newest,
        }
    }
}

impl Options {
    /// etcd and the API server alone: quicker to start, and no other load on the machine.
    pub fn api_only() -> Self {
        Self { controllers: false, scheduler: false, kwok: false, ..Self::default() }
    }
}
