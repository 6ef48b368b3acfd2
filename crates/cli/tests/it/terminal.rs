//! Output on a terminal: no control sequences take effect except our own colours and movements, whoever wrote the text.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell::{folder, skeg};

/// Everything that a chart could write to the screen: colours, titles, bells, carriage returns, C1, directions.
pub(crate) const EVIL: &str =
    "\x1b[8mhidden\x1b]0;title\x07 over\rwritten \u{9b}2J \u{202e}backwards\u{2066}\u{200b}\u{7f}";
/// The same as shown.
pub(crate) const SHOWN: &str =
    "\\x1b[8mhidden\\x1b]0;title\\x07 over\\rwritten \\u009b2J \\u202ebackwards\\u2066\\u200b\\x7f";

/// Runs the command on its own terminal and returns everything it wrote there.
pub(crate) fn on_terminal(directory: &Path, variables: &[(&str, &str)], words: &[&str]) -> String {
    let quoted = |word: &&str| format!("'{}'", word.replace('\'', r"'\''"));
    let line = [env!("CARGO_BIN_EXE_skeg")].iter().chain(words).map(quoted).collect::<Vec<_>>().join(" ");
    let mut command = Command::new("script");
    command.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(directory);
    command
        .env_remove("NO_COLOR")
        .env("KUBECONFIG", "/dev/null")
        .env("PAGER", "cat")
        .env_remove("CI")
        .envs(variables.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("script of util-linux");
    // End of input would have to be typed on the terminal.
    let input = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    drop(input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8 only")
}

/// Fails if any control sequence other than our own is left.
#[track_caller]
pub(crate) fn is_harmless(written: &str) {
    let mut left = written.replace("\r\n", "\n");
    for own in ["0", "1", "2", "31", "32", "1;31", "1;32", "1;33", "1;35"] {
        left = left.replace(&format!("\x1b[{own}m"), "");
    }
    for lines in 1..60 {
        left = left.replace(&format!("\x1b[{lines}A\r\x1b[J"), "");
    }
    let harm = |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
    let harm = left.find(|c| harm(c) || ('\u{2066}'..='\u{2069}').contains(&c) || c == '\u{200b}');
    assert_eq!(harm, None, "{left:?}");
}

/// A chart whose values contain the text.
fn evil_chart(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let escaped: String = EVIL.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    let values = format!("evil: \"{escaped}\"\n");
    let meta = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";
    folder(name, &[&[("shop/Chart.yaml", meta), ("shop/values.yaml", values.as_str())], files].concat())
}

#[test]
fn messages_of_charts_are_shown_and_not_obeyed() {
    for (name, template) in [("fail", "{{ fail .Values.evil }}"), ("required", "{{ required .Values.evil nil }}")] {
        let dir = evil_chart(&format!("terminal-{name}"), &[("shop/templates/a.yaml", template)]);
        for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop"]] {
            let written = on_terminal(&dir, &[], words);
            is_harmless(&written);
            assert!(written.contains(SHOWN), "{written:?}");
            // A log may be read on a terminal later.
            let said = skeg(&dir, words).stderr;
            assert!(said.contains(SHOWN), "{said:?}");
        }
        let written = on_terminal(&dir, &[], &["chart", "render", "shop"]);
        assert!(
            written.contains("\x1b[1;31merror[SKEG-TEMPLATE-REFUSED]:\x1b[0m "),
            "our own colours pass: {written:?}"
        );
    }
}

#[test]
fn names_and_lines_of_files_are_not_obeyed() {
    let file = "shop/templates/a\x1b[8m\u{202e}\r.yaml";
    let dir = evil_chart("terminal-names", &[(file, "\x1b[8m\u{202e} {{ .Values.none.evil }}\n")]);
    for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop"]] {
        let written = on_terminal(&dir, &[], words);
        is_harmless(&written);
        assert!(written.contains("a\\x1b[8m\\u202e\\r.yaml"), "{written:?}");
    }
    let written = on_terminal(&dir, &[], &["chart", "render", "shop"]);
    let lines: Vec<&str> = written.lines().collect();
    let at = lines.iter().position(|line| line.contains("│ \\x1b[8m\\u202e {{ .Values")).expect("a snippet");
    let caret = lines[at + 1].chars().position(|c| c == '^').expect("a caret");
    let column = lines[at].chars().position(|c| c == '{').expect("the action");
    assert!(caret > column, "carets count what is shown: {written}");
}

#[test]
fn manifests_are_exact_unless_a_terminal_shows_them() {
    let template = "kind: ConfigMap\nmetadata: {name: a}\n# \u{202e}backwards\u{2066}\n";
    let files = [("shop/templates/a.yaml", template), ("shop/templates/NOTES.txt", "Notes: {{ .Values.evil }}\n")];
    let dir = evil_chart("terminal-manifests", &files);
    for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop", "--show-notes"]] {
        let exact = skeg(&dir, words);
        assert!(String::from_utf8_lossy(&exact.stdout).contains("# \u{202e}backwards\u{2066}\n"), "{words:?}");
        let written = on_terminal(&dir, &[], words);
        is_harmless(&written);
        assert!(written.contains("# \\u202ebackwards\\u2066\r\n"), "{written:?}");
    }
    let notes = skeg(&dir, &["chart", "render", "shop", "--show-notes"]).stderr;
    assert!(notes.contains(&format!("Notes: {SHOWN}")), "{notes:?}");
    // Such text is not valid YAML; --debug shows it all the same.
    let dir = evil_chart("terminal-debug", &[("shop/templates/a.yaml", "a: {{ .Values.evil }}\n")]);
    let words = ["template", "rel", "shop", "--debug"];
    assert!(String::from_utf8_lossy(&skeg(&dir, &words).stdout).contains(EVIL));
    let written = on_terminal(&dir, &[], &words);
    is_harmless(&written);
    assert!(written.contains(SHOWN), "{written:?}");
}
