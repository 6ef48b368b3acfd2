//! The tests that need no cluster: each test binary is run by itself; those that need a cluster are run in part or not
//! at all.
//!
//! A wrong entry in the list is noticed: the cluster's programs cannot be found, so a test that starts one fails.

use super::tally::Tally;
use crate::{process, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Integration tests that start a cluster: the package, and the modules that do. Without modules: all of them.
const ON_A_CLUSTER: &[(&str, &[&str])] = &[
    ("skeg-cli", &["release::"]),
    ("skeg-release-store", &["helm::", "objects::"]),
    ("skeg-cluster", &[]),
    ("skeg-track", &[]),
    ("skeg-test-cluster", &[]),
];

/// A test binary that cargo built.
#[derive(Debug, PartialEq, Eq)]
struct Binary {
    package: String,
    /// From the folder `tests`, not from the sources.
    is_integration: bool,
    program: PathBuf,
    folder: PathBuf,
}

pub(super) fn run_tests(tally: &mut Tally) {
    let binaries = match built() {
        Ok(binaries) => binaries,
        Err(why) => return tally.count("tests", Err(why)),
    };
    let mut left_out = Vec::new();
    for binary in binaries {
        let modules = modules_on_a_cluster(&binary);
        left_out.extend(modules.map(|modules| format!("{} {}", binary.package, modules.join(" "))));
        if modules.is_some_and(<[&str]>::is_empty) {
            continue;
        }
        println!("\n     Running {} ({})", binary.package, binary.program.display());
        let before = tally.failed;
        let mut command = Command::new(&binary.program);
        command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
        // An empty cache, without programs.
        command.env("XDG_CACHE_HOME", workspace::root().join("target/without-a-cluster"));
        command.args(modules.into_iter().flatten().flat_map(|module| ["--skip", module]));
        let outcome = tally.stream(&mut command);
        tally.count_streamed(&binary.package, before, outcome);
    }
    println!("\nleft out, since they need a control plane: {}", left_out.join(", "));
}

/// `None` if the binary needs no cluster.
fn modules_on_a_cluster(binary: &Binary) -> Option<&'static [&'static str]> {
    let listed = ON_A_CLUSTER.iter().find(|(package, _)| *package == binary.package);
    listed.filter(|_| binary.is_integration).map(|(_, modules)| *modules)
}

/// Builds all tests as `cargo test` does.
fn built() -> Result<Vec<Binary>, String> {
    let words = ["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"];
    let messages = process::stdout_of(process::cargo().args(words))?;
    let messages = String::from_utf8_lossy(&messages);
    let mut binaries: Vec<Binary> = messages.lines().filter_map(binary).collect();
    binaries.sort_by(|one, other| one.program.cmp(&other.program));
    if binaries.is_empty() { Err("cargo built no tests".to_owned()) } else { Ok(binaries) }
}

/// The test binary that a message of cargo names.
fn binary(message: &str) -> Option<Binary> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    if message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
    // Such as `path+file:///skeg/crates/cli#skeg-cli@0.1.0`, without the name if the folder has the same.
    let id = message["package_id"].as_str()?.rsplit_once('#')?.1;
    let name = id.split_once('@').map(|(name, _)| name).or(folder.file_name()?.to_str())?.to_owned();
    Some(Binary {
        package: name,
        is_integration: message["target"]["kind"][0] == "test",
        program: PathBuf::from(message["executable"].as_str()?),
        folder,
    })
}

#[cfg(test)]
mod tests {
    use super::{binary, modules_on_a_cluster};

    fn message(kind: &str, is_test: bool) -> String {
        let text = serde_json::json!({
            "reason": "compiler-artifact", "package_id": "path+file:///skeg/crates/cli#skeg-cli@0.1.0",
            "manifest_path": "/skeg/crates/cli/Cargo.toml", "target": {"kind": [kind]}, "profile": {"test": is_test},
            "executable": "/skeg/target/debug/deps/it-1",
        });
        text.to_string()
    }

    #[test]
    fn reads_what_cargo_built() {
        let integration = binary(&message("test", true)).unwrap();
        assert_eq!((integration.package.as_str(), integration.is_integration), ("skeg-cli", true));
        assert_eq!(integration.folder.display().to_string(), "/skeg/crates/cli");
        assert_eq!(modules_on_a_cluster(&integration), Some(["release::"].as_slice()));
        let unit = binary(&message("lib", true)).unwrap();
        assert_eq!(modules_on_a_cluster(&unit), None);
        assert_eq!(binary(&message("bin", false)), None);
        assert_eq!(binary("not JSON"), None);
    }
}
