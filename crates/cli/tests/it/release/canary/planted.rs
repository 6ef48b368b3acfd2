//! A chart full of secrets, and a check that finds them in any output.

use std::process::Command;

use serde_json::Value;
use skeg_test_cluster::{PodLog, TestCluster};

use crate::release::site::{Ran, Site};

const KEY: &str = "00112233445566778899aabbccddeeff";
/// Given by `--set`; in a Secret, and copied to public places.
pub(super) const VALUE: &str = "canary-value-4711";
/// Encrypted in `secret-values.yaml`; never in a Secret, so only the decrypting command knows that it is secret.
pub(super) const TOKEN: &str = "canary-token-2342";
/// In a file below `secret/`, encrypted as a whole; never in a Secret.
const FILE: [&str; 2] = ["canary: \"file\" & line-6666", "canary-last-line-7777"];
/// In a Secret as base64, with every character that has to be escaped somewhere.
const DATA: &str = "canary \"data\" <&> 'it'\\ 1312";
/// In a Secret as text, over several lines.
const LINES: [&str; 2] = ["canary-first-line-1111", "canary-second-line-2222"];
/// In ConfigMaps that are marked sensitive, as a whole and in part.
const MARKED: &str = "canary-marked-3333";
const PATH: &str = "canary-path-4444";
/// Put into a Secret of the release by somebody else.
pub(super) const LIVE: &str = "canary-live-5555";
const CHANGED: &str = "canary-changed-0815";

const SECRETS: &str = "
{kind: Secret, apiVersion: v1, metadata: {name: data}, data: {a: {{ .Values.data | b64enc }}, password: {{ .Values.password | b64enc }}}}
---
kind: Secret
apiVersion: v1
metadata: {name: texts, annotations: {copy: {{ .Values.password }}}}
stringData:
  password: {{ .Values.password }}
  lines: |
    canary-first-line-1111
    canary-second-line-2222
---
kind: ConfigMap
apiVersion: v1
metadata: {name: marked, annotations: {werf.io/sensitive: \"true\"}}
data: {a: canary-marked-3333}
---
kind: ConfigMap
apiVersion: v1
metadata: {name: in-part, annotations: {werf.io/sensitive-paths: $.data.secret}}
data: {secret: canary-path-4444, open: to-all}
---
kind: ConfigMap
apiVersion: v1
metadata: {name: copies, annotations: {password: {{ .Values.password }}, token: {{ .Values.token }}}}
data:
  password: the password is {{ .Values.password }}
  token: {{ .Values.token }}
  encoded: {{ .Values.token | b64enc }}
  url: http://{{ printf \"user:%s@\" .Values.token | b64enc }}
  data: {{ .Values.data | quote }}
  json: {{ dict \"data\" .Values.data | toJson | quote }}
  all: {{ printf \"%s and %s\" .Values.password .Values.token }}
";

/// In a template that Helm could not parse.
const FILES: &str = "
kind: ConfigMap
apiVersion: v1
metadata: {name: files}
data:
  quoted: {{ werf_secret_file \"texts/file.txt\" | quote }}
  block: |
    {{- werf_secret_file \"texts/file.txt\" | nindent 4 }}
  json: {{ dict \"file\" (werf_secret_file \"texts/file.txt\") | toJson | b64enc }}
";

/// A namespace, a chart in it, and the secrets to look for.
pub(super) struct Grove {
    pub(super) site: Site,
    forms: Vec<String>,
}

impl Grove {
    pub(super) fn new(name: &str) -> Grove {
        Grove::on(TestCluster::shared(), name)
    }

    /// On its own cluster: pods that are told to log there do so for all users of the cluster.
    pub(super) fn alone(name: &str) -> Grove {
        Grove::on(Box::leak(Box::new(TestCluster::start().unwrap())), name)
    }

    fn on(cluster: &'static TestCluster, name: &str) -> Grove {
        let canaries = [VALUE, TOKEN, FILE[0], FILE[1], DATA, LINES[0], LINES[1], MARKED, PATH, LIVE, CHANGED];
        Grove { site: Site::on(cluster, name), forms: canaries.into_iter().flat_map(forms).collect() }
    }

    /// Writes the chart with one more template.
    pub(super) fn chart(&self, path: &str, template: &str) {
        let values = serde_json::json!({ "data": DATA }).to_string();
        let notes = "Welcome: {{ .Values.password }} and {{ .Values.token }}\n";
        let files = [
            ("templates/secrets.yaml", SECRETS),
            ("templates/files.yaml", FILES),
            ("values.yaml", &values),
            ("templates/NOTES.txt", notes),
            (path, template),
        ];
        let chart = self.site.chart(&files);
        std::fs::create_dir_all(chart.join("secret/texts")).unwrap();
        for (kind, plain, file) in [
            ("values-file", format!("token: {TOKEN}\n"), "secret-values.yaml"),
            ("file", FILE.join("\n"), "secret/texts/file.txt"),
        ] {
            std::fs::write(self.site.folder().join("plain"), plain).unwrap();
            let encrypted = self.unchecked(&["chart", "secret", kind, "encrypt", "plain"]).ended(0);
            std::fs::write(chart.join(file), encrypted.stdout).unwrap();
        }
        std::fs::remove_file(self.site.folder().join("plain")).unwrap();
    }

    /// Runs a command without checking its output.
    pub(super) fn unchecked(&self, words: &[&str]) -> Ran {
        Ran::of(&self.site.command(words).env("SKEG_SECRET_KEY", KEY).output().unwrap())
    }

    /// Runs a command at the most verbose level, and checks everything it prints.
    #[track_caller]
    pub(super) fn skeg(&self, words: &[&str]) -> Ran {
        self.look_at(words, self.site.command(words).env("SKEG_SECRET_KEY", KEY))
    }

    /// The same for a user without a key.
    #[track_caller]
    pub(super) fn without_key(&self, words: &[&str]) -> Ran {
        self.look_at(words, &mut self.site.command(words))
    }

    #[track_caller]
    fn look_at(&self, words: &[&str], command: &mut Command) -> Ran {
        let ran = Ran::of(&command.env("SKEG_LOG_LEVEL", "trace").output().unwrap());
        self.holds_none(&format!("stdout of {words:?}"), &ran.stdout);
        self.holds_none(&format!("stderr of {words:?}"), &ran.stderr);
        ran
    }

    /// Runs a command of this release. The password comes before `more`, so that `more` can override it.
    #[track_caller]
    pub(super) fn words(&self, command: &str, more: &[&str]) -> Ran {
        let password = format!("password={VALUE}");
        let mut words: Vec<&str> = command.split(' ').chain(["-n", &self.site.namespace, "-r", "shop"]).collect();
        if more.contains(&"./shop") {
            words.extend(["--set", &password]);
        }
        self.skeg(&[&words, more].concat())
    }

    #[track_caller]
    pub(super) fn release(&self, word: &str, more: &[&str]) -> Ran {
        self.words(&format!("release {word}"), more)
    }

    #[track_caller]
    pub(super) fn plan(&self, word: &str, more: &[&str]) -> Ran {
        self.words(&format!("release plan {word}"), more)
    }

    /// Checks a file.
    #[track_caller]
    pub(super) fn is_clean(&self, file: &str) {
        let path = self.site.folder().join(file);
        self.holds_none(file, &std::fs::read_to_string(&path).unwrap());
        std::fs::remove_file(path).unwrap();
    }

    #[track_caller]
    pub(super) fn holds_none(&self, place: &str, text: &str) {
        for form in &self.forms {
            assert!(!text.contains(form), "{place} tells {form}:\n{text}");
        }
    }

    /// Makes crashing containers log all secrets, in every encoding.
    pub(super) fn log_everything(&self) {
        let cluster = self.site.cluster;
        let known = [VALUE, TOKEN, FILE[0], FILE[1], DATA, LINES[1], MARKED, PATH, LIVE];
        for line in known.iter().flat_map(|canary| forms(canary)) {
            cluster.append_pod_log(PodLog::Crash, &format!("I know {line}")).unwrap();
        }
        cluster.append_pod_log(PodLog::Crash, &format!("the password is {VALUE}, isn't it")).unwrap();
    }
}

/// A text as it is, in base64, and escaped for JSON and HTML.
fn forms(text: &str) -> Vec<String> {
    let quoted = Value::from(text).to_string();
    let json = quoted[1..quoted.len() - 1].to_string();
    let html = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut forms =
        vec![text.to_string(), base64(text), html.clone(), html.replace('"', "&quot;").replace('\'', "&#39;")];
    forms.extend([json.clone(), json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")]);
    forms.sort();
    forms.dedup();
    forms
}

fn base64(text: &str) -> String {
    skeg_go_yaml::base64::encode(text)
}
