//! What a chart argument names: a folder or archive here, or something in a repository. Only the first can be had so far; for
//! the rest the refusals are Helm's where it would refuse too.

use std::path::{Path, PathBuf};

use skeg_chart::Compat;
use skeg_go_yaml::Tree;

use crate::command::Context;
use crate::environment::Environment;
use crate::error::CommandError;
use crate::flags::Parsed;
use crate::quote::quote;
use crate::rendering::LARGEST_FILE;

/// How to look for a chart.
pub(crate) struct Lookup<'a> {
    compat: Compat,
    directory: &'a Path,
    environment: &'a Environment,
    repository: Option<&'a str>,
    verify: bool,
    repository_config: Option<&'a str>,
}

impl<'a> Lookup<'a> {
    /// From the flags that Helm has for it.
    pub(crate) fn new(parsed: &'a Parsed, compat: Compat, context: &'a Context<'_, '_>) -> Lookup<'a> {
        Lookup {
            compat,
            directory: context.directory,
            environment: context.environment,
            repository: parsed.filled("repo"),
            verify: parsed.switch("verify"),
            repository_config: parsed.filled("repository-config"),
        }
    }
}

/// A chart that is here.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) path: PathBuf,
    pub(crate) warning: Option<String>,
}

/// Finds a chart.
pub(crate) fn locate(reference: &str, lookup: &Lookup<'_>) -> Result<Located, CommandError> {
    let name = reference.trim();
    let path = lookup.directory.join(name);
    let is_local = !name.is_empty() && path.exists();
    match lookup.repository {
        // Helm 3 prefers what is here even where a repository is named.
        Some(url) if is_local && lookup.compat.is_v3() => {
            let warning = format!(
                "install.go:759: WARN local chart found in current working directory. repository url ignored chart={name} repository={url}"
            );
            verified(path, lookup).map(|path| Located { path, warning: Some(warning) })
        }
        Some(_) => Err(CommandError::unsupported("--repo is not supported yet: download the chart and give its path")),
        None if is_local => verified(path, lookup).map(|path| Located { path, warning: None }),
        None if Path::new(name).is_absolute() || name.starts_with('.') => {
            Err(CommandError::failure(format!("path {} not found", quote(name))))
        }
        None => Err(remote(name, lookup)),
    }
}

fn verified(path: PathBuf, lookup: &Lookup<'_>) -> Result<PathBuf, CommandError> {
    match lookup.verify {
        true if path.is_dir() => Err(CommandError::failure("unpacked charts cannot be verified")),
        true => Err(CommandError::unsupported("--verify is not supported yet")),
        // Helm's messages about a chart have its absolute path, without dots.
        false => Ok(PathBuf::from(crate::path::clean(&path.to_string_lossy()))),
    }
}

/// Why a chart that is not here cannot be had.
fn remote(name: &str, lookup: &Lookup<'_>) -> CommandError {
    if name.contains("://") {
        return CommandError::unsupported(format!("{name}: charts from the network are not supported yet"));
    }
    let Some((repository, _)) = name.split_once('/') else {
        return CommandError::failure(format!(
            "non-absolute URLs should be in form of repo_name/path_to_chart, got: {name}"
        ));
    };
    match is_known(repository, lookup) {
        true => CommandError::unsupported(format!("{name}: charts from repositories are not supported yet")),
        false => CommandError::failure(format!("repo {repository} not found")),
    }
}

/// Is a repository of this name in Helm's list?
fn is_known(repository: &str, lookup: &Lookup<'_>) -> bool {
    let home = || lookup.environment.get("HOME").map(|home| Path::new(home).join(".config/helm"));
    let file = match lookup.repository_config {
        Some(file) => Some(lookup.directory.join(file)),
        None => match (lookup.environment.get("HELM_CONFIG_HOME"), lookup.environment.get("XDG_CONFIG_HOME")) {
            (Some(folder), _) => Some(PathBuf::from(folder)),
            (None, Some(folder)) => Some(Path::new(folder).join("helm")),
            (None, None) => home(),
        }
        .map(|folder| folder.join("repositories.yaml")),
    };
    let Some(config) = file
        .and_then(|file| skeg_chart::read_bounded(&file, LARGEST_FILE).ok())
        .and_then(|text| skeg_go_yaml::read_tree(&text).ok())
    else {
        return false;
    };
    let Some(Tree::List(repositories)) = config.get("repositories") else { return false };
    repositories.iter().any(|item| item.get("name").and_then(Tree::as_str).is_some_and(|name| *name == repository))
}

/// Finds a chart that can only be here.
pub(crate) fn locate_local(reference: &str, directory: &Path) -> Result<PathBuf, CommandError> {
    let path = directory.join(reference.trim());
    if path.exists() {
        return Ok(PathBuf::from(crate::path::clean(&path.to_string_lossy())));
    }
    if reference.contains("://") {
        return Err(CommandError::unsupported(format!("{reference}: charts from the network are not supported yet"))
            .hint("Download it, unpack it or not, and give its path."));
    }
    let error = CommandError::failure(format!("path {} not found", quote(reference)));
    Err(match nearest_entry(&path) {
        Some(meant) => error.hint(format!("There is {meant} beside it.")),
        None => error.hint("Give the path of a chart: a folder with Chart.yaml, or a .tgz file."),
    })
}

/// What in the same folder has almost that name.
fn nearest_entry(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = std::fs::read_dir(path.parent()?).ok()?;
    let names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    skeg_nearest::nearest(name, names.iter().map(String::as_str)).map(str::to_string)
}
