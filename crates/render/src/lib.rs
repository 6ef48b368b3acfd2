//! From a chart, values and capabilities to manifests, as Helm makes them.

mod capabilities;
mod error;
mod manifest;
mod release;

pub use capabilities::{Capabilities, KubeVersion};
pub use error::Error;
pub use manifest::{Crd, Hook, Manifest, Rendered};
pub use release::Release;

use skeg_chart::{Chart, Compat};
use skeg_go_yaml::Tree;

/// What to render and how.
pub struct Request {
    /// As loaded; conditions, tags and aliases are not yet processed.
    pub chart: Chart,
    /// What the user set over the chart's defaults.
    pub values: Tree,
    pub release: Release,
    pub capabilities: Capabilities,
    pub options: Options,
}

/// Choices of a rendering.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whose bytes to make.
    pub compat: Compat,
    /// A missing map key is an error.
    pub strict: bool,
    /// `getHostByName` asks the resolver.
    pub allow_dns: bool,
    /// Do not check values against `values.schema.json`.
    pub skip_schema: bool,
    /// Objects that `lookup` finds, as if they were in a cluster.
    pub lookup: Vec<Tree>,
    /// Notes of subcharts are part of the notes.
    pub sub_notes: bool,
}

/// Renders a chart: dependencies, values, schema, templates, then splitting and sorting.
pub fn render(_request: Request) -> Result<Rendered, Error> {
    todo!()
}
