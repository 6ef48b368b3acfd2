//! Editing with a scripted editor, in a real process: what it sees, and what is left when it ends or is killed.
#![cfg(unix)]

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::{KEY, NELM_VALUE, mode, names, read, with_key};
use crate::shell::folder;

/// No edit of these tests takes longer, on the busiest machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A folder with an encrypted file, an empty folder for temporary files, and an editor.
struct Desk {
    dir: PathBuf,
}

impl Desk {
    fn new(name: &str, editor: &str) -> Desk {
        let values = format!("# kept\npassword: {NELM_VALUE} # why\n");
        let dir = folder(name, &[("values.yaml", &values), ("tmp/x", "")]);
        std::fs::remove_file(dir.join("tmp/x")).expect("a file");
        let editor = format!("#!/bin/sh\n{editor}\n");
        skeg_test_cluster::write_program(&dir.join("editor"), &editor).expect("a program");
        Desk { dir }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skeg"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.current_dir(&self.dir).env_clear().env("PATH", path).env("TMPDIR", self.dir.join("tmp"));
        command.env("EDITOR", format!("{} --flag", self.dir.join("editor").display()));
        command.env("SKEG_SECRET_KEY", KEY).env("WERF_OLD_SECRET_KEY", KEY).env("OTHER", "stays");
        command
            .args(["chart", "secret"])
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn edit(&self, file: &str) -> Output {
        self.command(&["values-file", "edit", file]).output().expect("it runs")
    }

    fn file(&self, name: &str) -> String {
        read(self.dir.join(name))
    }

    fn is_clean(&self) -> bool {
        names(&self.dir.join("tmp")).is_empty()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn decrypted(directory: &Path, file: &str) -> String {
    with_key(directory, &["chart", "secret", "values-file", "decrypt", file], b"").printed().to_string()
}

#[test]
fn changes_are_encrypted_and_the_rest_stays() {
    let desk = Desk::new("edit-change", "echo 'new: 5 # number' >> \"$2\"");
    std::fs::set_permissions(desk.dir.join("values.yaml"), std::fs::Permissions::from_mode(0o640)).expect("a mode");
    let output = desk.edit("values.yaml");
    assert!(output.status.success(), "{}", stderr(&output));
    let after = desk.file("values.yaml");
    assert!(after.starts_with(&format!("# kept\npassword: {NELM_VALUE} # why\nnew: 1000")), "{after}");
    assert_eq!(decrypted(&desk.dir, "values.yaml"), "# kept\npassword: s3cr3t # why\nnew: \"5\" # number\n");
    assert_eq!(mode(desk.dir.join("values.yaml")), 0o640);
    assert!(desk.is_clean());
}

#[test]
fn the_editor_sees_a_private_file_and_no_key() {
    let desk = Desk::new(
        "edit-private",
        "{ stat -c %a \"$2\" \"$(dirname \"$2\")\"; cat \"$2\"; echo \"$@\"; env; cat /proc/$$/cmdline; } > seen",
    );
    assert!(desk.edit("values.yaml").status.success());
    let seen = desk.file("seen");
    assert!(seen.starts_with("600\n700\n# kept\npassword: s3cr3t # why\n--flag "), "{seen}");
    assert!(seen.contains("OTHER=stays") && !seen.contains(KEY) && !seen.contains("SECRET_KEY"), "{seen}");
}

#[test]
fn nothing_changed_is_nothing_written() {
    let desk = Desk::new("edit-nothing", "true");
    let before = std::fs::metadata(desk.dir.join("values.yaml")).expect("a file").ino();
    let output = desk.edit("values.yaml");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), "values.yaml: nothing was changed\n"));
    assert_eq!(std::fs::metadata(desk.dir.join("values.yaml")).expect("a file").ino(), before);
    assert!(desk.edit("new.yaml").status.success() && !desk.dir.join("new.yaml").exists());
    assert!(desk.is_clean());
}

#[test]
fn a_new_file_is_made() {
    let desk = Desk::new("edit-new", "echo 'a: 5' > \"$2\"; echo backup > \"$2~\"");
    let words = ["values-file", "edit", "new.yaml", "--secret-format", "authenticated"];
    assert!(desk.command(&words).output().expect("it runs").status.success());
    assert!(desk.file("new.yaml").starts_with("a: skeg2."));
    assert_eq!((decrypted(&desk.dir, "new.yaml").as_str(), mode(desk.dir.join("new.yaml"))), ("a: 5\n", 0o600));
    assert!(desk.command(&["file", "edit", "new"]).output().expect("it runs").status.success());
    assert_eq!(with_key(&desk.dir, &["chart", "secret", "file", "decrypt", "new"], b"").printed(), "a: 5\n");
    assert!(desk.is_clean());
}

#[test]
fn what_is_not_yaml_is_refused() {
    let desk = Desk::new("edit-broken", "echo 'a: [' >> \"$2\"");
    let before = desk.file("values.yaml");
    let output = desk.edit("values.yaml");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).starts_with("error[SKEG-SECRET-FILE]: values.yaml: reading values: yaml: "),
        "{}",
        stderr(&output)
    );
    assert!(desk.file("values.yaml") == before && desk.is_clean());
}

#[test]
fn an_editor_that_fails_or_crashes_leaves_nothing() {
    for (name, script) in [("edit-fails", "echo x >> \"$2\"; exit 3"), ("edit-crashes", "echo x >> \"$2\"; kill -9 $$")]
    {
        let desk = Desk::new(name, script);
        let before = desk.file("values.yaml");
        let output = desk.edit("values.yaml");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("failed") && desk.file("values.yaml") == before && desk.is_clean());
    }
}

#[test]
fn an_editor_that_is_missing_is_named() {
    let desk = Desk::new("edit-missing", "");
    let output = desk.command(&["values-file", "edit", "values.yaml"]).env("EDITOR", "no-such-editor").output();
    let output = output.expect("it runs");
    assert!(stderr(&output).contains("there is no editor: no-such-editor") && desk.is_clean());
}

#[test]
fn signals_end_the_edit_and_leave_nothing() {
    for (name, signal, status) in [("edit-term", "TERM", 130), ("edit-hup", "HUP", 130), ("edit-int", "INT", 0)] {
        // The editor creates a file once it runs, and ends by itself only after another file appears.
        let desk = Desk::new(name, "echo 'b: c' >> \"$2\"; touch started; while [ ! -e go ]; do sleep 0.05; done");
        let before = desk.file("values.yaml");
        let mut child = desk.command(&["values-file", "edit", "values.yaml"]).spawn().expect("it starts");
        let started = wait_until(LIMIT, || match desk.dir.join("started").exists() {
            true => Some(true),
            false => child.try_wait().expect("a child").map(|_| false),
        });
        assert_eq!(started, Some(true), "{signal}: the editor is at work");
        assert!(!desk.is_clean(), "the file is being edited");
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(killed.expect("it runs").success());
        if status == 0 {
            // An interrupt is for the editor; the command continues.
            std::fs::write(desk.dir.join("go"), "").expect("a file");
        }
        if wait_until(LIMIT, || child.try_wait().expect("a child")).is_none() {
            child.kill().expect("a child");
            panic!("{signal}: it does not end");
        }
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(status), "{signal}: {}", stderr(&output));
        assert_eq!(desk.file("values.yaml") == before, status != 0);
        assert!(desk.is_clean(), "after {signal}");
    }
}
