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

const NOT_DEPLOYED: &str = "nothing is deployed";

/// What Nelm has here for releases.
pub(super) static OF_RELEASES: Group = Group {
    title: "",
    flags: &[
        Flag::text("release-storage", NOT_DEPLOYED).without_effect(),
        Flag::switch("force-adoption", NOT_DEPLOYED).without_effect(),
        Flag::map("runtime-annotations", NOT_DEPLOYED).starred().without_effect(),
    ],
};
