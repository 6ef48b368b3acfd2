//! `cargo xtask golden [--check] [NAME…]`: records the output of the reference Helms for the charts of
//! `testdata/charts`.
//!
//! The layout of a folder there is described in its README. With `--check` nothing is written: the recorded outputs are
//! compared with Helm's current ones, so that no expectation can be edited by hand unnoticed.

mod cases;

use crate::oracle::{self, Oracle, Rendering};
use crate::{parallel, workspace};
use cases::Case;
use std::path::{Path, PathBuf};

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let check = words.iter().any(|word| word == "--check");
    let names: Vec<&String> = words.iter().filter(|word| *word != "--check").collect();
    if let Some(option) = names.iter().find(|name| name.starts_with('-')) {
        return Err(format!("golden has no option {option}"));
    }
    let (count, problems) = visit(check, |folder| names.is_empty() || names.iter().any(|name| *name == folder))?;
    for problem in &problems {
        println!("{problem}");
    }
    println!("{count} outputs {}, {} not", if check { "as recorded" } else { "recorded" }, problems.len());
    if problems.is_empty() { Ok(()) } else { Err("testdata/charts and the reference Helms disagree".to_owned()) }
}

/// Runs each case with each version of Helm; returns how many succeeded, and the problems.
fn visit(check: bool, wanted: impl Fn(&str) -> bool) -> Result<(usize, Vec<String>), String> {
    let mut jobs = Vec::new();
    let mut problems = Vec::new();
    let binaries = [(oracle::V4, oracle::V4.ready()?), (oracle::V3, oracle::V3.ready()?)];
    for folder in workspace::entries(&workspace::root().join("testdata/charts"))? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !folder.is_dir() || !wanted(&name) {
            continue;
        }
        let cases = cases::read(&folder)?;
        for (oracle, binary) in &binaries {
            problems.extend(strays(&folder, oracle, &cases, check)?);
            jobs.extend(cases.iter().map(|case| Job { folder: folder.clone(), oracle, binary, case: case.clone() }));
        }
    }
    if jobs.is_empty() {
        return Err("no case of testdata/charts has such a name".to_owned());
    }
    let results = parallel::map(&jobs, |job| if check { job.check() } else { job.record() });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    let good = jobs.len() - failures.len();
    problems.extend(failures);
    Ok((good, problems))
}

/// Recorded outputs without a case: removed, or reported with `check`.
fn strays(folder: &Path, oracle: &Oracle, cases: &[Case], check: bool) -> Result<Vec<String>, String> {
    let outputs = folder.join(oracle.generation);
    if !outputs.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for path in workspace::entries(&outputs)? {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if cases.iter().any(|case| case.name == stem) {
            continue;
        }
        if check {
            found.push(format!("{}: no case has this name", path.display()));
        } else {
            std::fs::remove_file(&path).map_err(|why| format!("removing {}: {why}", path.display()))?;
        }
    }
    Ok(found)
}

/// One case with one version of Helm.
struct Job<'a> {
    folder: PathBuf,
    oracle: &'a Oracle,
    binary: &'a Path,
    case: Case,
}

impl Job<'_> {
    fn record(&self) -> Result<(), String> {
        let first = self.render()?;
        if self.render()? != first || self.render()? != first {
            return Err(format!("{}: Helm prints something else each time, so it cannot be recorded", self.label()));
        }
        let outputs = self.folder.join(self.oracle.generation);
        std::fs::create_dir_all(&outputs).map_err(|why| format!("making {}: {why}", outputs.display()))?;
        let (written, other, bytes) = match &first {
            Rendering::Printed(bytes) => (self.path("yaml"), self.path("err"), bytes),
            Rendering::Failed(bytes) => (self.path("err"), self.path("yaml"), bytes),
        };
        if other.exists() {
            std::fs::remove_file(&other).map_err(|why| format!("removing {}: {why}", other.display()))?;
        }
        workspace::write(&written, bytes)
    }

    fn check(&self) -> Result<(), String> {
        let recorded = match (self.path("yaml"), self.path("err")) {
            (printed, _) if printed.exists() => Rendering::Printed(workspace::read(&printed)?),
            (_, failed) if failed.exists() => Rendering::Failed(workspace::read(&failed)?),
            _ => return Err(format!("{}: not recorded yet (cargo xtask golden)", self.label())),
        };
        if self.render()? == recorded { Ok(()) } else { Err(format!("{}: Helm prints something else", self.label())) }
    }

    fn render(&self) -> Result<Rendering, String> {
        let chart = if self.folder.join("chart").is_dir() { "chart" } else { "chart.tgz" };
        let mut command = oracle::secluded(self.binary);
        command.current_dir(&self.folder).args(["template", "rel", chart, "--namespace", "ns"]);
        oracle::render(command.args(&self.case.arguments))
    }

    fn path(&self, extension: &str) -> PathBuf {
        self.folder.join(self.oracle.generation).join(format!("{}.{extension}", self.case.name))
    }

    fn label(&self) -> String {
        let folder = self.folder.file_name().unwrap_or_default().to_string_lossy();
        format!("{folder}/{}/{}", self.oracle.generation, self.case.name)
    }
}
