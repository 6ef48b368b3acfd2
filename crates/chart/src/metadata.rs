//! Chart.yaml and Chart.lock as data.

mod decode;
mod plain;
mod validate;

pub(crate) use decode::{decode_api_version, decode_lock};

use std::collections::BTreeMap;

use skeg_go_yaml::Tree;

use crate::{Compat, Error};

/// The contents of Chart.yaml (and requirements.yaml), sanitised as Helm does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pub name: String,
    pub home: String,
    pub sources: Vec<String>,
    pub version: String,
    pub description: String,
    pub keywords: Vec<String>,
    pub maintainers: Vec<Maintainer>,
    pub icon: String,
    pub api_version: String,
    pub condition: String,
    pub tags: String,
    pub app_version: String,
    pub deprecated: bool,
    /// `None` where there is no such map: Helm 4 shows null for it.
    pub annotations: Option<BTreeMap<String, String>>,
    pub kube_version: String,
    /// `None` where Chart.yaml has no list: then nothing is processed and every subchart is enabled.
    pub dependencies: Option<Vec<Dependency>>,
    pub chart_type: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maintainer {
    pub name: String,
    pub email: String,
    pub url: String,
}

/// A chart that Chart.yaml asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependency {
    /// The name; once processed the alias, where there is one.
    pub name: String,
    pub version: String,
    pub repository: String,
    pub condition: String,
    pub tags: Vec<String>,
    /// Set by processing.
    pub enabled: bool,
    pub import_values: Vec<ImportValue>,
    pub alias: String,
}

/// An item of `import-values`.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportValue {
    /// As written in Chart.yaml.
    Written(Tree),
    /// After processing: Helm replaces every item by a pair of paths.
    Pair { child: String, parent: String },
}

/// Chart.lock or requirements.lock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lock {
    pub generated: String,
    pub digest: String,
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
    pub(crate) fn decode(&mut self, text: &[u8], compat: Compat) -> Result<(), skeg_go_yaml::Error> {
        decode::decode_draft(text, self, compat)
    }

    /// Cleans and checks, as Helm does once all files are read.
    pub(crate) fn validate(self) -> Result<Metadata, Error> {
        validate::validate(self)
    }
}
