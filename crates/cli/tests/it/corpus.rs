//! A large corpus of real charts, where it is at hand: beside the project, or where `SKEG_CORPUS` says.

use std::fs;
use std::path::{Path, PathBuf};

use crate::golden::{Case, GENERATIONS, check, skipped, split};

#[test]
fn renders_real_charts_as_helm_does() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("SKEG_CORPUS").map_or_else(beside, PathBuf::from);
    let Ok(table) = fs::read_to_string(root.join("cases.tsv")) else {
        skipped(&format!("there is no corpus in {}", root.display()));
        return;
    };
    let mut cases = Vec::new();
    for line in table.lines().skip(1) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or("");
        let (name, chart, arguments) = (column(), column(), column());
        let start = if chart.is_empty() { vec![] } else { vec!["rel".to_string(), chart.to_string()] };
        cases.extend(GENERATIONS.map(|generation| Case {
            name: name.to_string(),
            directory: root.join("charts"),
            words: [start.clone(), split("--namespace ns"), split(arguments)].concat(),
            golden: root.join("golden").join(generation).join(name),
            generation,
        }));
    }
    assert!(cases.len() > 500, "the corpus is not complete");
    check(&cases);
}
