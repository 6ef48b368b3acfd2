//! `<id>.external-dependency.werf.io`: dependencies on resources outside of the release, in two forms.

use super::Subject;
use super::dependencies::Reference;
use super::reader::Reader;
use crate::identity::{GroupKind, ResourceId};
use crate::resource_names;
use crate::rules::ExternalDependency;

const PLAIN: &str = ".external-dependency.werf.io";
const RESOURCE: &str = ".external-dependency.werf.io/resource";
const NAMESPACE: &str = ".external-dependency.werf.io/namespace";

pub(super) fn read(reader: &mut Reader<'_>, subject: &Subject<'_>) -> Vec<ExternalDependency> {
    let mut found = Vec::new();
    for (key, value) in reader.with_suffix(PLAIN) {
        match Reference::parse(value) {
            Some(reference) => {
                let kind = GroupKind::new(reference.group, reference.kind);
                let id = place(subject, kind, reference.namespace, reference.name);
                let version = reference.version.to_string();
                found.push(ExternalDependency { id, version, annotation: key.to_string() });
            }
            None => reader.refuse(key, value, Reference::FORM, None),
        }
    }
    for (key, value) in reader.with_suffix(RESOURCE) {
        let namespace_key = key.strip_suffix("/resource").map(|id| format!("{id}/namespace")).unwrap_or_default();
        let namespace = reader.get(&namespace_key).filter(|namespace| !namespace.is_empty());
        match read_resource(subject, value) {
            Ok((kind, version, name)) => {
                let id = place(subject, kind, namespace, name);
                found.push(ExternalDependency { id, version: version.to_string(), annotation: key.to_string() });
            }
            Err(expected) => reader.refuse(key, value, expected, None),
        }
    }
    for (key, value) in reader.with_suffix(NAMESPACE) {
        let resource_key = key.strip_suffix("/namespace").map(|id| format!("{id}/resource")).unwrap_or_default();
        if reader.get(&resource_key).is_none() {
            reader.refuse(key, value, format!("an annotation {resource_key} beside it"), None);
        }
    }
    found
}

/// The namespace of the resource: as written, or else the release's; none for a cluster-wide kind.
fn place(subject: &Subject<'_>, kind: GroupKind, namespace: Option<&str>, name: &str) -> ResourceId {
    let is_namespaced = subject.scopes.is_namespaced(&kind.group, &kind.kind).unwrap_or(true);
    let namespace = is_namespaced.then(|| namespace.unwrap_or(subject.home));
    ResourceId::new(&kind.group, &kind.kind, namespace, name)
}

/// Parses `type[.version][.group]/name` as kubectl does; the error says what would be valid.
fn read_resource<'v>(subject: &Subject<'_>, value: &'v str) -> Result<(GroupKind, &'v str, &'v str), String> {
    let form = "type/name or type.version.group/name";
    let Some((resource, name)) = value.split_once('/') else { return Err(form.to_string()) };
    if resource.is_empty() || name.is_empty() || name.contains('/') {
        return Err(form.to_string());
    }
    if resource == "all" {
        return Err(format!("{form} (\"all\" is not one type)"));
    }
    let (word, rest) = resource.split_once('.').unwrap_or((resource, ""));
    let (version, group) = match rest.split_once('.') {
        Some((version, group)) if is_version(version) => (version, group),
        None if is_version(rest) => (rest, ""),
        _ => ("", rest),
    };
    let group = (!rest.is_empty()).then_some(group);
    let known = subject.scopes.find_resource(word, group).or_else(|| resource_names::find(word, group));
    known
        .map(|kind| (kind, version, name))
        .ok_or_else(|| format!("a type that is known; write others as {PLAIN} with {}", Reference::FORM))
}

/// `v1`, `v1beta1`.
fn is_version(text: &str) -> bool {
    text.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
