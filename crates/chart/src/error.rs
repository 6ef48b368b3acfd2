//! Everything that can go wrong between a chart and its values. `Display` is Helm's own text.

use std::path::PathBuf;

use crate::schema::Validation;

/// Why a chart or its values cannot be used. `Display` is Helm's own text.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A file of a chart directory cannot be read.
    #[error("error reading {file}: open {}: {reason}", path.display())]
    ReadFile {
        /// The path as messages show it.
        file: String,
        /// The path that was opened.
        path: PathBuf,
        /// Go's text.
        reason: String,
    },
    /// The chart itself cannot be opened; the text is Go's for the failed call.
    #[error("{0}")]
    Open(String),
    /// Helm 4 looks for Chart.yaml before anything else.
    #[error("unable to detect chart at {}: {reason}", path.display())]
    Detect {
        /// The chart's folder.
        path: PathBuf,
        /// Go's text.
        reason: String,
    },
    /// `apiVersion` is neither v1 nor v2.
    #[error("unsupported chart version")]
    UnsupportedVersion,
    /// A symbolic link cannot be resolved.
    #[error("{}: {reason}", symlink_text(path))]
    Symlink {
        /// The link.
        path: PathBuf,
        /// Go's text.
        reason: String,
    },
    /// A link that leaves the chart, where that is not allowed; `path` is inside the chart, `target` what it leads to.
    #[error("{path} is outside the chart: links lead to {}{}", target.display(), outside_text(*is_secret))]
    OutsideLink {
        /// Inside the chart.
        path: String,
        /// Where the link leads.
        target: PathBuf,
        /// It is below `secret/`, where links are never followed.
        is_secret: bool,
    },
    /// A device, socket or pipe among the files.
    #[error("cannot load irregular file {} as it has file mode type bits set", path.display())]
    Irregular {
        /// The file.
        path: PathBuf,
    },
    /// A file exceeds Helm's size limit.
    #[error("chart file {} is larger than the maximum file size {limit}", crate::go_text::quote(file))]
    FileTooLarge {
        /// Its path in the chart.
        file: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// A rule of .helmignore that cannot be used.
    #[error("{reason}")]
    IgnoreRule {
        /// The rule as written.
        rule: String,
        /// Helm's text.
        reason: &'static str,
    },
    /// An archive that is damaged, too large or tries to leave its directory.
    #[error("{0}")]
    Archive(#[from] ArchiveError),
    /// Chart.yaml, Chart.lock or their older forms do not parse.
    #[error("cannot load {file}: {reason}")]
    Parse {
        /// The file's name.
        file: &'static str,
        /// What is wrong.
        reason: skeg_go_yaml::Error,
    },
    /// There is no Chart.yaml.
    #[error("Chart.yaml file is missing")]
    NoChartYaml,
    /// Chart.yaml has invalid contents.
    #[error("validation: {0}")]
    Validation(String),
    /// A subchart cannot be loaded.
    #[error("error unpacking subchart {name} in {parent}: {source}")]
    Subchart {
        /// The subchart's file or folder.
        name: String,
        /// The parent's name.
        parent: String,
        /// Why.
        source: Box<Error>,
    },
    /// A packed subchart contains a chart of another name.
    #[error("error unpacking subchart tar in {parent}: expected {expected}, got {found}")]
    SubchartArchiveName {
        /// The parent's name.
        parent: String,
        /// The name of the archive.
        expected: String,
        /// The name of its folder.
        found: String,
    },

    /// A values file the caller's reader could not give; the text is the caller's.
    #[error("{reason}")]
    ReadValues {
        /// As the user named it.
        file: String,
        /// The caller's text.
        reason: String,
    },
    /// A values file does not parse.
    #[error("failed to parse {file}: {reason}")]
    ParseValues {
        /// As the user named it.
        file: String,
        /// What is wrong.
        reason: skeg_go_yaml::Error,
    },
    /// A `--set…` argument that cannot be used.
    #[error("{}", set_text(*flag, argument, *whole_json, &reason.message))]
    Set {
        /// Which flag.
        flag: SetFlag,
        /// Its value.
        argument: String,
        /// The value is a JSON object, not pairs.
        whole_json: bool,
        /// What is wrong.
        reason: SetProblem,
    },

    /// Charts that Chart.yaml asks for and charts/ does not hold.
    #[error("{prefix}: found in Chart.yaml, but missing in charts/ directory: {}", names.join(", "))]
    MissingDependencies {
        /// Helm's text in front.
        prefix: &'static str,
        /// The missing charts.
        names: Vec<String>,
    },
    /// The values of a subchart are no table. `shown` is the value as Go prints it.
    #[error("{prefix}type mismatch on {chart}: {shown}")]
    NotATable {
        /// Helm's text in front.
        prefix: &'static str,
        /// The subchart.
        chart: String,
        /// The value as Go prints it.
        shown: String,
    },

    /// A library chart cannot be installed.
    #[error("{chart_type} charts are not installable")]
    NotInstallable {
        /// The chart's `type`.
        chart_type: String,
    },
    /// The chart does not support the cluster's version.
    #[error("chart requires kubeVersion: {constraint} which is incompatible with Kubernetes {version}")]
    KubeVersion {
        /// The chart's `kubeVersion`.
        constraint: String,
        /// The cluster's version.
        version: String,
    },
    /// The release name is not valid.
    #[error("{prefix}release name {}: {reason}", crate::go_text::quote(name))]
    ReleaseName {
        /// Helm's text in front.
        prefix: &'static str,
        /// The name.
        name: String,
        /// Helm's text.
        reason: &'static str,
    },

    /// Values that one or more schemas refuse, or schemas that cannot be used.
    #[error("{0}")]
    Schema(Box<Validation>),
}

/// What is wrong with an archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// A YAML file instead of an archive.
    #[error("file '{file}' seems to be a YAML file, but expected a gzipped archive")]
    Yaml {
        /// Its path.
        file: String,
    },
    /// Neither gzip nor YAML.
    #[error("file '{file}' does not appear to be a gzipped archive; got '{content_type}'")]
    NotGzip {
        /// Its path.
        file: String,
        /// The type Go detects.
        content_type: String,
    },
    /// Not gzip after all.
    #[error("file '{file}' does not appear to be a valid chart file (details: gzip: invalid header)")]
    BadHeader {
        /// Its path.
        file: String,
    },
    /// Not gzip, in a packed subchart.
    #[error("gzip: invalid header")]
    GzipHeader,
    /// Helm 4 hides what is wrong with an archive given on the command line.
    #[error("unable to load chart archive")]
    Unloadable {
        /// What is wrong with it.
        reason: Box<ArchiveError>,
    },
    /// No Chart.yaml in the archive.
    #[error("unable to detect chart version, no Chart.yaml found")]
    NoChartYaml,
    /// Truncated or corrupt; the text is Go's.
    #[error("{0}")]
    Damaged(String),
    /// The archive has no files.
    #[error("no files in chart archive")]
    Empty,
    /// An entry with an absolute path.
    #[error("chart illegally contains absolute paths")]
    AbsolutePath {
        /// Its name.
        entry: String,
    },
    /// An entry that is the chart's folder itself.
    #[error("chart illegally contains content outside the base directory: {}", crate::go_text::quote(entry))]
    OutsideBase {
        /// Its name.
        entry: String,
    },
    /// An entry with `..` in its path.
    #[error("chart illegally references parent directory")]
    ParentDirectory {
        /// Its name.
        entry: String,
    },
    /// An entry with a drive letter.
    #[error("chart contains illegally named files")]
    IllegalName {
        /// Its name.
        entry: String,
    },
    /// Chart.yaml is not in the top folder.
    #[error("chart yaml not in base directory")]
    NotInBase,
    /// The unpacked chart exceeds Helm's size limit.
    #[error("decompressed chart is larger than the maximum {what} {limit}")]
    ChartTooLarge {
        /// Which limit.
        what: &'static str,
        /// In bytes.
        limit: u64,
    },
    /// An unpacked file exceeds Helm's size limit.
    #[error("decompressed chart file {} is larger than the maximum file size {limit}", crate::go_text::quote(entry))]
    FileTooLarge {
        /// Its name.
        entry: String,
        /// In bytes.
        limit: u64,
    },
}

/// The flag a value came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFlag {
    /// `--set`.
    Set,
    /// `--set-string`.
    SetString,
    /// `--set-file`.
    SetFile,
    /// `--set-json`.
    SetJson,
    /// `--set-literal`.
    SetLiteral,
}

/// What is wrong with a `--set…` argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetProblem {
    /// The kind of problem, for programs.
    pub kind: SetProblemKind,
    /// Helm's words.
    pub message: String,
}

/// What is wrong with a `--set…` argument, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetProblemKind {
    /// A file that cannot be read.
    File,
    /// A key without a value.
    NoValue,
    /// A path through something that is no map or list.
    Path,
    /// An index that is larger than Helm takes.
    Index,
    /// A value that is not JSON.
    Json,
    /// Anything else.
    Syntax,
}

impl SetFlag {
    /// As typed.
    pub fn name(self) -> &'static str {
        match self {
            SetFlag::Set => "--set",
            SetFlag::SetString => "--set-string",
            SetFlag::SetFile => "--set-file",
            SetFlag::SetJson => "--set-json",
            SetFlag::SetLiteral => "--set-literal",
        }
    }
}

fn set_text(flag: SetFlag, argument: &str, whole_json: bool, reason: &str) -> String {
    match flag {
        SetFlag::SetJson if whole_json => format!("failed parsing --set-json data JSON: {argument}"),
        SetFlag::SetJson => format!("failed parsing --set-json data {argument}"),
        flag => format!("failed parsing {} data: {reason}", flag.name()),
    }
}

fn outside_text(is_secret: bool) -> &'static str {
    if is_secret { "; what is below secret/ must be in the chart's own folder" } else { "" }
}

fn symlink_text(path: &std::path::Path) -> String {
    format!("error evaluating symlink {}", path.display())
}

/// The reason of a failed system call as Go words it.
pub fn go_io_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    let bare = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = bare.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
