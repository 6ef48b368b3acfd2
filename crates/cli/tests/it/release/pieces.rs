//! Building blocks for charts of these tests.

/// A ConfigMap with one key.
pub(super) fn config_map(name: &str, value: &str) -> String {
    format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{value: {value:?}}}\n")
}

/// A workload; annotations are the inside of a flow map: `a: "1", b: "2"`.
pub(super) struct Workload<'a> {
    pub(super) name: &'a str,
    /// Of the workload itself.
    pub(super) annotations: &'a str,
    /// Of its pods: they control the pods' behaviour.
    pub(super) pods: &'a str,
    /// More lines of its `spec`.
    pub(super) spec: &'a str,
    pub(super) container: &'a str,
    pub(super) image: &'a str,
}

impl Default for Workload<'_> {
    fn default() -> Self {
        Workload { name: "web", annotations: "", pods: "", spec: "", container: "main", image: "main:1" }
    }
}

impl Workload<'_> {
    pub(super) fn deployment(&self) -> String {
        let Workload { name, annotations, pods, spec, container, image } = self;
        format!(
            "apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}, annotations: {{{annotations}}}}}
spec:
  selector: {{matchLabels: {{app: {name}}}}}
  {spec}
  template:
    metadata: {{labels: {{app: {name}}}, annotations: {{{pods}}}}}
    spec: {{containers: [{{name: {container}, image: {image:?}}}]}}
"
        )
    }

    pub(super) fn job(&self) -> String {
        let Workload { name, annotations, pods, spec, container, image } = self;
        format!(
            "apiVersion: batch/v1
kind: Job
metadata: {{name: {name}, annotations: {{{annotations}}}}}
spec:
  {spec}
  template:
    metadata: {{annotations: {{{pods}}}}}
    spec: {{restartPolicy: Never, containers: [{{name: {container}, image: {image:?}}}]}}
"
        )
    }
}
