//! Reads the head of a manifest: what Helm decodes of it into a Go struct, with Go's errors.

mod flow;
mod quick;
mod scalar;
#[cfg(test)]
mod tests;

use skeg_chart::Compat;
use skeg_go_yaml::{Document, Kind, Node};

/// What Helm needs to know of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The hook annotations; `hook` is there where the document is a hook.
    pub(crate) hook: Option<String>,
    pub(crate) hook_weight: String,
    pub(crate) hook_delete_policy: Option<String>,
    pub(crate) hook_output_log_policy: Option<String>,
}

const METADATA_TYPE: &str =
    r#"struct { Name string "json:\"name\""; Annotations map[string]string "json:\"annotations\"" }"#;

/// Reads the head of a document; the error is what Helm prints after the file's name.
pub(crate) fn read_head(text: &[u8], compat: Compat) -> Result<Head, String> {
    match quick::read(text) {
        Some(head) => Ok(head),
        None => parse_head(text, compat),
    }
}

/// Reads the head through the YAML parser.
fn parse_head(text: &[u8], compat: Compat) -> Result<Head, String> {
    let document = skeg_go_yaml::parse(text).map_err(|error| converting(&error))?;
    let Some(document) = document else {
        return Ok(Head::default());
    };
    document.check().map_err(|error| converting(&error))?;
    decode(&document, compat)
        .map_err(|problem| format!("error unmarshaling JSON: while decoding JSON: json: {problem}"))
}

fn converting(error: &skeg_go_yaml::Error) -> String {
    format!("error converting YAML to JSON: {error}")
}

fn decode(document: &Document<'_>, compat: Compat) -> Result<Head, String> {
    let root = document.root();
    if root.is_null() {
        return Ok(Head::default());
    }
    if root.kind() != Kind::Map {
        let package = if compat == Compat::V3 { "releaseutil" } else { "util" };
        return Err(cannot(root, &format!("Go value of type {package}.SimpleHead")));
    }
    let mut head = Head::default();
    for (key, value) in root.object() {
        match () {
            () if key.eq_ignore_ascii_case("apiVersion") => set(&mut head.api_version, value, "SimpleHead.apiVersion")?,
            () if key.eq_ignore_ascii_case("kind") => set(&mut head.kind, value, "SimpleHead.kind")?,
            () if key.eq_ignore_ascii_case("metadata") => decode_metadata(&mut head, value)?,
            () => {}
        }
    }
    Ok(head)
}

fn decode_metadata(head: &mut Head, metadata: Node<'_, '_>) -> Result<(), String> {
    let metadata = metadata.target();
    if metadata.is_null() {
        return Ok(());
    }
    if metadata.kind() != Kind::Map {
        return Err(cannot(metadata, &format!("Go struct field SimpleHead.metadata of type {METADATA_TYPE}")));
    }
    for (key, value) in metadata.object() {
        match () {
            () if key.eq_ignore_ascii_case("name") => set(&mut head.name, value, ".metadata.name")?,
            () if key.eq_ignore_ascii_case("annotations") => decode_annotations(head, value)?,
            () => {}
        }
    }
    Ok(())
}

fn decode_annotations(head: &mut Head, annotations: Node<'_, '_>) -> Result<(), String> {
    let annotations = annotations.target();
    if annotations.is_null() {
        return Ok(());
    }
    if annotations.kind() != Kind::Map {
        return Err(cannot(annotations, "Go struct field .metadata.annotations of type map[string]string"));
    }
    for (key, value) in annotations.object() {
        let mut text = String::new();
        set(&mut text, value, ".metadata.annotations")?;
        match &*key {
            "helm.sh/hook" => head.hook = Some(text),
            "helm.sh/hook-weight" => head.hook_weight = text,
            "helm.sh/hook-delete-policy" => head.hook_delete_policy = Some(text),
            "helm.sh/hook-output-log-policy" => head.hook_output_log_policy = Some(text),
            _ => {}
        }
    }
    Ok(())
}

fn set(field: &mut String, value: Node<'_, '_>, path: &str) -> Result<(), String> {
    match value.as_go_string() {
        Some(text) => *field = text.into_owned(),
        None if value.target().is_null() => {}
        None => return Err(cannot(value, &format!("Go struct field {path} of type string"))),
    }
    Ok(())
}

fn cannot(value: Node<'_, '_>, target: &str) -> String {
    format!("cannot unmarshal {} into {target}", value.json_type())
}
