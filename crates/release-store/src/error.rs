//! What can go wrong with records.

use crate::size::shown;

/// Why a record was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("reading release record {key}: {problem}")]
    Undecodable { key: String, problem: String },
    #[error("{}", too_large(.key, *.size, *.limit, .parts))]
    TooLarge {
        key: String,
        size: usize,
        limit: usize,
        /// What it consists of, the largest first.
        parts: Vec<LargePart>,
    },
    #[error(
        "writing release record {key}: {place} nests deeper than {limit} levels, which could not be read back; \
         make it flatter"
    )]
    TooDeep { key: String, place: &'static str, limit: usize },
    #[error("writing release record {key}: {problem}")]
    Unencodable { key: String, problem: String },
    /// Somebody else stored this revision.
    #[error("creating release record {key}: it already exists, so another deploy of this release is or was running")]
    AlreadyExists { key: String },
    #[error("updating release record {key}: it does not exist")]
    NotFound { key: String },
    #[error(
        "release name {name:?} cannot be used: {problem}; expected at most 53 lower-case letters, digits, '-' and '.', \
         with a letter or digit at both ends and beside every dot"
    )]
    InvalidName { name: String, problem: &'static str },
    #[error(
        "label {0:?} cannot be set on a release: the records use it themselves (name, owner, status, version, createdAt, modifiedAt)"
    )]
    ReservedLabel(String),
    #[error(transparent)]
    Cluster(#[from] skeg_cluster::Error),
}

/// A part of a record that is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargePart {
    /// `manifest`, `chart files` ….
    pub name: &'static str,
    /// Bytes before compression.
    pub size: usize,
    /// The largest single file of it, with its size.
    pub largest: Option<(String, usize)>,
}

fn too_large(key: &str, size: usize, limit: usize, parts: &[LargePart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .take(3)
        .map(|part| match &part.largest {
            Some((name, size)) => format!("{} {} ({name} {})", part.name, shown(part.size), shown(*size)),
            None => format!("{} {}", part.name, shown(part.size)),
        })
        .collect();
    format!(
        "writing release record {key}: it takes {}, and the API server takes {} at most; largest before compression: {}; \
         keep files that no template needs out of the chart with .helmignore, or split the chart",
        shown(size),
        shown(limit),
        parts.join(", ")
    )
}
