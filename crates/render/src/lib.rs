//! From a chart, values and capabilities to manifests, byte for byte as Helm makes them.
//!
//! In: a loaded chart, user values, a release, capabilities. Out: manifests, hooks, CRDs and notes in Helm's order, or an
//! error whose text is Helm's own. It prints nothing and needs neither network nor cluster.

mod capabilities;
mod collect;
mod context;
mod engine;
mod error;
mod exec_error;
mod head;
mod lookup;
mod manifest;
mod name_template;
mod release;
mod request;
mod secrets;
mod sort;
mod split;
mod unused;

pub use capabilities::{Capabilities, KubeVersion};
pub use error::{BadManifest, Error, ManifestProblem};
pub use manifest::{Content, Crd, Hook, Manifest, Rendered};
pub use name_template::render_name_template;
pub use release::Release;
pub use request::{ClusterLookup, Options, Request, render};
pub use secrets::{NamedValues, SecretOptions, Secrets};
pub use split::split_documents;
pub use unused::UnusedValue;

/// Where and why a template failed, as the errors hold it.
pub use skeg_go_template::{CallError, ExecError, ExecErrorKind, Location, ParseError, ParseErrorKind};

/// Answers the template function `lookup`.
pub use skeg_template_functions::helm::Lookup;

/// Says what time zone dates are in, as the variable `TZ` does.
pub use skeg_template_functions::dates::set_local_zone;

/// The names of the functions that templates may call.
pub fn function_names(compat: skeg_chart::Compat) -> Vec<&'static str> {
    let mut names = skeg_template_functions::table(compat == skeg_chart::Compat::V4).names();
    names.extend(skeg_go_template::builtins::builtins().names());
    names
}
