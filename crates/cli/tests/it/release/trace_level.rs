//! `--log-level trace` shows bodies of requests and responses, but no secrets in them.

use super::pieces::{Workload, config_map};
use super::site::{Ran, Site};

/// In the chart's Secret, and in a ConfigMap too.
const PASSWORD: &str = "canary-4711-password";
/// Put into the same Secret by somebody else.
const FOREIGN: &str = "canary-4712-foreign";
/// In a ConfigMap that is marked sensitive, in the chart and in the cluster.
const MARKED: &str = "canary-0815-marked";
/// In a Secret that belongs to no release.
const STRANGER: &str = "canary-4713-stranger";

/// The start of each record's payload: gzip in base64, and that in base64.
const PAYLOADS: [&str; 2] = ["H4sI", "SDRzSU"];

fn base64(text: &str) -> String {
    skeg_go_yaml::base64::encode(text).trim_end_matches('=').to_string()
}

#[track_caller]
fn is_clean(ran: &Ran, site: &Site) {
    assert!(ran.stderr.contains("trace:   "), "{}", ran.stderr);
    let secrets = [PASSWORD, FOREIGN, MARKED, STRANGER];
    let encoded = secrets.map(base64);
    let tokens = [site.cluster.admin_token(), "Bearer"];
    let all = secrets.iter().copied().chain(encoded.iter().map(String::as_str)).chain(tokens).chain(PAYLOADS);
    for secret in all {
        let line = ran.stderr.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret} is in: {}", line.unwrap_or_default());
    }
}

fn chart(site: &Site, tag: &str) {
    let secret = |name: &str| {
        format!(
            "apiVersion: v1\nkind: Secret\nmetadata: {{name: {name}, annotations: {{tag: {tag}}}}}\nstringData: {{a: {PASSWORD}}}\n"
        )
    };
    let marked = "name: marked, annotations: {werf.io/sensitive: \"true\"}";
    let documents: Vec<String> = vec![
        secret("one"),
        secret("two"),
        secret("three"),
        config_map("copy", &format!("it is {PASSWORD}, {tag}")),
        config_map("marked", MARKED).replace("name: marked", marked),
        config_map("plain", &format!("plain-{tag}")),
        Workload { image: &format!("main:{tag}"), ..Workload::default() }.deployment(),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
}

#[test]
fn bodies_are_shown_without_secrets() {
    let site = Site::new("trace");
    site.kubectl(&["create", "secret", "generic", "stranger", &format!("--from-literal=a={STRANGER}")]);
    for storage in ["secret", "configmap"] {
        let more = ["--log-level", "trace", "--release-storage", storage];
        chart(&site, "one");
        let ran = site.install(&more).ended(0);
        is_clean(&ran, &site);
        let ran = ran.says("it is <hidden>, one").says("plain-one");
        assert!(ran.stderr.contains("trace:   sent <hidden>, "), "{}", ran.stderr);
        site.kubectl(&["patch", "secret", "one", "-p", &format!("{{\"stringData\":{{\"b\":\"{FOREIGN}\"}}}}")]);
        chart(&site, "two");
        is_clean(&site.install(&more).ended(0).says("plain-two"), &site);
        for word in ["get", "status", "history", "rollback", "uninstall"] {
            is_clean(&site.release(word, &more).ended(0), &site);
        }
    }
}
