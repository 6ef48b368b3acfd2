//! What charts say of values besides their templates: conditions and tags, imported values, names of subcharts, schemas.

use std::collections::BTreeSet;
use std::rc::Rc;

use skeg_chart::{Chart, ImportValue};
use skeg_go_yaml::Tree;

use super::reads::Reads;
use super::traced::{Path, below};

/// Where the values of a chart and its subcharts are among those of the root, in the order of `charts`.
pub(super) fn value_paths(root: &Chart) -> Vec<Path> {
    let mut paths = Vec::new();
    collect_paths(root, &Path::from([]), &mut paths);
    paths
}

fn collect_paths(chart: &Chart, path: &Path, paths: &mut Vec<Path>) {
    paths.push(path.clone());
    for dependency in &chart.dependencies {
        collect_paths(dependency, &below(path, dependency.name()), paths);
    }
}

/// What is read of a chart before its dependencies are settled, since what is disabled is gone afterwards.
#[derive(Default)]
pub(crate) struct Declared {
    /// Values that decide over subcharts.
    switches: Vec<Vec<String>>,
    /// Values that are given to the parent.
    imported: Vec<Vec<String>>,
    /// Names and aliases of subcharts.
    subcharts: BTreeSet<String>,
}

impl Declared {
    pub(crate) fn of(root: &Chart) -> Declared {
        let mut declared = Declared { switches: vec![vec!["tags".to_string()]], ..Declared::default() };
        declared.collect(root, &[]);
        declared
    }

    fn collect(&mut self, chart: &Chart, path: &[String]) {
        let at =
            |more: &str| -> Vec<String> { path.iter().cloned().chain(more.split('.').map(str::to_string)).collect() };
        let wanted = chart.metadata.dependencies.as_deref().unwrap_or_default();
        for dependency in wanted {
            let name = if dependency.alias.is_empty() { &dependency.name } else { &dependency.alias };
            self.subcharts.extend([dependency.name.clone(), dependency.alias.clone()]);
            for condition in dependency.condition.split(',').map(str::trim).filter(|condition| !condition.is_empty()) {
                self.switches.extend([at(condition), condition.split('.').map(str::to_string).collect()]);
            }
            for item in &dependency.import_values {
                let child = match item {
                    ImportValue::Written(Tree::Str(export)) => format!("{name}.exports.{export}"),
                    ImportValue::Written(pair) => {
                        let child = pair.get("child").and_then(Tree::as_str).map(ToString::to_string);
                        format!("{name}.{}", child.unwrap_or_default())
                    }
                    ImportValue::Pair { child, .. } => format!("{name}.{child}"),
                };
                self.imported.push(at(&child));
            }
            for loaded in chart.dependencies.iter().filter(|loaded| loaded.name() == dependency.name) {
                self.collect(loaded, &at(name));
            }
        }
        for loaded in &chart.dependencies {
            self.subcharts.insert(loaded.name().to_string());
            if !wanted.iter().any(|dependency| dependency.name == loaded.name()) {
                self.collect(loaded, &at(loaded.name()));
            }
        }
    }

    /// Marks what is read by this.
    pub(super) fn mark(&self, reads: &Reads) {
        let path = |keys: &[String]| keys.iter().map(|key| Rc::from(key.as_str())).collect::<Path>();
        self.switches.iter().for_each(|keys| reads.touch(&path(keys)));
        self.imported.iter().for_each(|keys| reads.whole(&path(keys)));
    }

    /// Whether a subchart is called so, enabled or not.
    pub(super) fn has_subchart(&self, name: &str) -> bool {
        self.subcharts.contains(name)
    }
}

/// The names of all properties in the schemas.
pub(super) fn schema_names(charts: &[&Chart]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for schema in charts.iter().filter_map(|chart| chart.schema.as_ref()) {
        let text = schema.data_once().unwrap_or_default();
        if let Ok(tree) = skeg_go_yaml::json::read_tree(&text) {
            collect_properties(&tree, &mut names);
        }
    }
    names
}

fn collect_properties(tree: &Tree, names: &mut BTreeSet<String>) {
    match tree {
        Tree::Map(map) => {
            if let Some(properties) = tree.get("properties").and_then(Tree::as_map) {
                names.extend(properties.iter().map(|(name, _)| name.to_string()));
            }
            map.iter().for_each(|(_, value)| collect_properties(value, names));
        }
        Tree::List(items) => items.iter().for_each(|item| collect_properties(item, names)),
        _ => {}
    }
}
