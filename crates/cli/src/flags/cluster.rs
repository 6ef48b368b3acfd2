//! Flags of the commands that talk to a cluster.

use std::collections::BTreeMap;
use std::time::Duration;

use skeg_deploy::{Driver, Propagation};
use skeg_report::{Format, shown_span};

use super::helm::ALWAYS_WAITS;
use super::{Flag, Offer, Time, flag, flag_settings, words};

flag_settings! {
    /// How to reach the cluster.
    pub(crate) struct ConnectionFlags: "Cluster" {
        configs: Vec<String> =
            flag("kube-config", "kubeconfig files, merged (default: $KUBECONFIG, ~/.kube/config, the pod's own)")
                .also(&["kubeconfig"])
                .file()
                .or_variable("KUBECONFIG")
                .starred(),
        config_base64: Option<String> =
            flag("kube-config-base64", "a kubeconfig in base64; takes precedence over files").value("BASE64"),
        context: Option<String> =
            flag("kube-context", "the context to use").name_of(Offer::Contexts).or_variable("HELM_KUBECONTEXT"),
        context_cluster: Option<String> =
            flag("kube-context-cluster", "use this cluster instead of the context's").value("NAME"),
        context_user: Option<String> =
            flag("kube-context-user", "use this user instead of the context's").value("NAME"),
        api_server: Option<String> = flag("kube-api-server", "the address of the API server")
            .also(&["kube-apiserver"])
            .value("URL")
            .or_variable("HELM_KUBEAPISERVER"),
        tls_name: Option<String> = flag("kube-api-server-tls-name", "the name its certificate must have")
            .also(&["kube-tls-server-name"])
            .value("NAME")
            .or_variable("HELM_KUBETLS_SERVER_NAME"),
        ca: Option<String> = flag("kube-ca", "file with the certificate authority")
            .also(&["kube-ca-file"])
            .file()
            .or_variable("HELM_KUBECAFILE"),
        ca_data: Option<String> = flag("kube-ca-data", "the same, in base64").value("BASE64"),
        cert: Option<String> = flag("kube-cert", "file with the client certificate").file(),
        cert_data: Option<String> = flag("kube-cert-data", "the same, in base64").value("BASE64"),
        key: Option<String> = flag("kube-key", "file with the client key").file(),
        key_data: Option<String> = flag("kube-key-data", "the same, in base64").value("BASE64"),
        token: Option<String> = flag("kube-token", "a bearer token").value("TOKEN").or_variable("HELM_KUBETOKEN"),
        token_path: Option<String> = flag("kube-token-path", "file with a bearer token").file(),
        username: Option<String> = flag("kube-auth-username", "user name for basic authentication").value("NAME"),
        password: Option<String> = flag("kube-auth-password", "password for basic authentication").value("PASSWORD"),
        auth_provider: Option<String> =
            flag("kube-auth-provider", "name of an authentication provider").value("NAME"),
        auth_provider_config: BTreeMap<String, String> =
            flag("kube-auth-provider-config", "settings of that provider"),
        impersonate_user: Option<String> = flag("kube-impersonate-user", "act as this user")
            .also(&["kube-as-user"])
            .value("NAME")
            .or_variable("HELM_KUBEASUSER"),
        impersonate_uid: Option<String> = flag("kube-impersonate-uid", "act as the user with this uid").value("UID"),
        impersonate_groups: Vec<String> =
            flag("kube-impersonate-group", "act as a member of this group").also(&["kube-as-group"]).value("NAME"),
        proxy_url: Option<String> = flag("kube-proxy-url", "reach the API server through this proxy").value("URL"),
        request_timeout: Option<Duration> = flag("kube-request-timeout", "give up on a request after this time"),
        insecure: bool = flag("no-verify-kube-tls", "do not verify the API server's certificate")
            .also(&["kube-insecure-skip-tls-verify"]),
        parallelism: Option<usize> =
            flag("network-parallelism", "maximum number of parallel requests (default 30)"),
    }
}

flag_settings! {
    /// The release, and where its records are.
    pub(crate) struct ReleaseFlags: "Release" {
        namespace: Option<String> = flag("namespace", "the release's namespace (default: the context's)")
            .name_of(Offer::Namespaces)
            .short('n')
            .or_variable("HELM_NAMESPACE"),
        name: Option<String> = flag("release", "the release's name").name_of(Offer::Releases).short('r'),
        storage: Option<Driver> = STORAGE,
    }
}

words! {
    Driver {
        "secret" | "secrets" => Driver::Secret,
        "configmap" | "configmaps" => Driver::ConfigMap,
        "memory" => Driver::Memory,
    }
}

/// Where records are stored.
pub(crate) const STORAGE: Flag<Option<Driver>> = flag(
    "release-storage",
    "keep records in Secrets (the default), ConfigMaps, or in memory until the command ends",
)
.refused_value(
    "sql",
    "records in an SQL database are not supported yet, and a release that is recorded there would start a second history \
     here; deploy it with Helm, or choose to keep records in the cluster: --release-storage secret (or configmap)",
)
.or_variable("HELM_DRIVER")
.strict_variable();

words! {
    Format {
        "table" | "text" => Format::Table,
        "json" => Format::Json,
        "yaml" => Format::Yaml,
    }
}

/// Output format.
pub(crate) const OUTPUT: Flag<Option<Format>> =
    flag("output-format", "table, json or yaml").also(&["output"]).short('o');

/// How the progress of a deploy is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProgressForm {
    #[default]
    Auto,
    Live,
    Plain,
    Json,
    None,
}

words! {
    ProgressForm {
        "auto" => ProgressForm::Auto,
        "live" => ProgressForm::Live,
        "plain" => ProgressForm::Plain,
        "json" => ProgressForm::Json,
        "none" => ProgressForm::None,
    }
}

flag_settings! {
    /// How progress is shown.
    pub(crate) struct TrackingFlags: "Progress" {
        timeout: Option<Duration> = flag(
            "timeout",
            "stop the whole command after this time; a rollback afterwards gets the same time again",
        ),
        readiness_timeout: Option<Time> = flag(
            "resource-readiness-timeout",
            "how long a resource may take to become ready (default: no limit)",
        ),
        helms_readiness_timeout: Option<Time> = flag(
            "readiness-timeout",
            "the same, by its name in Helm's proposal for ordered deploys; at most --timeout",
        ),
        creation_timeout: Option<Time> = flag(
            "resource-creation-timeout",
            "how long an external dependency may take to appear (default 5m)",
        ),
        deletion_timeout: Option<Time> = flag(
            "resource-deletion-timeout",
            "how long a resource may take to disappear (default: no limit)",
        ),
        no_pod_logs: bool = flag("no-pod-logs", "do not show pod logs"),
        no_show_progress: bool = flag("no-show-progress", "show no progress, only the result"),
        progress: Option<ProgressForm> =
            flag("progress", "auto (default), live, plain, json, none").value("FORM"),
        progress_interval: Option<Duration> =
            flag("progress-interval", "print a heartbeat at least this often (default 15s)"),
    }
}

impl TrackingFlags {
    /// The time limit for a resource to become ready, by either name of the flag; zero for no limit.
    pub(crate) fn readiness(&self) -> Option<Duration> {
        let given = self.helms_readiness_timeout.as_ref().or(self.readiness_timeout.as_ref());
        given.map(|time| time.0)
    }

    /// Why the limits contradict each other. Nelm allows a resource more time than the whole command, so under Nelm's
    /// name this is accepted.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let (readiness, whole) = (self.helms_readiness_timeout.as_ref()?.0, self.timeout?);
        (!whole.is_zero() && readiness > whole).then(|| {
            format!(
                "--readiness-timeout {} is longer than --timeout {}, which limits the whole command",
                shown_span(readiness),
                shown_span(whole)
            )
        })
    }
}

/// Helm's words for waiting. All but one mean what Skeg does anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// In the order that charts declare.
    Ordered,
    #[default]
    Always,
}

words! {
    Waiting {
        "ordered" => Waiting::Ordered,
        "watcher" | "legacy" | "hookOnly" | "true" => Waiting::Always,
    }
}

flag_settings! {
    /// What happens to resources.
    pub(crate) struct DeployFlags: "Deploy" {
        wait: Option<Waiting> = flag(
            "wait",
            "ordered: follow the order that charts declare for subcharts and resource groups. Skeg waits for all resources anyway",
        )
        .bare("watcher")
        .refused_value("false", ALWAYS_WAITS),
        force_adoption: bool =
            flag("force-adoption", "take over existing resources of another release or of nobody")
                .also(&["take-ownership"]),
        propagation: Option<Propagation> = flag(
            "delete-propagation",
            "how the objects owned by a deleted resource are deleted (default: Foreground; Background for kinds that own nothing)",
        ),
        keep_manual_changes: bool =
            flag("no-remove-manual-changes", "keep fields that were added by hand and are not in the chart"),
        recreate_immutable: bool = flag(
            "recreate-immutable",
            "delete and recreate what cannot be changed in place, unless it holds data",
        ),
        prune_first: bool =
            flag("prune-first", "delete what the chart dropped before applying the rest, not after"),
        release_annotations: BTreeMap<String, String> =
            flag("release-info-annotations", "annotations in the record").starred(),
        release_labels: BTreeMap<String, String> = flag("release-labels", "labels of the record").starred(),
        runtime_annotations: BTreeMap<String, String> =
            flag("runtime-annotations", "annotations for all resources, not recorded in the release").starred(),
        runtime_labels: BTreeMap<String, String> =
            flag("runtime-labels", "labels for all resources, not recorded in the release").starred(),
        no_final_tracking: bool = NO_FINAL_TRACKING,
    }
}

words! {
    Propagation {
        "Foreground" => Propagation::Foreground,
        "Background" => Propagation::Background,
        "Orphan" => Propagation::Orphan,
    }
}

pub(crate) const NO_FINAL_TRACKING: Flag<bool> =
    flag("no-final-tracking", "do not wait for resources that no other step needs");

flag_settings! {
    /// Records and files of a deploy.
    pub(crate) struct RecordFlags: "Records and files" {
        history_limit: Option<usize> =
            flag("release-history-limit", "how many revisions to keep (default 10, 0 for all)")
                .also(&["history-max"])
                .or_variable("HELM_MAX_HISTORY"),
        lock_timeout: Option<Duration> = LOCK_TIMEOUT,
        save_graph_to: Option<String> = SAVE_GRAPH,
        save_rollback_graph_to: Option<String> = SAVE_ROLLBACK_GRAPH,
        save_report_to: Option<String> = SAVE_REPORT,
    }
}

pub(crate) const LOCK_TIMEOUT: Flag<Option<Duration>> =
    flag("lock-timeout", "how long to wait for another deploy of the release (default: no limit)");
pub(crate) const SAVE_GRAPH: Flag<Option<String>> =
    flag("save-graph-to", "write the graph of the plan: .dot, or Mermaid as .mmd").file();
pub(crate) const SAVE_ROLLBACK_GRAPH: Flag<Option<String>> =
    flag("save-rollback-graph-to", "write the graph of the rollback after a failure, if there is one").file();
pub(crate) const SAVE_REPORT: Flag<Option<String>> =
    flag("save-report-to", "write a report of what was done, as JSON").file();
