//! Reads the head of a manifest: what Helm decodes of it into a Go struct, with Go's errors.

use std::borrow::Cow;

use skeg_chart::Compat;
use skeg_go_yaml::{Document, Kind, Node, Scalar};

/// What Helm needs to know of a document.
#[derive(Clone, Debug, Default)]
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
    let document = skeg_go_yaml::parse(text).map_err(|error| converting(&error))?;
    let Some(document) = document else {
        return Ok(Head::default());
    };
    skeg_go_yaml::check(&document).map_err(|error| converting(&error))?;
    decode(&document, compat).map_err(|problem| format!("error unmarshaling JSON: while decoding JSON: json: {problem}"))
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
    for (key, value) in fields(root) {
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
    if metadata.is_null() {
        return Ok(());
    }
    if metadata.kind() != Kind::Map {
        return Err(cannot(metadata, &format!("Go struct field SimpleHead.metadata of type {METADATA_TYPE}")));
    }
    for (key, value) in fields(metadata) {
        match () {
            () if key.eq_ignore_ascii_case("name") => set(&mut head.name, value, ".metadata.name")?,
            () if key.eq_ignore_ascii_case("annotations") => decode_annotations(head, value)?,
            () => {}
        }
    }
    Ok(())
}

fn decode_annotations(head: &mut Head, annotations: Node<'_, '_>) -> Result<(), String> {
    if annotations.is_null() {
        return Ok(());
    }
    if annotations.kind() != Kind::Map {
        return Err(cannot(annotations, "Go struct field .metadata.annotations of type map[string]string"));
    }
    for (key, value) in fields(annotations) {
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

/// The entries of a map as JSON would have them: sorted by key, the last of equal keys, merge keys followed.
fn fields<'d, 'a>(map: Node<'d, 'a>) -> Vec<(Cow<'d, str>, Node<'d, 'a>)> {
    let mut fields = Vec::new();
    add_fields(map, &mut fields, 0);
    // Stable, so that of equal keys the last one written is the last here, and wins.
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields
}

/// How deep merges of merges are followed; Go has no limit, but no real document goes further.
const MAX_MERGES: usize = 16;

fn add_fields<'d, 'a>(map: Node<'d, 'a>, fields: &mut Vec<(Cow<'d, str>, Node<'d, 'a>)>, depth: usize) {
    for (key, value) in map.entries() {
        let value = value.target();
        match key.go_string() {
            _ if key.is_merge() && depth < MAX_MERGES => match value.kind() {
                Kind::List => {
                    let sources: Vec<_> = value.items().map(Node::target).collect();
                    sources.into_iter().rev().for_each(|source| add_fields(source, fields, depth + 1));
                }
                _ => add_fields(value, fields, depth + 1),
            },
            Some(key) => fields.push((key, value)),
            None => {}
        }
    }
}

fn set(field: &mut String, value: Node<'_, '_>, path: &str) -> Result<(), String> {
    match value.go_string() {
        _ if value.is_null() => Ok(()),
        Some(text) => {
            *field = text.into_owned();
            Ok(())
        }
        None => Err(cannot(value, &format!("Go struct field {path} of type string"))),
    }
}

fn cannot(value: Node<'_, '_>, target: &str) -> String {
    let given = match (value.kind(), value.scalar()) {
        (Kind::Map, _) => "object",
        (Kind::List, _) => "array",
        (_, Some(Scalar::Bool(_))) => "bool",
        (_, Some(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_))) => "number",
        _ => "string",
    };
    format!("cannot unmarshal {given} into {target}")
}
