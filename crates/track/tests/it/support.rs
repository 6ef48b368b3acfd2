//! What all tests in this folder need.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_cluster::{Apply, Cluster, Connection};
use skeg_resources::{Object, ResourceId, Tracking};
use skeg_test_cluster::TestCluster;
use skeg_track::{Notice, Options, TrackFailure, TrackTarget, Tracker};

/// A namespace of its own, and a tracker.
pub(crate) struct World {
    pub(crate) server: &'static TestCluster,
    pub(crate) cluster: Cluster,
    pub(crate) namespace: String,
    pub(crate) tracker: Tracker,
    notices: Mutex<Vec<Notice>>,
}

impl World {
    pub(crate) async fn new(prefix: &str) -> World {
        World::with(prefix, Options::default()).await
    }

    pub(crate) async fn with(prefix: &str, options: Options) -> World {
        let prefix = prefix.to_string();
        let namespace = blocking(move || TestCluster::shared().fresh_namespace(&prefix).unwrap()).await;
        let cluster = connect("admin").await;
        let tracker = Tracker::new(cluster.clone(), options);
        World { server: TestCluster::shared(), cluster, namespace, tracker, notices: Mutex::default() }
    }

    /// Applies an object and returns the target to wait for.
    pub(crate) async fn apply(&self, value: Value) -> TrackTarget {
        let object = Object::try_from(value).unwrap();
        let applied = self.cluster.apply(&object, Some(&self.namespace), &Apply::default()).await.unwrap().object;
        let id = ResourceId::new(applied.group(), applied.kind(), applied.namespace(), applied.name().unwrap());
        let version = applied.version().to_string();
        TrackTarget { id, version, tracking: Some(tracking()), object: Some(applied) }
    }

    pub(crate) async fn ready(&self, target: &TrackTarget) -> Result<(), Box<TrackFailure>> {
        within(self.tracker.ready(target, |notice| self.note(notice))).await
    }

    pub(crate) async fn absent(&self, target: &TrackTarget) -> Result<(), Box<TrackFailure>> {
        within(self.tracker.absent(target, |notice| self.note(notice))).await
    }

    pub(crate) fn note(&self, notice: Notice) {
        self.notices.lock().unwrap().push(notice);
    }

    /// Forgets all notices so far.
    pub(crate) fn forget(&self) {
        self.notices.lock().unwrap().clear();
    }

    /// What was waited for, in order: `1/2 pod web-x …`.
    pub(crate) fn waits(&self) -> Vec<String> {
        let text = |notice: &Notice| match notice {
            Notice::Progress(it) => match (it.ready, it.wanted) {
                (Some(ready), Some(wanted)) => Some(format!("{ready}/{wanted} {}", it.waits)),
                _ => Some(it.waits.clone()),
            },
            _ => None,
        };
        self.notices.lock().unwrap().iter().filter_map(text).collect()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let text = |notice: &Notice| match notice {
            Notice::Log { container, line, .. } => Some(format!("{container}: {line}")),
            _ => None,
        };
        self.notices.lock().unwrap().iter().filter_map(text).collect()
    }

    pub(crate) fn messages(&self) -> Vec<String> {
        let text = |notice: &Notice| match notice {
            Notice::Message(text) => Some(text.clone()),
            _ => None,
        };
        self.notices.lock().unwrap().iter().filter_map(text).collect()
    }

    /// Waits until this is reported.
    pub(crate) async fn until_waits(&self, part: &str) {
        within(async {
            while !self.waits().iter().any(|waits| waits.contains(part)) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    pub(crate) async fn kubectl(&self, arguments: &[&str]) -> String {
        let mut all = vec!["--namespace".to_string(), self.namespace.clone()];
        all.extend(arguments.iter().map(|text| text.to_string()));
        let server = self.server;
        blocking(move || server.kubectl_run(all).unwrap()).await
    }
}

/// Connects as one of the users of the kubeconfig.
pub(crate) async fn connect(context: &str) -> Cluster {
    let connection = Connection {
        kubeconfigs: vec![TestCluster::shared().kubeconfig().to_path_buf()],
        context: Some(context.to_string()),
        ..Connection::default()
    };
    Cluster::connect(&connection).await.unwrap()
}

/// Runs blocking code outside the tests' own threads.
pub(crate) async fn blocking<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(act).await.unwrap()
}

/// Fails a test that would hang.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(90), future).await.expect("it takes far too long")
}

/// Waits for the target until this is reported about it. The wait must not end before.
pub(crate) async fn is_told(world: &World, target: &TrackTarget, part: &str) {
    tokio::select! {
        ended = world.ready(target) => panic!("it ended: {ended:?}; told was {:?}", world.waits()),
        () = world.until_waits(part) => {}
    }
}

pub(crate) fn tracking() -> Tracking {
    Tracking::default()
}

/// The template of pods that behave as the test cluster's annotations say.
pub(crate) fn template(container: &str, annotations: Value) -> Value {
    json!({"metadata": {"labels": {"app": "it"}, "annotations": annotations},
        "spec": {"containers": [{"name": container, "image": "image"}]}})
}

pub(crate) fn deployment(name: &str, replicas: u32, template: Value) -> Value {
    let mut template = template;
    template["metadata"]["labels"]["app"] = json!(name);
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template}})
}

pub(crate) fn stateful_set(name: &str, replicas: u32, template: Value) -> Value {
    let mut set = deployment(name, replicas, template);
    set["kind"] = json!("StatefulSet");
    set["spec"]["serviceName"] = json!("none");
    set
}

pub(crate) fn job(name: &str, backoff_limit: u32, annotations: Value) -> Value {
    let mut template = template("main", annotations);
    template["spec"]["restartPolicy"] = json!("Never");
    json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name},
        "spec": {"backoffLimit": backoff_limit, "template": template}})
}

pub(crate) fn config_map(name: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {}})
}
