//! What Helm demands of metadata, and how it cleans their texts.

use super::{Draft, Metadata};
use crate::{Dependency, Error, go_text};

/// Cleans and checks; the error text is Helm's after `validation: `.
pub(super) fn validate(draft: Draft) -> Result<Metadata, Error> {
    let Draft { mut metadata, maintainers, dependencies } = draft;
    for text in [
        &mut metadata.name,
        &mut metadata.description,
        &mut metadata.home,
        &mut metadata.icon,
        &mut metadata.condition,
        &mut metadata.tags,
        &mut metadata.app_version,
        &mut metadata.kube_version,
    ] {
        sanitise(text);
    }
    metadata.sources.iter_mut().for_each(sanitise);
    metadata.keywords.iter_mut().for_each(sanitise);
    check_fields(&metadata).map_err(Error::Validation)?;
    for maintainer in maintainers {
        let Some(mut maintainer) = maintainer else {
            return refuse("maintainers must not contain empty or null nodes");
        };
        for text in [&mut maintainer.name, &mut maintainer.email, &mut maintainer.url] {
            sanitise(text);
        }
        metadata.maintainers.push(maintainer);
    }
    if let Some(dependencies) = dependencies {
        let mut checked: Vec<Dependency> = Vec::with_capacity(dependencies.len());
        for dependency in dependencies {
            let dependency = check_dependency(dependency)?;
            let key = |dependency: &Dependency| {
                if dependency.alias.is_empty() { dependency.name.clone() } else { dependency.alias.clone() }
            };
            let own = key(&dependency);
            if checked.iter().any(|other| key(other) == own) {
                return refuse(format!("more than one dependency with name or alias {}", go_text::quote(&own)));
            }
            checked.push(dependency);
        }
        metadata.dependencies = Some(checked);
    }
    Ok(metadata)
}

fn check_fields(metadata: &Metadata) -> Result<(), String> {
    let name = &metadata.name;
    if metadata.api_version.is_empty() {
        return Err("chart.metadata.apiVersion is required".into());
    }
    if name.is_empty() {
        return Err("chart.metadata.name is required".into());
    }
    if name == "." || name == ".." {
        return Err(format!("chart.metadata.name {} is not allowed", go_text::quote(name)));
    }
    if name.contains('/') {
        return Err(format!("chart.metadata.name {} is invalid", go_text::quote(name)));
    }
    if metadata.version.is_empty() {
        return Err("chart.metadata.version is required".into());
    }
    if skeg_go_semver::Version::parse(&metadata.version).is_err() {
        return Err(format!("chart.metadata.version {} is invalid", go_text::quote(&metadata.version)));
    }
    if !matches!(metadata.chart_type.as_str(), "" | "application" | "library") {
        return Err("chart.metadata.type must be application or library".into());
    }
    Ok(())
}

fn check_dependency(dependency: Option<Dependency>) -> Result<Dependency, Error> {
    let Some(mut dependency) = dependency else {
        return refuse("dependencies must not contain empty or null nodes");
    };
    for text in [&mut dependency.name, &mut dependency.version, &mut dependency.repository, &mut dependency.condition] {
        sanitise(text);
    }
    dependency.tags.iter_mut().for_each(sanitise);
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    if !dependency.alias.bytes().all(allowed) {
        return refuse(format!(
            "dependency {} has disallowed characters in the alias",
            go_text::quote(&dependency.name)
        ));
    }
    Ok(dependency)
}

fn refuse<T>(reason: impl Into<String>) -> Result<T, Error> {
    Err(Error::Validation(reason.into()))
}

/// White space becomes blanks; what cannot be printed is dropped.
pub(crate) fn sanitise(text: &mut String) {
    if text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return;
    }
    let clean = |ch| {
        if go_text::is_space(ch) { Some(' ') } else { go_text::is_print(ch).then_some(ch) }
    };
    *text = text.chars().filter_map(clean).collect();
}
