//! What to render: where the chart is, what the user set, how to read secrets.
//!
//! Plain data. Files are read by [`load`](crate::load); the environment, the home folder and stdin are the caller's to read.

use std::io::ErrorKind;
use std::path::PathBuf;

use skeg_chart::{Compat, UserValues, go_io_text};

use crate::chart_source::ChartReference;
use crate::secret_key::KeySources;

/// Bytes of the largest file that is read beside those of a chart: values, secrets, configuration.
pub const LARGEST_FILE: u64 = 64 << 20;

/// A chart to render, with everything that does not depend on a cluster.
#[derive(Clone, Debug, Default)]
pub struct ChartRequest {
    /// Where the chart is.
    pub chart: ChartReference,
    /// Which Helm is followed.
    pub compat: Compat,
    /// What the user set over the chart's defaults.
    pub values: UserValues,
    /// Where the files that are named in values are.
    pub files: ValueFiles,
    /// What the user says about the chart itself; none where only Helm's ways count.
    pub overrides: Option<Overrides>,
    /// How to decrypt secrets; none where they do not count, as in Helm.
    pub secrets: Option<SecretRequest>,
    /// Files with objects that `lookup` finds, as if they were in a cluster.
    pub lookup_files: Vec<String>,
    /// A missing map key is an error.
    pub strict: bool,
    /// `getHostByName` asks the resolver.
    pub allow_dns: bool,
    /// Do not check values against `values.schema.json`.
    pub skip_schema: bool,
    /// Refuse symbolic links that lead out of the chart.
    pub no_outside_links: bool,
    /// Take what is in `crds/`.
    pub include_crds: bool,
    /// Notes of subcharts are part of the notes.
    pub sub_notes: bool,
    /// Warn of values that the user set and no template reads.
    pub find_unused: bool,
    /// Charts that are missing in `charts/` should be downloaded.
    pub update_dependencies: bool,
    /// What the renderer may take of this process.
    pub process: Process,
}

/// What the user says about a chart besides its values. Nothing of it is in Helm.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Leave the chart's own `values.yaml` out.
    pub no_default_values: bool,
    /// Stands in for the chart's `appVersion`.
    pub app_version: Option<String>,
    /// `KEY=JSON`: keys beside `.Values`.
    pub root: Vec<String>,
    /// `KEY=JSON`: what `.Runtime` holds.
    pub runtime: Vec<String>,
}

/// How the secrets of a chart are decrypted.
#[derive(Clone, Debug, Default)]
pub struct SecretRequest {
    /// Where the key is looked for, once something is encrypted.
    pub key: KeySources,
    /// More encrypted files of values; later ones win.
    pub files: Vec<String>,
    /// Leave every `secret-values.yaml` out.
    pub no_default_values: bool,
    /// Take all as it is, without a key.
    pub no_decrypt: bool,
    /// Take also what was encrypted for another file, or for none beside others that are.
    pub allow_foreign: bool,
}

/// What the renderer may take of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Process {
    /// Tells how many bytes of memory are in use, so that templates which take too much are refused.
    pub memory_in_use: Option<fn() -> usize>,
    /// Bytes of the caller's stack that templates may use. What needs more is executed elsewhere.
    pub stack: usize,
    /// The process ends soon: what is of no more use is forgotten.
    pub is_last: bool,
}

/// Reads files that values, lookups and secrets name.
#[derive(Clone, Debug, Default)]
pub struct ValueFiles {
    /// Where relative paths begin.
    pub directory: PathBuf,
    /// What stdin held, for the name `-`.
    pub stdin: Vec<u8>,
}

impl ValueFiles {
    /// The contents of a file; the error is Go's text.
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
            // Go can open a folder, and then not read it.
            let read_failed = matches!(error.kind(), ErrorKind::FileTooLarge | ErrorKind::IsADirectory);
            format!("{} {name}: {}", if read_failed { "read" } else { "open" }, go_io_text(&error))
        })
    }
}

fn is_stdin(name: &str) -> bool {
    name.trim() == "-"
}

impl ChartRequest {
    /// A chart with its own values and all of its definitions, and nothing else said.
    pub fn new(chart: ChartReference) -> ChartRequest {
        ChartRequest { chart, include_crds: true, ..ChartRequest::default() }
    }

    /// Whether a file is named `-`: then [`ValueFiles::stdin`] is read.
    pub fn wants_stdin(&self) -> bool {
        let secrets = self.secrets.iter().flat_map(|secrets| &secrets.files);
        let mut files = self.values.files.iter().chain(&self.lookup_files).chain(secrets);
        // Each item is KEY=FILE, and there may be several in one argument.
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
