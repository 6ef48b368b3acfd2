//! Reads the head of a manifest: what Helm decodes of it into a Go struct, with Go's errors.

mod bytes;
mod flow;
mod quick;
mod scalar;
#[cfg(test)]
mod tests;

use skeg_chart::Compat;
use skeg_go_yaml::{Document, Kind, Node};

use crate::ManifestProblem;

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

/// Why a document has no head. Boxed, since heads are read often and fail seldom.
pub(crate) type HeadError = Box<BadHead>;

/// What is wrong with a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadHead {
    pub(crate) problem: ManifestProblem,
    /// What Helm prints after the file's name.
    pub(crate) message: String,
    pub(crate) line: Option<usize>,
}

/// Reads the head of a document.
pub(crate) fn read_head(text: &[u8], compat: Compat) -> Result<Head, HeadError> {
    match quick::read(text) {
        Some(head) => Ok(head),
        None => parse_head(text, compat),
    }
}

/// Reads the head through the YAML parser.
fn parse_head(text: &[u8], compat: Compat) -> Result<Head, HeadError> {
    let document = skeg_go_yaml::parse(text).map_err(converting)?;
    let Some(document) = document else {
        return Ok(Head::default());
    };
    document.check().map_err(converting)?;
    decode(&document, compat)
}

#[cold]
fn converting(error: skeg_go_yaml::Error) -> HeadError {
    let (problem, line) = (ManifestProblem::Yaml(error.kind()), error.line());
    Box::new(BadHead { problem, message: error.after("error converting YAML to JSON: ").into_message(), line })
}

fn decode(document: &Document<'_>, compat: Compat) -> Result<Head, HeadError> {
    let root = document.root();
    if root.is_null() {
        return Ok(Head::default());
    }
    if root.kind() != Kind::Map {
        let package = if compat == Compat::V3 { "releaseutil" } else { "util" };
        return Err(cannot(root, ManifestProblem::NotAMap, &format!("Go value of type {package}.SimpleHead")));
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

fn decode_metadata(head: &mut Head, metadata: Node<'_, '_>) -> Result<(), HeadError> {
    let metadata = metadata.target();
    if metadata.is_null() {
        return Ok(());
    }
    if metadata.kind() != Kind::Map {
        let target = format!("Go struct field SimpleHead.metadata of type {METADATA_TYPE}");
        return Err(cannot(metadata, ManifestProblem::Type, &target));
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

fn decode_annotations(head: &mut Head, annotations: Node<'_, '_>) -> Result<(), HeadError> {
    let annotations = annotations.target();
    if annotations.is_null() {
        return Ok(());
    }
    if annotations.kind() != Kind::Map {
        let target = "Go struct field .metadata.annotations of type map[string]string";
        return Err(cannot(annotations, ManifestProblem::Type, target));
    }
    for (key, value) in annotations.object() {
        // Where Helm's proposal for sequencing shows a list, one may be written, although no Helm takes it.
        if value.target().kind() == Kind::List && skeg_helm_hooks::ORDER_ANNOTATIONS.contains(&&*key) {
            continue;
        }
        let mut text = String::new();
        set(&mut text, value, ".metadata.annotations")
            .map_err(|error| Box::new(BadHead { problem: ManifestProblem::Annotation, ..*error }))?;
        match &*key {
            skeg_helm_hooks::HOOK => head.hook = Some(text),
            skeg_helm_hooks::WEIGHT => head.hook_weight = text,
            skeg_helm_hooks::DELETE_POLICY => head.hook_delete_policy = Some(text),
            skeg_helm_hooks::OUTPUT_LOG_POLICY => head.hook_output_log_policy = Some(text),
            _ => {}
        }
    }
    Ok(())
}

fn set(field: &mut String, value: Node<'_, '_>, path: &str) -> Result<(), HeadError> {
    match value.as_go_string() {
        Some(text) => *field = text.into_owned(),
        None if value.target().is_null() => {}
        None => {
            return Err(cannot(value, ManifestProblem::Type, &format!("Go struct field {path} of type string")));
        }
    }
    Ok(())
}

#[cold]
fn cannot(value: Node<'_, '_>, problem: ManifestProblem, target: &str) -> HeadError {
    let stage = "error unmarshaling JSON: while decoding JSON";
    let message = format!("{stage}: json: cannot unmarshal {} into {target}", value.json_type());
    Box::new(BadHead { problem, message, line: None })
}
