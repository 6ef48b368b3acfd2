//! The binary itself: streams, exit statuses, variables, completion in a real shell.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::shell::shop;

fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skeg"));
    command.env_clear().env("KUBECONFIG", "/dev/null").stdin(Stdio::null());
    command
}

#[test]
fn runs() {
    let dir = shop("process-runs");
    let output = binary().current_dir(&dir).args(["template", "rel", "shop", "--no-hooks"]).output().expect("it runs");
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"---\n# Source: shop/templates/web.yaml\n"));
    let output =
        binary().current_dir(&dir).args(["template", "rel"]).env("SKEG_NAMESPACE", "x").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"Error: non-absolute URLs"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn leaves_quietly_when_nobody_reads() {
    let dir = shop("process-pipe");
    let large = "x".repeat(1 << 20);
    std::fs::write(dir.join("values.yaml"), format!("name: {large}\n")).expect("a file");
    let mut child = binary()
        .current_dir(&dir)
        .args(["template", "rel", "shop", "-f", "values.yaml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = [0; 3];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(141), Vec::new()));
}

#[test]
fn colours_only_terminals() {
    let output = binary().args(["nope"]).env("TERM", "xterm").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty() && !output.stderr.contains(&0x1b), "{:?}", output.stderr);
    let coloured = |mode: &str| {
        let words = ["chart", "render", "/none", "--color-mode", mode];
        let output = binary().args(words).env("TERM", "xterm").output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (on, off) = (coloured("on"), coloured("off"));
    assert!(on.starts_with("\u{1b}[") && on.contains("\u{1b}[0m"), "{on:?}");
    assert!(!off.contains('\u{1b}') && coloured("auto") == off, "{off:?}");
    assert_eq!(without_colours(&on), off);
}

/// A text without colour sequences.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let plain = parts.next().into_iter().map(str::to_string);
    plain.chain(parts.map(|part| part.split_once('m').expect("an end").1.to_string())).collect()
}
