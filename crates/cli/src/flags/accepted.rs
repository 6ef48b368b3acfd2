//! Nelm's flags that are accepted without effect, so that its command lines and variables work unchanged.

use super::helm::{self, DebugFlags};
use super::shared::{COMMON, MessageFlags};
use super::{Flag, Flags, Group, Settings, joined};

const TEMPORARY: &str = "files are written next to their targets";
const REPOSITORY: &str = "no repository is asked";
const VALIDATION: &str = "the API server checks each resource in a dry run";
const LIMITS: &str = "the API server's own limits are respected";
const SCRIPTS: &str = "charts in TypeScript are not built";

/// Of every command of Nelm.
pub(crate) const ACCEPTED: Flags =
    &[&Group { title: "", flags: &[Flag::text("temp-dir", TEMPORARY).value("FOLDER").without_effect()] }];

/// Of its commands that talk to a cluster.
pub(crate) const ACCEPTED_OF_CLUSTERS: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::float("kube-qps-limit", LIMITS).also(&["qps"]).without_effect(),
        Flag::int("kube-burst-limit", LIMITS).also(&["burst-limit"]).without_effect(),
    ],
}];

/// Of its commands that read records.
pub(crate) const ACCEPTED_OF_RECORDS: Flags = &[&Group {
    title: "",
    flags: &[Flag::text("release-storage-sql-connection", "records are kept in the cluster").without_effect()],
}];

/// Of its commands that deploy or plan.
pub(crate) const ACCEPTED_OF_DEPLOYS: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::switch("no-resource-validation", VALIDATION).without_effect(),
        Flag::switch("local-resource-validation", VALIDATION).without_effect(),
        Flag::text("resource-validation-kube-version", VALIDATION).without_effect(),
        Flag::array("resource-validation-skip", VALIDATION).without_effect(),
        Flag::array("resource-validation-schema", VALIDATION).without_effect(),
        Flag::array("resource-validation-extra-schema", VALIDATION).without_effect(),
        Flag::duration("resource-validation-cache-lifetime", VALIDATION).without_effect(),
    ],
}];

/// Of its commands that read a chart.
pub(crate) const ACCEPTED_OF_CHARTS: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::text("chart-repo-url", REPOSITORY).without_effect(),
        Flag::text("chart-repo-basic-username", REPOSITORY).without_effect(),
        Flag::text("chart-repo-basic-password", REPOSITORY).without_effect(),
        Flag::text("chart-repo-ca", REPOSITORY).without_effect(),
        Flag::text("chart-repo-cert", REPOSITORY).without_effect(),
        Flag::text("chart-repo-key", REPOSITORY).without_effect(),
        Flag::switch("chart-repo-pass-creds", REPOSITORY).without_effect(),
        Flag::duration("chart-repo-request-timeout", REPOSITORY).without_effect(),
        Flag::switch("insecure-chart-repos", REPOSITORY).without_effect(),
        Flag::switch("no-verify-chart-repos-tls", REPOSITORY).without_effect(),
        Flag::switch("no-update-chart-repos", REPOSITORY).without_effect(),
        Flag::text("oci-chart-repos-creds", REPOSITORY).without_effect(),
        Flag::text("provenance-keyring", REPOSITORY).without_effect(),
        Flag::text("provenance-strategy", REPOSITORY).without_effect(),
        Flag::text("deno-binary-path", SCRIPTS).without_effect(),
        Flag::switch("ignore-bundle-js", SCRIPTS).without_effect(),
        Flag::text("chart-version", "the chart's version in the repository")
            .value("VERSION")
            .hidden()
            .refused("charts from repositories are not supported yet"),
    ],
}];

/// Accepted by all commands that read releases, in addition to their own flags.
pub(crate) const OF_READERS: Flags = joined![
    MessageFlags::FLAGS,
    ACCEPTED_OF_CLUSTERS,
    ACCEPTED,
    ACCEPTED_OF_RECORDS,
    DebugFlags::FLAGS,
    helm::GLOBAL,
    COMMON,
];

/// Accepted by all commands that deploy or plan, in addition to their own flags.
pub(crate) const OF_DEPLOYERS: Flags = joined![
    MessageFlags::FLAGS,
    ACCEPTED_OF_CLUSTERS,
    ACCEPTED,
    ACCEPTED_OF_DEPLOYS,
    ACCEPTED_OF_RECORDS,
    DebugFlags::FLAGS,
    helm::GLOBAL,
    COMMON,
];
