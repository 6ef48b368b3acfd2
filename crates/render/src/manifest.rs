//! What a rendering makes: manifests, hooks, CRDs and notes, each with its origin.

/// All that came out of a rendering.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// Files of `crds/`, raw, root chart first.
    pub crds: Vec<Crd>,
    /// In install order.
    pub manifests: Vec<Manifest>,
    /// In Helm's printing order.
    pub hooks: Vec<Hook>,
    pub notes: Vec<u8>,
    /// What Helm would warn of on stderr.
    pub warnings: Vec<String>,
}

/// A file of `crds/`.
#[derive(Clone, Debug)]
pub struct Crd {
    /// The path with the chart's name in front.
    pub source: String,
    pub content: Vec<u8>,
}

/// One document of a template's output.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The template's path with the chart's name in front.
    pub source: String,
    pub content: Vec<u8>,
    pub api_version: String,
    pub kind: String,
    pub name: String,
}

/// A document that is a hook.
#[derive(Clone, Debug)]
pub struct Hook {
    pub manifest: Manifest,
    /// Lower-case names: `pre-install`, `test` ….
    pub events: Vec<String>,
    pub weight: i64,
    pub delete_policies: Vec<String>,
    pub output_log_policies: Vec<String>,
}
