//! Charts generated for the benchmark, of sizes that are rare in reality: a values file of 6 MB, and 300 subcharts.

use crate::corpus::Case;
use crate::workspace;
use std::path::Path;

/// Their names.
pub(super) const NAMES: [&str; 2] = ["made__values-of-6-MB", "made__300-subcharts"];
const VALUES: usize = 6_000_000;
const SUBCHARTS: usize = 300;

const COUNT: &str = r#"apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-count
data:
  count: {{ len .Values.items | quote }}
{{- range $name, $item := .Values.items }}
{{- if eq (int $item.replicas) 7 }}
  {{ $name }}: {{ printf "%s:%s" $item.image.repository $item.image.tag | quote }}
{{- end }}
{{- end }}
"#;

const ITEM: &str = r#"  item-NUMBER:
    enabled: true
    replicas: DIGIT
    image:
      repository: registry.example.com/team-DIGIT/service-NUMBER
      tag: "1.DIGIT.0"
    env:
      - name: LOG_LEVEL
        value: info
      - name: INDEX
        value: "NUMBER"
    note: "Item number NUMBER, here for its size"
    resources: {limits: {cpu: 100m, memory: 128Mi}}
"#;

const HELPERS: &str = r#"{{- define "part-NUMBER.name" -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "part-NUMBER.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}
"#;

const DEPLOYMENT: &str = r#"apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "part-NUMBER.name" . }}
  labels:
    {{- include "part-NUMBER.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .Chart.Name }}
  template:
    metadata:
      labels:
        {{- include "part-NUMBER.labels" . | nindent 8 }}
    spec:
      containers:
        - name: main
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          env:
            {{- range $name, $value := .Values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - containerPort: {{ .Values.service.port }}
"#;

const SERVICE: &str = r#"apiVersion: v1
kind: Service
metadata:
  name: {{ include "part-NUMBER.name" . }}
  annotations:
    example.com/host: {{ .Chart.Name }}.{{ .Values.global.domain }}
spec:
  selector:
    app.kubernetes.io/name: {{ .Chart.Name }}
  ports:
    - port: {{ .Values.service.port }}
"#;

const SUBCHART_VALUES: &str = r#"enabled: true
replicas: 1
image:
  repository: registry.example.com/app
  tag: ""
service:
  port: 80
env:
  LOG_LEVEL: info
  MODE: production
labels: {}
"#;

/// The case with this name; its chart is written into the folder.
pub(super) fn case(name: &str, folder: &Path) -> Result<Case, String> {
    if name == NAMES[0] {
        large_values(&folder.join("large"))?;
        return Ok(Case::new(name, "large", &["--values", "large/more/large.yaml"], folder));
    }
    subcharts(&folder.join("many"))?;
    Ok(Case::new(name, "many", &[], folder))
}

fn large_values(chart: &Path) -> crate::Outcome {
    write(chart, "Chart.yaml", "apiVersion: v2\nname: large\nversion: 1.0.0\n")?;
    write(chart, ".helmignore", "more/\n")?;
    write(chart, "values.yaml", "items: {}\n")?;
    write(chart, "templates/count.yaml", COUNT)?;
    let mut values = "items:\n".to_owned();
    for number in 0.. {
        if values.len() >= VALUES {
            break;
        }
        values.push_str(&ITEM.replace("NUMBER", &number.to_string()).replace("DIGIT", &(number % 10).to_string()));
    }
    write(chart, "more/large.yaml", &values)
}

fn subcharts(chart: &Path) -> crate::Outcome {
    let (mut about, mut values) = (
        "apiVersion: v2\nname: many\nversion: 1.0.0\ndependencies:\n".to_owned(),
        "global:\n  domain: example.com\n".to_owned(),
    );
    for number in 0..SUBCHARTS {
        about.push_str(&format!("  - name: part-{number}\n    version: 0.1.0\n    condition: part-{number}.enabled\n"));
        values.push_str(&format!("part-{number}:\n  enabled: true\n  replicas: {}\n", number % 5));
        let part = chart.join(format!("charts/part-{number}"));
        let own = format!("apiVersion: v2\nname: part-{number}\nversion: 0.1.0\nappVersion: \"1.{number}\"\n");
        write(&part, "Chart.yaml", &own)?;
        write(&part, "values.yaml", SUBCHART_VALUES)?;
        for (file, text) in [("_helpers.tpl", HELPERS), ("deployment.yaml", DEPLOYMENT), ("service.yaml", SERVICE)] {
            write(&part, &format!("templates/{file}"), &text.replace("NUMBER", &number.to_string()))?;
        }
    }
    write(chart, "Chart.yaml", &about)?;
    write(chart, "values.yaml", &values)
}

fn write(chart: &Path, file: &str, text: &str) -> crate::Outcome {
    let path = chart.join(file);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
    }
    workspace::write(&path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{NAMES, SUBCHARTS, VALUES, case};

    #[test]
    fn charts_are_as_large_as_their_names_say() {
        let folder = std::env::temp_dir().join(format!("skeg-made-charts-{}", std::process::id()));
        for name in NAMES {
            assert_eq!(case(name, &folder).unwrap().name, name);
        }
        let large = std::fs::metadata(folder.join("large/more/large.yaml")).unwrap().len();
        assert!((VALUES as u64..VALUES as u64 + 1000).contains(&large), "{large}");
        assert_eq!(std::fs::read_dir(folder.join("many/charts")).unwrap().count(), SUBCHARTS);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
