//! Where to look for the secret key: the flag or its variables, the chart's folder, the home folder.

use std::path::PathBuf;

use skeg_deploy::{KeyError, KeySources};
use skeg_report::codes::{self, Code};
use skeg_secret_values::Key;

use crate::command::Context;
use crate::error::CommandError;
use crate::platform;
use crate::rendering::tell;

/// Where a key may be given, for messages.
const GIVEN: [&str; 4] = ["--secret-key", "SKEG_SECRET_KEY", "NELM_SECRET_KEY", "WERF_SECRET_KEY"];

/// The places to look, in order.
pub(crate) fn key_sources(given: Option<&str>, context: &Context<'_, '_>) -> KeySources {
    key_sources_in(context.directory.to_path_buf(), given, context)
}

fn key_sources_in(folder: PathBuf, given: Option<&str>, context: &Context<'_, '_>) -> KeySources {
    let home = platform::home(context.environment).map(|home| home.join(".werf/global_secret_key"));
    KeySources {
        given: given.map(|key| key.to_string().into()),
        files: [folder.join(".werf_secret_key")].into_iter().chain(home).collect(),
        warned: context.warned_key_files.clone(),
    }
}

/// The key for frozen plans; `None` if there is none. `folder` may contain a file with one.
pub(crate) fn look_for_key(
    given: Option<&str>,
    folder: Option<&str>,
    context: &mut Context<'_, '_>,
) -> Result<Option<Key>, CommandError> {
    let folder = context.directory.join(folder.unwrap_or_default());
    let sources = key_sources_in(folder, given, context);
    sources.look(&mut tell(context.printer)).map_err(|error| explain_key(&error))
}

/// The first key found.
pub(crate) fn find_key(given: Option<&str>, context: &mut Context<'_, '_>) -> Result<Key, CommandError> {
    let sources = key_sources(given, context);
    sources.find(&mut tell(context.printer)).map_err(|error| explain_key(&error))
}

/// Explains why there is no key, and where one could be.
pub(crate) fn explain_key(error: &KeyError) -> CommandError {
    let failure = |code: Code| CommandError::new(code, error.to_string());
    match error {
        KeyError::Missing { files } => {
            let files = files.iter().map(|file| file.display().to_string());
            let places: Vec<String> = GIVEN.map(str::to_string).into_iter().chain(files).collect();
            failure(&codes::SECRET_KEY_MISSING).case("none").fill("places", places.join(", "))
        }
        KeyError::Unreadable { .. } => failure(&codes::FILE_UNREADABLE),
        KeyError::Invalid { .. } => failure(&codes::SECRET_KEY_INVALID),
    }
}
