//! The flags of `skeg chart render`: Nelm's names, and Helm's where people know those.

use crate::flags::{Flag, Group};

pub(super) static RELEASE: Group = Group {
    title: "Release",
    flags: &[
        Flag::text("release", "the name of the release that templates see (default stub-release)")
            .value("NAME")
            .short('r'),
        Flag::text("namespace", "its namespace (default stub-namespace)").value("NAME").short('n'),
        Flag::switch("is-upgrade", "render as for an upgrade, not an install"),
    ],
};

pub(super) static RENDERING: Group = Group {
    title: "Rendering",
    flags: &[
        Flag::switch(
            "remote",
            "render for a cluster: templates see its version and kinds, and lookup finds its objects",
        ),
        Flag::text("kube-version", "the Kubernetes version that templates see").value("VERSION"),
        Flag::list("extra-apiversions", "additional API versions that templates see")
            .value("VERSION")
            .short('a')
            .also(&["api-versions"])
            .starred(),
        Flag::switch("templates-allow-dns", "let the template function getHostByName resolve names")
            .also(&["enable-dns"]),
        Flag::switch("strict", "a missing value is an error"),
    ],
};

pub(super) static OUTPUT: Group = Group {
    title: "Output",
    flags: &[
        Flag::list("show-only", "only the output of these templates: paths in the chart, with * and ?")
            .value("PATH")
            .short('s')
            .starred(),
        Flag::map("annotations", "add annotations to all resources; manifests are then reformatted").starred(),
        Flag::map("labels", "add labels to all resources; manifests are then reformatted").starred(),
        Flag::switch("show-crds", "include crds/").also(&["include-crds"]),
        Flag::switch("no-hooks", "omit hooks"),
        Flag::switch("skip-tests", "omit test hooks"),
        Flag::switch("show-notes", "print the notes to stderr"),
        Flag::switch("show-subchart-notes", "with --show-notes: include the notes of subcharts"),
        Flag::text("save-output-to", "write to this file instead of stdout").value("FILE"),
        Flag::text("output-dir", "write one file per template below this folder").value("FOLDER"),
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
