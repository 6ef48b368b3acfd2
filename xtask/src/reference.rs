//! `cargo xtask reference`: writes the generated pages of the documentation. A test of the command fails if they are
//! outdated.

use crate::{process, workspace};

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if !words.is_empty() {
        return Err(format!("reference takes no options, not {words:?}"));
    }
    let root = workspace::root();
    // With the same options as the tests, so that nothing is built twice.
    process::run(process::cargo().args(["build", "--quiet", "--workspace", "--bin", "skeg"]))?;
    let skeg = workspace::target()?.join("debug/skeg");
    process::run(std::process::Command::new(skeg).arg("__reference").arg(root))
}
