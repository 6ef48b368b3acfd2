//! What Helm writes to its log while it loads and merges. Data here; the caller prints.

/// Something odd that does not stop a rendering. `Display` is a line without a time stamp.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// Chart.yaml says so.
    #[error("this chart is deprecated")]
    Deprecated,
    /// A symbolic link was followed.
    #[error("found symbolic link in path. Contents of linked file included and used: {path}")]
    Symlink {
        /// Its path.
        path: String,
    },
    /// A v2 chart has requirements.yaml.
    #[error(
        "Dependencies are handled in Chart.yaml since apiVersion \"v2\". We recommend migrating dependencies to Chart.yaml."
    )]
    RequirementsInV2 {
        /// The chart's name.
        chart: String,
    },
    /// A v2 chart has requirements.lock.
    #[error(
        "Dependency locking is handled in Chart.lock since apiVersion \"v2\". We recommend migrating to Chart.lock."
    )]
    LockInV2 {
        /// The chart's name.
        chart: String,
    },
    /// The value of a dependency's condition is not a boolean.
    #[error("condition path '{path}' for chart {chart} returned non-bool value")]
    ConditionNotBool {
        /// The chart's name.
        chart: String,
        /// The value's path.
        path: String,
    },
    /// A tag's value is not a boolean.
    #[error("tag '{tag}' for chart {chart} returned non-bool value")]
    TagNotBool {
        /// The chart's name.
        chart: String,
        /// The tag.
        tag: String,
    },
    /// `import-values` names a path that does not exist.
    #[error("ImportValues missing table from chart {chart}: {} is not a table", crate::go_text::quote(path))]
    ImportMissing {
        /// The subchart.
        chart: String,
        /// The path.
        path: String,
    },
    /// `global` is not a table.
    #[error("skipping globals because {side} global is not a table.")]
    GlobalsSkipped {
        /// `source` for the parent's, `destination` for the subchart's.
        side: &'static str,
    },
    /// A global table of the parent meets another value in the subchart.
    #[error("Conflict: cannot merge map onto non-map for {}. Skipping.", crate::go_text::quote(key))]
    GlobalConflict {
        /// Its key.
        key: String,
    },
    /// A global value of the parent meets a table in the subchart.
    #[error("key {key} is table. Skipping")]
    GlobalIsTable {
        /// Its key.
        key: String,
    },
    /// The user set a table where the chart's default is none.
    #[error("skipped value for {key}: Not a table.")]
    DefaultSkipped {
        /// Its path.
        key: String,
    },
    /// Another value is set where the chart has a table, and wins.
    #[error("cannot overwrite table with non table for {key} ({value})")]
    TableKept {
        /// Its path.
        key: String,
        /// The chart's value as Go prints it.
        value: String,
    },
    /// A table is set where the chart has another value, and wins.
    #[error("destination for {key} is a table. Ignoring non-table value ({value})")]
    ScalarIgnored {
        /// Its path.
        key: String,
        /// The chart's value as Go prints it.
        value: String,
    },
    /// A schema refers to a URN, which Helm ignores.
    #[error("unresolved URN reference ignored; using permissive schema: {urn}")]
    UrnIgnored {
        /// The reference.
        urn: String,
    },
}
