//! Explains secrets that cannot be read or written.

use skeg_report::codes::{self, Code};
use skeg_secret_values::{Error, Place};

use crate::error::CommandError;

/// Explains what is wrong with a secret file.
pub(crate) fn explain(file: &str, error: &Error) -> CommandError {
    let failure = |code: Code| CommandError::new(code, format!("{file}: {error}"));
    match error.cause() {
        Error::Decrypt => failure(&codes::SECRET_DECRYPT),
        Error::OtherKey { .. } => failure(&codes::SECRET_OTHER_KEY),
        Error::Elsewhere { given: None, .. } => failure(&codes::SECRET_ELSEWHERE).case("unknown"),
        Error::Elsewhere { wanted, .. } if is_pipe(file) => {
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

/// A file that has no name of its own: stdin, and what a shell makes of `<(…)`.
fn is_pipe(file: &str) -> bool {
    matches!(file, "-" | "/dev/stdin") || file.starts_with("/dev/fd/") || file.starts_with("/proc/self/fd/")
}
