//! The state of a namespace, and whether it matches the chart of these tests.

use serde_json::Value;

use super::scene::Values;

pub(super) struct State {
    pub(super) objects: Vec<Value>,
}

impl State {
    /// Objects of the release, as `Kind/name`. Hooks have no ownership marks.
    pub(super) fn names(&self) -> Vec<String> {
        let is_ours = |object: &&Value| object["metadata"]["labels"]["app.kubernetes.io/managed-by"] == "Helm";
        let mut names: Vec<String> = self.objects.iter().filter(is_ours).map(title).collect();
        names.sort_unstable();
        names
    }

    #[track_caller]
    fn object(&self, wanted: &str) -> &Value {
        let found = self.objects.iter().find(|object| title(object) == wanted);
        found.unwrap_or_else(|| panic!("{wanted} is not there"))
    }

    /// Revisions with their statuses, oldest first: `1 superseded, 2 deployed`.
    pub(super) fn history(&self) -> String {
        let records = self.objects.iter().filter(|object| object["type"] == "helm.sh/release.v1");
        let mut rows: Vec<(u64, &str)> = records
            .map(|record| &record["metadata"]["labels"])
            .map(|labels| (labels["version"].as_str().unwrap().parse().unwrap(), labels["status"].as_str().unwrap()))
            .collect();
        rows.sort_unstable();
        rows.iter().map(|(revision, status)| format!("{revision} {status}")).collect::<Vec<_>>().join(", ")
    }

    /// Every revision exists once, the last one is deployed, and none is pending.
    #[track_caller]
    pub(super) fn history_is_well_formed(&self) {
        let history = self.history();
        let count = history.split(", ").count();
        for (index, row) in history.split(", ").enumerate() {
            let status = row.strip_prefix(&format!("{} ", index + 1)).unwrap_or_else(|| panic!("{history}"));
            let is_last = index + 1 == count;
            let is_good = if is_last { status == "deployed" } else { matches!(status, "failed" | "superseded") };
            assert!(is_good, "{history}");
        }
    }

    /// Everything exists and is ready, and nothing else exists.
    #[track_caller]
    pub(super) fn is_desired(&self, values: Values<'_>) {
        let Values { tag, .. } = values;
        self.is_written(values);
        for workload in ["Deployment/web", "StatefulSet/db"] {
            let status = &self.object(workload)["status"];
            assert_eq!(status["updatedReplicas"], 1, "{workload}: {status}");
            assert_eq!(status["readyReplicas"], 1, "{workload}: {status}");
        }
        assert_eq!(self.object("Job/before")["status"]["succeeded"], 1, "{tag}");
        let jobs = self.objects.iter().filter(|object| object["kind"] == "Job");
        assert_eq!(jobs.count(), 1, "the other hook is deleted");
    }

    /// Everything is as in the chart, ready or not.
    #[track_caller]
    pub(super) fn is_written(&self, Values { tag, extra }: Values<'_>) {
        let extra = format!("ConfigMap/{extra}");
        let mut names = vec!["Boat/skeg", "Deployment/web", "Secret/key", "Service/db", "StatefulSet/db"];
        names.extend(["ConfigMap/settings", &extra]);
        names.sort_unstable();
        assert_eq!(self.names(), names);
        assert_eq!(self.object("ConfigMap/settings")["data"]["value"], tag);
        assert_eq!(self.object("Secret/key")["metadata"]["annotations"]["tag"], tag);
        assert_eq!(self.object("Boat/skeg")["spec"]["tag"], tag);
        for workload in ["Deployment/web", "StatefulSet/db"] {
            let container = &self.object(workload)["spec"]["template"]["spec"]["containers"][0];
            assert_eq!(container["image"], format!("main:{tag}"), "{workload}");
        }
    }

    #[track_caller]
    pub(super) fn lock_is_free(&self) {
        // If nothing of the release is left, its lock is removed too.
        let lock = self.objects.iter().find(|object| title(object) == "ConfigMap/werf-synchronization");
        let is_free = |lock: &Value| lock["metadata"]["annotations"].as_object().is_none_or(serde_json::Map::is_empty);
        assert!(lock.is_none_or(is_free), "{lock:?}");
    }
}

fn title(object: &Value) -> String {
    format!(
        "{}/{}",
        object["kind"].as_str().unwrap_or_default(),
        object["metadata"]["name"].as_str().unwrap_or_default()
    )
}
