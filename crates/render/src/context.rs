//! What templates see as `.`: one map for each chart, shared by all files of that chart.
//!
//! The outline is made once and can cross threads; each thread builds its own live values from it, because templates
//! may write to them.

mod capabilities;
mod chart;
mod files;
mod record;
mod values;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use skeg_chart::{Chart, Coalesced, Compat};
use skeg_go_template::{Map, Str, Value};
use skeg_go_yaml::Tree;
use skeg_template_functions::convert::thaw;

use crate::{Capabilities, Options, Release};
use files::{FileIndex, Files};

/// All that contexts are made of.
pub(crate) struct Outline<'a> {
    chart: &'a Chart,
    values: &'a Coalesced<'a>,
    release: &'a Release,
    capabilities: &'a Capabilities,
    compat: Compat,
    /// Keys of every context that is without them.
    root: &'a Tree,
    /// One for each chart, in the order of `charts`.
    files: Vec<Arc<FileIndex>>,
}

/// Live contexts of one thread.
pub(crate) struct Contexts {
    /// One for each chart, parents before children.
    maps: Vec<Map>,
    compat: Compat,
    written: Rc<Cell<bool>>,
}

/// A chart and its subcharts, parents before children.
pub(crate) fn charts(root: &Chart) -> Vec<&Chart> {
    let mut all = vec![root];
    for dependency in &root.dependencies {
        all.extend(charts(dependency));
    }
    all
}

impl<'a> Outline<'a> {
    pub(crate) fn new(
        chart: &'a Chart,
        values: &'a Coalesced<'a>,
        release: &'a Release,
        capabilities: &'a Capabilities,
        options: &'a Options,
    ) -> Outline<'a> {
        let files = charts(chart).into_iter().map(|c| files::index(&c.files)).collect();
        let Options { compat, ref root, .. } = *options;
        Outline { chart, values, release, capabilities, compat, root, files }
    }

    /// Makes live values of it all.
    pub(crate) fn build(&self) -> Contexts {
        let values_type = values::values_type(self.compat);
        let values = match self.values.build(&mut values::Live::default()) {
            Value::Map(map) => map.converted(values_type),
            _ => Map::new().converted(values_type),
        };
        let mut shared = vec![
            (Str::from("Release"), self.release_value()),
            (Str::from("Capabilities"), capabilities::capabilities_value(self.capabilities, self.compat)),
        ];
        if let Tree::Map(keys) = self.root {
            shared.extend(keys.iter().map(|(key, value)| (Str::from(&key[..]), thaw(value))));
        }
        let written = Rc::new(Cell::new(false));
        let mut contexts = Contexts { maps: Vec::new(), compat: self.compat, written };
        self.build_chart(self.chart, values, &shared, &chart::Names::default(), &mut contexts);
        if let Some(root) = contexts.maps.first() {
            watch(&Value::Map(root.clone()), &contexts.written);
        }
        contexts
    }

    fn build_chart(
        &self,
        chart: &Chart,
        values: Map,
        shared: &[(Str, Value)],
        names: &chart::Names,
        contexts: &mut Contexts,
    ) -> Map {
        let subcharts = Map::new();
        let context: Map = [
            ("Chart", chart::chart_value(chart, self.compat, names)),
            ("Files", Value::object(Files { files: self.files[contexts.maps.len()].clone(), compat: self.compat })),
            ("Values", Value::Map(values.clone())),
            ("Subcharts", Value::Map(subcharts.clone())),
        ]
        .into_iter()
        .map(|(name, value)| (names.key(name), value))
        .collect();
        // Of two with one name Helm's own comes first, and counts.
        for (name, value) in shared {
            if context.get(name).is_none() {
                context.set(name.clone(), value.clone());
            }
        }
        contexts.maps.push(context.clone());
        for dependency in &chart.dependencies {
            let name = dependency.name();
            let own = values_of(&values, name).converted(values::values_type(self.compat));
            let below = self.build_chart(dependency, own, shared, names, contexts);
            subcharts.set(name, Value::Map(below));
        }
        context
    }

    fn release_value(&self) -> Value {
        let release = self.release;
        let entries = [
            ("Name", Value::str(release.name.as_str())),
            ("Namespace", Value::str(release.namespace.as_str())),
            ("IsUpgrade", Value::Bool(release.is_upgrade)),
            ("IsInstall", Value::Bool(!release.is_upgrade)),
            ("Revision", Value::int(release.revision)),
            ("Service", Value::str("Helm")),
        ];
        Value::Map(entries.into_iter().collect())
    }
}

/// The table of a subchart in its parent's values: the same map, so that writes are seen by both. Helm takes a name
/// with dots for a path.
fn values_of(values: &Map, name: &str) -> Map {
    let mut table = values.clone();
    for step in name.split('.') {
        match table.get(step.as_bytes()) {
            Some(Value::Map(inner)) => table = inner,
            _ => return Map::new(),
        }
    }
    table
}

impl Contexts {
    /// The context of a chart (by its number) for a file of it.
    pub(crate) fn for_file(&self, chart: usize, name: &str, base_path: &str) -> Value {
        let template: Map = [("Name", Value::str(name)), ("BasePath", Value::str(base_path))].into_iter().collect();
        let values_type = values::values_type(self.compat);
        let map = &self.maps[chart];
        let before = self.written.get();
        map.set("Template", Value::Map(template.converted(values_type)));
        self.written.set(before);
        Value::Map(map.converted(values_type))
    }

    /// Whether any template has written to what others see too.
    pub(crate) fn is_written(&self) -> bool {
        self.written.get()
    }
}

/// Makes every map in a value report writes.
fn watch(value: &Value, written: &Rc<Cell<bool>>) {
    match value {
        Value::Map(map) => {
            map.watch(written);
            map.with(|entries| entries.values().for_each(|v| watch(v, written)));
        }
        Value::List(list) => list.iter().for_each(|v| watch(v, written)),
        _ => {}
    }
}
