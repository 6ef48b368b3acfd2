//! What Nelm lets people say of a chart besides its values.

use skeg_chart::{Chart, Compat, UserValues};
use skeg_go_yaml::Tree;
use skeg_render::Error;

use crate::flags::Parsed;

/// Nothing of it is in Helm.
pub(crate) struct Extras {
    no_default_values: bool,
    app_version: Option<String>,
    root: Vec<String>,
    runtime: Vec<String>,
}

impl Extras {
    /// From flags of the group `EXTRAS`.
    pub(crate) fn new(parsed: &Parsed) -> Extras {
        Extras {
            no_default_values: parsed.switch("no-default-values"),
            app_version: parsed.filled("app-version").map(str::to_string),
            root: parsed.list("set-root-json"),
            runtime: parsed.list("set-runtime-json"),
        }
    }

    /// Changes what the chart itself says.
    pub(super) fn change(&self, chart: &mut Chart) {
        if self.no_default_values {
            chart.values = Tree::map();
        }
        if let Some(version) = &self.app_version {
            chart.metadata.app_version.clone_from(version);
        }
    }

    /// Keys beside `.Values`: `.Runtime` is always there.
    pub(super) fn root(&self, compat: Compat) -> Result<Tree, Error> {
        let mut root = read(&self.root, "--set-root-json", compat)?;
        let runtime = read(&self.runtime, "--set-runtime-json", compat)?;
        if let Tree::Map(keys) = &mut root {
            keys.insert("Runtime".into(), runtime);
        }
        Ok(root)
    }
}

fn read(pairs: &[String], flag: &str, compat: Compat) -> Result<Tree, Error> {
    let pairs = UserValues { set_json: pairs.to_vec(), ..UserValues::default() };
    let read = pairs.merge(&mut |_| Err(String::new()), compat);
    read.map_err(|error| Error::Other(error.to_string().replacen("--set-json", flag, 1)))
}
