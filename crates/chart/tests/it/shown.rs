//! A loaded chart as lines of text, to be compared.

use skeg_chart::{Chart, Dependency, ImportValue, Metadata};
use skeg_go_yaml::{Tree, write_tree_json};

/// Values, template and file names and metadata of a chart and its subcharts.
pub(crate) fn show(chart: &Chart, values: &Tree) -> String {
    let (mut templates, mut files, mut charts) = (Vec::new(), Vec::new(), Vec::new());
    collect(chart, &mut templates, &mut files, &mut charts);
    templates.sort();
    files.sort();
    charts.sort();
    charts.dedup();
    let mut lines = vec![format!("values {}", json(values))];
    lines.extend(templates.iter().map(|name| format!("template {name}")));
    lines.extend(files.iter().map(|name| format!("file {name}")));
    lines.extend(charts.iter().map(|(path, metadata)| format!("chart {path} {metadata}")));
    lines.join("\n")
}

fn collect(chart: &Chart, templates: &mut Vec<String>, files: &mut Vec<String>, charts: &mut Vec<(String, String)>) {
    let path = &chart.full_path;
    templates.extend(chart.templates.iter().map(|file| format!("{path}/{}", file.name)));
    let size = |file: &skeg_chart::File| file.data().expect("a readable file").len();
    files.extend(chart.files.iter().map(|file| format!("{path}/{}:{}", file.name, size(file))));
    charts.push((path.clone(), json(&metadata(&chart.metadata))));
    chart.dependencies.iter().for_each(|dependency| collect(dependency, templates, files, charts));
}

fn json(tree: &Tree) -> String {
    let text = String::from_utf8(write_tree_json(tree).expect("values for JSON")).expect("UTF-8");
    text.replace("\\u003c", "<").replace("\\u003e", ">")
}

/// As Go writes metadata: empty fields are left out.
fn metadata(metadata: &Metadata) -> Tree {
    let mut fields: Vec<(&str, Tree)> = [
        ("name", &metadata.name),
        ("home", &metadata.home),
        ("version", &metadata.version),
        ("description", &metadata.description),
        ("icon", &metadata.icon),
        ("apiVersion", &metadata.api_version),
        ("condition", &metadata.condition),
        ("tags", &metadata.tags),
        ("appVersion", &metadata.app_version),
        ("kubeVersion", &metadata.kube_version),
        ("type", &metadata.chart_type),
    ]
    .into_iter()
    .map(|(key, text)| (key, Tree::from(text.as_str())))
    .collect();
    fields.push(("sources", texts(&metadata.sources)));
    fields.push(("keywords", texts(&metadata.keywords)));
    fields.push(("deprecated", Tree::Bool(metadata.deprecated)));
    let annotations = metadata.annotations.iter().flatten();
    fields.push(("annotations", Tree::Map(annotations.map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect())));
    let maintainers = metadata.maintainers.iter().map(|maintainer| {
        let texts = [("name", &maintainer.name), ("email", &maintainer.email), ("url", &maintainer.url)];
        object(texts.into_iter().map(|(key, text)| (key, Tree::from(text.as_str()))))
    });
    fields.push(("maintainers", Tree::List(maintainers.collect())));
    fields.push(("dependencies", Tree::List(metadata.dependencies.iter().flatten().map(dependency).collect())));
    object(fields)
}

fn dependency(dependency: &Dependency) -> Tree {
    let imports = dependency.import_values.iter().map(|item| match item {
        ImportValue::Written(tree) => tree.clone(),
        ImportValue::Pair { child, parent } => {
            object([("child", Tree::from(child.as_str())), ("parent", Tree::from(parent.as_str()))])
        }
    });
    let mut tree = object([
        ("version", Tree::from(dependency.version.as_str())),
        ("condition", Tree::from(dependency.condition.as_str())),
        ("alias", Tree::from(dependency.alias.as_str())),
        ("tags", texts(&dependency.tags)),
        ("enabled", Tree::Bool(dependency.enabled)),
        ("import-values", Tree::List(imports.collect())),
    ]);
    if let Some(map) = tree.as_map_mut() {
        map.insert("name".into(), Tree::from(dependency.name.as_str()));
        map.insert("repository".into(), Tree::from(dependency.repository.as_str()));
    }
    tree
}

fn texts(texts: &[String]) -> Tree {
    Tree::List(texts.iter().map(|text| Tree::from(text.as_str())).collect())
}

fn object<'k>(fields: impl IntoIterator<Item = (&'k str, Tree)>) -> Tree {
    let empty = |tree: &Tree| match tree {
        Tree::Str(text) => text.is_empty(),
        Tree::List(items) => items.is_empty(),
        Tree::Map(map) => map.is_empty(),
        other => *other == Tree::Bool(false),
    };
    Tree::Map(fields.into_iter().filter(|(_, tree)| !empty(tree)).map(|(key, tree)| (key.into(), tree)).collect())
}
