//! Decrypted values in the record of a deploy: only those that the manifests contain, and compatibility with Helm.

use serde_json::json;
use skeg_test_cluster::Helm;

use super::site::{Ran, Site};

const KEY: &str = "00112233445566778899aabbccddeeff";
/// In a ConfigMap, where nothing marks it as secret.
const TOKEN: &str = "decrypted-token-2342";
/// In a Secret.
const PASSWORD: &str = "decrypted-password-4711";
/// Not used anywhere.
const UNUSED: &str = "decrypted-unused-1312";

const TEMPLATE: &str = "apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {token: {{ .Values.token | default \"none\" | quote }}, tag: {{ .Values.tag }}}
---
apiVersion: v1
kind: Secret
metadata: {name: password}
data: {password: {{ .Values.password | default \"none\" | b64enc }}}
";

fn skeg(site: &Site, words: &[&str]) -> Ran {
    Ran::of(&site.command(words).env("SKEG_SECRET_KEY", KEY).output().unwrap())
}

fn install(site: &Site, more: &[&str]) -> Ran {
    let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    skeg(site, &[&words, more].concat())
}

fn write_chart(site: &Site) {
    let chart = site.chart(&[
        ("values.yaml", "tag: one\nother: {a: 1}\n"),
        ("templates/all.yaml", TEMPLATE),
        ("templates/NOTES.txt", "Tag {{ .Values.tag }}\n"),
    ]);
    let plain = format!("token: {TOKEN}\npassword: {PASSWORD}\nunused: {UNUSED}\n");
    std::fs::write(site.folder().join("plain.yaml"), plain).unwrap();
    let encrypted = skeg(site, &["chart", "secret", "values-file", "encrypt", "plain.yaml"]).ended(0);
    std::fs::write(chart.join("secret-values.yaml"), encrypted.stdout).unwrap();
}

#[test]
fn the_record_holds_what_the_user_set_and_what_was_rendered() {
    let site = Site::new("decrypted-record");
    write_chart(&site);
    install(&site, &["--set", "tag=two"]).ended(0);
    let record = site.record(1);
    assert_eq!(record["config"], json!({ "tag": "two" }));
    assert_eq!(record["chart"]["values"], json!({ "tag": "one", "other": { "a": 1 } }));
    let text = record.to_string();
    // The manifest contains it where the chart put it; everything else is encrypted, as in the chart.
    assert_eq!(text.matches(TOKEN).count(), 1);
    assert!(!text.contains(PASSWORD) && !text.contains(UNUSED));
    let files = record["chart"]["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["secret-values.yaml", ".skeg/known-secrets.json"]);

    for generation in [Helm::V3, Helm::V4] {
        let helm = |words: &[&str]| site.helm(generation, words).unwrap();
        let values: serde_json::Value = serde_json::from_str(&helm(&["get", "values", "shop", "-o", "json"])).unwrap();
        assert_eq!(values, json!({ "tag": "two" }));
        let place = ["-n", &site.namespace, "-r", "shop", "--set", "tag=two"];
        let rendered = skeg(&site, &[&["chart", "render", "./shop"], &place[..]].concat()).ended(0);
        assert_eq!(helm(&["get", "manifest", "shop"]).trim_end(), rendered.stdout.trim_end());
        assert!(rendered.stdout.contains(TOKEN));
    }

    // A value used without decryption is not a secret.
    install(&site, &["--no-decrypt-secrets"]).ended(0);
    let record = site.record(2);
    assert!(!record.to_string().contains("known-secrets.json"));
    assert!(!record["manifest"].as_str().unwrap().contains(TOKEN));
}

fn stays_hidden_beside(generation: Helm) {
    let site = Site::new(&format!("decrypted-{generation:?}").to_lowercase());
    let helm = |words: &[&str]| site.helm(generation, words).unwrap();
    // The reader has no key.
    let token = |revision: &str| {
        let ran = site.release("get", &[revision, "-o", "json"]).ended(0);
        assert!(!ran.stdout.contains(TOKEN), "{}", ran.stdout);
        let shown: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let resources = shown["resources"].as_array().unwrap();
        let settings = resources.iter().find(|resource| resource["metadata"]["name"] == "settings").unwrap();
        settings["data"]["token"].as_str().unwrap().to_string()
    };
    write_chart(&site);
    install(&site, &[]).ended(0);
    assert_eq!(token("1"), "<hidden>");
    // Helm rewrites the first record and drops unknown fields.
    helm(&["upgrade", "shop", "./shop", "--set", "tag=two"]);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!([token("1"), token("2")], ["<hidden>", "none"]);
    helm(&["rollback", "shop", "1"]);
    assert_eq!(token("3"), "<hidden>");
    site.release("rollback", &["2"]).ended(0);
    site.release("rollback", &["3"]).ended(0);
    assert_eq!([token("4"), token("5")], ["none", "<hidden>"]);
    // It is shown nowhere.
    for words in [&["get", "all", "shop"][..], &["status", "shop"], &["history", "shop"], &["list"]] {
        assert!(!helm(words).contains("known-secrets"));
    }
}

#[test]
fn what_was_decrypted_stays_hidden_beside_helm_3() {
    stays_hidden_beside(Helm::V3);
}

#[test]
fn what_was_decrypted_stays_hidden_beside_helm_4() {
    stays_hidden_beside(Helm::V4);
}

/// Templates put secrets into numbers, keys and URLs too, and print large numbers as floats.
#[test]
fn what_was_decrypted_is_hidden_in_every_form() {
    const FORMS: &str = "apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {\"k-{{ .Values.word }}\": \"u:{{ .Values.phrase | urlquery }}@h\"}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: {{ .Values.pin }}
      containers: [{name: main, image: web, args: [\"--pin={{ .Values.pin }}\"]}]
";
    let site = Site::new("decrypted-forms");
    let chart = site.chart(&[("templates/web.yaml", FORMS)]);
    let encrypt = |plain: &str| {
        std::fs::write(site.folder().join("plain.yaml"), plain).unwrap();
        let words = ["chart", "secret", "values-file", "encrypt", "plain.yaml", "--secret-format", "authenticated"];
        let to = chart.join("secret-values.yaml").display().to_string();
        skeg(&site, &[&words[..], &["--save-output-to", &to]].concat()).ended(0);
    };
    let secrets =
        ["7654321", "7.654321", "s7Gk29xQ", "open%20se", "open+se", "9876543", "9.876543", "q9Xk31bR", "shut+se"];
    let is_hidden = |ran: Ran| {
        let ran = ran.ended(0).says("hidden");
        secrets.iter().for_each(|secret| assert!(!ran.stdout.contains(secret), "{secret} in {}", ran.stdout));
    };
    encrypt("pin: 7654321\nword: s7Gk29xQpLm4Zt8v\nphrase: open sesame/1\n");
    install(&site, &[]).ended(0);
    is_hidden(site.release("get", &[]));
    encrypt("pin: 9876543\nword: q9Xk31bRtWn5Yc7z\nphrase: shut sesame/2\n");
    for form in ["text", "json", "yaml", "markdown", "html"] {
        let plan = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "-o", form];
        is_hidden(skeg(&site, &plan));
    }
}
