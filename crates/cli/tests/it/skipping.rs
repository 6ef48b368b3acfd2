//! Tests that cannot run on this machine say so: a silent skip looks like a pass.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Reports a skip. `cargo xtask test` counts these lines and repeats them at its end.
pub(crate) fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("SKIPPED {}: {why}\n", thread.name().unwrap_or("a test"));
    // Not by `println!`: the harness hides such output of a test that passes.
    std::io::stdout().write_all(line.as_bytes()).expect("stdout");
}

/// The corpus of real charts: next to the project, or at `SKEG_CORPUS`. `None` if there is none, which is reported;
/// continuous integration (`CI=true`) must have one.
pub(crate) fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("SKEG_CORPUS").map_or_else(beside, PathBuf::from);
    match found(&root, is_ci(std::env::var("CI").ok().as_deref())) {
        Ok(()) => Some(root),
        Err(Missing::Skip(why)) => {
            skipped(&why);
            None
        }
        Err(Missing::Fail(why)) => panic!("{why}"),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Missing {
    Skip(String),
    Fail(String),
}

fn found(root: &Path, is_ci: bool) -> Result<(), Missing> {
    match ["cases.tsv", "charts.tsv"].into_iter().find(|name| !root.join(name).is_file()) {
        None => Ok(()),
        Some(name) if is_ci => Err(Missing::Fail(format!(
            "there is no corpus: {} lacks {name}, and CI is set, where it is required (SKEG_CORPUS names its folder)",
            root.display()
        ))),
        Some(name) => Err(Missing::Skip(format!("there is no corpus: {} lacks {name}", root.display()))),
    }
}

/// As CI systems set the variable; some set it to `1`.
fn is_ci(value: Option<&str>) -> bool {
    matches!(value, Some("true" | "1"))
}

#[test]
fn a_missing_corpus_is_a_skip_here_and_a_failure_in_ci() {
    let root = crate::shell::folder("no-corpus", &[("cases.tsv", "")]);
    assert!(matches!(found(&root, false), Err(Missing::Skip(why)) if why.ends_with("lacks charts.tsv")));
    assert!(matches!(found(&root, true), Err(Missing::Fail(why)) if why.contains("SKEG_CORPUS")));
    std::fs::write(root.join("charts.tsv"), "").expect("a file");
    assert_eq!((found(&root, true), found(&root, false)), (Ok(()), Ok(())));
    assert_eq!([None, Some(""), Some("false"), Some("true"), Some("1")].map(is_ci), [false, false, false, true, true]);
}
