//! `cargo xtask bench render`: Skeg against the reference Helm 4 on large charts, as folders and as archives. `bench
//! plan`, `bench deploy`, `bench lock` and `bench order` have their own files.
//!
//! The programs run alternately, so that other load slows both alike; the best and the median time are reported.

mod deploy;
mod goals;
mod large;
mod lock;
mod made;
mod measure;
mod order;
mod plan;
mod report;
mod summary;

use crate::corpus::{self, Case};
use crate::oracle::{self, Rendering};
use crate::{process, workspace};
use measure::Sample;
use std::path::{Path, PathBuf};

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    match words.split_first().map(|(what, rest)| (what.as_str(), rest)) {
        Some(("plan", rest)) => return plan::run(rest),
        Some(("deploy", rest)) => return deploy::run(rest),
        Some(("lock", rest)) => return lock::run(rest),
        Some(("order", rest)) => return order::run(rest),
        _ => {}
    }
    let options = Options::parse(words)?;
    let helm = installed(&oracle::V4.ready()?)?;
    let skeg = build_skeg()?;
    let cases = options.cases(&helm)?;
    let mut rows = Vec::new();
    for case in &cases {
        println!("measuring {} ({} runs each)", case.name, options.runs);
        rows.push(compare(case, &skeg, &helm, options.runs)?);
    }
    let start_up = compare_start_up(&skeg, options.runs)?;
    let summaries = summary::of(&rows);
    let mut missed = goals::missed_by_renderings(&rows, &summaries);
    missed.extend(goals::missed_by_start(&start_up));
    let text = report::table(&rows, &start_up, options.runs) + "\n" + &summary::text(&summaries, &missed);
    println!("\n{text}");
    if options.write {
        report::write("render", &text)?;
    }
    goals::verdict(&missed)
}

struct Options {
    runs: usize,
    only: String,
    corpus: PathBuf,
    write: bool,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter();
        if words.next().is_none_or(|what| what != "render") {
            return Err(
                "bench wants to know what: cargo xtask bench render, bench deploy, bench lock or bench plan".to_owned()
            );
        }
        let mut options = Self { runs: 7, only: String::new(), corpus: corpus::default_folder(), write: false };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
            match word.as_str() {
                "--write" => options.write = true,
                "--runs" => options.runs = value()?.parse().map_err(|why| format!("--runs: {why}"))?,
                "--only" => options.only = value()?.clone(),
                "--corpus" => options.corpus = PathBuf::from(value()?),
                other => return Err(format!("bench render has no option {other}")),
            }
        }
        if options.runs == 0 { Err("--runs must be 1 or more".to_owned()) } else { Ok(options) }
    }

    /// The large cases of the corpus and the generated ones, as folders and as archives.
    fn cases(&self, helm: &Path) -> Result<Vec<Case>, String> {
        let folder = workspace::target()?.join("bench-charts");
        let mut cases = large::cases(corpus::cases(&self.corpus)?, helm, &self.only)?;
        for name in made::NAMES.iter().filter(|name| name.contains(&self.only)) {
            cases.push(made::case(name, &folder)?);
        }
        if cases.is_empty() {
            return Err(format!("no large case has {:?} in its name", self.only));
        }
        large::with_archives(cases, helm, &folder.join("packed"))
    }
}

/// The results of both programs for one case.
struct Row {
    name: String,
    is_packed: bool,
    equal: bool,
    /// Skeg's sample and Helm's; `None` if one of them fails.
    samples: Option<(Sample, Sample)>,
}

fn compare(case: &Case, skeg: &Path, helm: &Path, runs: usize) -> Result<Row, String> {
    let printed = |program: &Path| oracle::render(&mut case.command(program));
    let (ours, theirs) = (printed(skeg)?, printed(helm)?);
    let both = matches!((&ours, &theirs), (Rendering::Printed(_), Rendering::Printed(_)));
    let measured = || measure::in_turn(|| case.command(skeg), || case.command(helm), runs);
    let samples = if both { Some(measured()?) } else { None };
    Ok(Row { name: case.name.clone(), is_packed: case.is_packed, equal: ours == theirs, samples })
}

/// `skeg version` against a program that does nothing.
fn compare_start_up(skeg: &Path, runs: usize) -> Result<(Sample, Sample), String> {
    let version = || {
        let mut command = oracle::secluded(skeg);
        command.arg("version");
        command
    };
    measure::in_turn(version, || oracle::secluded(Path::new("true")), runs * 5)
}

/// A copy of a program, as installing makes one. A file written by the linker is fragmented in the page cache, and
/// starts half a millisecond slower.
fn installed(program: &Path) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("skeg-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|why| format!("making {folder:?}: {why}"))?;
    // Two programs may have the same name.
    let copies = std::fs::read_dir(&folder).map_or(0, Iterator::count);
    let copy = folder.join(format!("{copies}-{}", program.file_name().unwrap_or_default().display()));
    std::fs::copy(program, &copy).map_err(|why| format!("copying {program:?}: {why}"))?;
    Ok(copy)
}

fn build_skeg() -> Result<PathBuf, String> {
    println!("building Skeg (release)");
    process::run(process::cargo().args(["build", "--quiet", "--release", "--package", "skeg-cli"]))?;
    installed(&workspace::target()?.join("release/skeg"))
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn reads_options() {
        let parse = |line: &str| Options::parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(
            parse("render --runs 3 --only airflow --write")
                .is_ok_and(|o| o.runs == 3 && o.only == "airflow" && o.write)
        );
        for line in ["", "deploy", "render --runs", "render --runs 0", "render --runs x", "render --fast"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
