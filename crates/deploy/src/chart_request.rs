//! What to render: where the chart is, what the user set, how to read secrets.
//!
//! Plain data. Files are read by [`load`](crate::load); the environment, the home folder and stdin are the caller's to read.

use std::io::ErrorKind;
use std::path::PathBuf;

use skeg_chart::{Compat, UserValues, go_io_text};

use crate::chart_source::ChartReference;
use crate::secret_key::KeySources;

/// The largest file, in bytes, that is read besides the chart itself: values, secrets, configuration.
pub const LARGEST_FILE: u64 = 64 << 20;

/// A chart to render, with everything that does not depend on a cluster.
#[derive(Clone, Debug, Default)]
pub struct ChartRequest {
    /// Where the chart is.
    pub chart: ChartReference,
    /// Which Helm to follow.
    pub compat: Compat,
    /// Values that override the chart's defaults.
    pub values: UserValues,
    /// Reads the files that values name.
    pub files: ValueFiles,
    /// Nelm's overrides of the chart itself; `None` for commands that follow Helm.
    pub overrides: Option<Overrides>,
    /// How to decrypt secrets; `None` ignores them, as Helm does.
    pub secrets: Option<SecretRequest>,
    /// Files with objects that `lookup` finds as if they were in a cluster.
    pub lookup_files: Vec<String>,
    /// A missing map key is an error.
    pub strict: bool,
    /// `getHostByName` may query DNS.
    pub allow_dns: bool,
    /// Do not check values against `values.schema.json`.
    pub skip_schema: bool,
    /// Refuse symbolic links that point outside the chart.
    pub no_outside_links: bool,
    /// Include what is in `crds/`.
    pub include_crds: bool,
    /// Include the notes of subcharts.
    pub sub_notes: bool,
    /// Warn about values that the user set and no template reads.
    pub find_unused: bool,
    /// Download charts that are missing in `charts/`.
    pub update_dependencies: bool,
    /// The annotation `helm.sh/depends-on/subcharts` of Chart.yaml may be a list, although Helm would refuse the chart.
    pub order_lists: bool,
    /// What the renderer may use of this process.
    pub process: Process,
}

/// Nelm's overrides of a chart besides its values. Helm has none of them.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Ignore the chart's own `values.yaml`.
    pub no_default_values: bool,
    /// Replaces the chart's `appVersion`.
    pub app_version: Option<String>,
    /// `KEY=JSON`: top-level keys next to `.Values`.
    pub root: Vec<String>,
    /// `KEY=JSON`: the contents of `.Runtime`.
    pub runtime: Vec<String>,
}

/// How the secrets of a chart are decrypted.
#[derive(Clone, Debug, Default)]
pub struct SecretRequest {
    /// Where to look for the key, once something encrypted is found.
    pub key: KeySources,
    /// More encrypted values files; later ones win.
    pub files: Vec<String>,
    /// Ignore every `secret-values.yaml`.
    pub no_default_values: bool,
    /// Use encrypted texts as they are, without a key.
    pub no_decrypt: bool,
    /// Also accept secrets that were encrypted for another file, or for none where others in the file are bound to it.
    pub allow_foreign: bool,
}

/// What the renderer may use of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Process {
    /// Returns the bytes of memory in use, so that templates that take too much are refused.
    pub memory_in_use: Option<fn() -> usize>,
    /// Bytes of the caller's stack that templates may use. What needs more runs on a thread of its own.
    pub stack: usize,
    /// The process ends soon: skip freeing memory.
    pub is_last: bool,
}

/// Reads files that values, lookups and secrets name.
#[derive(Clone, Debug, Default)]
pub struct ValueFiles {
    /// Base of relative paths.
    pub directory: PathBuf,
    /// The contents of stdin, for the name `-`.
    pub stdin: Vec<u8>,
}

impl ValueFiles {
    /// Reads a file; the error is Go's text.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        if is_stdin(name) {
            return match self.stdin.len() as u64 <= LARGEST_FILE {
                true => Ok(self.stdin.clone()),
                false => Err(format!("read stdin: it has more than {LARGEST_FILE} bytes")),
            };
        }
        if ["http://", "https://", "oci://"].iter().any(|scheme| name.starts_with(scheme)) {
            return Err(format!("{name}: values from a URL are not supported yet"));
        }
        let read = skeg_chart::read_bounded(&self.directory.join(name), LARGEST_FILE);
        read.map_err(|error| {
            // Go opens a folder, and then fails to read it.
            let read_failed = matches!(error.kind(), ErrorKind::FileTooLarge | ErrorKind::IsADirectory);
            format!("{} {name}: {}", if read_failed { "read" } else { "open" }, go_io_text(&error))
        })
    }
}

fn is_stdin(name: &str) -> bool {
    name.trim() == "-"
}

impl ChartRequest {
    /// Renders a chart with its own values and CRDs, and everything else at its default.
    pub fn new(chart: ChartReference) -> ChartRequest {
        ChartRequest { chart, include_crds: true, order_lists: true, ..ChartRequest::default() }
    }

    /// Whether a file is named `-`: then [`ValueFiles::stdin`] is read.
    pub fn wants_stdin(&self) -> bool {
        let secrets = self.secrets.iter().flat_map(|secrets| &secrets.files);
        let mut files = self.values.files.iter().chain(&self.lookup_files).chain(secrets);
        // Each item is KEY=FILE; one argument may hold several.
        let mut items = self.values.set_file.iter().flat_map(|argument| argument.split(','));
        files.any(|name| is_stdin(name))
            || items.any(|item| item.split_once('=').is_some_and(|(_, file)| is_stdin(file)))
    }
}

#[cfg(test)]
mod tests {
    use skeg_chart::UserValues;

    use super::{ChartRequest, SecretRequest};

    fn request(change: impl FnOnce(&mut ChartRequest)) -> ChartRequest {
        let mut request = ChartRequest::default();
        change(&mut request);
        request
    }

    #[test]
    fn stdin_is_wanted_where_a_file_is_named_so() {
        let text = |text: &str| vec![text.to_string()];
        let wants = |change: fn(&mut ChartRequest)| request(change).wants_stdin();
        assert!(!wants(|_| {}));
        assert!(wants(|request| request.values.files = vec!["a.yaml".into(), " - ".into()]));
        assert!(wants(|request| request.lookup_files = vec!["-".into()]));
        assert!(wants(
            |request| request.secrets = Some(SecretRequest { files: vec!["-".into()], ..Default::default() })
        ));
        for (argument, wanted) in [("a=-", true), ("a=b,c=-", true), ("a=-b", false), ("-", false), ("a=b-", false)] {
            let values = UserValues { set_file: text(argument), ..UserValues::default() };
            assert_eq!(request(|request| request.values = values).wants_stdin(), wanted, "{argument}");
        }
    }
}
