//! Everything that can go wrong between a chart and its values. `Display` is Helm's own text.

use std::path::PathBuf;

use crate::schema::Validation;

#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A file of a chart directory cannot be read.
    #[error("error reading {file}: open {}: {reason}", path.display())]
    ReadFile { file: String, path: PathBuf, reason: String },
    /// The chart itself cannot be opened; the text is Go's for the failed call.
    #[error("{0}")]
    Open(String),
    /// Helm 4 looks for Chart.yaml before anything else.
    #[error("unable to detect chart at {}: {reason}", path.display())]
    Detect { path: PathBuf, reason: String },
    #[error("unsupported chart version")]
    UnsupportedVersion,
    #[error("{}: {reason}", symlink_text(path))]
    Symlink { path: PathBuf, reason: String },
    /// A link that leaves the chart, where that is not allowed; `path` is inside the chart, `target` what it leads to.
    #[error("{path} is outside the chart: links lead to {}{}", target.display(), outside_text(*is_secret))]
    OutsideLink { path: String, target: PathBuf, is_secret: bool },
    #[error("cannot load irregular file {} as it has file mode type bits set", path.display())]
    Irregular { path: PathBuf },
    #[error("chart file {} is larger than the maximum file size {limit}", crate::go_text::quote(file))]
    FileTooLarge { file: String, limit: u64 },
    /// A rule of .helmignore that cannot be used.
    #[error("{reason}")]
    IgnoreRule { rule: String, reason: &'static str },
    /// An archive that is damaged, too large or tries to leave its directory.
    #[error("{0}")]
    Archive(#[from] ArchiveError),
    #[error("cannot load {file}: {reason}")]
    Parse { file: &'static str, reason: skeg_go_yaml::Error },
    #[error("Chart.yaml file is missing")]
    NoChartYaml,
    #[error("validation: {0}")]
    Validation(String),
    #[error("error unpacking subchart {name} in {parent}: {source}")]
    Subchart { name: String, parent: String, source: Box<Error> },
    #[error("error unpacking subchart tar in {parent}: expected {expected}, got {found}")]
    SubchartArchiveName { parent: String, expected: String, found: String },

    /// A values file the caller's reader could not give; the text is the caller's.
    #[error("{reason}")]
    ReadValues { file: String, reason: String },
    #[error("failed to parse {file}: {reason}")]
    ParseValues { file: String, reason: skeg_go_yaml::Error },
    /// A `--set…` argument that cannot be used.
    #[error("{}", set_text(*flag, argument, *whole_json, &reason.message))]
    Set { flag: SetFlag, argument: String, whole_json: bool, reason: SetProblem },

    /// Charts that Chart.yaml asks for and charts/ does not hold.
    #[error("{prefix}: found in Chart.yaml, but missing in charts/ directory: {}", names.join(", "))]
    MissingDependencies { prefix: &'static str, names: Vec<String> },
    /// The values of a subchart are no table. `shown` is the value as Go prints it.
    #[error("{prefix}type mismatch on {chart}: {shown}")]
    NotATable { prefix: &'static str, chart: String, shown: String },

    #[error("{chart_type} charts are not installable")]
    NotInstallable { chart_type: String },
    #[error("chart requires kubeVersion: {constraint} which is incompatible with Kubernetes {version}")]
    KubeVersion { constraint: String, version: String },
    #[error("{prefix}release name {}: {reason}", crate::go_text::quote(name))]
    ReleaseName { prefix: &'static str, name: String, reason: &'static str },

    /// Values that one or more schemas refuse, or schemas that cannot be used.
    #[error("{0}")]
    Schema(Box<Validation>),
}

/// What is wrong with an archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    #[error("file '{file}' seems to be a YAML file, but expected a gzipped archive")]
    Yaml { file: String },
    #[error("file '{file}' does not appear to be a gzipped archive; got '{content_type}'")]
    NotGzip { file: String, content_type: String },
    #[error("file '{file}' does not appear to be a valid chart file (details: gzip: invalid header)")]
    BadHeader { file: String },
    #[error("gzip: invalid header")]
    GzipHeader,
    /// Helm 4 hides what is wrong with an archive given on the command line.
    #[error("unable to load chart archive")]
    Unloadable { reason: Box<ArchiveError> },
    #[error("unable to detect chart version, no Chart.yaml found")]
    NoChartYaml,
    #[error("{0}")]
    Damaged(String),
    #[error("no files in chart archive")]
    Empty,
    #[error("chart illegally contains absolute paths")]
    AbsolutePath { entry: String },
    #[error("chart illegally contains content outside the base directory: {}", crate::go_text::quote(entry))]
    OutsideBase { entry: String },
    #[error("chart illegally references parent directory")]
    ParentDirectory { entry: String },
    #[error("chart contains illegally named files")]
    IllegalName { entry: String },
    #[error("chart yaml not in base directory")]
    NotInBase,
    #[error("decompressed chart is larger than the maximum {what} {limit}")]
    ChartTooLarge { what: &'static str, limit: u64 },
    #[error("decompressed chart file {} is larger than the maximum file size {limit}", crate::go_text::quote(entry))]
    FileTooLarge { entry: String, limit: u64 },
}

/// The flag a value came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFlag {
    Set,
    SetString,
    SetFile,
    SetJson,
    SetLiteral,
}

/// What is wrong with a `--set…` argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetProblem {
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
