//! A release with all kinds of resources, deployed through a faulty proxy, and its expected final state.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use skeg_test_cluster::faults::{FaultProxy, Seen};

use super::super::pieces::{Workload, config_map};
use super::super::site::{Ran, Site};
use super::state::State;

/// How many more requests each fault may cost: a retry, and reads to check the effect.
const REQUESTS_A_FAULT: usize = 4;

pub(super) struct Scene {
    pub(super) site: Site,
    pub(super) proxy: FaultProxy,
}

/// The parts of the chart that change from deploy to deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values<'a> {
    pub(super) tag: &'a str,
    /// The name of a ConfigMap that only this deploy has.
    pub(super) extra: &'a str,
}

impl Values<'_> {
    fn set(self) -> String {
        format!("tag={},extra={}", self.tag, self.extra)
    }
}

impl Scene {
    /// `pods` are annotations of the pods of all workloads.
    pub(super) fn new(name: &str, pods: &str) -> Scene {
        let site = Site::new(name);
        let proxy = FaultProxy::start(site.cluster).unwrap();
        let scene = Scene { site, proxy };
        scene.write_chart(pods);
        scene
    }

    /// The custom kind that the chart defines.
    fn boats(&self) -> String {
        format!("boats.{}.example.com", self.site.namespace)
    }

    fn write_chart(&self, pods: &str) {
        let group = format!("{}.example.com", self.site.namespace);
        let definition = format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\nspec:\n  \
             group: {group}\n  scope: Namespaced\n  names: {{kind: Boat, plural: boats, singular: boat}}\n  versions:\n  \
             - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, \
             x-kubernetes-preserve-unknown-fields: true}}}}}}\n"
        );
        let boat = format!(
            "apiVersion: {group}/v1\nkind: Boat\nmetadata: {{name: skeg, annotations: {{werf.io/delete-propagation: Background}}}}\nspec: {{tag: \"{{{{ .Values.tag }}}}\"}}\n"
        );
        let image = "main:{{ .Values.tag }}";
        let web = Workload { pods, image, ..Workload::default() }.deployment();
        let set = Workload { name: "db", spec: "serviceName: db", pods, image, ..Workload::default() };
        let hook = |name, annotations| Workload { name, annotations, ..Workload::default() }.job();
        let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: key, annotations: {tag: \"{{ .Values.tag }}\"}}\nstringData: {tag: \"{{ .Values.tag }}\"}\n";
        let service = "apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: None, selector: {app: db}, ports: [{port: 80}]}\n";
        self.site.chart(&[
            ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}").replace('"', "")),
            ("templates/extra.yaml", &config_map("{{ .Values.extra }}", "x")),
            ("templates/key.yaml", secret),
            ("templates/boats.yaml", &definition),
            ("templates/boat.yaml", &boat),
            ("templates/service.yaml", service),
            ("templates/web.yaml", &web),
            ("templates/db.yaml", &set.deployment().replace("kind: Deployment", "kind: StatefulSet")),
            ("templates/before.yaml", &hook("before", "helm.sh/hook: \"pre-install,pre-upgrade\"")),
            (
                "templates/after.yaml",
                &hook(
                    "after",
                    "helm.sh/hook: \"post-install,post-upgrade\", helm.sh/hook-delete-policy: hook-succeeded",
                ),
            ),
        ]);
    }

    /// `skeg release WORD …` through the proxy.
    pub(super) fn command(&self, word: &str, more: &[&str]) -> Command {
        let words = ["release", word, "-n", &self.site.namespace, "-r", "shop"];
        let mut command = self.site.command(words.iter().chain(more));
        command.env("KUBECONFIG", self.proxy.kubeconfig());
        command
    }

    pub(super) fn install_command(&self, values: Values<'_>) -> Command {
        self.command("install", &["./shop", "--set", &values.set(), "--release-history-limit", "0"])
    }

    /// Without the proxy.
    pub(super) fn install_command_directly(&self, values: Values<'_>) -> Command {
        let mut command = self.install_command(values);
        command.env("KUBECONFIG", self.site.cluster.kubeconfig());
        command
    }

    pub(super) fn install(&self, values: Values<'_>) -> Ran {
        Ran::of(&self.install_command(values).output().unwrap())
    }

    pub(super) fn uninstall(&self) -> Ran {
        Ran::of(&self.command("uninstall", &[]).output().unwrap())
    }

    /// Installs, upgrades and uninstalls; all must succeed and leave the expected state. Returns the requests.
    #[track_caller]
    pub(super) fn voyage(&self) -> Vec<Seen> {
        let one = Values { tag: "one", extra: "first" };
        self.install(one).ended(0);
        self.is_deployed(one, "1 deployed");
        let two = Values { tag: "two", extra: "second" };
        self.install(two).ended(0);
        self.is_deployed(two, "1 superseded, 2 deployed");
        self.uninstall().ended(0);
        self.is_gone();
        self.proxy.seen()
    }

    /// The cluster matches the chart, nothing is left over from before, and nobody holds the lock.
    #[track_caller]
    pub(super) fn is_deployed(&self, values: Values<'_>, history: &str) {
        let state = self.state();
        assert_eq!(state.history(), history);
        state.is_desired(values);
        state.lock_is_free();
    }

    #[track_caller]
    pub(super) fn is_gone(&self) {
        let state = self.state();
        assert_eq!(state.history(), "");
        assert_eq!(state.names(), [""; 0]);
        assert_eq!(self.site.object("crd", &self.boats()), None);
        state.lock_is_free();
    }

    /// The whole state, read at once.
    pub(super) fn state(&self) -> State {
        let crds = self.site.kubectl(&["get", "crd", &self.boats(), "--ignore-not-found", "-o", "name"]);
        let boats = if crds.is_empty() { String::new() } else { format!(",{}", self.boats()) };
        let kinds = format!("configmap,secret,service,deployment,statefulset,job{boats}");
        let found: Value = serde_json::from_str(&self.site.kubectl(&["get", &kinds, "-o", "json"])).unwrap();
        State { objects: found["items"].as_array().unwrap().clone() }
    }

    /// Fails if there were more requests than this many faults explain.
    #[track_caller]
    pub(super) fn was_modest(&self, faults: usize) {
        let seen = self.proxy.seen();
        let most = calm() + REQUESTS_A_FAULT * faults;
        assert!(seen.len() <= most, "{} requests, {most} at most after {faults} faults: {seen:#?}", seen.len());
    }
}

/// How many requests a voyage takes without faults. Slow machines wait longer, hence some more for renewals and lists.
fn calm() -> usize {
    static CALM: OnceLock<usize> = OnceLock::new();
    *CALM.get_or_init(|| Scene::new("calm", "").voyage().len() * 3 / 2)
}
