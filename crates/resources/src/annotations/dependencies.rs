//! `werf.io/deploy-dependency-<id>`, `werf.io/delete-dependency-<id>`, `<id>.dependency.werf.io`: dependencies within
//! the release.

use super::nearest::nearest;
use super::properties::{self, Setting};
use super::reader::Reader;
use crate::rules::{Dependency, Matcher, State, Why};

const DEPLOY: &str = "werf.io/deploy-dependency-";
const DELETE: &str = "werf.io/delete-dependency-";
const LEGACY: &str = ".dependency.werf.io";

const PROPERTIES: [&str; 6] = ["state", "kind", "name", "namespace", "group", "version"];

pub(super) fn deploy(reader: &mut Reader<'_>) -> Vec<Dependency> {
    let mut found = with_properties(reader, DEPLOY, &[("present", State::Present), ("ready", State::Ready)]);
    for (key, value) in reader.with_suffix(LEGACY) {
        match Reference::parse(value) {
            Some(reference) => found.push(reference.into_dependency(key)),
            None => reader.refuse(key, value, Reference::FORM, None),
        }
    }
    found
}

pub(super) fn delete(reader: &mut Reader<'_>) -> Vec<Dependency> {
    with_properties(reader, DELETE, &[("absent", State::Absent)])
}

fn with_properties(reader: &mut Reader<'_>, prefix: &str, states: &[(&str, State)]) -> Vec<Dependency> {
    let mut found = Vec::new();
    for (key, _, value) in reader.with_prefix(prefix) {
        match read_dependency(value, states) {
            Ok((on, state)) => found.push(Dependency { on, state, why: Why::Annotation(key.to_string()) }),
            Err(expected) => reader.refuse(key, value, expected, None),
        }
    }
    found
}

/// Parses `state=…,kind=…`; the error says what would be valid.
fn read_dependency(value: &str, states: &[(&str, State)]) -> Result<(Matcher, State), String> {
    let allowed = states.iter().map(|(word, _)| format!("state={word}")).collect::<Vec<_>>().join(" or ");
    let rest = "at least one of kind, name, namespace, group, version";
    let form = format!("{allowed} and {rest}");
    let properties = properties::parse(value).map_err(|wrong| format!("{form} ({wrong})"))?;
    let mut matcher = Matcher::default();
    let mut state = None;
    for (key, setting) in properties {
        let Setting::Text(text) = setting else { return Err(format!("{form} ({})", no_value(&key))) };
        if text.is_empty() && key != "group" {
            return Err(format!("{form} ({})", no_value(&key)));
        }
        let place = match key.as_str() {
            "state" => {
                let known = states.iter().find(|(word, _)| *word == text).map(|(_, state)| *state);
                state = Some(known.ok_or_else(|| format!("{form} (state is {text:?})"))?);
                continue;
            }
            "group" => &mut matcher.group,
            "version" => &mut matcher.version,
            "kind" => &mut matcher.kind,
            "namespace" => &mut matcher.namespace,
            "name" => &mut matcher.name,
            _ => return Err(format!("{form} ({})", no_property(&key))),
        };
        if place.replace(text).is_some() {
            return Err(format!("{form} ({key} is given twice)"));
        }
    }
    match state {
        None => Err(format!("{form} (state is missing)")),
        Some(_) if matcher == Matcher::default() => Err(format!("{form} (it names no resource)")),
        Some(state) => Ok((matcher, state)),
    }
}

fn no_value(key: &str) -> String {
    match PROPERTIES.contains(&key) {
        true => format!("{key} has no value"),
        false => no_property(key),
    }
}

fn no_property(key: &str) -> String {
    let hint = nearest(key, PROPERTIES).map(|near| format!(", did you mean {near:?}?")).unwrap_or_default();
    format!("there is no property {key:?}{hint}")
}

/// `apiVersion:kind[:namespace]:name`.
pub(super) struct Reference<'a> {
    pub(super) group: &'a str,
    pub(super) version: &'a str,
    pub(super) kind: &'a str,
    pub(super) namespace: Option<&'a str>,
    pub(super) name: &'a str,
}

impl<'a> Reference<'a> {
    pub(super) const FORM: &'static str = "apiVersion:kind:name or apiVersion:kind:namespace:name";

    pub(super) fn parse(text: &'a str) -> Option<Reference<'a>> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let (api_version, kind, namespace, name) = match parts.as_slice() {
            [api_version, kind, name] => (*api_version, *kind, None, *name),
            [api_version, kind, namespace, name] => (*api_version, *kind, Some(*namespace), *name),
            _ => return None,
        };
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        let is_empty = [version, kind, name].iter().chain(&namespace).any(|part| part.is_empty());
        let is_odd = version.contains('/') || (group.is_empty() && api_version.contains('/'));
        (!is_empty && !is_odd).then_some(Reference { group, version, kind, namespace, name })
    }

    fn into_dependency(self, annotation: &str) -> Dependency {
        // The version only selects the API to use; it does not identify the object.
        let on = Matcher {
            group: Some(self.group.to_string()),
            version: None,
            kind: Some(self.kind.to_string()),
            namespace: self.namespace.map(str::to_string),
            name: Some(self.name.to_string()),
        };
        Dependency { on, state: State::Present, why: Why::Annotation(annotation.to_string()) }
    }
}
