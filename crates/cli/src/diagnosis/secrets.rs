//! Secrets that cannot be read or written.

use skeg_secret_values::Error;

use crate::error::CommandError;

/// Explains what is wrong with a file of secrets.
pub(crate) fn explain(file: &str, error: &Error) -> CommandError {
    let failure = CommandError::failure(format!("{file}: {error}"));
    match error.cause() {
        Error::Decrypt => {
            failure.hint("In the authenticated format a value that was moved to another key is refused too.")
        }
        Error::OtherKey { .. } => failure.hint("Give the key it was encrypted with: --secret-key, SKEG_SECRET_KEY."),
        Error::AlreadyEncrypted => failure.hint("Change it with: skeg chart secret values-file edit"),
        Error::Tagged(_) => failure.hint("A string is written in quotes, a number or boolean as it is."),
        _ => failure,
    }
}
