//! Why encrypting or decrypting failed. No text here holds a key or a secret.

use crate::{KeyId, Path, Place};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("reading the secret key: it has to be 32, 48 or 64 hexadecimal digits")]
    Key,
    /// One text for all that can be wrong with encrypted data: whoever tries texts out learns nothing from it.
    #[error(
        "decrypting: check that the key is the one this was encrypted with, and that the text is encrypted and whole"
    )]
    Decrypt,
    #[error("decrypting: this was encrypted with the key {wanted}, and the key at hand is {given}")]
    OtherKey { wanted: KeyId, given: KeyId },
    #[error("decrypting: this was encrypted for {wanted}{}", stands_in(.given.as_ref()))]
    Elsewhere { wanted: Place, given: Option<Place> },
    #[error("decrypting: this is in the first authenticated format, which does not tell for which file it is")]
    Unbound,
    #[error("decrypting: this does not tell for which file it is, but others beside it do: it may have been put here")]
    Mixed,
    #[error("decrypting: aliases (`*name`) bring this to other places than those it was encrypted for")]
    Aliased,
    #[error("encrypting: what is in the authenticated format is for one file, and it is not known for which")]
    NoPlace,
    #[error("{path}: {error}")]
    At { path: Path, error: Box<Error> },
    #[error("reading values: {0}")]
    Yaml(String),
    #[error("reading values: a file of secret values holds one document, and here are several")]
    SeveralDocuments,
    #[error("encrypting: a value with the tag {0:?} cannot be encrypted; write it without")]
    Tagged(String),
    #[error("encrypting: it is encrypted already")]
    AlreadyEncrypted,
    #[error("reading values: they nest too deeply")]
    TooDeep,
    #[error("asking the system for random bytes")]
    Random,
    /// The changed text does not say what it should: nothing may be written then.
    #[error("writing values: this text cannot be changed in place; write its values more simply")]
    Rewrite,
}

fn stands_in(given: Option<&Place>) -> String {
    given.map(|given| format!(", but stands in {given}")).unwrap_or_default()
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
