//! Why encrypting or decrypting failed. No text here holds a key or a secret.

use crate::{KeyId, Path, Place};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("reading the secret key: it must have 32, 48 or 64 hexadecimal digits")]
    Key,
    /// One text for all that can be wrong with encrypted data: whoever tries texts out learns nothing from it.
    #[error("decrypting: check that this is the right key, and that the text is encrypted and complete")]
    Decrypt,
    #[error("decrypting: this was encrypted with the key {wanted}, but the key is {given}")]
    OtherKey { wanted: KeyId, given: KeyId },
    #[error("decrypting: this was encrypted for {wanted}{}", stands_in(.given.as_ref()))]
    Elsewhere { wanted: Place, given: Option<Place> },
    #[error("decrypting: this is in the first authenticated format, which is not bound to a file")]
    Unbound,
    #[error(
        "decrypting: this is not bound to a file, but others beside it are: it may have been put here by someone else"
    )]
    Mixed,
    #[error("decrypting: aliases (`*name`) bring this to other keys than those it was encrypted for")]
    Aliased,
    #[error("encrypting: the authenticated format binds a text to its file, and the file is not known")]
    NoPlace,
    #[error("{path}: {error}")]
    At { path: Path, error: Box<Error> },
    #[error("reading values: {0}")]
    Yaml(String),
    #[error("reading values: a file of secret values must have exactly one document, but this has several")]
    SeveralDocuments,
    #[error("encrypting: a value with the tag {0:?} cannot be encrypted; remove the tag")]
    Tagged(String),
    #[error("encrypting: it is already encrypted")]
    AlreadyEncrypted,
    #[error("reading values: they are nested too deeply")]
    TooDeep,
    #[error("asking the system for random bytes")]
    Random,
    /// The changed text does not say what it should: nothing may be written then.
    #[error("writing values: this text cannot be changed in place; write its values more simply")]
    Rewrite,
}

fn stands_in(given: Option<&Place>) -> String {
    given.map(|given| format!(", but is in {given}")).unwrap_or_default()
}

impl Error {
    /// The error with the place it happened at.
    pub(crate) fn at(self, path: &Path) -> Error {
        Error::At { path: path.clone(), error: Box::new(self) }
    }

    /// The error without its place.
    pub fn cause(&self) -> &Error {
        match self {
            Error::At { error, .. } => error.cause(),
            error => error,
        }
    }
}
