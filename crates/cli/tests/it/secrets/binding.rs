//! Texts of the authenticated format belong to one file: copies, swaps and old ones are refused, with a hint.

use std::fs;
use std::path::{Path, PathBuf};

use super::{NELM_FILE, NELM_VALUE, read, with_key};
use crate::shell::folder;

/// In the first version of the format: `hello secret` with a line break, and `s3cr3t` at `password`.
const UNBOUND_FILE: &str = "skeg1.0d040ba0.Vl0zXV4XRI-MbPQB_XO4sETtsTj4V-DiV9tAtUedy13bUeB3ouEByWL4qmme\n";
const UNBOUND_VALUES: &str = "password: skeg1.0d040ba0.9crd-p4cOJ-3-eoAF4ksXdmqEIGYcnjqZqxJ9sJN0GwVduOgus5o\n";

const SHOW: &str = "kind: A\npassword: {{ .Values.password }}\nf1: {{ werf_secret_file \"f1\" | trim }}\nf2: {{ werf_secret_file \"f2\" | trim }}\n";

/// A chart with two secret files, secret values, and a subchart; everything in the authenticated format.
fn chart(name: &str) -> PathBuf {
    let dir = folder(
        name,
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/templates/a.yaml", SHOW),
            ("shop/charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n"),
            ("shop/charts/sub/secret/own", ""),
        ],
    );
    let encrypt = |kind: &str, to: &str, text: &[u8]| {
        let words = ["chart", "secret", kind, "encrypt", "--secret-format", "authenticated", "--save-output-to", to];
        assert_eq!(with_key(&dir, &words, text).printed(), "");
    };
    fs::create_dir(dir.join("shop/secret")).expect("a folder");
    encrypt("file", "shop/secret/f1", b"one");
    encrypt("file", "shop/secret/f2", b"two");
    encrypt("file", "shop/charts/sub/secret/own", b"own");
    encrypt("values-file", "shop/secret-values.yaml", b"password: s3cr3t\n");
    encrypt("values-file", "prod.yaml", b"password: prod\n");
    dir
}

#[track_caller]
fn rendered(dir: &Path, flags: &[&str]) -> String {
    let words = [&["chart", "render", "shop"], flags].concat();
    with_key(dir, &words, b"").printed().to_string()
}

#[track_caller]
fn refused(dir: &Path, flags: &[&str]) -> String {
    let words = [&["chart", "render", "shop"], flags].concat();
    with_key(dir, &words, b"").refused().to_string()
}

#[test]
fn files_in_their_places_are_read_wherever_the_chart_is() {
    let dir = chart("binding-right");
    let shown = "password: s3cr3t\nf1: one\nf2: two\n";
    assert!(rendered(&dir, &[]).contains(shown));
    assert!(rendered(&dir, &["--secret-values", "prod.yaml"]).contains("password: prod\n"));
    assert!(rendered(&dir, &["--secret-values", "shop/secret-values.yaml"]).contains(shown));
    fs::create_dir(dir.join("deep")).expect("a folder");
    fs::rename(dir.join("shop"), dir.join("deep/renamed")).expect("a folder");
    fs::rename(dir.join("prod.yaml"), dir.join("deep/prod.yaml")).expect("a file");
    let words = ["chart", "render", "deep/renamed", "--secret-values", "deep/prod.yaml"];
    assert!(with_key(&dir, &words, b"").printed().contains("password: prod\nf1: one\nf2: two\n"));
    // A subchart is a chart of its own, too.
    let words = ["chart", "secret", "file", "decrypt", "deep/renamed/charts/sub/secret/own"];
    assert_eq!(with_key(&dir, &words, b"").printed(), "own");
}

#[test]
fn moved_files_are_refused_until_they_are_encrypted_for_their_place() {
    let dir = chart("binding-moved");
    for (from, to, was, is) in [
        ("shop/secret/f1", "shop/secret/f2", "secret/f1 of the chart shop", "secret/f2 of the chart shop"),
        ("shop/secret/f1", "shop/charts/sub/secret/own", "secret/f1 of the chart shop", "secret/own of the chart sub"),
        ("prod.yaml", "shop/secret-values.yaml", "a file prod.yaml", "secret-values.yaml of the chart shop"),
    ] {
        let before = read(dir.join(to));
        fs::copy(dir.join(from), dir.join(to)).expect("a file");
        let text = refused(&dir, &[]);
        assert!(text.contains(&format!("decrypting: this was encrypted for {was}, but is in {is}")), "{text}");
        assert!(text.contains("skeg chart secret upgrade CHART") && text.contains("--allow-foreign-secrets"), "{text}");
        rendered(&dir, &["--allow-foreign-secrets"]);
        // Nor do the other commands accept it there.
        let kind = if to.ends_with(".yaml") { "values-file" } else { "file" };
        assert!(with_key(&dir, &["chart", "secret", kind, "decrypt", to], b"").refused().contains(was));
        let upgrade = ["chart", "secret", "upgrade", "shop"];
        assert!(with_key(&dir, &upgrade, b"").refused().contains("No file was changed."));
        assert_eq!(with_key(&dir, &[&upgrade[..], &["--allow-foreign-secrets"]].concat(), b"").status, 0);
        rendered(&dir, &[]);
        let encrypt_again = ["chart", "secret", kind, "decrypt", to];
        with_key(&dir, &encrypt_again, b"").printed();
        fs::write(dir.join(to), before).expect("a file");
    }
    let stage = read(dir.join("prod.yaml"));
    fs::write(dir.join("stage.yaml"), stage).expect("a file");
    let text = refused(&dir, &["--secret-values", "stage.yaml"]);
    assert!(
        text.starts_with(
            "error[SKEG-SECRET-ELSEWHERE]: stage.yaml: password: decrypting: this was encrypted for a file prod.yaml"
        ),
        "{text}"
    );
}

#[test]
fn on_stdin_the_file_is_not_known() {
    let dir = chart("binding-stdin");
    let words = ["chart", "render", "shop", "--secret-values", "-"];
    let outcome = with_key(&dir, &words, read(dir.join("prod.yaml")).as_bytes());
    let text = outcome.refused();
    assert!(text.ends_with("give the file itself, --secret-values prod.yaml.\n"), "{text}");
}

/// As a shell names what `<(cat prod.yaml)` prints.
#[test]
#[cfg(target_os = "linux")]
fn through_a_pipe_the_file_is_not_known() {
    use std::os::fd::AsRawFd;
    let dir = chart("binding-pipe");
    let file = fs::File::open(dir.join("prod.yaml")).expect("a file");
    let path = format!("/dev/fd/{}", file.as_raw_fd());
    let text = with_key(&dir, &["chart", "render", "shop", "--secret-values", &path], b"").refused().to_string();
    assert!(text.starts_with("error[SKEG-SECRET-ELSEWHERE]: "), "{text}");
    assert!(text.ends_with("give the file itself, --secret-values prod.yaml.\n"), "{text}");
}

#[test]
fn formats_are_not_mixed() {
    let dir = chart("binding-mixed");
    let values = read(dir.join("shop/secret-values.yaml"));
    for weak in [format!("old: {NELM_VALUE}\n"), UNBOUND_VALUES.replace("password", "old")] {
        fs::write(dir.join("shop/secret-values.yaml"), format!("{values}{weak}")).expect("a file");
        let text = refused(&dir, &[]);
        assert!(
            text.starts_with(
                "error[SKEG-SECRET-MIXED]: shop/secret-values.yaml: old: decrypting: this is not bound to a file"
            ),
            "{text}"
        );
    }
    // A whole file in werf's format among authenticated ones.
    for (file, weak) in
        [("shop/secret-values.yaml", format!("password: {NELM_VALUE}\n")), ("shop/secret/f1", NELM_FILE.into())]
    {
        let before = read(dir.join(file));
        fs::write(dir.join("shop/secret-values.yaml"), &values).expect("a file");
        fs::write(dir.join(file), weak).expect("a file");
        let text = refused(&dir, &[]);
        assert!(
            text.starts_with(&format!("error[SKEG-SECRET-MIXED]: {file}: decrypting: this is not bound to a file")),
            "{text}"
        );
        rendered(&dir, &["--allow-foreign-secrets"]);
        fs::write(dir.join(file), before).expect("a file");
    }
}

#[test]
fn the_first_version_is_brought_over() {
    let dir = chart("binding-first-version");
    fs::write(dir.join("shop/secret-values.yaml"), UNBOUND_VALUES).expect("a file");
    for file in ["f1", "f2"] {
        fs::write(dir.join("shop/secret").join(file), UNBOUND_FILE).expect("a file");
    }
    fs::remove_dir_all(dir.join("shop/charts")).expect("a folder");
    let text = refused(&dir, &[]);
    assert!(text.starts_with("error[SKEG-SECRET-UNBOUND]: "), "{text}");
    assert!(text.contains("first authenticated format") && text.contains("skeg chart secret upgrade CHART"), "{text}");
    let shown = "password: s3cr3t\nf1: hello secret\nf2: hello secret\n";
    assert!(rendered(&dir, &["--allow-foreign-secrets"]).contains(shown));
    assert_eq!(with_key(&dir, &["chart", "secret", "upgrade", "shop"], b"").status, 0);
    assert!(read(dir.join("shop/secret/f1")).starts_with("skeg2."));
    assert!(rendered(&dir, &[]).contains(shown));
}

#[test]
fn where_the_file_is_not_known_it_is_asked_for() {
    let dir = chart("binding-unknown");
    let words = ["chart", "secret", "file", "encrypt", "--secret-format", "authenticated"];
    assert!(with_key(&dir, &words, b"x").refused().contains("--save-output-to FILE, or --for-file FILE"));
    let encrypted =
        with_key(&dir, &[&words[..], &["--for-file", "shop/secret/f1"]].concat(), b"new").printed().to_string();
    let words = ["chart", "secret", "file", "decrypt"];
    assert!(with_key(&dir, &words, encrypted.as_bytes()).refused().contains("Name the file: --for-file FILE"));
    let words = [&words[..], &["--for-file", "shop/secret/f1"]].concat();
    assert_eq!(with_key(&dir, &words, encrypted.as_bytes()).printed(), "new");
    fs::write(dir.join("shop/secret/f1"), encrypted).expect("a file");
    assert!(rendered(&dir, &[]).contains("f1: new\n"));
}
