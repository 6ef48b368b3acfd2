//! `cargo xtask bench lock`: many concurrent deployers on a real control plane.
//!
//! Releases of one namespace share the object with their locks, but must not slow each other down: the same crowd runs
//! in one namespace and in separate ones. Deployers of one release must run one after another: their total time is
//! compared with the same number of sequential deploys without contention.

use super::{build_skeg, goals, report};
use skeg_test_cluster::{AuditMark, Options as Parts, TestCluster};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Numbers of concurrent deployers.
const CROWDS: [usize; 3] = [20, 40, 80];
const DEPLOYERS: usize = 20;
const CHART: [(&str, &str); 2] = [
    ("Chart.yaml", "apiVersion: v2\nname: small\nversion: 1.0.0\n"),
    (
        "templates/a.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"{{ .Release.Name }}\"}\ndata: {tag: \"{{ .Values.tag }}\"}\n",
    ),
];

pub(super) fn run(words: &[String]) -> crate::Outcome {
    let (mut write, mut skeg) = (false, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--write" => write = true,
            "--skeg" => skeg = Some(PathBuf::from(words.next().ok_or("--skeg wants a value")?)),
            other => return Err(format!("bench lock has no option {other}")),
        }
    }
    crate::setup::run(&[])?;
    let skeg = skeg.map_or_else(build_skeg, Ok)?;
    let parts = Parts { scheduler: false, kwok: false, ..Parts::default() };
    let cluster = TestCluster::start_with(&parts).map_err(|why| why.to_string())?;
    let chart = cluster.folder().join("small");
    for (path, text) in CHART {
        let path = chart.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&chart)).map_err(|why| format!("making {path:?}: {why}"))?;
        crate::workspace::write(&path, text.as_bytes())?;
    }
    let stage = Stage { cluster, skeg, chart };
    let crowds = CROWDS.iter().map(|count| stage.crowd(*count)).collect::<Result<Vec<_>, _>>()?;
    let turns = stage.one_release()?;
    let text = table(&crowds, &turns);
    println!("\n{text}");
    if write {
        report::write("lock", &text)?;
    }
    goals::verdict(&goals::missed_by_locks(&crowds, &turns))
}

struct Stage {
    cluster: TestCluster,
    skeg: PathBuf,
    chart: PathBuf,
}

/// The results of a crowd.
pub(super) struct Crowd {
    pub(super) count: usize,
    pub(super) together: Duration,
    pub(super) apart: Duration,
    /// How many writes of the locks were refused, all in one namespace.
    pub(super) refused: usize,
}

/// Deployers of one release.
pub(super) struct Turns {
    pub(super) at_once: Duration,
    pub(super) in_a_row: Duration,
}

impl Stage {
    fn crowd(&self, count: usize) -> Result<Crowd, String> {
        println!("{count} installs at once");
        let homes = (0..count).map(|_| self.namespace()).collect::<Result<Vec<_>, _>>()?;
        let apart = at_once(homes.iter().map(|home| self.install(home, "small", "x")))?;
        let home = self.namespace()?;
        let mark = self.cluster.audit_mark().map_err(|why| why.to_string())?;
        let together = at_once((0..count).map(|n| self.install(&home, &format!("small-{n}"), "x")))?;
        Ok(Crowd { count, together, apart, refused: self.refused(mark, &home)? })
    }

    fn one_release(&self) -> Result<Turns, String> {
        println!("{DEPLOYERS} deployers of one release");
        let home = self.namespace()?;
        let begun = Instant::now();
        for n in 0..DEPLOYERS {
            at_once([self.install(&home, "small", &format!("row-{n}"))].into_iter())?;
        }
        let in_a_row = begun.elapsed();
        let at_once = at_once((0..DEPLOYERS).map(|n| self.install(&home, "small", &format!("once-{n}"))))?;
        Ok(Turns { at_once, in_a_row })
    }

    fn namespace(&self) -> Result<String, String> {
        self.cluster.fresh_namespace("bench").map_err(|why| why.to_string())
    }

    fn install(&self, namespace: &str, release: &str, tag: &str) -> Command {
        let mut command = self.cluster.secluded(&self.skeg);
        command.args(["release", "install", release, "--namespace", namespace, "--set", &format!("tag={tag}")]);
        command.arg(&self.chart);
        command
    }

    /// How many writes of the locks' object were refused.
    fn refused(&self, mark: AuditMark, namespace: &str) -> Result<usize, String> {
        let requests = self.cluster.requests_since(mark).map_err(|why| why.to_string())?;
        let is_lock = |name: &str| name == "werf-synchronization" || name.is_empty();
        let refused = requests.iter().filter(|request| {
            request.namespace == namespace
                && request.resource == "configmaps"
                && is_lock(&request.name)
                && matches!(request.verb.as_str(), "create" | "update" | "patch")
                && request.status.is_some_and(|status| status >= 400)
        });
        Ok(refused.count())
    }
}

/// The time until all have ended, which must be a success.
fn at_once(commands: impl Iterator<Item = Command>) -> Result<Duration, String> {
    let begun = Instant::now();
    let start = |mut command: Command| command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let children: Vec<Child> = commands.map(start).collect::<Result<_, _>>().map_err(|why| why.to_string())?;
    for mut child in children {
        let status = child.wait().map_err(|why| why.to_string())?;
        if !status.success() {
            return Err(format!("a deploy ended with {status}"));
        }
    }
    Ok(begun.elapsed())
}

fn table(crowds: &[Crowd], turns: &Turns) -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut text = format!("Skeg alone, {cores} cores, control plane included.\n\n");
    text.push_str(
        "| installs at once | in one namespace | in namespaces of their own | ratio | writes of the locks refused |\n",
    );
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for crowd in crowds {
        let ratio = report::ratio(crowd.together, crowd.apart);
        let (together, apart) = (report::milliseconds(crowd.together), report::milliseconds(crowd.apart));
        let _ = writeln!(text, "| {} | {together} | {apart} | {ratio:.1} | {} |", crowd.count, crowd.refused);
    }
    let (at_once, in_a_row) = (report::milliseconds(turns.at_once), report::milliseconds(turns.in_a_row));
    let ratio = report::ratio(turns.at_once, turns.in_a_row);
    let _ = writeln!(
        text,
        "\n{DEPLOYERS} deployers of one release take {at_once} when all come at once, {in_a_row} one after another: {ratio:.1} \
         times as long."
    );
    text
}

#[cfg(test)]
mod tests {
    use super::{Crowd, Turns, table};
    use std::time::Duration;

    #[test]
    fn shows_ratios() {
        let seconds = Duration::from_secs;
        let crowd = Crowd { count: 80, together: seconds(3), apart: seconds(2), refused: 79 };
        let text = table(&[crowd], &Turns { at_once: seconds(6), in_a_row: seconds(5) });
        assert!(text.contains("| 80 | 3000 ms | 2000 ms | 1.5 | 79 |"), "{text}");
        assert!(text.contains("6000 ms when all come at once, 5000 ms one after another: 1.2 times"), "{text}");
    }
}
