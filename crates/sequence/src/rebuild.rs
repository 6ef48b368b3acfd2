//! Reconstructs an order from a record of another tool: from the paths of its templates and the root chart's metadata.

use std::collections::BTreeMap;

use crate::declarations::{Declarations, DeclaredDependency, DeclaredList};
use crate::order::{Order, parent};
use crate::resolve::resolve;

/// Reconstructs the order of a release. `sources` are the paths of its templates; `dependencies` and `annotation` come
/// from the metadata of the root chart. Declarations of subcharts are lost.
pub fn rebuild<'a>(
    root: &str,
    sources: impl IntoIterator<Item = &'a str>,
    dependencies: Vec<DeclaredDependency>,
    annotation: Option<DeclaredList>,
) -> Order {
    let mut children: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources {
        let mut path = chart_of(source).to_string();
        // Parents that render nothing are part of the tree too.
        while let Some(above) = parent(&path).map(str::to_string) {
            let known = children.entry(above.clone()).or_default();
            if !known.contains(&path) {
                known.push(path);
            }
            path = above;
        }
    }
    let mut chart = declarations(root, &children);
    (chart.dependencies, chart.annotation) = (dependencies, annotation);
    // The metadata may name charts that are gone: then only the tree is left.
    resolve(&chart)
        .or_else(|_| resolve(&declarations(root, &children)))
        .map(|resolved| resolved.order)
        .unwrap_or_default()
}

fn declarations(path: &str, children: &BTreeMap<String, Vec<String>>) -> Declarations {
    let subcharts = children.get(path).into_iter().flatten().map(|child| declarations(child, children)).collect();
    let name = path.rsplit_once("/charts/").map_or(path, |(_, name)| name).to_string();
    Declarations { path: path.to_string(), name, subcharts, ..Declarations::default() }
}

/// `shop/charts/db` for `shop/charts/db/templates/a.yaml`: each further `charts/NAME` is a subchart.
fn chart_of(source: &str) -> &str {
    let mut end = source.find('/').unwrap_or(source.len());
    while let Some(rest) = source[end..].strip_prefix("/charts/") {
        let name = rest.find('/').unwrap_or(rest.len());
        end += "/charts/".len() + name;
    }
    &source[..end]
}
