//! Flags of the commands that talk to a cluster.

use super::{Flag, Group};

/// How to reach the cluster.
pub(crate) static CONNECTION: Group = Group {
    title: "Cluster",
    flags: &[
        Flag::array("kube-config", "kubeconfig files, merged (default: $KUBECONFIG, ~/.kube/config, the pod's own)")
            .also(&["kubeconfig"])
            .value("FILE")
            .or_variable("KUBECONFIG")
            .starred(),
        Flag::text("kube-config-base64", "a kubeconfig in base64; takes precedence over files").value("BASE64"),
        Flag::text("kube-context", "the context to use").value("NAME").or_variable("HELM_KUBECONTEXT"),
        Flag::text("kube-context-cluster", "use this cluster instead of the context's").value("NAME"),
        Flag::text("kube-context-user", "use this user instead of the context's").value("NAME"),
        Flag::text("kube-api-server", "the address of the API server")
            .also(&["kube-apiserver"])
            .value("URL")
            .or_variable("HELM_KUBEAPISERVER"),
        Flag::text("kube-api-server-tls-name", "the name its certificate must have")
            .also(&["kube-tls-server-name"])
            .value("NAME")
            .or_variable("HELM_KUBETLS_SERVER_NAME"),
        Flag::text("kube-ca", "file with the certificate authority")
            .also(&["kube-ca-file"])
            .value("FILE")
            .or_variable("HELM_KUBECAFILE"),
        Flag::text("kube-ca-data", "the same, in base64").value("BASE64"),
        Flag::text("kube-cert", "file with the client certificate").value("FILE"),
        Flag::text("kube-cert-data", "the same, in base64").value("BASE64"),
        Flag::text("kube-key", "file with the client key").value("FILE"),
        Flag::text("kube-key-data", "the same, in base64").value("BASE64"),
        Flag::text("kube-token", "a bearer token").value("TOKEN").or_variable("HELM_KUBETOKEN"),
        Flag::text("kube-token-path", "file with a bearer token").value("FILE"),
        Flag::text("kube-auth-username", "user name for basic authentication").value("NAME"),
        Flag::text("kube-auth-password", "password for basic authentication").value("PASSWORD"),
        Flag::text("kube-auth-provider", "name of an authentication provider").value("NAME"),
        Flag::map("kube-auth-provider-config", "settings of that provider"),
        Flag::text("kube-impersonate-user", "act as this user")
            .also(&["kube-as-user"])
            .value("NAME")
            .or_variable("HELM_KUBEASUSER"),
        Flag::text("kube-impersonate-uid", "act as the user with this uid").value("UID"),
        Flag::array("kube-impersonate-group", "act as a member of this group").also(&["kube-as-group"]).value("NAME"),
        Flag::text("kube-proxy-url", "reach the API server through this proxy").value("URL"),
        Flag::duration("kube-request-timeout", "give up on a request after this time"),
        Flag::switch("no-verify-kube-tls", "do not verify the API server's certificate")
            .also(&["kube-insecure-skip-tls-verify"]),
        Flag::int("network-parallelism", "maximum number of parallel requests (default 30)"),
        Flag::float("kube-qps-limit", "the API server's own limits are respected").also(&["qps"]).without_effect(),
        Flag::int("kube-burst-limit", "the API server's own limits are respected")
            .also(&["burst-limit"])
            .without_effect(),
    ],
};

/// Which release, and where its records are.
pub(crate) static RELEASE: Group = Group {
    title: "Release",
    flags: &[
        Flag::text("namespace", "the release's namespace (default: the context's)")
            .value("NAME")
            .short('n')
            .or_variable("HELM_NAMESPACE"),
        Flag::text("release", "the release's name").value("NAME").short('r'),
        STORAGE,
    ],
};

/// How records are kept.
pub(crate) const STORAGE: Flag = Flag::choice(
    "release-storage",
    &["secret", "secrets", "configmap", "configmaps", "memory"],
    "keep records in Secrets (the default), ConfigMaps, or in memory until the command ends",
)
.value("secret|configmap|memory")
.refused_value(
    "sql",
    "records in an SQL database are not supported yet, and a release that is recorded there would start a second history \
     here; deploy it with Helm, or choose to keep records in the cluster: --release-storage secret (or configmap)",
)
.or_variable("HELM_DRIVER")
.heeded();

/// Form of what is printed.
pub(crate) const OUTPUT: Flag = Flag::choice("output-format", &["table", "json", "yaml"], "table, json or yaml")
    .value("table|json|yaml")
    .also(&["output"])
    .short('o');

/// How a deploy is watched.
pub(crate) static TRACKING: Group = Group {
    title: "Progress",
    flags: &[
        Flag::duration(
            "timeout",
            "stop the whole command after this time; a rollback afterwards gets the same time again",
        ),
        Flag::duration(
            "resource-readiness-timeout",
            "how long a resource may take to become ready (default: no limit)",
        ),
        Flag::duration("resource-creation-timeout", "how long an external dependency may take to appear (default 5m)"),
        Flag::duration("resource-deletion-timeout", "how long a resource may take to disappear (default: no limit)"),
        Flag::switch("no-pod-logs", "do not show pod logs"),
        Flag::switch("no-show-progress", "show no progress, only the result"),
        Flag::choice("progress", &["auto", "live", "plain", "json", "none"], "auto (default), live, plain, json, none")
            .value("FORM"),
        Flag::duration("progress-interval", "print a sign of life at least this often (default 15s)"),
    ],
};

/// What becomes of resources.
pub(crate) static DEPLOY: Group = Group {
    title: "Deploy",
    flags: &[
        Flag::switch("force-adoption", "take over existing resources of another release or of nobody")
            .also(&["take-ownership"]),
        Flag::choice(
            "delete-propagation",
            &["Foreground", "Background", "Orphan"],
            "how the objects owned by a deleted resource are deleted (default: Foreground; Background for kinds that own nothing)",
        )
        .value("Foreground|Background|Orphan"),
        Flag::switch(
            "no-remove-manual-changes",
            "keep fields that were added by hand and are not in the chart",
        ),
        Flag::switch(
            "recreate-immutable",
            "delete and recreate what cannot be changed in place, unless it holds data",
        ),
        Flag::switch("prune-first", "delete what the chart dropped before applying the rest, not after"),
        Flag::map("release-info-annotations", "annotations in the record").starred(),
        Flag::map("release-labels", "labels of the record").starred(),
        Flag::map("runtime-annotations", "annotations for all resources, not recorded in the release").starred(),
        Flag::map("runtime-labels", "labels for all resources, not recorded in the release").starred(),
        Flag::switch("no-final-tracking", "do not wait for resources that no other step needs"),
    ],
};

/// What a deploy does besides, whatever its plan is.
pub(crate) static BESIDES: Group = Group {
    title: "Records and files",
    flags: &[
        Flag::int("release-history-limit", "how many revisions to keep (default 10, 0 for all)")
            .also(&["history-max"])
            .or_variable("HELM_MAX_HISTORY"),
        Flag::duration("lock-timeout", "how long to wait for another deploy of the release (default: no limit)"),
        SAVE_GRAPH,
        Flag::text("save-rollback-graph-to", "write the graph of the rollback after a failure, if there is one")
            .value("FILE"),
        Flag::text("save-report-to", "write a report of what was done, as JSON").value("FILE"),
    ],
};

pub(crate) const SAVE_GRAPH: Flag =
    Flag::text("save-graph-to", "write the graph of the plan: .dot, or Mermaid as .mmd").value("FILE");
