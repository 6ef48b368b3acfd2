//! The charts to deploy: any number of small objects.

use crate::workspace;
use std::path::{Path, PathBuf};

/// In the first object of each kind, so that another value of `changed` changes that one.
const CHANGED: &str = "{{ if eq $i 0 }}{{ $.Values.changed }}{{ else }}same{{ end }}";

const CONFIG_MAP: &str = "
apiVersion: v1
kind: ConfigMap
metadata: {name: settings-NUMBER}
data: {number: \"NUMBER\", changed: \"CHANGED\"}
";

const SERVICE_ACCOUNT: &str = "
apiVersion: v1
kind: ServiceAccount
metadata: {name: account-NUMBER, annotations: {example.org/changed: \"CHANGED\"}}
";

const SECRET: &str = "
apiVersion: v1
kind: Secret
metadata: {name: secret-NUMBER}
stringData: {number: \"NUMBER\", changed: \"CHANGED\"}
";

const SERVICE: &str = "
apiVersion: v1
kind: Service
metadata: {name: service-NUMBER, annotations: {example.org/changed: \"CHANGED\"}}
spec:
  selector: {app: web-NUMBER}
  ports: [{name: http, port: 80, targetPort: http}]
";

const DEPLOYMENT: &str = "
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-NUMBER, labels: {app: web-NUMBER}}
spec:
  replicas: 0
  selector: {matchLabels: {app: web-NUMBER}}
  template:
    metadata: {labels: {app: web-NUMBER}}
    spec:
      containers:
      - name: web
        image: example.org/web:1
        ports: [{name: http, containerPort: 8080}]
        env: [{name: CHANGED, value: \"CHANGED\"}]
";

/// A chart of ConfigMaps alone.
pub(super) fn config_maps(folder: &Path, count: usize) -> Result<PathBuf, String> {
    write(folder, &format!("config-maps-{count}"), &[("config-maps", CONFIG_MAP)], count)
}

/// A chart of ConfigMaps that can be deployed more than once in a namespace.
pub(super) fn named(folder: &Path, count: usize) -> Result<PathBuf, String> {
    let object = CONFIG_MAP.replace("settings-NUMBER", "\"{{ $.Release.Name }}-NUMBER\"");
    write(folder, &format!("named-{count}"), &[("config-maps", &object)], count)
}

/// A chart of five kinds with `count` objects in all. Deployments have no replicas, so that no kubelet is measured.
pub(super) fn mixed(folder: &Path, count: usize) -> Result<PathBuf, String> {
    let kinds = [
        ("accounts", SERVICE_ACCOUNT),
        ("config-maps", CONFIG_MAP),
        ("secrets", SECRET),
        ("services", SERVICE),
        ("deployments", DEPLOYMENT),
    ];
    write(folder, &format!("mixed-{count}"), &kinds, count / kinds.len())
}

fn write(folder: &Path, name: &str, kinds: &[(&str, &str)], of_each: usize) -> Result<PathBuf, String> {
    let chart = folder.join(name);
    let templates = chart.join("templates");
    std::fs::create_dir_all(&templates).map_err(|why| format!("making {}: {why}", templates.display()))?;
    workspace::write(&chart.join("Chart.yaml"), format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n").as_bytes())?;
    workspace::write(&chart.join("values.yaml"), b"changed: one\n")?;
    for (file, object) in kinds {
        let object = object.replace("NUMBER", "{{ $i }}").replace("CHANGED\"", &format!("{CHANGED}\""));
        let text = format!("{{{{- range $i := until {of_each} }}}}\n---{object}{{{{- end }}}}\n");
        workspace::write(&templates.join(format!("{file}.yaml")), text.as_bytes())?;
    }
    Ok(chart)
}
