//! Why encrypting or decrypting failed. No text here holds a key or a secret.

use crate::{KeyId, Path, Place};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The key has a wrong length or digits.
    #[error("reading the secret key: it must have 32, 48 or 64 hexadecimal digits")]
    Key,
    /// One message for all faults of encrypted data, so that an attacker learns nothing from it.
    #[error("decrypting: check that this is the right key, and that the text is encrypted and complete")]
    Decrypt,
    /// The text names another key.
    #[error("decrypting: this was encrypted with the key {wanted}, but the key is {given}")]
    OtherKey {
        /// The key it was encrypted with.
        wanted: KeyId,
        /// The key at hand.
        given: KeyId,
    },
    /// The text was encrypted for another file.
    #[error("decrypting: this was encrypted for {wanted}{}", stands_in(.given.as_ref()))]
    Elsewhere {
        /// The file it belongs to.
        wanted: Place,
        /// The file it is in, if known.
        given: Option<Place>,
    },
    /// The text is in the first authenticated format and names no file.
    #[error("decrypting: this is in the first authenticated format, which is not bound to a file")]
    Unbound,
    /// The text is not bound to a file, unlike others in the same file.
    #[error("decrypting: this is not bound to a file, but others in it are: somebody else may have put it here")]
    Mixed,
    /// A YAML alias repeats the text under another key.
    #[error("decrypting: aliases (`*name`) repeat this at keys that it was not encrypted for")]
    Aliased,
    /// The authenticated format needs a file to bind to.
    #[error("encrypting: the authenticated format binds a text to its file, and the file is not known")]
    NoPlace,
    /// An error in a values file.
    #[error("{path}: {error}")]
    At {
        /// Where in the values.
        path: Path,
        /// What is wrong.
        error: Box<Error>,
    },
    /// The values do not parse; the text is Go's.
    #[error("reading values: {0}")]
    Yaml(String),
    /// A values file has several documents.
    #[error("reading values: a file of secret values must have exactly one document, but this has several")]
    SeveralDocuments,
    /// A value has a YAML tag.
    #[error("encrypting: a value with the tag {0:?} cannot be encrypted; remove the tag")]
    Tagged(String),
    /// The text is encrypted already.
    #[error("encrypting: it is already encrypted")]
    AlreadyEncrypted,
    /// Nested deeper than is read.
    #[error("reading values: they are nested too deeply")]
    TooDeep,
    /// The system gives no random bytes.
    #[error("asking the system for random bytes")]
    Random,
    /// The rewritten text does not have the intended values: it must not be written.
    #[error("writing values: this text cannot be changed in place; write its values more simply")]
    Rewrite,
}

fn stands_in(given: Option<&Place>) -> String {
    given.map(|given| format!(", but is in {given}")).unwrap_or_default()
}

impl Error {
    /// The error with its place.
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
