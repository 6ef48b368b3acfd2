//! Records, notes, plans and schemas of releases on a terminal: none of their control characters takes effect.

use super::manifests::config_map;
use super::site::Site;
use crate::terminal::{EVIL, SHOWN, is_harmless, on_terminal};

#[test]
fn what_a_release_tells_is_shown_and_not_obeyed() {
    let site = Site::new("terminal");
    let escaped: String = EVIL.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    let values = format!("evil: \"{escaped}\"\n");
    let template = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {evil: \"\u{202e}backwards\"}\n";
    site.chart(&[
        ("values.yaml", &values),
        ("templates/a.yaml", template),
        ("templates/NOTES.txt", "Notes: {{ .Values.evil }}\n"),
    ]);
    let kubeconfig = site.cluster.kubeconfig().display().to_string();
    let release = |word: &[&str], more: &[&str]| {
        let words = [&["release"], word, &["-n", &site.namespace, "-r", "shop"], more].concat();
        let written = on_terminal(site.folder(), &[("KUBECONFIG", &kubeconfig)], &words);
        is_harmless(&written);
        written
    };
    release(&["plan", "install"], &["./shop"]);
    let written = release(&["install"], &["./shop", "--description", EVIL]);
    assert!(written.contains(&format!("Notes: {SHOWN}")), "{written:?}");
    assert!(release(&["status"], &[]).contains(&format!("Notes:\r\nNotes: {SHOWN}")));
    for word in ["history", "get", "uninstall"] {
        release(&[word], &[]);
    }
}

#[test]
fn a_schema_cannot_read_the_disk_of_whoever_deploys() {
    let site = Site::new("schema-file");
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("values.schema.json", r#"{"$ref":"file:///etc/passwd"}"#),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    let ran = ran.ended(1).says("schemas can only refer to regular files inside their chart's folder");
    assert!(!ran.stderr.contains("'r'"), "{}", ran.stderr);
    assert_eq!(trace.writes(), [""; 0]);
}
