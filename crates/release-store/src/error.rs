//! Errors of records.

use crate::size::shown;

/// Why a record was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A record cannot be read.
    #[error("reading release record {key}: {problem}")]
    Undecodable {
        /// The record's name.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// The record exceeds the size limit of an object.
    #[error("{}", too_large(.key, *.size, *.limit, .parts))]
    TooLarge {
        /// The record's name.
        key: String,
        /// In bytes, as it would be stored.
        size: usize,
        /// In bytes.
        limit: usize,
        /// What it consists of, the largest first.
        parts: Vec<LargePart>,
    },
    /// Values or chart are nested deeper than JSON readers accept.
    #[error(
        "writing release record {key}: {place} nests deeper than {limit} levels, which could not be read back; \
         make it flatter"
    )]
    TooDeep {
        /// The record's name.
        key: String,
        /// Which part.
        place: &'static str,
        /// The deepest level allowed.
        limit: usize,
    },
    /// A record cannot be serialized.
    #[error("writing release record {key}: {problem}")]
    Unencodable {
        /// The record's name.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// Somebody else stored this revision.
    #[error("creating release record {key}: it already exists, so another deploy of this release is or was running")]
    AlreadyExists {
        /// The record's name.
        key: String,
    },
    /// A record to update is gone.
    #[error("updating release record {key}: it does not exist")]
    NotFound {
        /// The record's name.
        key: String,
    },
    /// Helm would not accept the name.
    #[error(
        "release name {name:?} cannot be used: {problem}; expected at most 53 lower-case letters, digits, '-' and '.', \
         with a letter or digit at both ends and around every dot"
    )]
    InvalidName {
        /// The release's name.
        name: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// A label that records use themselves.
    #[error(
        "label {0:?} cannot be set on a release: the records use it themselves (name, owner, status, version, createdAt, modifiedAt)"
    )]
    ReservedLabel(String),
    /// An inventory cannot be read.
    #[error("reading inventory {key}: {error}")]
    Inventory {
        /// The name of the object that holds it.
        key: String,
        /// What is wrong.
        error: skeg_inventory::Error,
    },
    /// Somebody else wrote an inventory meanwhile.
    #[error("writing inventory {key}: somebody else changed it meanwhile; run the command again")]
    InventoryChanged {
        /// The name of the object that holds it.
        key: String,
    },
    /// The cluster cannot be reached, or refused the request.
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
        "writing release record {key}: it takes {}, and the API server accepts at most {}; largest before \
         compression: {}; \
         keep files that no template needs out of the chart with .helmignore, or split the chart",
        shown(size),
        shown(limit),
        parts.join(", ")
    )
}
