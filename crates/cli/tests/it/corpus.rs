//! A large corpus of real charts, if it is available.

use std::fs;

use crate::golden::{Case, GENERATIONS, check, split};
use crate::skipping;

#[test]
fn renders_real_charts_as_helm_does() {
    let Some(root) = skipping::corpus() else { return };
    let table = fs::read_to_string(root.join("cases.tsv")).expect("the cases");
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
