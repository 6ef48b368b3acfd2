//! Generated documentation pages, and error codes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{folder, skeg};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn generated_pages_are_fresh() {
    let dir = folder("reference-pages", &[]);
    skeg(&dir, &["__reference", "."]).printed();
    for path in files_below(&dir) {
        let inner = path.strip_prefix(&dir).unwrap();
        let kept = fs::read_to_string(workspace().join(inner)).unwrap_or_default();
        let fresh = fs::read_to_string(&path).unwrap();
        assert!(kept == fresh, "{} is not fresh: run cargo xtask reference", inner.display());
    }
    assert!(dir.join("docs/errors.md").is_file());
}

/// Codes that no test provokes, and why.
const UNMET: &[(&str, &str)] = &[
    ("SKEG-INTERNAL", "only a bug in Skeg leads there"),
    ("SKEG-RECORD-CONFLICT", "somebody without the lock has to write the same record between two of our requests"),
    ("SKEG-INVENTORY-CONFLICT", "somebody without the lock has to write the inventory between two of our requests"),
    ("SKEG-RECORD-FAILED", "what is wrong with a record is found before the deploy begins, but for such a race"),
];

/// Every code appears in a test that provokes it, or in the list above.
#[test]
fn every_code_is_met_by_a_test() {
    let tests = ["crates/cli/tests", "crates/report/tests", "crates/deploy/tests"].map(|path| workspace().join(path));
    let sources = tests.iter().flat_map(|folder| files_below(folder));
    let sources =
        sources.filter(|path| path.extension().is_some_and(|end| end == "rs") && !path.ends_with("it/reference.rs"));
    let text: String = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    let is_met = |code: &str| {
        text.match_indices(code)
            .any(|(at, _)| !text[at + code.len()..].starts_with(|next: char| next == '-' || next.is_ascii_uppercase()))
    };
    let page = fs::read_to_string(workspace().join("docs/errors.md")).unwrap();
    let codes: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let unmet: Vec<&str> = codes.iter().copied().filter(|code| !is_met(code)).collect();
    let reasons: Vec<&str> = UNMET.iter().map(|(code, _)| *code).collect();
    assert_eq!(unmet, reasons, "meet the code in a test, or give a reason; drop reasons of codes that are met");
    assert!(codes.len() > 60);
}

#[test]
fn help_explains_a_code() {
    let dir = folder("reference-help", &[]);
    let page = fs::read_to_string(workspace().join("docs/errors.md")).unwrap();
    for code in page.lines().filter_map(|line| line.strip_prefix("### ")) {
        let shown = skeg(&dir, &["help", code]);
        let text = shown.printed();
        assert!(text.starts_with(&format!("{code}: ")), "{text}");
    }
    assert!(skeg(&dir, &["help", "SKEG-NOTHING"]).refused().contains("unknown command"));
    let lower = skeg(&dir, &["help", "skeg-lock-held"]);
    let lower = lower.printed();
    assert!(lower.contains("with a longer --lock-timeout"), "{lower}");
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}
