//! The list. Versions stand here and in the `go.mod` files; raise them together.

use crate::Program;

/// Helm 4, whose output `--helm-compat v4` follows.
pub const HELM_4: Program = Program {
    name: "helm",
    package: "helm.sh/helm/v4/cmd/helm",
    module: "oracles/helm4",
    settings: &["helm.sh/helm/v4/internal/version.version=v4.2.4", "helm.sh/helm/v4/internal/version.metadata="],
};

/// Linked with the settings of its Makefile: without them it takes another Kubernetes for granted.
pub const HELM_3: Program = Program {
    name: "helm",
    package: "helm.sh/helm/v3/cmd/helm",
    module: "oracles/helm3",
    settings: &[
        "helm.sh/helm/v3/internal/version.version=v3.21.4",
        "helm.sh/helm/v3/internal/version.metadata=",
        "helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1",
        "helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=36",
        "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor=1",
        "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor=36",
    ],
};

/// The API server of the newest Kubernetes tested.
pub const KUBE_APISERVER: Program = kubernetes("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver");
/// Its controller manager.
pub const KUBE_CONTROLLER_MANAGER: Program =
    kubernetes("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager");
/// Its scheduler.
pub const KUBE_SCHEDULER: Program = kubernetes("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler");
/// kubectl of the same version.
pub const KUBECTL: Program = kubernetes("kubectl", "k8s.io/kubernetes/cmd/kubectl");
/// The version that Kubernetes itself pins, in the same module.
pub const ETCD: Program = kubernetes("etcd", "go.etcd.io/etcd/server/v3");

/// Simulates kubelets and nodes.
pub const KWOK: Program = Program { name: "kwok", package: "sigs.k8s.io/kwok/cmd/kwok", module: "kwok", settings: &[] };

/// The oldest Kubernetes that still builds whole from Go's module registry. etcd, kubectl and kwok of the newest serve it.
pub const OLDEST_KUBE_APISERVER: Program = oldest("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver");
/// The controller manager of the oldest Kubernetes tested.
pub const OLDEST_KUBE_CONTROLLER_MANAGER: Program =
    oldest("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager");
/// The scheduler of the oldest Kubernetes tested.
pub const OLDEST_KUBE_SCHEDULER: Program = oldest("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler");

/// For tests on another Kubernetes, which are skipped where these are missing: they take as long to build as all others.
pub const OTHER_KUBERNETES: &[Program] =
    &[OLDEST_KUBE_APISERVER, OLDEST_KUBE_CONTROLLER_MANAGER, OLDEST_KUBE_SCHEDULER];

/// All of them but the other Kubernetes, the Helms first, since more of the work wants them.
pub const ALL: &[Program] =
    &[HELM_4, HELM_3, ETCD, KUBE_APISERVER, KUBECTL, KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER, KWOK];

/// Without the settings the server says v0.0.0, and charts that name a `kubeVersion` refuse it.
const fn kubernetes(name: &'static str, package: &'static str) -> Program {
    let settings = &[
        "k8s.io/component-base/version.gitVersion=v1.36.3",
        "k8s.io/component-base/version.gitMajor=1",
        "k8s.io/component-base/version.gitMinor=36",
    ];
    Program { name, package, module: "control-plane", settings }
}

const fn oldest(name: &'static str, package: &'static str) -> Program {
    let settings = &[
        "k8s.io/component-base/version.gitVersion=v1.30.14",
        "k8s.io/component-base/version.gitMajor=1",
        "k8s.io/component-base/version.gitMinor=30",
    ];
    Program { name, package, module: "control-plane-1.30", settings }
}
