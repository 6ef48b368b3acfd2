//! Programs that Skeg starts inherit its environment, without the keys to charts' secrets.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::folder;

const KEY: &str = "00112233445566778899aabbccddeeff";
const KEYS: [&str; 7] = [
    "SKEG_SECRET_KEY",
    "NELM_SECRET_KEY",
    "WERF_SECRET_KEY",
    "SKEG_OLD_SECRET_KEY",
    "NELM_OLD_SECRET_KEY",
    "WERF_OLD_SECRET_KEY",
    "SKEG_RELEASE_LIST_SECRET_KEY",
];

/// Records its environment, and does nothing else.
const SPY: &str = "#!/bin/sh\nenv > \"$SEEN\"\ncat > /dev/null\nexit 3\n";

/// What a program called `spy` recorded when a command started it.
fn seen(dir: &Path, words: &[&str]) -> String {
    skeg_test_cluster::write_program(&dir.join("spy"), SPY).expect("a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skeg"));
    let path = std::env::var("PATH").unwrap_or_default();
    command.current_dir(dir).env_clear().env("PATH", format!("{}:{path}", dir.display()));
    command.env("SEEN", dir.join("seen")).env("KUBECONFIG", dir.join("kubeconfig")).env("OTHER", "stays");
    command.env("SCW_SECRET_KEY", "theirs").envs(KEYS.map(|name| (name, KEY)));
    let output = command.args(words).stdin(Stdio::null()).output().expect("it runs");
    let seen = std::fs::read_to_string(dir.join("seen"));
    seen.unwrap_or_else(|_| panic!("nothing was started: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn no_program_sees_secret_keys() {
    let kubeconfig = "apiVersion: v1\nkind: Config\ncurrent-context: a\n\
        contexts: [{name: a, context: {cluster: a, user: a}}]\n\
        clusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\n\
        users: [{name: a, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: spy, interactiveMode: Never}}}]\n";
    let files = [
        ("kubeconfig", kubeconfig),
        ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
        ("shop/templates/a.yaml", "a: 1\n"),
    ];
    let commands: [(&str, &[&str]); 2] = [
        ("children-plugin", &["release", "list"]),
        ("children-renderer", &["template", "shop", "--helm-compat", "v3", "--post-renderer", "spy"]),
    ];
    for (name, words) in commands {
        let seen = seen(&folder(name, &files), words);
        assert!(seen.contains("OTHER=stays") && seen.contains("SCW_SECRET_KEY=theirs"), "{words:?}: {seen}");
        assert!(!seen.contains(KEY), "{words:?}: {seen}");
    }
}
