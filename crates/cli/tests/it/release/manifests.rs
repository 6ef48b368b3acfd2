//! Short manifests for charts of tests.

/// A ConfigMap with annotations, each as `key: value` in YAML.
pub(super) fn config_map(name: &str, annotations: &[&str]) -> String {
    format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n{}data: {{a: b}}\n", marked(annotations))
}

/// A Job with annotations, whose pod has others.
pub(super) fn job(name: &str, annotations: &[&str], of_pod: &[&str]) -> String {
    format!(
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: {name}\n{}spec:\n  backoffLimit: 0\n  template:\n    \
         metadata: {{annotations: {{{}}}}}\n    spec: {{restartPolicy: Never, containers: [{{name: main, image: main}}]}}\n",
        marked(annotations),
        of_pod.join(", "),
    )
}

/// A Deployment of one pod with annotations; more fields of the pod as YAML in braces.
pub(super) fn deployment(name: &str, of_pod: &[&str], pod_fields: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {name}\nspec:\n  selector: {{matchLabels: {{app: {name}}}}}\n  \
         template:\n    metadata:\n      labels: {{app: {name}}}\n      annotations: {{{}}}\n    \
         spec: {{{pod_fields}containers: [{{name: main, image: \"main:{{{{ .Values.tag }}}}\"}}]}}\n",
        of_pod.join(", "),
    )
}

fn marked(annotations: &[&str]) -> String {
    let lines: Vec<String> = annotations.iter().map(|line| format!("    {line}\n")).collect();
    if lines.is_empty() { String::new() } else { format!("  annotations:\n{}", lines.concat()) }
}
