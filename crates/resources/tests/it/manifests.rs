//! Builds manifests for tests and parses them.

use std::fmt::Write;

use skeg_resources::{BuiltIn, Class, Context, Document, Error, Extra, Parsed, Resource, Strictness, parse};

pub(crate) const RELEASE: &str = "shop";
pub(crate) const HOME: &str = "prod";
pub(crate) const PATH: &str = "shop/templates/all.yaml";

/// Annotations, or fields, and their values.
pub(crate) type Pairs<'a> = &'a [(&'a str, &'a str)];

/// Parses a file of regular manifests and hooks as a deploy would.
pub(crate) fn read(text: &str) -> Result<Parsed, Error> {
    read_with(&documents(text), &Extra::default(), Strictness::Wanted)
}

/// The same for recorded manifests.
pub(crate) fn read_record(text: &str) -> Parsed {
    read_with(&documents(text), &Extra::default(), Strictness::OnRecord).expect("records are never refused")
}

pub(crate) fn read_with(documents: &[Document<'_>], extra: &Extra, strictness: Strictness) -> Result<Parsed, Error> {
    let runtime_extra = &Extra::default();
    parse(documents, &Context { release: RELEASE, namespace: HOME, scopes: &BuiltIn, extra, runtime_extra, strictness })
}

/// The documents of a file; those with `helm.sh/hook` are hooks.
pub(crate) fn documents(text: &str) -> Vec<Document<'_>> {
    let class = |text: &str| if text.contains("helm.sh/hook:") { Class::Hook } else { Class::Regular };
    let texts = text.split("---\n").filter(|text| !text.trim().is_empty());
    texts
        .enumerate()
        .map(|(at, text)| Document { path: PATH, number: at + 1, text: text.as_bytes(), class: class(text) })
        .collect()
}

/// A manifest of `apiVersion/Kind` named `it`, with annotations.
pub(crate) fn manifest(type_: &str, annotations: Pairs<'_>) -> String {
    let (api_version, kind) = type_.rsplit_once('/').expect("apiVersion/Kind");
    let mut text =
        format!("apiVersion: {api_version}\nkind: {kind}\nmetadata:\n  name: it\n  annotations:\n    x: z\n");
    for (key, value) in annotations {
        let value = serde_json::Value::from(*value);
        writeln!(text, "    {key}: {value}").expect("writes");
    }
    text
}

/// The only resource of a text.
pub(crate) fn only(text: &str) -> Resource {
    let mut parsed = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.resources.len(), 1, "{text}");
    parsed.resources.remove(0)
}

/// A ConfigMap with annotations.
pub(crate) fn config_map(annotations: Pairs<'_>) -> Resource {
    only(&manifest("v1/ConfigMap", annotations))
}

/// The fault of a ConfigMap with an annotation, without its location.
pub(crate) fn refusal(key: &str, value: &str) -> String {
    let Err(error) = read(&manifest("v1/ConfigMap", &[(key, value)])) else {
        panic!("{key}: {value:?} is taken");
    };
    let place = format!("{PATH}, document 1: ConfigMap/it: annotation {key}: ");
    let lines: Vec<String> = error.to_string().lines().map(|line| line.replace(&place, "")).collect();
    lines.join(" | ")
}

/// The warnings about a text, without location.
pub(crate) fn warnings(text: &str) -> Vec<String> {
    let parsed = read(text).unwrap_or_else(|error| panic!("{error}"));
    let place = |warning: String| warning.split_once("/it: ").map(|(_, text)| text.to_string()).unwrap_or(warning);
    parsed.warnings.into_iter().map(place).collect()
}
