//! Charts from texts, and what comes of them.

use skeg_chart::{Chart, File, Metadata};
use skeg_render::{Capabilities, Error, Options, Release, Rendered, Request};

/// A chart called `demo` with these files.
pub(crate) fn chart(files: &[(String, String)]) -> Chart {
    let of = |templates: bool| {
        let wanted = files.iter().filter(move |(name, _)| name.starts_with("templates/") == templates);
        wanted.map(|(name, text)| File::from_bytes(name.as_str(), text.clone().into_bytes())).collect()
    };
    Chart {
        metadata: Metadata {
            name: "demo".into(),
            version: "1.0.0".into(),
            api_version: "v2".into(),
            ..Metadata::default()
        },
        values: skeg_go_yaml::Tree::map(),
        templates: of(true),
        files: of(false),
        is_root: true,
        full_path: "demo".into(),
        ..Chart::default()
    }
}

pub(crate) fn render(chart: Chart, values: &str, options: Options) -> Result<Rendered, Error> {
    let values = match skeg_go_yaml::read_tree(values.as_bytes()).expect("values are YAML") {
        skeg_go_yaml::Tree::Null => skeg_go_yaml::Tree::map(),
        values => values,
    };
    let release = Release { name: "rel".into(), namespace: "ns".into(), is_upgrade: false, revision: 1 };
    skeg_render::render(Request { chart, values, release, capabilities: Capabilities::offline(), options })
}

/// The documents as text.
pub(crate) fn texts(rendered: &Rendered) -> Vec<String> {
    rendered.manifests.iter().map(|m| String::from_utf8_lossy(&m.content).into_owned()).collect()
}
