//! Chart.yaml and Chart.lock as data.

mod decode;
mod plain;
mod validate;

pub(crate) use decode::{decode_api_version, decode_lock};
pub(crate) use validate::sanitise;

use std::collections::BTreeMap;

use skeg_go_yaml::Tree;

use crate::{Compat, Error};

/// The contents of Chart.yaml (and requirements.yaml), sanitised as Helm does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The chart's name; once dependencies are processed, its alias.
    pub name: String,
    /// URL of the project.
    pub home: String,
    /// URLs of the sources.
    pub sources: Vec<String>,
    /// A semantic version.
    pub version: String,
    /// One line about the chart.
    pub description: String,
    /// Search words.
    pub keywords: Vec<String>,
    /// Who maintains it.
    pub maintainers: Vec<Maintainer>,
    /// URL of an image.
    pub icon: String,
    /// `v1` or `v2`.
    pub api_version: String,
    /// Path of a value that enables the chart (v1).
    pub condition: String,
    /// Tags that enable the chart (v1).
    pub tags: String,
    /// The version of the application.
    pub app_version: String,
    /// Helm warns about deprecated charts.
    pub deprecated: bool,
    /// `None` where there is no such map: Helm 4 shows null for it.
    pub annotations: Option<BTreeMap<String, String>>,
    /// A constraint on the cluster's version; empty for any.
    pub kube_version: String,
    /// `None` where Chart.yaml has no list: then nothing is processed and every subchart is enabled.
    pub dependencies: Option<Vec<Dependency>>,
    /// `application`, `library` or empty.
    pub chart_type: String,
}

/// A maintainer in Chart.yaml.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maintainer {
    /// The maintainer's name.
    pub name: String,
    /// May be empty.
    pub email: String,
    /// May be empty.
    pub url: String,
}

/// A chart that Chart.yaml asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependency {
    /// The name; once processed the alias, if there is one.
    pub name: String,
    /// A version or a constraint.
    pub version: String,
    /// Where to fetch it; empty for charts in `charts/`.
    pub repository: String,
    /// Comma-separated paths of values that enable it.
    pub condition: String,
    /// Tags that enable it.
    pub tags: Vec<String>,
    /// Set by processing.
    pub enabled: bool,
    /// Values of the subchart that the parent takes over.
    pub import_values: Vec<ImportValue>,
    /// The name to use instead; empty for none.
    pub alias: String,
}

/// An item of `import-values`.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportValue {
    /// As written in Chart.yaml.
    Written(Tree),
    /// After processing: Helm replaces every item by a pair of paths.
    Pair {
        /// Path in the subchart's values.
        child: String,
        /// Path in the parent's values.
        parent: String,
    },
}

/// Chart.lock or requirements.lock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lock {
    /// When it was written, as in the file.
    pub generated: String,
    /// Digest of the dependencies in Chart.yaml.
    pub digest: String,
    /// The locked versions.
    pub dependencies: Vec<Dependency>,
}

pub(crate) type DraftMaintainer = Option<Maintainer>;
pub(crate) type DraftDependency = Option<Dependency>;

/// Metadata as decoded, not yet checked: lists may hold nulls.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) metadata: Metadata,
    maintainers: Vec<DraftMaintainer>,
    dependencies: Option<Vec<DraftDependency>>,
}

impl Draft {
    /// Decodes a document over what is here already.
    pub(crate) fn decode(&mut self, text: &[u8], compat: Compat, order_lists: bool) -> Result<(), skeg_go_yaml::Error> {
        decode::decode_draft(text, self, compat, order_lists)
    }

    /// Cleans and checks, as Helm does once all files are read.
    pub(crate) fn validate(self) -> Result<Metadata, Error> {
        validate::validate(self)
    }
}
