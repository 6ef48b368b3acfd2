//! Secrets that cannot be read or written.

use skeg_secret_values::Error;

use crate::error::CommandError;

/// Encrypts all secrets of a chart for where they are.
const UPGRADE: &str = "skeg chart secret upgrade CHART [--secret-values FILE]";
const ACCEPT: &str = "Or take it as it is: --allow-foreign-secrets";

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
        Error::Elsewhere { given: None, .. } => failure.hint("Say which file this is: --for-file FILE"),
        Error::Elsewhere { .. } => failure
            .hint("Put the right file there. Or, if you renamed or copied it, encrypt it for where it is now:")
            .hint(format!("{UPGRADE} --allow-foreign-secrets")),
        Error::Unbound => failure.hint(format!("Bring the chart's secrets over: {UPGRADE}")).hint(ACCEPT),
        Error::Mixed | Error::Aliased => failure
            .hint("Put the file back as version control has it. Or, if you trust it, bring it over:")
            .hint(format!("{UPGRADE} --allow-foreign-secrets")),
        Error::NoPlace => failure.hint("Say which file it is for: --save-output-to FILE, or --for-file FILE"),
        _ => failure,
    }
}
