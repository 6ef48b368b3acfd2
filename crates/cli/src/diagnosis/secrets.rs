//! Secrets that cannot be read or written.

use skeg_report::codes::{self, Code};
use skeg_secret_values::{Error, Place};

use crate::error::CommandError;

/// Explains what is wrong with a file of secrets.
pub(crate) fn explain(file: &str, error: &Error) -> CommandError {
    let failure = |code: Code| CommandError::new(code, format!("{file}: {error}"));
    match error.cause() {
        Error::Decrypt => failure(&codes::SECRET_DECRYPT),
        Error::OtherKey { .. } => failure(&codes::SECRET_OTHER_KEY),
        Error::Elsewhere { given: None, .. } => failure(&codes::SECRET_ELSEWHERE).case("unknown"),
        Error::Elsewhere { given: Some(Place::File(name)), wanted } if is_stdin(name) => {
            let (Place::File(file) | Place::InChart { path: file, .. }) = wanted;
            failure(&codes::SECRET_ELSEWHERE).case("stdin").fill("file", file)
        }
        Error::Elsewhere { .. } => failure(&codes::SECRET_ELSEWHERE).case("moved"),
        Error::Unbound => failure(&codes::SECRET_UNBOUND),
        Error::Mixed | Error::Aliased => failure(&codes::SECRET_MIXED),
        Error::NoPlace => failure(&codes::SECRET_NO_PLACE),
        Error::Key => failure(&codes::SECRET_KEY_INVALID),
        Error::Random => failure(&codes::INTERNAL),
        Error::AlreadyEncrypted => failure(&codes::SECRET_FILE).case("encrypted"),
        Error::Tagged(_) => failure(&codes::SECRET_FILE).case("tagged"),
        Error::Yaml(_) | Error::SeveralDocuments | Error::TooDeep | Error::Rewrite | Error::At { .. } => {
            failure(&codes::SECRET_FILE)
        }
    }
}

/// The name that values files on stdin have.
fn is_stdin(name: &str) -> bool {
    name == "-"
}
