//! `.Chart`: a Go struct in generation 3, a map of the field names in generation 4.

use std::cell::{OnceCell, RefCell};

use skeg_chart::{Chart, Compat, Dependency, ImportValue, Maintainer, Metadata};
use skeg_go_template::{Elem, List, Map, MapType, Str, Value};
use skeg_template_functions::convert::thaw;

use super::record::{Field, Record};

/// Names of fields, kept once for all charts: with hundreds of subcharts they would take most of the memory.
#[derive(Default)]
pub(super) struct Names {
    known: RefCell<Vec<(&'static str, Str)>>,
    empty: Str,
    metadata: Shape,
    maintainer: Shape,
    dependency: Shape,
}

/// The names of a struct's fields as a map has them, sorted, and where each field stands in the struct. Known once a struct of
/// the kind was made: with hundreds of subcharts, sorting each anew took a tenth of the rendering.
type Shape = OnceCell<Vec<(Str, usize)>>;

impl Names {
    pub(super) fn key(&self, name: &'static str) -> Str {
        let mut known = self.known.borrow_mut();
        if let Some((_, key)) = known.iter().find(|(other, _)| *other == name) {
            return key.clone();
        }
        let key = Str::from(name);
        known.push((name, key.clone()));
        key
    }

    fn text(&self, text: &str) -> Value {
        Value::Str(if text.is_empty() { self.empty.clone() } else { Str::from(text) })
    }
}

/// What `.Chart` is for a chart.
pub(super) fn chart_value(chart: &Chart, compat: Compat, names: &Names) -> Value {
    let mut fields = metadata_fields(&chart.metadata, compat, names);
    let is_root = Field { name: "IsRoot", json: "IsRoot", omit_empty: false, value: Value::Bool(chart.is_root) };
    match compat {
        Compat::V3 => {
            let metadata =
                Record { type_name: "chart.Metadata", is_pointer: false, fields, embeds: false, is_tagged: false };
            let fields = vec![field("Metadata", "", Value::object(metadata)), is_root];
            let type_name = "struct { chart.Metadata; IsRoot bool }";
            Value::object(Record { type_name, is_pointer: false, fields, embeds: true, is_tagged: false })
        }
        Compat::V4 => {
            fields.push(is_root);
            as_map(fields, &names.metadata)
        }
    }
}

/// A map of a struct's fields. All structs of the shape have the same fields in the same order.
fn as_map(mut fields: Vec<Field>, shape: &Shape) -> Value {
    let sorted = shape.get_or_init(|| {
        let mut sorted: Vec<_> = fields.iter().enumerate().map(|(at, field)| (Str::from(field.name), at)).collect();
        sorted.sort_unstable();
        sorted
    });
    let mut take = |at: usize| fields.get_mut(at).map(|field| std::mem::take(&mut field.value)).unwrap_or_default();
    Value::Map(sorted.iter().map(|(name, at)| (name.clone(), take(*at))).collect())
}

fn metadata_fields(metadata: &Metadata, compat: Compat, names: &Names) -> Vec<Field> {
    let text = |name, json, value: &str| field(name, json, names.text(value));
    let maintainers = metadata.maintainers.iter().map(|m| maintainer(m, compat, names)).collect();
    let dependencies = metadata.dependencies.iter().flatten().map(|d| dependency(d, compat, names)).collect();
    let annotations = match &metadata.annotations {
        None => Map::nil(MapType::String),
        Some(annotations) => {
            let entries = annotations.iter().map(|(k, v)| (Str::from(k.as_str()), Value::str(v.as_str())));
            Map::with_type(MapType::String, entries.collect())
        }
    };
    vec![
        text("Name", "name", &metadata.name),
        text("Home", "home", &metadata.home),
        field("Sources", "sources", strings(&metadata.sources, compat)),
        text("Version", "version", &metadata.version),
        text("Description", "description", &metadata.description),
        field("Keywords", "keywords", strings(&metadata.keywords, compat)),
        field("Maintainers", "maintainers", list(maintainers, "*chart.Maintainer", compat)),
        text("Icon", "icon", &metadata.icon),
        text("APIVersion", "apiVersion", &metadata.api_version),
        text("Condition", "condition", &metadata.condition),
        text("Tags", "tags", &metadata.tags),
        text("AppVersion", "appVersion", &metadata.app_version),
        field("Deprecated", "deprecated", Value::Bool(metadata.deprecated)),
        field("Annotations", "annotations", Value::Map(annotations)),
        text("KubeVersion", "kubeVersion", &metadata.kube_version),
        field("Dependencies", "dependencies", list(dependencies, "*chart.Dependency", compat)),
        text("Type", "type", &metadata.chart_type),
    ]
}

fn maintainer(maintainer: &Maintainer, compat: Compat, names: &Names) -> Value {
    let fields = vec![
        field("Name", "name", names.text(&maintainer.name)),
        field("Email", "email", names.text(&maintainer.email)),
        field("URL", "url", names.text(&maintainer.url)),
    ];
    record("*chart.Maintainer", fields, compat, &names.maintainer)
}

fn dependency(dependency: &Dependency, compat: Compat, names: &Names) -> Value {
    let imports: Vec<Value> = dependency.import_values.iter().map(import_value).collect();
    let imports = match (compat, imports.is_empty()) {
        (Compat::V3, true) => Value::List(List::nil(Elem::Any)),
        _ => Value::list(imports),
    };
    let required = |name, json, value: &str| Field { omit_empty: false, ..field(name, json, names.text(value)) };
    let fields = vec![
        required("Name", "name", &dependency.name),
        field("Version", "version", names.text(&dependency.version)),
        required("Repository", "repository", &dependency.repository),
        field("Condition", "condition", names.text(&dependency.condition)),
        field("Tags", "tags", strings(&dependency.tags, compat)),
        field("Enabled", "enabled", Value::Bool(dependency.enabled)),
        field("ImportValues", "import-values", imports),
        field("Alias", "alias", names.text(&dependency.alias)),
    ];
    record("*chart.Dependency", fields, compat, &names.dependency)
}

fn import_value(import: &ImportValue) -> Value {
    match import {
        ImportValue::Written(tree) => thaw(tree),
        ImportValue::Pair { child, parent } => {
            let entries = [("child", child), ("parent", parent)];
            let entries = entries.map(|(key, path)| (Str::from(key), Value::str(path.as_str())));
            Value::Map(Map::with_type(MapType::String, entries.into_iter().collect()))
        }
    }
}

fn record(type_name: &'static str, fields: Vec<Field>, compat: Compat, shape: &Shape) -> Value {
    match compat {
        Compat::V3 => {
            let is_tagged = type_name == "*chart.Dependency";
            Value::object(Record { type_name, is_pointer: true, fields, embeds: false, is_tagged })
        }
        Compat::V4 => as_map(fields, shape),
    }
}

fn field(name: &'static str, json: &'static str, value: Value) -> Field {
    Field { name, json, omit_empty: true, value }
}

fn strings(items: &[String], compat: Compat) -> Value {
    let items: Vec<Value> = items.iter().map(|s| Value::str(s.as_str())).collect();
    match compat {
        Compat::V3 if items.is_empty() => Value::List(List::nil(Elem::String)),
        Compat::V3 => Value::List(List::new(Elem::String, items)),
        Compat::V4 => Value::list(items),
    }
}

fn list(items: Vec<Value>, elem: &'static str, compat: Compat) -> Value {
    match compat {
        Compat::V3 if items.is_empty() => Value::List(List::nil(Elem::Named(elem))),
        Compat::V3 => Value::List(List::new(Elem::Named(elem), items)),
        Compat::V4 => Value::list(items),
    }
}
