//! Differences between operating systems: one file for Unix, one for Windows, with the same functions.

use std::path::PathBuf;

use crate::environment::Environment;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::*;
#[cfg(windows)]
pub(crate) use windows::*;

/// The user's home folder.
pub(crate) fn home(environment: &Environment) -> Option<PathBuf> {
    let variable = |name: &str| environment.get(name).filter(|value| !value.is_empty());
    HOME_VARIABLES.iter().find_map(|name| variable(name)).map(PathBuf::from)
}

/// The user's name.
pub(crate) fn user_name(environment: &Environment) -> String {
    environment.get(USER_VARIABLE).unwrap_or_default().to_string()
}

/// The host name.
pub(crate) fn host_name() -> String {
    gethostname::gethostname().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_machine_has_a_name() {
        assert!(!super::host_name().is_empty());
    }
}
