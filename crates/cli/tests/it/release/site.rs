//! A namespace of the shared cluster with its own charts, and the command run against it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use skeg_test_cluster::{Helm, TestCluster, run};

/// The environment of one test: its namespace, its folder.
pub(super) struct Site {
    pub(super) cluster: &'static TestCluster,
    pub(super) namespace: String,
    folder: PathBuf,
}

/// The output of a command and its exit status.
pub(super) struct Ran {
    pub(super) status: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Ran {
    pub(super) fn of(output: &Output) -> Ran {
        Ran {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Fails the test and shows the output unless the command ended with this status.
    #[track_caller]
    pub(super) fn ended(self, status: i32) -> Ran {
        assert_eq!(self.status, status, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub(super) fn says(self, text: &str) -> Ran {
        let is_said = self.stderr.contains(text) || self.stdout.contains(text);
        assert!(is_said, "{text:?} is not in stdout:\n{}\nnor in stderr:\n{}", self.stdout, self.stderr);
        self
    }
}

impl Site {
    pub(super) fn new(name: &str) -> Site {
        Site::on(TestCluster::shared(), name)
    }

    pub(super) fn on(cluster: &'static TestCluster, name: &str) -> Site {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let namespace = cluster.fresh_namespace(name).unwrap();
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = cluster.folder().join(format!("site-{count}"));
        std::fs::create_dir_all(&folder).unwrap();
        Site { cluster, namespace, folder }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a chart called `shop` from scratch: each file by its path; Chart.yaml is added.
    pub(super) fn chart(&self, files: &[(&str, &str)]) -> PathBuf {
        let chart = self.folder.join("shop");
        let _ = std::fs::remove_dir_all(&chart);
        let meta = ("Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: \"7\"\n");
        for (path, text) in files.iter().chain([&meta]) {
            let path = chart.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            if !path.exists() {
                std::fs::write(path, text).unwrap();
            }
        }
        chart
    }

    /// The command with the defaults of every test: this cluster, this folder.
    pub(super) fn command<S: AsRef<std::ffi::OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = self.cluster.secluded(Path::new(env!("CARGO_BIN_EXE_skeg")));
        command.current_dir(&self.folder).args(arguments);
        command
    }

    pub(super) fn skeg<S: AsRef<std::ffi::OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        Ran::of(&self.command(arguments).output().unwrap())
    }

    /// `skeg release WORD -n NAMESPACE -r shop …`.
    pub(super) fn release(&self, word: &str, more: &[&str]) -> Ran {
        let words = ["release", word, "-n", &self.namespace, "-r", "shop"];
        self.skeg(words.iter().chain(more))
    }

    /// `skeg release install … ./shop`.
    pub(super) fn install(&self, more: &[&str]) -> Ran {
        let words: Vec<&str> = ["./shop"].iter().chain(more).copied().collect();
        self.release("install", &words)
    }

    pub(super) fn kubectl(&self, arguments: &[&str]) -> String {
        self.cluster.kubectl_run(["-n", &self.namespace].iter().chain(arguments)).unwrap()
    }

    pub(super) fn helm(&self, generation: Helm, arguments: &[&str]) -> Result<String, String> {
        let mut helm = self.cluster.helm(generation).unwrap();
        helm.current_dir(&self.folder).args(["-n", &self.namespace]).args(arguments);
        run(&mut helm).map_err(|error| error.to_string())
    }

    /// The current state of an object; `None` if there is none.
    pub(super) fn object(&self, kind: &str, name: &str) -> Option<Value> {
        let text = self.kubectl(&["get", kind, name, "--ignore-not-found", "-o", "json"]);
        if text.trim().is_empty() { None } else { Some(serde_json::from_str(&text).unwrap()) }
    }

    /// Names of the release's objects of a kind.
    pub(super) fn names(&self, kind: &str) -> Vec<String> {
        let selector = "-lapp.kubernetes.io/managed-by=Helm";
        let text = self.kubectl(&["get", kind, selector, "-o", "jsonpath={.items[*].metadata.name}"]);
        text.split_whitespace().map(str::to_string).collect()
    }

    /// The record of a revision, decoded: base64 by Kubernetes and by Helm, gzip, JSON.
    pub(super) fn record(&self, revision: u64) -> Value {
        let name = format!("sh.helm.release.v1.shop.v{revision}");
        let packed = self.kubectl(&["get", "secret", &name, "-o", "jsonpath={.data.release}"]);
        let file = self.folder.join("record");
        std::fs::write(&file, packed).unwrap();
        let mut unpack = Command::new("sh");
        let json = run(unpack.args(["-c", "base64 -d <\"$0\" | base64 -d | gzip -d"]).arg(file)).unwrap();
        serde_json::from_str(&json).unwrap()
    }

    /// Makes a record look as if it was last written long ago.
    pub(super) fn age_record(&self, revision: u64) {
        let name = format!("sh.helm.release.v1.shop.v{revision}");
        let text = self.kubectl(&["get", "secret", &name, "--show-managed-fields", "-o", "json"]);
        let mut managed = serde_json::from_str::<Value>(&text).unwrap()["metadata"]["managedFields"].take();
        for entry in managed.as_array_mut().unwrap() {
            entry["time"] = "2020-01-01T00:00:00Z".into();
            // The server ignores a change of times alone.
            entry["manager"] = entry["manager"].as_str().unwrap().to_lowercase().into();
        }
        let patch = serde_json::json!([{"op": "replace", "path": "/metadata/managedFields", "value": managed}]);
        self.kubectl(&["patch", "secret", &name, "--type=json", "-p", &patch.to_string()]);
    }

    /// Revisions with their statuses, oldest first: `1 superseded, 2 deployed`.
    pub(super) fn history(&self) -> String {
        let path = "jsonpath={range .items[*]}{.metadata.labels.version}{' '}{.metadata.labels.status}{'\\n'}{end}";
        let text = self.kubectl(&["get", "secret", "-lowner=helm,name=shop", "-o", path]);
        let mut rows: Vec<(u64, &str)> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(revision, status)| (revision.parse().unwrap(), status))
            .collect();
        rows.sort_unstable();
        rows.iter().map(|(revision, status)| format!("{revision} {status}")).collect::<Vec<_>>().join(", ")
    }
}
