//! Real charts, if a corpus of them is available: each is installed, installed again, and uninstalled, and must leave
//! nothing.
//!
//! They have their own cluster: some bring webhooks that nothing answers here, since there is no pod network.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde_json::Value;
use skeg_test_cluster::{TestCluster, wait_until};

use super::site::{Ran, Site};
use crate::golden::split;
use crate::skipping;

const THREADS: usize = 4;
/// The minimum number of charts that can be deployed; fewer mean that the corpus is incomplete.
const FEWEST: usize = 20;
const LIMIT: Duration = Duration::from_secs(60);
/// The flags of a case that are about values; most others only affect what `template` prints.
const ABOUT_VALUES: [&str; 7] =
    ["-f", "--values", "--set", "--set-string", "--set-json", "--set-file", "--set-literal"];
const NO_SCHEMA: &str = "--skip-schema-validation";
/// Kinds that make the API server send requests of others to pods.
const INTRUSIVE: [&str; 3] = ["APIService", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/// `SKEG_CORPUS_ONLY` selects charts by a part of their name, and prints their output.
#[test]
fn real_charts_come_and_go() {
    let Some(root) = skipping::corpus() else { return };
    let charts = std::fs::read_to_string(root.join("charts.tsv")).unwrap();
    let only = std::env::var("SKEG_CORPUS_ONLY").unwrap_or_default();
    let charts = deployable(&root, &charts).into_iter().filter(|chart| chart.name.contains(&only));
    let (intrusive, peaceful): (Vec<Chart>, Vec<Chart>) = charts.partition(Chart::is_intrusive);
    let count = intrusive.len() + peaceful.len();
    assert!(count >= if only.is_empty() { FEWEST } else { 1 }, "only {count} charts of the corpus can be deployed");
    let failures = [come_and_go(&peaceful, THREADS), come_and_go(&intrusive, 1)].concat();
    assert!(failures.is_empty(), "{} of {count} charts:\n{}", failures.len(), failures.join("\n\n"));
}

/// Returns what went wrong.
fn come_and_go(charts: &[Chart], threads: usize) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(charts.len()) {
            scope.spawn(|| {
                while let Some(chart) = charts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match chart.comes_and_goes() {
                        Ok(said) => say(&format!("{}: {said}", chart.name)),
                        Err(why) => failures.lock().unwrap().push(format!("{}: {why}", chart.name)),
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap()
}

fn cluster() -> &'static TestCluster {
    static CLUSTER: OnceLock<TestCluster> = OnceLock::new();
    CLUSTER.get_or_init(|| TestCluster::start().unwrap())
}

#[allow(clippy::print_stderr, reason = "figures for the developer")]
fn say(text: &str) {
    eprintln!("{text}");
}

/// A chart with the arguments of its simplest case, among those whose kinds a plain cluster has.
struct Chart {
    name: String,
    folder: PathBuf,
    words: Vec<String>,
    /// Rendered by Helm.
    rendered: String,
}

fn deployable(root: &Path, charts: &str) -> Vec<Chart> {
    let cases = std::fs::read_to_string(root.join("cases.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = cases.lines().map(|line| line.split('\t').collect()).collect();
    let known = cluster().kubectl_run(["api-resources", "--no-headers"]).unwrap();
    let known: BTreeSet<&str> = known.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let names = charts.lines().filter(|line| line.contains("deploy=yes")).filter_map(|line| line.split('\t').nth(3));
    let chart = |name: &str| {
        let cases = rows.iter().filter(|row| row[1] == name).filter_map(|row| {
            let rendered = std::fs::read_to_string(root.join(format!("golden/v4/{}.yaml", row[0]))).ok()?;
            let folder = root.join("charts");
            let words = only_values(split(row[2]), &folder);
            Some((row[0], Chart { name: name.to_string(), folder: folder.join(name), words, rendered }))
        });
        let plain = ["default", "minimal"].map(|case| format!("{name}__{case}"));
        let rank = |case: &str| plain.iter().position(|plain| plain == case).unwrap_or(plain.len());
        let is_foreign = |chart: &Chart| chart.kinds().any(|kind| !known.contains(kind));
        cases.min_by_key(|(case, chart)| (is_foreign(chart), rank(case))).map(|(_, chart)| chart)
    };
    names.filter_map(chart).collect()
}

/// The arguments of a case that are about values; files by their full path.
fn only_values(words: Vec<String>, folder: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == NO_SCHEMA {
            kept.push(word);
            continue;
        }
        if !ABOUT_VALUES.contains(&word.as_str()) {
            continue;
        }
        let value = words.next().unwrap();
        let is_file = matches!(word.as_str(), "-f" | "--values");
        kept.extend([word, if is_file { folder.join(value).display().to_string() } else { value }]);
    }
    kept
}

impl Chart {
    fn kinds(&self) -> impl Iterator<Item = &str> {
        self.rendered.lines().filter_map(|line| line.strip_prefix("kind: ")).map(str::trim)
    }

    fn is_intrusive(&self) -> bool {
        self.kinds().any(|kind| INTRUSIVE.contains(&kind))
    }

    /// Returns a line of figures, or what went wrong.
    fn comes_and_goes(&self) -> Result<String, String> {
        let site = Site::on(cluster(), &self.name);
        let before = everything(&site)?;
        let begun = Instant::now();
        let mut times = Vec::new();
        let mut lap = || times.push(begun.elapsed().as_secs_f32());
        let installed = well(self.install(&site), "installing")?;
        if std::env::var_os("SKEG_CORPUS_ONLY").is_some() {
            say(&installed.stderr);
        }
        lap();
        let again = well(self.install(&site), "installing again")?;
        lap();
        let is_same = (again.stdout + &again.stderr).contains("up to date");
        let excuse = if is_same { None } else { Some(self.reason_to_change(&site)?) };
        lap();
        let uninstalled = site.skeg([
            "release",
            "uninstall",
            &self.name,
            "-n",
            &site.namespace,
            "--timeout",
            "2m",
            "--prune-namespaces",
        ]);
        well(uninstalled, "uninstalling")?;
        lap();
        let mut left = BTreeSet::new();
        let is_gone = wait_until(LIMIT, || {
            left = everything(&site).ok()?.difference(&before).cloned().collect();
            left.is_empty().then_some(())
        });
        if is_gone.is_none() {
            return Err(format!("the uninstall left {left:?}"));
        }
        let [install, again, _, uninstall] = times[..] else { return Err("no figures".to_string()) };
        let excuse = excuse.map_or(String::new(), |reason| format!(", deployed again: {reason}"));
        Ok(format!(
            "install {install:.1} s, again {:.1} s, uninstall {:.1} s{excuse}",
            again - install,
            uninstall - times[2]
        ))
    }

    fn install(&self, site: &Site) -> Ran {
        let words = ["release", "install", &self.name, &self.folder.display().to_string(), "-n", &site.namespace];
        let words = words.into_iter().map(str::to_string).chain(self.words.iter().cloned());
        // Waiting for an answer from a pod would never end.
        let patience: &[&str] = if self.is_intrusive() { &["--no-final-tracking"] } else { &[] };
        site.skeg(words.chain(["--timeout", "2m"].iter().chain(patience).map(|word| word.to_string())))
    }

    /// Why a second install may change something: there are hooks to run, the manifests differ between install and
    /// upgrade, or between two renderings.
    fn reason_to_change(&self, site: &Site) -> Result<&'static str, String> {
        let render = |more: &[&str]| {
            let chart = self.folder.display().to_string();
            let words = ["chart", "render", &chart, "-r", &self.name, "-n", &site.namespace].map(str::to_string);
            let more = more.iter().map(|word| word.to_string());
            well(site.skeg(words.into_iter().chain(self.words.iter().cloned()).chain(more)), "rendering")
                .map(|ran| ran.stdout)
        };
        let first = render(&[])?;
        if first.lines().any(|line| line.contains("helm.sh/hook") && line.contains("-upgrade")) {
            return Ok("it has hooks of upgrades");
        }
        if first != render(&[])? {
            return Ok("it renders differently each time");
        }
        if first != render(&["--is-upgrade"])? {
            return Ok("it renders an upgrade differently");
        }
        Err("it was deployed again although nothing changed".to_string())
    }
}

fn well(ran: Ran, what: &str) -> Result<Ran, String> {
    if ran.status == 0 {
        Ok(ran)
    } else {
        Err(format!("{what} ended with {}:\n{}{}", ran.status, ran.stdout, ran.stderr))
    }
}

/// All objects that a release could have left: those of its namespace, and cluster-wide ones with its marks.
fn everything(site: &Site) -> Result<BTreeSet<String>, String> {
    let kinds = |namespaced: &str| {
        let scope = format!("--namespaced={namespaced}");
        let words = ["api-resources", "--verbs=list,delete", &scope, "--output=name"];
        let text = site.cluster.kubectl_run(words).map_err(|error| error.to_string())?;
        // Events are history; CRDs stay with all objects of their kinds.
        let is_lasting = |name: &&str| !name.starts_with("events") && !name.starts_with("customresourcedefinitions");
        Ok::<_, String>(text.lines().filter(is_lasting).collect::<Vec<_>>().join(","))
    };
    let get = |words: &[&str]| {
        let text = site.cluster.kubectl_run(words).map_err(|error| error.to_string())?;
        let list: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok::<_, String>(list["items"].as_array().cloned().unwrap_or_default())
    };
    let mut objects = get(&["get", &kinds("true")?, "--namespace", &site.namespace, "--output=json"])?;
    objects.retain(|object| !is_lock(object) && !is_claim_of_a_set(object));
    let wide = get(&["get", &kinds("false")?, "--selector=app.kubernetes.io/managed-by=Helm", "--output=json"])?;
    objects.extend(wide.into_iter().filter(|object| mark(object, "meta.helm.sh/release-namespace") == site.namespace));
    objects.retain(|object| mark(object, "helm.sh/resource-policy") != "keep");
    let name = |object: &Value| {
        format!("{}/{}", object["kind"].as_str().unwrap(), object["metadata"]["name"].as_str().unwrap())
    };
    Ok(objects.iter().map(name).collect())
}

fn mark<'o>(object: &'o Value, annotation: &str) -> &'o str {
    object["metadata"]["annotations"][annotation].as_str().unwrap_or_default()
}

/// The locks of all releases of a namespace are in one object, which stays.
fn is_lock(object: &Value) -> bool {
    object["kind"] == "ConfigMap" && object["metadata"]["name"] == "werf-synchronization"
}

/// A StatefulSet creates claims and leaves them, since they hold data. Claims of the release itself have its marks.
fn is_claim_of_a_set(object: &Value) -> bool {
    object["kind"] == "PersistentVolumeClaim" && mark(object, "meta.helm.sh/release-name").is_empty()
}
