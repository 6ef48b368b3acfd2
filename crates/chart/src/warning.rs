//! What Helm writes to its log while it loads and merges. Data here; the caller prints.

/// Something odd that does not stop a rendering. `Display` is a line without a time stamp.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    #[error("this chart is deprecated")]
    Deprecated,
    #[error("found symbolic link in path. Contents of linked file included and used: {path}")]
    Symlink { path: String },
    #[error(
        "Dependencies are handled in Chart.yaml since apiVersion \"v2\". We recommend migrating dependencies to Chart.yaml."
    )]
    RequirementsInV2 { chart: String },
    #[error(
        "Dependency locking is handled in Chart.lock since apiVersion \"v2\". We recommend migrating to Chart.lock."
    )]
    LockInV2 { chart: String },
    #[error("condition path '{path}' for chart {chart} returned non-bool value")]
    ConditionNotBool { chart: String, path: String },
    #[error("tag '{tag}' for chart {chart} returned non-bool value")]
    TagNotBool { chart: String, tag: String },
    #[error("ImportValues missing table from chart {chart}: {} is not a table", crate::go_text::quote(path))]
    ImportMissing { chart: String, path: String },
    #[error("skipping globals because {side} global is not a table.")]
    GlobalsSkipped { side: &'static str },
    #[error("Conflict: cannot merge map onto non-map for {}. Skipping.", crate::go_text::quote(key))]
    GlobalConflict { key: String },
    #[error("key {key} is table. Skipping")]
    GlobalIsTable { key: String },
    #[error("skipped value for {key}: Not a table.")]
    DefaultSkipped { key: String },
    #[error("cannot overwrite table with non table for {key} ({value})")]
    TableKept { key: String, value: String },
    #[error("destination for {key} is a table. Ignoring non-table value ({value})")]
    ScalarIgnored { key: String, value: String },
    #[error("unresolved URN reference ignored; using permissive schema: {urn}")]
    UrnIgnored { urn: String },
}
