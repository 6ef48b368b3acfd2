//! Why encrypting or decrypting failed. No text here holds a key or a secret.

use crate::{KeyId, Path};

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
