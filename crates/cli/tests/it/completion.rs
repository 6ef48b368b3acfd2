//! Completion without a cluster: `__complete` itself, and in the shells that are installed.

use std::path::Path;
use std::process::Command;

use crate::shell::{folder, skeg, skeg_with};

/// The candidates for the last word, without their descriptions.
fn offered(words: &[&str]) -> Vec<String> {
    let words: Vec<&str> = ["__complete"].iter().chain(words).copied().collect();
    let outcome = skeg(Path::new("."), &words);
    let lines = outcome.printed().lines().map(|line| line.split('\t').next().unwrap_or_default().to_string());
    lines.collect()
}

#[test]
fn commands_flags_and_values_are_offered() {
    for (words, expected) in [
        (&[""][..], &["release", "template", "chart", "completion", "man", "version", "help"][..]),
        (&["ch"], &["chart"]),
        (&["chart", ""], &["render", "dag", "secret"]),
        (&["chart", "dag", ".", "-o", "m"], &["mermaid"]),
        (&["release", "install", "--wait=o"], &["--wait=ordered"]),
        (&["release", "plan", "ins"], &["install"]),
        (&["release", "nothing", ""], &[]),
        (&["chart", "render", ".", "--show-c"], &["--show-crds"]),
        (&["template", "rel", "./x", "--set-s"], &["--set-string"]),
        (&["--namespace", "shop", "template", "--set-s"], &["--set-string"]),
        (&["completion", "z"], &["zsh"]),
        (&["help", "release", "pl"], &["plan"]),
        // Values of choices, without synonyms, after any form of the flag.
        (&["release", "list", "-o", ""], &["table", "json", "yaml"]),
        (&["release", "list", "-o", "j"], &["json"]),
        (&["release", "list", "--output=j"], &["--output=json"]),
        (&["release", "list", "--release-storage", ""], &["secret", "configmap", "memory"]),
        (&["release", "plan", "install", "-o", "h"], &["html"]),
        (&["release", "plan", "install", "--show-order=d"], &["--show-order=dot"]),
        // A switch takes no value.
        (&["release", "plan", "show", "--show-order", ""], &[":files"]),
        (&["release", "install", "--delete-propagation", "F"], &["Foreground"]),
        // Files and folders are completed by the shell.
        (&["release", "install", "-f", ""], &[":files"]),
        (&["release", "install", "--values=x"], &[":files"]),
        (&["release", "install", "-r", "shop", ""], &[":files"]),
        (&["release", "install", "shop", ""], &[":files"]),
        (&["release", "install", "shop", "./shop", ""], &[]),
        (&["man", "--to", ""], &[":folders"]),
        (&["chart", "render", ""], &[":files"]),
        // No hidden flags, and none after `--`.
        (&["release", "install", "--create-n"], &[]),
        (&["template", "--", "--set-s"], &[]),
    ] {
        assert_eq!(offered(words), expected, "{words:?}");
    }
}

#[test]
fn flags_come_with_what_they_are_for() {
    let outcome = skeg(Path::new("."), &["__complete", "release", "install", "--prune"]);
    assert!(outcome.printed().starts_with("--prune-first\tdelete what the chart dropped"), "{}", outcome.printed());
}

const KUBECONFIG: &str = "\
apiVersion: v1
kind: Config
current-context: arn:aws:eks:prod
clusters:
- {name: one, cluster: {server: 'https://127.0.0.1:9'}}
contexts:
- {name: 'arn:aws:eks:prod', context: {cluster: one, user: me}}
- {name: staging, context: {cluster: one, user: me}}
users:
- name: me
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      interactiveMode: IfAvailable
      command: sh
      args: ['-c', 'echo asked >&2; date > ran']
";

#[test]
fn contexts_come_from_the_kubeconfig() {
    let dir = folder("completion-contexts", &[("config", KUBECONFIG), ("broken", "{")]);
    let offered = |words: &[&str]| {
        let words: Vec<&str> = ["__complete", "release", "list"].iter().chain(words).copied().collect();
        skeg_with(&dir, &words, &[("KUBECONFIG", "config")], b"").printed().to_string()
    };
    assert_eq!(offered(&["--kube-context", ""]), "arn:aws:eks:prod\tone\nstaging\tone\n");
    assert_eq!(offered(&["--kube-context", "s"]), "staging\tone\n");
    assert_eq!(offered(&["--kube-config", "broken", "--kube-context", ""]), "");
    assert_eq!(offered(&["--kube-config", "missing", "--kube-context", ""]), "");
    // Names from a kubeconfig do not need the plugin to run.
    assert!(!dir.join("ran").exists());
}

/// A cluster that cannot be reached, or a plugin that prints something, leaves the command line as it is.
#[test]
fn what_goes_wrong_is_silent() {
    let dir = folder("completion-silent", &[("config", KUBECONFIG)]);
    for words in [
        &["release", "status", ""][..],
        &["release", "list", "-n", ""],
        &["release", "rollback", "shop", ""],
        &["release", "status", "--no-such-flag", ""],
        &["release", "status", "--timeout", "x", ""],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_skeg"))
            .arg("__complete")
            .args(words)
            .current_dir(&dir)
            .env("KUBECONFIG", "config")
            .output()
            .unwrap();
        assert_eq!((output.status.code(), output.stdout, output.stderr), (Some(0), vec![], vec![]), "{words:?}");
    }
}

/// What bash would complete: it splits the line at `=` and `:` too.
fn in_bash(dir: &Path, words: &[&str]) -> String {
    let array = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let script = format!(
        "source <(skeg completion bash); compopt() {{ echo \"compopt $*\"; }}; \
         COMP_WORDS=({array}); COMP_CWORD={}; _skeg; echo \"${{COMPREPLY[@]}}\"",
        words.len() - 1
    );
    let program = Path::new(env!("CARGO_BIN_EXE_skeg"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(dir)
        .env("PATH", path)
        .env("KUBECONFIG", "config")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

#[test]
fn the_script_works_in_bash() {
    let dir = folder("completion-bash", &[("config", KUBECONFIG)]);
    for (words, expected) in [
        (&["skeg", ""][..], "release template chart completion man version help"),
        (&["skeg", "release", "plan", "ins"], "install"),
        (&["skeg", "chart", "render", ".", "--show-c"], "--show-crds"),
        (&["skeg", "release", "list", "--output", "=", "j"], "json"),
        (&["skeg", "release", "list", "--output", "="], "table json yaml"),
        (&["skeg", "release", "list", "--kube-context", "arn", ":", "aws", ":", "e"], "eks:prod"),
        (&["skeg", "release", "list", "--kube-context", "=", "st"], "staging"),
        (&["skeg", "release", "install", "--set", "a", "=", "--prune-f"], "--prune-first"),
        (&["skeg", "release", "install", "-f", ""], "compopt -o default"),
        (&["skeg", "release", "install", "--values", "=", ""], "compopt -o default"),
        (&["skeg", "man", "--to", ""], "compopt -o dirnames"),
    ] {
        assert_eq!(in_bash(&dir, words), expected, "{words:?}");
    }
}

/// Other shells, if installed, at least parse their script.
#[test]
fn the_scripts_are_read_by_their_shells() {
    let dir = folder("completion-shells", &[]);
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let script = skeg(&dir, &["completion", shell]).printed().to_string();
        assert!(script.contains("__complete"), "{script}");
        let file = dir.join(shell);
        std::fs::write(&file, script).unwrap();
        let Ok(output) = Command::new(shell).arg(check).arg(&file).output() else { continue };
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
    }
    assert!(skeg(&dir, &["completion", "powershell"]).printed().contains("__complete"));
}
