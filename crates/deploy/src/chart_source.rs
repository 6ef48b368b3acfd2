//! Where charts come from: the seam for repositories, registries, git and projects. Folders and archives are here.

use std::path::{Path, PathBuf};

use skeg_chart::{Compat, quote};
use skeg_go_yaml::Tree;

use crate::chart_request::LARGEST_FILE;

/// A chart as the user names it. Plain data: nothing is read until a deploy or a rendering needs it.
#[derive(Clone, Debug, Default)]
pub struct ChartReference {
    /// A path; with repositories also `REPOSITORY/CHART` or a URL.
    pub name: String,
    /// Base of relative paths.
    pub directory: PathBuf,
    /// `None`: the name is a path.
    pub repositories: Option<Repositories>,
}

impl ChartReference {
    /// The folder or archive at a path.
    pub fn path(path: impl AsRef<Path>) -> ChartReference {
        ChartReference { name: path.as_ref().to_string_lossy().into_owned(), ..ChartReference::default() }
    }
}

/// Which repositories a name may refer to, as Helm's flags select them.
#[derive(Clone, Debug, Default)]
pub struct Repositories {
    /// Which version's rules decide between a path and a repository name.
    pub compat: Compat,
    /// The address of the repository that holds the chart: `--repo`.
    pub url: Option<String>,
    /// Check the signature: `--verify`.
    pub verify: bool,
    /// Helm's list of repositories.
    pub config: Option<PathBuf>,
}

/// Brings charts to this machine.
///
/// Called on a thread that may block. It knows no cluster.
///
/// ```
/// use std::path::PathBuf;
/// use skeg_deploy::{ChartReference, ChartSource, LocalCharts, SourceError};
///
/// /// Charts that come with a program, and all that is on this machine.
/// struct Bundled(PathBuf);
///
/// impl ChartSource for Bundled {
///     fn locate(&self, reference: &ChartReference) -> Result<PathBuf, SourceError> {
///         match reference.name.strip_prefix("bundled:") {
///             Some(name) => LocalCharts.locate(&ChartReference::path(self.0.join(name))),
///             None => LocalCharts.locate(reference),
///         }
///     }
/// }
///
/// let charts = Bundled(std::env::temp_dir());
/// let missing = charts.locate(&ChartReference::path("bundled:no-such-chart"));
/// assert!(matches!(missing, Err(SourceError::NoPath { .. })));
/// ```
pub trait ChartSource: Send + Sync {
    /// The folder or archive that holds the chart.
    ///
    /// # Errors
    /// The chart does not exist, or cannot be fetched.
    fn locate(&self, reference: &ChartReference) -> Result<PathBuf, SourceError>;
}

/// Why a chart cannot be fetched. Texts are Helm's where Helm would refuse too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no such path.
    #[error("path {} not found", quote(.name))]
    NoPath {
        /// As the user typed it.
        name: String,
        /// The path that was tried.
        path: PathBuf,
    },
    /// The name is neither a path nor a chart in a repository.
    #[error("non-absolute URLs should be in form of repo_name/path_to_chart, got: {0}")]
    NoRepository(String),
    /// Helm's list has no such repository.
    #[error("repo {0} not found")]
    UnknownRepository(String),
    /// Only archives can be verified.
    #[error("unpacked charts cannot be verified")]
    Unpacked,
    /// Not supported yet.
    #[error("{0}")]
    Unsupported(String),
}

/// Folders and archives on this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalCharts;

impl ChartSource for LocalCharts {
    fn locate(&self, reference: &ChartReference) -> Result<PathBuf, SourceError> {
        let name = reference.name.trim();
        let path = reference.directory.join(name);
        let is_local = !name.is_empty() && path.exists();
        let Some(repositories) = &reference.repositories else {
            return if is_local { Ok(clean(&path)) } else { Err(no_path(&reference.name, path)) };
        };
        match &repositories.url {
            // Helm 3 prefers the local path even if a repository is given.
            Some(_) if !(is_local && repositories.compat.is_v3()) => {
                Err(unsupported("--repo is not supported yet: download the chart and give its path"))
            }
            _ if is_local => verified(&path, repositories),
            _ if Path::new(name).is_absolute() || name.starts_with('.') => {
                Err(SourceError::NoPath { name: name.to_string(), path })
            }
            _ => Err(remote(name, repositories, &reference.directory)),
        }
    }
}

fn unsupported(text: impl Into<String>) -> SourceError {
    SourceError::Unsupported(text.into())
}

fn no_path(name: &str, path: PathBuf) -> SourceError {
    if name.contains("://") {
        return unsupported(format!("{name}: charts from the network are not supported yet"));
    }
    SourceError::NoPath { name: name.to_string(), path }
}

fn verified(path: &Path, repositories: &Repositories) -> Result<PathBuf, SourceError> {
    match repositories.verify {
        true if path.is_dir() => Err(SourceError::Unpacked),
        true => Err(unsupported("--verify is not supported yet")),
        false => Ok(clean(path)),
    }
}

/// Why a chart that is not local cannot be fetched.
fn remote(name: &str, repositories: &Repositories, directory: &Path) -> SourceError {
    if name.contains("://") {
        return unsupported(format!("{name}: charts from the network are not supported yet"));
    }
    let Some((repository, _)) = name.split_once('/') else { return SourceError::NoRepository(name.to_string()) };
    let config = repositories.config.as_ref().map(|file| directory.join(file));
    match config.is_some_and(|config| is_listed(repository, &config)) {
        true => unsupported(format!("{name}: charts from repositories are not supported yet")),
        false => SourceError::UnknownRepository(repository.to_string()),
    }
}

/// Whether Helm's list has a repository of this name.
fn is_listed(repository: &str, config: &Path) -> bool {
    let text = skeg_chart::read_bounded(config, LARGEST_FILE).ok();
    let config = text.and_then(|text| skeg_go_yaml::read_tree(&text).ok());
    let Some(Tree::List(repositories)) = config.as_ref().and_then(|config| config.get("repositories")) else {
        return false;
    };
    repositories.iter().any(|item| item.get("name").and_then(Tree::as_str).is_some_and(|name| *name == repository))
}

/// Helm's messages about a chart have its absolute path, without dots.
fn clean(path: &Path) -> PathBuf {
    PathBuf::from(skeg_chart::clean_path(&path.to_string_lossy()))
}
