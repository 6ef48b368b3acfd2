//! The flags of `skeg chart render`: Nelm's names, and Helm's where people know those.

use std::collections::BTreeMap;

use crate::flags::accepted::{
    ACCEPTED, ACCEPTED_OF_CHARTS, ACCEPTED_OF_CLUSTERS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS,
};
use crate::flags::cluster::ConnectionFlags;
use crate::flags::shared::{ALLOW_DNS, COMMON, MessageFlags};
use crate::flags::{Flag, Flags, Group, command_settings, flag, flag_settings};
use crate::rendering::ChartSettings;

flag_settings! {
    /// The release that templates see.
    pub(in crate::command) struct ReleaseFlags: "Release" {
        name: Option<String> = flag("release", "the name of the release that templates see (default stub-release)")
            .value("NAME")
            .short('r'),
        namespace: Option<String> =
            flag("namespace", "its namespace (default stub-namespace)").value("NAME").short('n'),
        is_upgrade: bool = flag("is-upgrade", "render as for an upgrade, not an install"),
    }
}

flag_settings! {
    /// What else templates see.
    pub(in crate::command) struct RenderingFlags: "Rendering" {
        kube_version: Option<String> =
            flag("kube-version", "the Kubernetes version that templates see").value("VERSION"),
        api_versions: Vec<String> = flag("extra-apiversions", "additional API versions that templates see")
            .comma_separated()
            .value("VERSION")
            .short('a')
            .also(&["api-versions"])
            .starred(),
        allow_dns: bool = ALLOW_DNS,
        strict: bool = flag("strict", "a missing value is an error"),
    }
}

flag_settings! {
    /// Whether a cluster is asked.
    pub(super) struct RemoteFlags: "Cluster" {
        remote: bool = flag(
            "remote",
            "render for a cluster: templates see its version and kinds, and lookup finds its objects",
        ),
    }
}

flag_settings! {
    /// What is printed, and where.
    pub(super) struct OutputFlags: "Output" {
        show_only: Vec<String> =
            flag("show-only", "only the output of these templates: paths in the chart, with * and ?")
                .comma_separated()
                .value("PATH")
                .short('s')
                .starred(),
        annotations: BTreeMap<String, String> =
            flag("annotations", "add annotations to all resources; manifests are then reformatted").starred(),
        labels: BTreeMap<String, String> =
            flag("labels", "add labels to all resources; manifests are then reformatted").starred(),
        crds: bool = flag("show-crds", "include crds/").also(&["include-crds"]),
        no_hooks: bool = flag("no-hooks", "omit hooks"),
        skip_tests: bool = flag("skip-tests", "omit test hooks"),
        notes: bool = flag("show-notes", "print the notes to stderr"),
        subchart_notes: bool =
            flag("show-subchart-notes", "with --show-notes: include the notes of subcharts"),
        file: Option<String> = flag("save-output-to", "write to this file instead of stdout").file(),
        folder: Option<String> = flag("output-dir", "write one file per template below this folder").folder(),
    }
}

const NOT_DEPLOYED: &str = "nothing is deployed";

/// Nelm's flags for releases, accepted here without effect.
const OF_RELEASES: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::text("release-storage", NOT_DEPLOYED).without_effect(),
        Flag::switch("force-adoption", NOT_DEPLOYED).without_effect(),
        Flag::map("runtime-annotations", NOT_DEPLOYED).starred().without_effect(),
    ],
}];

command_settings! {
    pub(super) struct RenderSettings {
        chart: ChartSettings,
        release: ReleaseFlags,
        rendering: RenderingFlags,
        remote: RemoteFlags,
        output: OutputFlags,
        connection: ConnectionFlags,
    }
    also [
        ACCEPTED_OF_CLUSTERS, OF_RELEASES, MessageFlags::FLAGS, ACCEPTED, ACCEPTED_OF_CHARTS, ACCEPTED_OF_DEPLOYS,
        ACCEPTED_OF_RECORDS, COMMON,
    ]
}
