//! `cargo xtask bench deploy`: Skeg against the reference Helm 4 on a real control plane.
//!
//! Each program deploys the same charts into its own namespaces, alternately. Requests are counted from the API
//! server's audit log by user agent, so that only the program's own count. The controllers run too: by default Skeg
//! waits until Deployments are ready and Helm waits for nothing, except in the scene where it is told to.

mod charts;
mod child;
mod distance;
mod records;
mod table;

use super::{build_skeg, goals, measure::Sample, report};
use child::Run;
use skeg_test_cluster::{Helm, Options as Parts, Request, TestCluster, tally, wait_until};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub(super) fn run(words: &[String]) -> crate::Outcome {
    let options = Options::parse(words)?;
    crate::setup::run(&[])?;
    let skeg = options.skeg.clone().map_or_else(build_skeg, Ok)?;
    let parts = Parts { scheduler: false, kwok: false, ..Parts::default() };
    let cluster = TestCluster::start_with(&parts).map_err(|why| why.to_string())?;
    let stage = Stage { cluster, skeg };
    let mut rows = Vec::new();
    for scene in scenes(stage.cluster.folder())? {
        if scene.name.contains(&options.only) {
            rows.extend(stage.play(&scene, options.runs)?);
        }
    }
    rows.extend(stage.read_records(&options.only, options.runs)?);
    let text = table::table(&rows, options.runs);
    println!("\n{text}");
    if options.write {
        report::write("deploy", &text)?;
    }
    goals::verdict(&goals::missed_by_deploys(&rows))
}

struct Options {
    runs: usize,
    only: String,
    write: bool,
    /// The build to measure instead of this tree's.
    skeg: Option<PathBuf>,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self { runs: 5, only: String::new(), write: false, skeg: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
            match word.as_str() {
                "--write" => options.write = true,
                "--runs" => options.runs = value()?.parse().map_err(|why| format!("--runs: {why}"))?,
                "--only" => options.only = value()?.clone(),
                "--skeg" => options.skeg = Some(PathBuf::from(value()?)),
                other => return Err(format!("bench deploy has no option {other}")),
            }
        }
        if options.runs == 0 { Err("--runs must be 1 or more".to_owned()) } else { Ok(options) }
    }
}

/// Steps with a chart, one after another in one namespace.
struct Scene {
    name: &'static str,
    chart: PathBuf,
    steps: &'static [Step],
    programs: &'static [Program],
    /// Additional flags for Helm.
    helm_flags: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Step {
    Install,
    Again,
    Change,
    Uninstall,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Program {
    Skeg,
    Helm,
}

fn scenes(folder: &Path) -> Result<Vec<Scene>, String> {
    use Program::{Helm, Skeg};
    use Step::{Again, Change, Install, Uninstall};
    Ok(vec![
        Scene {
            name: "1,000 ConfigMaps",
            chart: charts::config_maps(folder, 1000)?,
            steps: &[Install],
            programs: &[Skeg, Helm],
            helm_flags: &[],
        },
        Scene {
            name: "500 ConfigMaps",
            chart: charts::config_maps(folder, 500)?,
            steps: &[Install, Uninstall],
            programs: &[Skeg, Helm],
            helm_flags: &[],
        },
        Scene {
            name: "500 mixed objects",
            chart: charts::mixed(folder, 500)?,
            steps: &[Install, Again, Change],
            programs: &[Skeg, Helm],
            helm_flags: &[],
        },
        Scene {
            name: "500 mixed objects, helm --wait",
            chart: charts::mixed(folder, 500)?,
            steps: &[Install],
            programs: &[Skeg, Helm],
            helm_flags: &["--wait"],
        },
        Scene {
            name: "5,000 mixed objects",
            chart: charts::mixed(folder, 5000)?,
            steps: &[Install, Again],
            programs: &[Skeg],
            helm_flags: &[],
        },
    ])
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Step::Install => "first install",
            Step::Again => "upgrade, nothing changed",
            Step::Change => "upgrade, one of each kind changed",
            Step::Uninstall => "uninstall",
        }
    }
}

/// The cost of one step for one program, over all runs.
pub(super) struct Cost {
    pub(super) time: Sample,
    /// The best value.
    pub(super) processor: Duration,
    /// In the last run.
    pub(super) requests: usize,
}

/// One line of the table.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) skeg: Cost,
    pub(super) helm: Option<Cost>,
}

/// The environment of the benchmark.
struct Stage {
    cluster: TestCluster,
    skeg: PathBuf,
}

impl Stage {
    /// Runs a scene several times, alternating between the programs.
    fn play(&self, scene: &Scene, runs: usize) -> Result<Vec<Row>, String> {
        println!("measuring {} ({runs} runs each)", scene.name);
        let mut measured: Vec<Vec<Vec<Measured>>> =
            scene.programs.iter().map(|_| scene.steps.iter().map(|_| Vec::new()).collect()).collect();
        for _ in 0..runs {
            for (program, measured) in scene.programs.iter().zip(&mut measured) {
                let namespace = self.cluster.fresh_namespace("bench").map_err(|why| why.to_string())?;
                for (step, measured) in scene.steps.iter().zip(measured) {
                    measured.push(self.measure(scene, *step, *program, &namespace)?);
                }
            }
        }
        let mut measured = measured.into_iter().map(Vec::into_iter);
        let (Some(skegs), helms) = (measured.next(), measured.next()) else { return Ok(Vec::new()) };
        let mut helms = helms.into_iter().flatten();
        let rows = scene.steps.iter().zip(skegs).map(|(step, skeg)| {
            let name = format!("{}: {}", scene.name, step.name());
            print_requests(&name, &skeg);
            Row { name, skeg: cost(skeg), helm: helms.next().map(cost) }
        });
        Ok(rows.collect())
    }

    fn measure(&self, scene: &Scene, step: Step, program: Program, namespace: &str) -> Result<Measured, String> {
        let measured = self.counted(program, &mut self.command(scene, step, program, namespace)?)?;
        self.settle(namespace)?;
        Ok(measured)
    }

    /// Runs a command and counts its requests.
    fn counted(&self, program: Program, command: &mut Command) -> Result<Measured, String> {
        let told = |why: skeg_test_cluster::Error| why.to_string();
        let mark = self.cluster.audit_mark().map_err(told)?;
        let run = child::run(command)?;
        let agent = if program == Program::Skeg { "skeg/" } else { "Helm/" };
        let mut requests = self.cluster.requests_since(mark).map_err(told)?;
        requests.retain(|request| request.user_agent.starts_with(agent));
        if requests.is_empty() {
            return Err(format!("no request of {agent} is in the audit log"));
        }
        Ok(Measured { run, requests })
    }

    fn command(&self, scene: &Scene, step: Step, program: Program, namespace: &str) -> Result<Command, String> {
        let mut command = match program {
            Program::Skeg => self.cluster.secluded(&self.skeg),
            Program::Helm => self.cluster.helm(Helm::V4).map_err(|why| why.to_string())?,
        };
        match (program, step) {
            (Program::Skeg, Step::Uninstall) => command.args(["release", "uninstall"]),
            (Program::Skeg, _) => command.args(["release", "install"]),
            (Program::Helm, Step::Install) => command.arg("install"),
            (Program::Helm, Step::Uninstall) => command.arg("uninstall"),
            (Program::Helm, _) => command.arg("upgrade"),
        };
        command.args(["bench", "--namespace", namespace]);
        if matches!(step, Step::Uninstall) {
            return Ok(command);
        }
        command.arg(&scene.chart);
        if program == Program::Helm {
            command.args(scene.helm_flags);
        }
        if matches!(step, Step::Change) {
            command.args(["--set", "changed=two"]);
        }
        Ok(command)
    }

    /// Waits until the controllers are idle, so that they do not slow the next run.
    fn settle(&self, namespace: &str) -> Result<(), String> {
        let path = "jsonpath={range .items[*]}{.metadata.generation}={.status.observedGeneration}{'\\n'}{end}";
        let seen = wait_until(Duration::from_secs(120), || {
            let text = self.cluster.kubectl_run(["--namespace", namespace, "get", "deployments", "--output", path]);
            let is_seen = |line: &str| line.split_once('=').is_some_and(|(generation, seen)| generation == seen);
            text.is_ok_and(|text| text.lines().all(is_seen)).then_some(())
        });
        seen.ok_or_else(|| format!("the controllers are not done with {namespace}"))
    }
}

/// One run of one program.
struct Measured {
    run: Run,
    requests: Vec<Request>,
}

fn cost(measured: Vec<Measured>) -> Cost {
    let processor = measured.iter().map(|each| each.run.processor).min().unwrap_or_default();
    let requests = measured.last().map_or(0, |each| each.requests.len());
    let peak = measured.iter().filter_map(|each| each.run.peak).max();
    let times = measured.iter().map(|each| each.run.took).collect();
    Cost { time: Sample::of(times, peak), processor, requests }
}

/// Skeg's requests, so that unnecessary ones are noticed.
fn print_requests(name: &str, measured: &[Measured]) {
    let Some(last) = measured.last() else { return };
    let counts: Vec<String> = tally(&last.requests).iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("  {name}: {}", counts.join(", "));
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn reads_options() {
        let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert!(parse("--runs 3 --only mixed --write").is_ok_and(|o| o.runs == 3 && o.only == "mixed" && o.write));
        for line in ["--runs", "--runs 0", "--runs x", "--fast", "deploy"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
