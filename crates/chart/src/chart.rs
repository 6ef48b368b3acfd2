//! A chart with its subcharts.

use skeg_go_yaml::Tree;

use crate::{File, Lock, Metadata, Warning};

/// A loaded chart. `dependencies::process` settles which subcharts stay and under which names.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// Chart.yaml.
    pub metadata: Metadata,
    /// Chart.lock or requirements.lock, if there is one.
    pub lock: Option<Lock>,
    /// Defaults from values.yaml: always a map, empty if there is no such file.
    pub values: Tree,
    /// values.schema.json, unparsed.
    pub schema: Option<File>,
    /// Files under templates/, in Helm's order.
    pub templates: Vec<File>,
    /// Everything else: README, crds/, …
    pub files: Vec<File>,
    /// The subcharts in `charts/`.
    pub dependencies: Vec<Chart>,
    /// Chart.yaml and requirements.yaml as they are written.
    pub definitions: Vec<File>,
    /// No parent.
    pub is_root: bool,
    /// `parent/charts/name-or-alias`; for the root its name.
    pub full_path: String,
    /// What loading had to say about this chart and its subcharts (filled in the root only).
    pub warnings: Vec<Warning>,
}

impl Chart {
    /// The name, or the alias once dependencies are processed.
    pub fn name(&self) -> &str {
        &self.metadata.name
    }

    /// Whether only helpers of it count.
    pub fn is_library(&self) -> bool {
        self.metadata.chart_type == "library"
    }

    /// The manifests under crds/ of this chart and then its subcharts, with the full path of each.
    pub fn crds(&self) -> Vec<(String, &File)> {
        let mut found = Vec::new();
        self.collect_crds(&mut found);
        found
    }

    fn collect_crds<'a>(&'a self, found: &mut Vec<(String, &'a File)>) {
        let own = self.files.iter().filter(|file| file.name.starts_with("crds/") && is_manifest(&file.name));
        found.extend(own.map(|file| (format!("{}/{}", self.full_path, file.name), file)));
        for dependency in &self.dependencies {
            dependency.collect_crds(found);
        }
    }

    /// Sets `is_root` and `full_path` of this root and everything below it.
    pub(crate) fn settle_paths(&mut self) {
        self.is_root = true;
        self.full_path = self.metadata.name.clone();
        self.settle_children();
    }

    fn settle_children(&mut self) {
        for dependency in &mut self.dependencies {
            dependency.is_root = false;
            dependency.full_path = format!("{}/charts/{}", self.full_path, dependency.metadata.name);
            dependency.settle_children();
        }
    }
}

/// Whether the extension is one of manifests.
fn is_manifest(name: &str) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    base.rsplit_once('.')
        .is_some_and(|(_, extension)| ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
}
