//! Starts other programs: credential plugins, post-renderers, editors, system tools.
//!
//! In: a program. Out: a command that inherits the environment without the keys to charts' secrets, which other
//! programs must not see. All programs are started through this crate.

use std::ffi::OsStr;
use std::process::Command;

/// Prefixes of variables with a key.
const PREFIXES: [&str; 3] = ["SKEG_", "NELM_", "WERF_"];

/// A command whose environment lacks secret keys.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let names = std::env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| is_secret_key(&name.to_string_lossy())) {
        command.env_remove(name);
    }
    command
}

/// Whether a variable holds a secret key: `SKEG_SECRET_KEY`, `WERF_OLD_SECRET_KEY`, `NELM_CHART_RENDER_SECRET_KEY`.
/// Keys of other programs (`SCW_SECRET_KEY`) are inherited.
pub fn is_secret_key(variable: &str) -> bool {
    PREFIXES.iter().any(|prefix| variable.starts_with(prefix)) && variable.contains("SECRET_KEY")
}

#[cfg(test)]
mod tests {
    use super::is_secret_key;

    #[test]
    fn only_keys_of_charts_are_kept_back() {
        for name in ["SKEG_SECRET_KEY", "NELM_OLD_SECRET_KEY", "WERF_SECRET_KEY", "SKEG_CHART_RENDER_SECRET_KEY"] {
            assert!(is_secret_key(name), "{name}");
        }
        for name in ["AWS_SECRET_ACCESS_KEY", "SCW_SECRET_KEY", "SKEG_NAMESPACE", "MY_SKEG_SECRET_KEY", "WERF_ENV"] {
            assert!(!is_secret_key(name), "{name}");
        }
    }
}
