//! Charts with secrets: precedence, which file is decrypted for whom, and when a key is needed.

use super::{KEY, NELM_FILE, NELM_VALUE, OTHER_KEY, with_key};
use crate::shell::{folder, skeg, skeg_with};

const SHOW: &str = "kind: A\nvalues: {{ .Values | toJson }}\n";
const FILE: &str = "kind: A\nfile: {{ werf_secret_file \"file\" | trim }}\n";

fn encrypted(text: &str) -> String {
    let dir = std::env::temp_dir();
    with_key(&dir, &["chart", "secret", "values-file", "encrypt"], text.as_bytes()).printed().to_string()
}

/// The output of a template that shows `.Values`.
fn values(outcome: &crate::shell::Outcome) -> String {
    let line = outcome.printed().lines().find_map(|line| line.strip_prefix("values: ").map(str::to_string));
    line.expect("a line with values")
}

#[test]
fn secret_values_win_over_what_the_user_set() {
    let secrets = format!("password: {NELM_VALUE}\n");
    let more = encrypted("deep:\n  more: five\n");
    let dir = folder(
        "render-secret-values",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/values.yaml", "password: default\ndeep: {less: 1}\nplain: x\n"),
            ("shop/secret-values.yaml", &secrets),
            ("shop/templates/a.yaml", SHOW),
            ("more.yaml", &more),
        ],
    );
    let render =
        |flags: &[&str]| with_key(&dir, &[&["chart", "render", "shop", "--set", "password=set"], flags].concat(), b"");
    assert_eq!(values(&render(&[])), r#"{"deep":{"less":1},"password":"s3cr3t","plain":"x"}"#);
    let outcome = render(&["--secret-values", "more.yaml"]);
    assert_eq!(values(&outcome), r#"{"deep":{"less":1,"more":"five"},"password":"s3cr3t","plain":"x"}"#);
    let outcome = render(&["--no-default-secret-values"]);
    assert_eq!(values(&outcome), r#"{"deep":{"less":1},"password":"set","plain":"x"}"#);
    let outcome = skeg(&dir, &["chart", "render", "shop", "--no-decrypt-secrets"]);
    assert!(values(&outcome).contains(NELM_VALUE));
    // Helm ignores all of this.
    assert_eq!(values(&skeg(&dir, &["template", "shop"])), r#"{"deep":{"less":1},"password":"default","plain":"x"}"#);
}

#[test]
fn a_wrong_or_missing_key_is_told_with_the_file() {
    let secrets = format!("a:\n- {NELM_VALUE}\n");
    let dir = folder(
        "render-secret-key",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/secret-values.yaml", &secrets),
            ("shop/templates/a.yaml", SHOW),
        ],
    );
    let render = |key: &[(&str, &str)]| skeg_with(&dir, &["chart", "render", "shop"], key, b"");
    let text = render(&[]).refused().to_string();
    assert!(
        text.starts_with("error[SKEG-SECRET-KEY-MISSING]: no secret key found\n") && text.contains(".werf_secret_key"),
        "{text}"
    );
    assert!(text.contains("--no-decrypt-secrets"), "{text}");
    let text = render(&[("NELM_SECRET_KEY", OTHER_KEY)]).refused().to_string();
    assert!(
        text.starts_with(
            "error[SKEG-SECRET-DECRYPT]: shop/secret-values.yaml: a[0]: decrypting: check that this is the right key"
        ),
        "{text}"
    );
    assert_eq!(values(&render(&[("WERF_SECRET_KEY", KEY)])), r#"{"a":["s3cr3t"]}"#);
}

#[test]
fn no_key_is_needed_where_nothing_is_encrypted() {
    let dir = folder(
        "render-no-secrets",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/secret-values.yaml", "# nothing yet\n"),
            ("shop/templates/a.yaml", SHOW),
        ],
    );
    assert_eq!(values(&skeg(&dir, &["chart", "render", "shop"])), "{}");
}

#[test]
fn subcharts_have_secrets_of_their_own() {
    let values_of_sub = encrypted("user: sub\npassword: of-sub\n");
    let dir = folder(
        "render-secret-subcharts",
        &[
            (
                "shop/Chart.yaml",
                "apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n- {name: sub, version: 1.0.0, alias: first}\n- {name: sub, version: 1.0.0, alias: second}\n",
            ),
            ("shop/values.yaml", "first: {password: of-parent, user: of-parent}\n"),
            ("shop/secret/file", NELM_FILE),
            ("shop/secret/root", NELM_FILE),
            ("shop/templates/a.yaml", FILE),
            ("shop/charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n"),
            ("shop/charts/sub/values.yaml", "user: default\n"),
            ("shop/charts/sub/secret-values.yaml", &values_of_sub),
            ("shop/charts/sub/templates/a.yaml", SHOW),
            (
                "shop/charts/sub/templates/b.yaml",
                "kind: B\nfiles: {{ werf_secret_file \"file\" }} {{ werf_secret_file \"root\" }}",
            ),
        ],
    );
    let own = ["chart", "secret", "file", "encrypt", "--save-output-to", "shop/charts/sub/secret/file"];
    assert_eq!(with_key(&dir, &own, b"own").printed(), "");
    let outcome = with_key(&dir, &["chart", "render", "shop", "--set", "first.password=set"], b"");
    let text = outcome.printed();
    assert!(text.contains(r#"values: {"global":{},"password":"set","user":"sub"}"#), "{text}");
    assert!(text.contains(r#"values: {"global":{},"password":"of-sub","user":"sub"}"#), "{text}");
    assert_eq!(text.matches("files: own hello secret\n").count(), 2, "{text}");
    assert_eq!(text.matches("file: hello secret\n").count(), 1, "{text}");
}

#[test]
fn a_secret_file_that_is_missing_is_told_with_those_there_are() {
    let template = "kind: A\nfile: {{ werf_secret_file \"fiel\" }}\n";
    let dir = folder(
        "render-secret-file",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/secret/file", NELM_FILE),
            ("shop/templates/a.yaml", template),
        ],
    );
    let text = with_key(&dir, &["chart", "render", "shop"], b"").refused().to_string();
    assert!(text.contains("secret file \"fiel\" not found, you may use one of the following: file"), "{text}");
    let text = skeg(&dir, &["template", "shop"]).refused().to_string();
    assert!(text.contains("function \"werf_secret_file\" not defined"), "{text}");
}
