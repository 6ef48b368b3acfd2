//! Compares whole runs of `template` with recorded outputs of Helm.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::shell::skeg;

/// The Helm versions whose outputs are recorded.
pub(crate) const GENERATIONS: [&str; 2] = ["v4", "v3"];
const THREADS: usize = 2;
/// Our own cases times the versions, with some margin: makes sure that they were found.
const FEWEST: usize = 1_200;
const DIFF_LINES: usize = 8;

/// A run and what Helm printed for it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) directory: PathBuf,
    /// The words after `template`.
    pub(crate) words: Vec<String>,
    /// `…/CASE` for `…/CASE.yaml` (stdout) or `…/CASE.err` (the message of a failure).
    pub(crate) golden: PathBuf,
    pub(crate) generation: &'static str,
}

/// Runs all cases on a few threads and fails with the names of those that differ.
pub(crate) fn check(cases: &[Case]) {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = compare(case) {
                        let report = format!("{} {}: {why}", case.generation, case.name);
                        failures.lock().expect("no panic").push(report);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{} of {} cases differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn compare(case: &Case) -> Result<(), String> {
    let mut words = vec!["template", "--helm-compat", case.generation];
    words.extend(case.words.iter().map(String::as_str));
    let outcome = skeg(&case.directory, &words);
    let warnings: usize =
        outcome.stderr.split_inclusive('\n').take_while(|line| !line.starts_with("Error")).map(str::len).sum();
    let error = outcome.stderr[warnings..].trim();
    match (fs::read(with_ending(&case.golden, "yaml")), fs::read(with_ending(&case.golden, "err"))) {
        (Ok(_), _) if outcome.status != 0 => Err(format!("failed: {error}")),
        (Ok(want), _) => difference(&want, &outcome.stdout),
        (Err(_), Ok(_)) if outcome.status == 0 => Err("should fail".to_string()),
        (Err(_), Ok(want)) => difference(&want, format!("{error}\n").as_bytes()),
        (Err(_), Err(_)) => Err("nothing is recorded".to_string()),
    }
}

/// `bitnami-nginx__1.2` has a dot, so that `with_extension` would cut it.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(format!(".{ending}"));
    PathBuf::from(path)
}

/// The first lines that differ.
fn difference(want: &[u8], got: &[u8]) -> Result<(), String> {
    if want == got {
        return Ok(());
    }
    let (want, got) = (String::from_utf8_lossy(want), String::from_utf8_lossy(got));
    let (want, got): (Vec<&str>, Vec<&str>) = (want.split('\n').collect(), got.split('\n').collect());
    let same = want.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[&str], sign: char| -> Vec<String> {
        lines.iter().skip(same).take(DIFF_LINES).map(|line| format!("    {sign}{line:.200}")).collect()
    };
    let lines = [shown(&want, '-'), shown(&got, '+')].concat();
    Err(format!("differs from line {}\n{}", same + 1, lines.join("\n")))
}

/// Splits a line as a shell does, with quotes and backslashes.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => word.get_or_insert_default().extend(chars.by_ref().take_while(|c| *c != '\'')),
            '"' => {
                let word = word.get_or_insert_default();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    match c {
                        '\\' => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                            other => word.extend(['\\'].into_iter().chain(other)),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[test]
fn splits_words_as_a_shell() {
    assert_eq!(split(r#"a  'b c'd "e \"f\" \x" g\ h ''"#), ["a", "b cd", r#"e "f" \x"#, "g h", ""]);
}

/// The charts of this project's own tests.
#[test]
fn renders_our_charts_as_helm_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/charts");
    let entries = fs::read_dir(&root).expect("testdata/charts").map(|entry| entry.expect("an entry").path());
    let mut cases = Vec::new();
    for folder in entries.filter(|path| path.is_dir()) {
        let lines = fs::read_to_string(folder.join("cases.txt"));
        let lines = lines.unwrap_or_else(|error| panic!("{}/cases.txt: {error}", folder.display()));
        let chart = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let archive_or_folder = if folder.join("chart").is_dir() { "chart" } else { "chart.tgz" };
        let start = ["rel", archive_or_folder, "--namespace", "ns"].map(str::to_string);
        for line in lines.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (name, arguments) = line.split_once('\t').unwrap_or((line, ""));
            cases.extend(GENERATIONS.map(|generation| Case {
                name: format!("{chart}/{name}"),
                directory: folder.clone(),
                words: [start.to_vec(), split(arguments)].concat(),
                golden: folder.join(generation).join(name),
                generation,
            }));
        }
    }
    assert!(cases.len() >= FEWEST, "only {} cases in {}", cases.len(), root.display());
    check(&cases);
}
