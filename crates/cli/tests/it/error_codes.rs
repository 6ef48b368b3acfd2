//! Error codes that need no cluster.

use std::fs;

use crate::shell::{folder, skeg, skeg_with};

const CHART: &str = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";
const KEY: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn errors_of_charts_and_values_have_codes() {
    let dir = folder(
        "codes-charts",
        &[
            ("shop/Chart.yaml", CHART),
            ("shop/values.yaml", "db: {}\n"),
            ("shop/values.schema.json", r#"{"properties": {"replicas": {"type": "integer"}}}"#),
            ("shop/charts/db/Chart.yaml", "apiVersion: v2\nname: db\nversion: 1.0.0\n"),
            ("new/Chart.yaml", "apiVersion: v2\nname: new\nversion: 1.0.0\nkubeVersion: '>=1.99'\n"),
            ("lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n"),
            ("bad/Chart.yaml", "a: b: c\n"),
            ("deps/Chart.yaml", &format!("{CHART}dependencies:\n- {{name: db, version: 1.0.0, repository: ''}}\n")),
            ("list.yaml", "- a\n"),
            ("broken.tgz", "no archive"),
        ],
    );
    for (line, code) in [
        ("bad", "SKEG-CHART-INVALID"),
        ("oci://example.com/shop", "SKEG-CHART-REMOTE"),
        ("broken.tgz", "SKEG-CHART-ARCHIVE"),
        ("deps", "SKEG-CHART-DEPENDENCIES"),
        ("lib", "SKEG-CHART-NOT-INSTALLABLE"),
        ("new --kube-version 1.30", "SKEG-CHART-KUBE-VERSION"),
        ("shop -r Not_Good", "SKEG-RELEASE-NAME"),
        ("shop -f list.yaml", "SKEG-VALUES-FILE"),
        ("shop -f none.yaml", "SKEG-VALUES-FILE"),
        ("shop --set a", "SKEG-VALUES-SET"),
        ("shop --set db=text", "SKEG-VALUES-TYPE"),
        ("shop --set replicas=x", "SKEG-VALUES-SCHEMA"),
        ("shop --save-output-to none/file", "SKEG-FILE-UNWRITABLE"),
    ] {
        let words: Vec<&str> = ["chart", "render"].into_iter().chain(line.split_whitespace()).collect();
        let outcome = skeg(&dir, &words);
        assert!(outcome.refused().starts_with(&format!("error[{code}]: ")), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn errors_of_the_command_line_have_codes() {
    let dir = folder("codes-usage", &[("shop/Chart.yaml", CHART)]);
    for (line, code) in [
        ("release install", "SKEG-MISSING-ARGUMENT"),
        ("completion", "SKEG-MISSING-ARGUMENT"),
        ("release install shop ./shop --no-hooks", "SKEG-HELM-FLAG"),
        ("release uninstall shop --keep-history --delete-namespace", "SKEG-FLAG-CONFLICT"),
        ("release plan show none.json", "SKEG-FILE-UNREADABLE"),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let outcome = skeg(&dir, &words);
        assert!(outcome.refused().starts_with(&format!("error[{code}]: ")), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn errors_of_secrets_have_codes() {
    let dir = folder("codes-secrets", &[("shop/Chart.yaml", CHART), ("plain", "text"), ("v.yaml", "a: b\n")]);
    let run = |line: &str, key: &str, input: &[u8]| {
        let words: Vec<&str> = ["chart", "secret"].into_iter().chain(line.split_whitespace()).collect();
        skeg_with(&dir, &words, &[("SKEG_SECRET_KEY", key), ("EDITOR", "none-such-editor")], input)
    };
    let sealed = run("file encrypt plain --secret-format authenticated --for-file sealed", KEY, b"");
    fs::write(dir.join("sealed"), sealed.stdout.clone()).unwrap();
    let other = KEY.replace('0', "1");
    for (line, key, code) in [
        ("file decrypt plain", KEY, "SKEG-SECRET-DECRYPT"),
        ("file encrypt --secret-format authenticated", KEY, "SKEG-SECRET-NO-PLACE"),
        ("values-file edit v.yaml", KEY, "SKEG-SECRET-DECRYPT"),
        ("file edit new", KEY, "SKEG-EDITOR"),
        ("file decrypt sealed", &*other, "SKEG-SECRET-OTHER-KEY"),
    ] {
        let outcome = run(line, key, b"");
        assert!(outcome.refused().starts_with(&format!("error[{code}]: ")), "{line}: {}", outcome.stderr);
    }
}
