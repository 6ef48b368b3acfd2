//! `cargo xtask bench order --before PROGRAM`: the cost of ordering for charts that do not use it, and for those that
//! do. 500 ConfigMaps in 20 subcharts are rendered and deployed by an earlier Skeg and by this one, alternately.

use super::measure::{Sample, in_turn};
use super::{build_skeg, goals, installed, report};
use skeg_test_cluster::{Options as Parts, TestCluster};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const SUBCHARTS: usize = 20;
/// ConfigMaps of each subchart.
const EACH: usize = 25;
const RENDERINGS: usize = 41;
const DEPLOYS: usize = 9;

/// The same work by an earlier Skeg and by this one.
pub(super) struct Row {
    pub(super) what: &'static str,
    pub(super) before: Sample,
    pub(super) now: Sample,
}

impl Row {
    /// How much longer it takes now, by best times.
    pub(super) fn ratio(&self) -> f64 {
        self.now.best.as_secs_f64() / self.before.best.as_secs_f64()
    }
}

pub(super) fn run(words: &[String]) -> crate::Outcome {
    let (mut write, mut skeg, mut before) = (false, None, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().map(PathBuf::from).ok_or(format!("{word} wants a value"));
        match word.as_str() {
            "--write" => write = true,
            "--skeg" => skeg = Some(value()?),
            "--before" => before = Some(value()?),
            other => return Err(format!("bench order has no option {other}")),
        }
    }
    let before = before.ok_or("bench order wants --before PROGRAM: a Skeg to compare with")?;
    crate::setup::run(&[])?;
    let skeg = skeg.map_or_else(build_skeg, |skeg| installed(&skeg))?;
    let parts = Parts { scheduler: false, kwok: false, ..Parts::default() };
    let cluster = TestCluster::start_with(&parts).map_err(|why| why.to_string())?;
    let chart = cluster.folder().join("large");
    make_chart(&chart)?;
    let stage = Stage { cluster, chart };
    let before = installed(&before)?;
    let (before, now) = (before.as_path(), skeg.as_path());
    let rendering = |program| stage.render(program);
    let (before_sample, now_sample) = in_turn(|| rendering(before), || rendering(now), RENDERINGS)?;
    let mut rows = vec![Row { what: "rendering", before: before_sample, now: now_sample }];
    let install = |program, more: &'static [&'static str]| stage.install(program, more);
    let (before_sample, now_sample) = in_turn(|| install(before, &[]), || install(now, &[]), DEPLOYS)?;
    rows.push(Row { what: "first install", before: before_sample, now: now_sample });
    let (before_sample, now_sample) = in_turn(|| install(before, &[]), || install(now, &["--wait=ordered"]), DEPLOYS)?;
    rows.push(Row {
        what: "first install, now as a chain with --wait=ordered",
        before: before_sample,
        now: now_sample,
    });
    let text = table(&rows);
    println!("\n{text}");
    if write {
        report::write("order", &text)?;
    }
    goals::verdict(&goals::missed_by_order(&rows))
}

struct Stage {
    cluster: TestCluster,
    chart: PathBuf,
}

impl Stage {
    fn render(&self, program: &Path) -> Command {
        let mut command = self.cluster.secluded(program);
        command.args(["template", "large"]).arg(&self.chart);
        command
    }

    /// An install into a new namespace.
    fn install(&self, program: &Path, more: &[&str]) -> Command {
        let mut command = self.cluster.secluded(program);
        let namespace = self.cluster.fresh_namespace("bench").unwrap_or_default();
        command.args(["release", "install", "large", "--namespace", &namespace]).args(more).arg(&self.chart);
        command
    }
}

/// A chart whose subcharts form a chain, each with its own ConfigMaps.
fn make_chart(chart: &Path) -> crate::Outcome {
    let mut definition = "apiVersion: v2\nname: large\nversion: 1.0.0\ndependencies:\n".to_string();
    for number in 0..SUBCHARTS {
        // Writing to a string does not fail.
        let _ = write!(definition, "  - name: c{number}\n    version: 1.0.0\n");
        if let Some(before) = number.checked_sub(1) {
            let _ = writeln!(definition, "    depends-on: [c{before}]");
        }
        let folder = chart.join(format!("charts/c{number}"));
        let templates = folder.join("templates");
        std::fs::create_dir_all(&templates).map_err(|why| format!("making {templates:?}: {why}"))?;
        let subchart = format!("apiVersion: v2\nname: c{number}\nversion: 1.0.0\n");
        crate::workspace::write(&folder.join("Chart.yaml"), subchart.as_bytes())?;
        let template = format!(
            "{{{{- range $i := until {EACH} }}}}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: \"c{number}-{{{{ $i }}}}\"}}\n\
             data: {{a: \"{{{{ $.Release.Name }}}}\"}}\n{{{{- end }}}}\n"
        );
        crate::workspace::write(&templates.join("a.yaml"), template.as_bytes())?;
    }
    crate::workspace::write(&chart.join("Chart.yaml"), definition.as_bytes())
}

fn table(rows: &[Row]) -> String {
    let mut text =
        "| 500 ConfigMaps in 20 subcharts | before, best / median | now, best / median | now to before, best |\n\
                    | --- | --- | --- | --- |\n"
            .to_string();
    for row in rows {
        let time = |sample: &Sample| {
            format!("{} / {}", report::milliseconds(sample.best), report::milliseconds(sample.median))
        };
        let _ = writeln!(text, "| {} | {} | {} | {:.2} |", row.what, time(&row.before), time(&row.now), row.ratio());
    }
    text
}
