//! Chart.yaml and Chart.lock as Helm keeps them in a record: empty fields are left out.

use serde_json::{Map, Value, json};
use skeg_chart::{Dependency, ImportValue, Lock, Metadata};

use super::value::from_tree;

/// The metadata of a chart in a record.
pub(super) fn metadata(metadata: &Metadata) -> Value {
    let mut map = Map::new();
    text(&mut map, "name", &metadata.name);
    text(&mut map, "home", &metadata.home);
    texts(&mut map, "sources", &metadata.sources);
    text(&mut map, "version", &metadata.version);
    text(&mut map, "description", &metadata.description);
    texts(&mut map, "keywords", &metadata.keywords);
    let maintainers = metadata.maintainers.iter().map(|maintainer| {
        let mut map = Map::new();
        text(&mut map, "name", &maintainer.name);
        text(&mut map, "email", &maintainer.email);
        text(&mut map, "url", &maintainer.url);
        Value::Object(map)
    });
    list(&mut map, "maintainers", maintainers.collect());
    text(&mut map, "icon", &metadata.icon);
    text(&mut map, "apiVersion", &metadata.api_version);
    text(&mut map, "condition", &metadata.condition);
    text(&mut map, "tags", &metadata.tags);
    text(&mut map, "appVersion", &metadata.app_version);
    if metadata.deprecated {
        map.insert("deprecated".into(), json!(true));
    }
    if let Some(annotations) = metadata.annotations.as_ref().filter(|annotations| !annotations.is_empty()) {
        map.insert("annotations".into(), json!(annotations));
    }
    text(&mut map, "kubeVersion", &metadata.kube_version);
    let dependencies = metadata.dependencies.iter().flatten().map(dependency);
    list(&mut map, "dependencies", dependencies.collect());
    text(&mut map, "type", &metadata.chart_type);
    Value::Object(map)
}

/// The lock of a chart in a record.
pub(super) fn lock(lock: &Lock) -> Value {
    json!({
        "generated": lock.generated,
        "digest": lock.digest,
        "dependencies": lock.dependencies.iter().map(dependency).collect::<Vec<Value>>(),
    })
}

fn dependency(dependency: &Dependency) -> Value {
    let mut map = Map::new();
    map.insert("name".into(), json!(dependency.name));
    text(&mut map, "version", &dependency.version);
    map.insert("repository".into(), json!(dependency.repository));
    text(&mut map, "condition", &dependency.condition);
    texts(&mut map, "tags", &dependency.tags);
    if dependency.enabled {
        map.insert("enabled".into(), json!(true));
    }
    let imports = dependency.import_values.iter().map(|import| match import {
        ImportValue::Written(tree) => from_tree(tree),
        ImportValue::Pair { child, parent } => json!({ "child": child, "parent": parent }),
    });
    list(&mut map, "import-values", imports.collect());
    text(&mut map, "alias", &dependency.alias);
    Value::Object(map)
}

fn text(map: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key.to_string(), json!(text));
    }
}

fn texts(map: &mut Map<String, Value>, key: &str, texts: &[String]) {
    list(map, key, texts.iter().map(|text| json!(text)).collect());
}

fn list(map: &mut Map<String, Value>, key: &str, items: Vec<Value>) {
    if !items.is_empty() {
        map.insert(key.to_string(), Value::Array(items));
    }
}
