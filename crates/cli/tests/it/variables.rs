//! Variables that nothing reads, and flags that are accepted for compatibility with Nelm.

use std::path::Path;

use crate::shell::{shop, skeg, skeg_with};

/// Stderr of a command that succeeds.
#[track_caller]
fn said(folder: &Path, words: &[&str], variables: &[(&str, &str)]) -> String {
    let outcome = skeg_with(folder, words, variables, b"");
    assert_eq!(outcome.status, 0, "{words:?} {variables:?}: {}", outcome.stderr);
    outcome.stderr
}

#[test]
fn an_unknown_variable_is_told_with_the_name_that_was_probably_meant() {
    let dir = shop("variables-unknown");
    for (name, want) in [
        ("SKEG_NAMESPCE", "SKEG_NAMESPCE is set, but no flag has this variable; did you mean SKEG_NAMESPACE?"),
        ("NELM_SET_STRNG", "NELM_SET_STRNG is set, but no flag has this variable; did you mean NELM_SET_STRING?"),
        (
            "SKEG_CHART_RENDER_NAMESPCE",
            "SKEG_CHART_RENDER_NAMESPCE is set, but no flag has this variable; did you mean SKEG_CHART_RENDER_NAMESPACE?",
        ),
        ("SKEG_WINDMILL_COLOUR_SCHEME", "SKEG_WINDMILL_COLOUR_SCHEME is set, but no flag has this variable"),
        (
            "NELM_FEAT_REMOTE_CHART",
            "NELM_FEAT_REMOTE_CHART is set, but there is no such feature gate; did you mean NELM_FEAT_REMOTE_CHARTS?",
        ),
        ("SKEG_FEAT_WINDMILLS", "SKEG_FEAT_WINDMILLS is set, but there is no such feature gate"),
    ] {
        assert_eq!(said(&dir, &["chart", "render", "shop"], &[(name, "x")]), format!("warning: {want}\n"));
        assert_eq!(said(&dir, &["chart", "render", "shop", "--log-level", "error"], &[(name, "x")]), "");
    }
    let both = said(&dir, &["chart", "render", "shop"], &[("SKEG_A_B_C_D", "x"), ("NELM_A_B_C_D", "x")]);
    assert_eq!(both.lines().count(), 2, "{both}");
}

#[test]
fn known_variables_are_no_matter_whose() {
    let dir = shop("variables-known");
    for (name, value) in [
        // For this command and for others, for all commands and for one.
        ("SKEG_NAMESPACE", "x"),
        ("NELM_CHART_RENDER_NAMESPACE", "x"),
        ("NELM_AUTO_ROLLBACK", "true"),
        ("SKEG_RELEASE_INSTALL_AUTO_ROLLBACK", "true"),
        ("NELM_RELEASE_PLAN_INSTALL_SAVE_PLAN", "plan.json"),
        ("SKEG_OLD_SECRET_KEY", "x"),
        ("NELM_TEMP_DIR", "/tmp"),
        ("NELM_CHART_LINT_KUBE_VERSION", "1.30"),
        ("NELM_RELEASE_STORAGE_SQL_CONNECTION", "x"),
        // Families of variables.
        ("NELM_LABELS_1", "a=b"),
        ("SKEG_CHART_RENDER_ANNOTATIONS_TEAM", "a=b"),
        ("NELM_RELEASE_LABELS_TEAM", "a=b"),
        // Nelm's feature gates.
        ("NELM_FEAT_PREVIEW_V2", "true"),
        ("NELM_FEAT_FIELD_SENSITIVE", "true"),
        // Of other programs, and empty ones.
        ("WERF_ENV", "x"),
        ("SKEGGY", "x"),
        ("SKEG_NAMESPCE", ""),
        // Set by Kubernetes in a pod beside a Service called skeg, or skeg-runner.
        ("SKEG_SERVICE_HOST", "10.0.0.1"),
        ("SKEG_SERVICE_PORT_HTTP", "80"),
        ("SKEG_PORT", "tcp://10.0.0.1:80"),
        ("SKEG_RUNNER_PORT_80_TCP_ADDR", "10.0.0.1"),
    ] {
        assert_eq!(said(&dir, &["chart", "render", "shop"], &[(name, value)]), "", "{name}");
    }
}

/// `skeg template` prints on stderr what Helm prints; commands without messages of their own are silent too.
#[test]
fn helms_words_stay_helms() {
    let dir = shop("variables-template");
    for words in [&["template", "shop"][..], &["version"], &["completion", "bash"]] {
        assert_eq!(said(&dir, words, &[("SKEG_NAMESPCE", "x")]), "", "{words:?}");
    }
}

/// Aliases of a flag have variables too: Nelm calls `--out` `--save-plan`.
#[test]
fn other_names_of_flags_have_variables() {
    let dir = shop("variables-aliases");
    let printed = |variables: &[(&str, &str)]| {
        let words = ["chart", "render", "shop"];
        String::from_utf8(skeg_with(&dir, &words, variables, b"").stdout).unwrap()
    };
    assert!(!printed(&[]).contains("CustomResourceDefinition"));
    assert!(printed(&[("SKEG_INCLUDE_CRDS", "true")]).contains("CustomResourceDefinition"));
    assert!(
        !printed(&[("SKEG_INCLUDE_CRDS", "true"), ("SKEG_SHOW_CRDS", "false")]).contains("CustomResourceDefinition")
    );
}

/// Flags of Nelm that have no effect in Skeg.
pub(crate) const WITHOUT_EFFECT: &[&str] = &[
    "--temp-dir=/tmp",
    "--release-storage-sql-connection=x",
    "--kube-qps-limit=5",
    "--kube-burst-limit=5",
    "--chart-repo-url=https://example.org",
    "--chart-repo-basic-username=x",
    "--chart-repo-basic-password=x",
    "--chart-repo-ca=x",
    "--chart-repo-cert=x",
    "--chart-repo-key=x",
    "--chart-repo-pass-creds",
    "--chart-repo-request-timeout=5s",
    "--insecure-chart-repos",
    "--no-verify-chart-repos-tls",
    "--no-update-chart-repos",
    "--oci-chart-repos-creds=x",
    "--provenance-keyring=x",
    "--provenance-strategy=never",
    "--deno-binary-path=x",
    "--ignore-bundle-js",
    "--no-resource-validation",
    "--local-resource-validation",
    "--resource-validation-kube-version=1.30.0",
    "--resource-validation-skip=kind=Pod",
    "--resource-validation-schema=x",
    "--resource-validation-extra-schema=x",
    "--resource-validation-cache-lifetime=48h",
];

#[test]
fn nelms_flags_for_what_is_not_there_are_taken() {
    let dir = shop("variables-accepted");
    let plain = skeg(&dir, &["chart", "render", "shop"]);
    let words: Vec<&str> = ["chart", "render", "shop"].iter().chain(WITHOUT_EFFECT).copied().collect();
    assert_eq!(skeg(&dir, &words).printed(), plain.printed());
    for command in ["install", "plan install"] {
        let words: Vec<&str> = ["release"].into_iter().chain(command.split(' ')).chain(["--help"]).collect();
        let help = skeg(&dir, &words).printed().to_string();
        let (_, accepted) = help.split_once("\nAccepted, without effect:\n").expect("they are named");
        for flag in WITHOUT_EFFECT {
            let name = flag.split('=').next().unwrap_or_default();
            let is_named = accepted.split([' ', ',', '\n']).any(|word| word == name);
            assert!(is_named, "{command}: {name} is not in {accepted}");
        }
    }
    let refused = skeg(&dir, &["chart", "render", "shop", "--chart-version", "1"]);
    assert!(refused.refused().contains("charts from repositories are not supported yet"), "{}", refused.stderr);
}
