//! The drift of a release, for people and programs.

use serde::Serialize;
use serde_json::Value;

use crate::inventory_view::counted;
use crate::phrase::clean;

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DriftFormat {
    /// Lines for people.
    #[default]
    Text,
    /// JSON; the schema is `docs/schemas/drift.json`.
    Json,
    /// For comments in reviews and tickets.
    Markdown,
}

/// The drift of a release.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriftView {
    /// The release's name.
    pub release: String,
    /// The release's namespace.
    pub namespace: String,
    /// The deployed revision.
    pub revision: u64,
    /// How many objects were compared.
    pub compared: usize,
    /// Objects that are not as recorded.
    pub objects: Vec<DriftedObject>,
}

/// An object that is not as recorded.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriftedObject {
    /// `Deployment/web`, with its namespace if that is another.
    pub resource: String,
    /// The group of its kind; empty for the core group.
    pub group: String,
    /// `Deployment`.
    pub kind: String,
    /// Empty for cluster-wide objects.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The template it comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// `missing`, `deleting`, `foreign`, `refused`, `changed`.
    pub state: String,
    /// Who owns it, or why the recorded manifest is refused.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The fields that are not as recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<DriftedField>,
}

/// A field that is not as recorded.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriftedField {
    /// `spec.replicas`.
    pub path: String,
    /// `/spec/replicas`.
    pub pointer: String,
    /// `changed`: ours, and changed or removed by others; `added`: by others.
    pub drift: String,
    /// What was recorded; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Value>,
    /// What is there; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Value>,
    /// The field managers that set it, as far as known.
    pub managers: Vec<String>,
}

/// Drift in a format.
pub fn drift(view: &DriftView, format: DriftFormat) -> String {
    match format {
        // Plain data with text keys can always be serialized.
        DriftFormat::Json => serde_json::to_string(view).unwrap_or_default() + "\n",
        DriftFormat::Text => text(view),
        DriftFormat::Markdown => markdown(view),
    }
}

/// Longer values are cut.
const LONGEST: usize = 120;

fn summary(view: &DriftView) -> String {
    let DriftView { release, namespace, revision, compared, objects } = view;
    let of = format!("release {release} in namespace {namespace}, revision {revision}");
    let compared = counted(*compared, "object");
    match objects.len() {
        0 => format!("No drift of {of}: {compared} compared."),
        drifted => format!("Drift of {of}: {drifted} of {compared}."),
    }
}

fn text(view: &DriftView) -> String {
    let mut text = String::new();
    for object in &view.objects {
        text.push_str(&format!("{} {}{}\n", sign(&object.state), object.resource, state(object)));
        for field in &object.fields {
            let by =
                if field.managers.is_empty() { String::new() } else { format!("   by {}", field.managers.join(", ")) };
            let sign = if field.drift == "added" { '+' } else { '~' };
            text.push_str(&format!("    {sign} {}: {}{by}\n", clean(&field.path), values(field)));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text + &summary(view) + "\n"
}

fn sign(state: &str) -> char {
    match state {
        "missing" | "deleting" => '-',
        "changed" => '~',
        _ => '!',
    }
}

fn state(object: &DriftedObject) -> String {
    match (object.state.as_str(), clean(&object.message)) {
        ("changed", _) => String::new(),
        ("missing", _) => "  is missing".to_string(),
        ("deleting", _) => "  is being deleted".to_string(),
        ("foreign", owner) => format!("  belongs to {owner}"),
        (_, why) => format!("  can no longer be as recorded: {why}"),
    }
}

fn values(field: &DriftedField) -> String {
    match (&field.recorded, &field.live) {
        (None, Some(live)) => value(live),
        (recorded, live) => {
            let side = |side: &Option<Value>| side.as_ref().map_or("(nothing)".to_string(), value);
            format!("{} → {}", side(recorded), side(live))
        }
    }
}

fn value(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let text = clean(&text);
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn markdown(view: &DriftView) -> String {
    let mut text = format!("### {}\n", escaped(&summary(view)));
    if !view.objects.is_empty() {
        text.push_str("\n| resource | field | recorded | live | by |\n| --- | --- | --- | --- | --- |\n");
    }
    for object in &view.objects {
        let name = format!("`{}`", escaped(&object.resource));
        if object.fields.is_empty() {
            text.push_str(&format!("| {name} | {} | | | |\n", escaped(state(object).trim())));
        }
        for field in &object.fields {
            let side = |side: &Option<Value>| {
                side.as_ref().map(|side| format!("`{}`", escaped(&value(side)))).unwrap_or_default()
            };
            let (recorded, live, by) = (side(&field.recorded), side(&field.live), escaped(&field.managers.join(", ")));
            let path = escaped(&field.path);
            text.push_str(&format!("| {name} | `{path}` {} | {recorded} | {live} | {by} |\n", field.drift));
        }
    }
    text
}

/// A cell of a table must not end it.
fn escaped(text: &str) -> String {
    clean(text).replace('|', "\\|").replace('`', "'")
}
