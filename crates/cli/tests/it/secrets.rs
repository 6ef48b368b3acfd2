//! `skeg chart secret …`, and charts with secrets.

mod binding;
mod commands;
mod editing;
mod rendering;

use std::path::Path;

/// The key of the ciphertexts that a real Nelm made.
pub(crate) const KEY: &str = "00112233445566778899aabbccddeeff";
pub(crate) const OTHER_KEY: &str = "ffeeddccbbaa99887766554433221100";

/// `hello secret` and a line break, encrypted by Nelm.
pub(crate) const NELM_FILE: &str = "100001e2036a7afb45fab273db355a0989a426431aa6a12d3b6118cb744188271a2c";
/// `s3cr3t`, encrypted by Nelm.
const NELM_VALUE: &str = "1000d7346bf81c4e9257f7224964b83547cdf57ad006a98c1ad11678aa20fbbbf1f0";

/// Runs a command with the key in the environment.
pub(crate) fn with_key(directory: &Path, words: &[&str], input: &[u8]) -> crate::shell::Outcome {
    crate::shell::skeg_with(directory, words, &[("SKEG_SECRET_KEY", KEY)], input)
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("a file")
}

#[cfg(unix)]
fn mode(path: impl AsRef<Path>) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a file");
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
