//! The flags of `skeg chart render`: Nelm's names, and Helm's where people know those.

use crate::flags::{Flag, Group};

pub(super) static RELEASE: Group = Group {
    title: "Release",
    flags: &[
        Flag::text("release", "the name of the release that templates see (default stub-release)")
            .value("NAME")
            .short('r'),
        Flag::text("namespace", "its namespace (default stub-namespace)").value("NAME").short('n'),
        Flag::switch("is-upgrade", "render as for an upgrade, not an installation"),
    ],
};

pub(super) static RENDERING: Group = Group {
    title: "Rendering",
    flags: &[
        Flag::text("kube-version", "the Kubernetes version that templates see").value("VERSION"),
        Flag::list("extra-apiversions", "API versions that templates see besides the usual ones")
            .value("VERSION")
            .short('a')
            .also(&["api-versions"])
            .starred(),
        Flag::switch("templates-allow-dns", "let the template function getHostByName ask the resolver")
            .also(&["enable-dns"]),
        Flag::switch("strict", "a value that is not set is an error"),
    ],
};

pub(super) static OUTPUT: Group = Group {
    title: "Output",
    flags: &[
        Flag::list("show-only", "only what these templates make; paths in the chart, * and ? allowed")
            .value("PATH")
            .short('s')
            .starred(),
        Flag::switch("show-crds", "print what is in crds/ too").also(&["include-crds"]),
        Flag::switch("no-hooks", "leave hooks out"),
        Flag::switch("skip-tests", "leave test hooks out"),
        Flag::switch("show-notes", "print the notes too, to stderr"),
        Flag::switch("show-subchart-notes", "with --show-notes: those of subcharts too"),
        Flag::text("save-output-to", "write everything to this file, not to stdout").value("FILE"),
        Flag::text("output-dir", "write a file for each template below this folder").value("FOLDER"),
    ],
};

const CLUSTER_ONLY: &str = "rendering against a cluster is not supported yet";
const CHANGES_OUTPUT: &str = "changing rendered resources is not supported yet";
const REPOSITORY: &str = "no repository is asked, so it changes nothing here";
const CONNECTION: &str = "no cluster is asked, so it changes nothing here";
const NO_EFFECT: &str = "it changes nothing here";

/// What Nelm has and Skeg refuses rather than ignores.
pub(super) static REFUSED: Group = Group {
    title: "Not supported yet",
    flags: &[
        Flag::switch("remote", "render against a cluster").refused(CLUSTER_ONLY),
        Flag::map("annotations", "add annotations to resources").refused(CHANGES_OUTPUT).starred(),
        Flag::map("labels", "add labels to resources").refused(CHANGES_OUTPUT).starred(),
        Flag::map("runtime-annotations", "add annotations at run time").refused(CHANGES_OUTPUT).starred(),
        Flag::text("app-version", "another appVersion for the chart")
            .value("VERSION")
            .refused("another appVersion is not supported yet"),
        Flag::array("set-root-json", "keys beside .Values")
            .value("KEY=JSON")
            .refused("more keys beside .Values are not supported yet"),
        Flag::array("set-runtime-json", "keys in .Runtime")
            .value("KEY=JSON")
            .refused("keys in .Runtime are not supported yet"),
        Flag::switch("no-default-values", "leave values.yaml of the chart out")
            .refused("leaving values.yaml out is not supported yet"),
        Flag::text("chart-version", "which version of a repository's chart")
            .value("VERSION")
            .refused("charts from repositories are not supported yet"),
    ],
};

/// What Nelm has for clusters and repositories: taken and without effect on a chart at hand.
pub(super) static ACCEPTED: Group = Group {
    title: "Accepted, without effect",
    flags: &[
        Flag::text("kube-api-server", CONNECTION).hidden(),
        Flag::text("kube-api-server-tls-name", CONNECTION).hidden(),
        Flag::text("kube-auth-username", CONNECTION).hidden(),
        Flag::text("kube-auth-password", CONNECTION).hidden(),
        Flag::text("kube-auth-provider", CONNECTION).hidden(),
        Flag::map("kube-auth-provider-config", CONNECTION).hidden(),
        Flag::text("kube-ca", CONNECTION).hidden(),
        Flag::text("kube-ca-data", CONNECTION).hidden(),
        Flag::text("kube-cert", CONNECTION).hidden(),
        Flag::text("kube-cert-data", CONNECTION).hidden(),
        Flag::text("kube-key", CONNECTION).hidden(),
        Flag::text("kube-key-data", CONNECTION).hidden(),
        Flag::array("kube-config", CONNECTION).also(&["kubeconfig"]).hidden(),
        Flag::text("kube-config-base64", CONNECTION).hidden(),
        Flag::text("kube-context", CONNECTION).hidden(),
        Flag::text("kube-context-cluster", CONNECTION).hidden(),
        Flag::text("kube-context-user", CONNECTION).hidden(),
        Flag::array("kube-impersonate-group", CONNECTION).hidden(),
        Flag::text("kube-impersonate-uid", CONNECTION).hidden(),
        Flag::text("kube-impersonate-user", CONNECTION).hidden(),
        Flag::text("kube-proxy-url", CONNECTION).hidden(),
        Flag::duration("kube-request-timeout", CONNECTION).hidden(),
        Flag::text("kube-token", CONNECTION).hidden(),
        Flag::text("kube-token-path", CONNECTION).hidden(),
        Flag::switch("no-verify-kube-tls", CONNECTION).hidden(),
        Flag::int("kube-qps-limit", CONNECTION).hidden(),
        Flag::int("kube-burst-limit", CONNECTION).hidden(),
        Flag::int("network-parallelism", CONNECTION).hidden(),
        Flag::text("release-storage", CONNECTION).hidden(),
        Flag::text("release-storage-sql-connection", CONNECTION).hidden(),
        Flag::switch("force-adoption", CONNECTION).hidden(),
        Flag::text("chart-repo-url", REPOSITORY).hidden(),
        Flag::text("chart-repo-basic-username", REPOSITORY).hidden(),
        Flag::text("chart-repo-basic-password", REPOSITORY).hidden(),
        Flag::text("chart-repo-ca", REPOSITORY).hidden(),
        Flag::text("chart-repo-cert", REPOSITORY).hidden(),
        Flag::text("chart-repo-key", REPOSITORY).hidden(),
        Flag::switch("chart-repo-pass-creds", REPOSITORY).hidden(),
        Flag::duration("chart-repo-request-timeout", REPOSITORY).hidden(),
        Flag::switch("insecure-chart-repos", REPOSITORY).hidden(),
        Flag::switch("no-verify-chart-repos-tls", REPOSITORY).hidden(),
        Flag::switch("no-update-chart-repos", REPOSITORY).hidden(),
        Flag::text("oci-chart-repos-creds", REPOSITORY).hidden(),
        Flag::text("provenance-keyring", REPOSITORY).hidden(),
        Flag::text("provenance-strategy", REPOSITORY).hidden(),
        Flag::text("deno-binary-path", NO_EFFECT).hidden(),
        Flag::switch("ignore-bundle-js", NO_EFFECT).hidden(),
        Flag::text("temp-dir", NO_EFFECT).hidden(),
    ],
};
