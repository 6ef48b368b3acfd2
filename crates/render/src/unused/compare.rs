//! Compares the user's values with those that are read.

use std::collections::BTreeSet;

use skeg_go_yaml::Tree;

use super::UnusedValue;
use super::declared::Declared;
use super::reads::{Node, Reads};
use super::traced::Path;

/// All that is known of values.
pub(super) struct Comparison<'a> {
    pub(super) reads: &'a Reads,
    /// The defaults of each chart, and where they belong.
    pub(super) defaults: &'a [(Path, &'a Tree)],
    /// Words of texts that are executed as templates.
    pub(super) words: &'a BTreeSet<String>,
    /// Properties in schemas.
    pub(super) schema: &'a BTreeSet<String>,
    pub(super) declared: &'a Declared,
}

/// A map of the user's and what is known of its place.
struct Level<'a> {
    path: Vec<String>,
    nodes: Vec<&'a Node>,
    defaults: Vec<&'a Tree>,
    /// The values of a chart begin here.
    is_chart: bool,
}

impl Comparison<'_> {
    pub(super) fn unused(&self, user: &Tree) -> Vec<UnusedValue> {
        for path in self.reads.tested() {
            // Where there is always something, its being there says nothing of what is below.
            if !self.defaults_at(&path).iter().any(|tree| is_filled_map(tree)) {
                self.reads.whole(&path);
            }
        }
        for (path, _) in self.defaults {
            self.reads.touch(path);
        }
        let mut unused = Vec::new();
        self.reads.with(|top| {
            let defaults = self.chart_at(&[]).into_iter().collect();
            let level = Level { path: Vec::new(), nodes: vec![top], defaults, is_chart: true };
            if !top.is_whole {
                self.compare(user, &level, &mut unused);
            }
        });
        unused
    }

    fn compare(&self, user: &Tree, level: &Level<'_>, unused: &mut Vec<UnusedValue>) {
        for (key, value) in user.as_map().into_iter().flat_map(|map| map.iter()) {
            let key = key.to_string();
            let path: Vec<String> = level.path.iter().cloned().chain([key.clone()]).collect();
            let chart = self.chart_at(&path);
            let is_disabled = level.is_chart && chart.is_none() && self.declared.has_subchart(&key);
            if is_disabled || matches!(value, Tree::Null) || key.starts_with(['.', '_', '$']) || key.starts_with("x-") {
                continue;
            }
            let nodes: Vec<&Node> = level.nodes.iter().flat_map(|node| node.below(&key)).collect();
            let defaults = level.defaults.iter().filter_map(|tree| tree.get(key.as_bytes()));
            let defaults: Vec<&Tree> = defaults.chain(chart).collect();
            if nodes.is_empty() {
                let has_default = !defaults.is_empty() || self.words.contains(&key) || self.schema.contains(&key);
                if !has_default {
                    unused.push(UnusedValue { path, known: level.known() });
                }
                continue;
            }
            if nodes.iter().all(|node| !node.is_whole && !node.children.is_empty()) && is_filled_map(value) {
                let level = Level { path, nodes, defaults, is_chart: chart.is_some() };
                self.compare(value, &level, unused);
            }
        }
    }

    /// The defaults of the chart whose values begin at a path.
    fn chart_at(&self, path: &[String]) -> Option<&Tree> {
        let is_here = |at: &Path| at.len() == path.len() && at.iter().zip(path).all(|(one, other)| **one == **other);
        self.defaults.iter().find(|(at, _)| is_here(at)).map(|(_, defaults)| *defaults)
    }

    /// The defaults that any chart has at a path.
    fn defaults_at(&self, path: &Path) -> Vec<&Tree> {
        let found = self.defaults.iter().filter_map(|(start, defaults)| {
            let keys = path.strip_prefix(&**start)?;
            keys.iter().try_fold(*defaults, |tree, key| tree.get(key.as_bytes()))
        });
        found.collect()
    }
}

impl Level<'_> {
    /// The keys that mean something here.
    fn known(&self) -> Vec<String> {
        let read = self.nodes.iter().flat_map(|node| node.children.keys()).map(|key| key.to_string());
        let maps = self.defaults.iter().filter_map(|tree| tree.as_map());
        let declared = maps.flat_map(|map| map.iter().map(|(key, _)| key.to_string()));
        read.chain(declared).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn is_filled_map(tree: &Tree) -> bool {
    tree.as_map().is_some_and(|map| map.iter().next().is_some())
}
