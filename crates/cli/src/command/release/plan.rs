//! `skeg release plan …`: shows what a command would do.

pub(in crate::command) mod apply;
pub(in crate::command) mod execute;
pub(in crate::command::release) mod flags;
mod frozen;
pub(in crate::command) mod install;
pub(in crate::command) mod rollback;
mod settled;
mod show;
pub(in crate::command) mod show_frozen;
pub(in crate::command) mod uninstall;

use skeg_report::codes;

use crate::error::CommandError;

/// The one argument of commands that take a frozen plan.
fn file<'a>(arguments: &'a [String], example: &str) -> Result<&'a str, CommandError> {
    match arguments {
        [path] => Ok(path),
        [] => {
            Err(CommandError::new(&codes::MISSING_ARGUMENT, "the file with the plan is missing")
                .fill("example", example))
        }
        _ => {
            Err(CommandError::new(&codes::UNEXPECTED_ARGUMENT, "one file with a plan is expected")
                .fill("example", example))
        }
    }
}
