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
        Flag::switch("remote", "render for a cluster: templates see its version and kinds, lookup finds what is there"),
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
        Flag::map("annotations", "annotations for all resources; what is printed is then written anew").starred(),
        Flag::map("labels", "labels for all resources, likewise").starred(),
        Flag::switch("show-crds", "print what is in crds/ too").also(&["include-crds"]),
        Flag::switch("no-hooks", "leave hooks out"),
        Flag::switch("skip-tests", "leave test hooks out"),
        Flag::switch("show-notes", "print the notes too, to stderr"),
        Flag::switch("show-subchart-notes", "with --show-notes: those of subcharts too"),
        Flag::text("save-output-to", "write everything to this file, not to stdout").value("FILE"),
        Flag::text("output-dir", "write a file for each template below this folder").value("FOLDER"),
    ],
};

const REPOSITORY: &str = "no repository is asked, so it changes nothing here";
const NOT_DEPLOYED: &str = "nothing is deployed, so it changes nothing here";
const NO_EFFECT: &str = "it changes nothing here";

/// What Nelm has and Skeg refuses rather than ignores.
pub(super) static REFUSED: Group = Group {
    title: "Not supported yet",
    flags: &[Flag::text("chart-version", "which version of a repository's chart")
        .value("VERSION")
        .refused("charts from repositories are not supported yet")],
};

/// What Nelm has for releases and repositories: taken and without effect on a chart at hand.
pub(super) static ACCEPTED: Group = Group {
    title: "Accepted, without effect",
    flags: &[
        Flag::text("release-storage", NOT_DEPLOYED).hidden(),
        Flag::text("release-storage-sql-connection", NOT_DEPLOYED).hidden(),
        Flag::switch("force-adoption", NOT_DEPLOYED).hidden(),
        Flag::map("runtime-annotations", NOT_DEPLOYED).starred().hidden(),
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
