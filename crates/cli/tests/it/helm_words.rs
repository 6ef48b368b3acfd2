//! Words of Helm that mean something else here are explained; none is answered with the nearest spelling.

use crate::shell::{shop, skeg, skeg_with};

#[test]
fn flags_are_explained() {
    let dir = shop("helm-words-flags");
    for (line, want) in [
        (
            "install shop ./shop --dry-run -n x --set password=long",
            "--dry-run: to see what would change, run: skeg release plan install shop ./shop -n x",
        ),
        ("uninstall shop --dry-run", "--dry-run: to see what would be deleted, run: skeg release plan uninstall shop"),
        (
            "rollback -r shop 2 --dry-run",
            "--dry-run: to see what would change, run: skeg release plan rollback 2 -r shop",
        ),
        ("install shop ./shop --reuse-values", "--reuse-values: Skeg never reuses the last revision's values"),
        ("install shop ./shop --wait=false", "invalid argument \"false\" for \"--wait\" flag: Skeg always waits"),
        ("install shop ./shop --create-namespace=false", "use --no-create-namespace"),
        ("install shop ./shop --no-hooks", "--no-hooks: Skeg always runs hooks"),
        (
            "install shop ./shop --version 1.2.3",
            "--version: charts from repositories and registries are not supported yet",
        ),
        ("install ./shop -g", "--generate-name: give the release a name"),
        ("install shop ./shop -o json", "--output: for machine-readable progress, use --progress json"),
        ("uninstall shop --cascade background", "--cascade: how dependents are deleted"),
        ("rollback shop --recreate-pods", "--recreate-pods: Skeg does not recreate unchanged pods"),
        ("list -q", "--short: for names alone"),
        ("list --failed", "--failed: the list is not filtered"),
        ("list --deployed", "--deployed: the list is not filtered"),
        ("list --pending", "--pending: the list is not filtered"),
        ("list --superseded", "--superseded: the list is not filtered"),
        ("list --uninstalled", "--uninstalled: the list is not filtered"),
        ("list --uninstalling", "--uninstalling: the list is not filtered"),
        ("list --filter shop", "--filter: the list is not filtered"),
        ("list --offset 3", "--offset: the list is never truncated"),
        ("list --date", "--date: the list is sorted by name"),
        ("list --reverse", "--reverse: the list is sorted by name"),
        ("list --time-format 2006", "--time-format: for programs use:"),
        (
            "install shop ./shop --reset-then-reuse-values",
            "--reset-then-reuse-values: Skeg never reuses the last revision's values",
        ),
        ("install shop ./shop --cleanup-on-fail", "--cleanup-on-fail: "),
    ] {
        let words: Vec<&str> = std::iter::once("release").chain(line.split_whitespace()).collect();
        let ran = skeg(&dir, &words);
        assert_eq!(ran.status, 1, "{line}");
        assert!(ran.stderr.contains(want) && ran.stderr.starts_with("error[SKEG-"), "{line}:\n{}", ran.stderr);
        assert!(!ran.stderr.contains("Did you mean") && !ran.stderr.contains("password"), "{line}:\n{}", ran.stderr);
    }
    // A flag of another command is not treated as a typo.
    let ran = skeg(&dir, &["release", "history", "shop", "--create-namespace"]);
    assert!(ran.stderr.starts_with("error[SKEG-UNKNOWN-FLAG]: unknown flag: --create-namespace\n"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("Did you mean"), "{}", ran.stderr);
}

#[test]
fn commands_are_explained() {
    let dir = shop("helm-words-commands");
    for (line, want) in [
        ("install shop ./shop", "In Skeg this is: skeg release install shop ./shop\n"),
        ("upgrade shop ./shop --install --set password=long", "In Skeg this is: skeg release install shop ./shop …\n"),
        ("release upgrade shop ./shop", "In Skeg this is: skeg release install shop ./shop\n"),
        ("uninstall shop", "In Skeg this is: skeg release uninstall shop\n"),
        ("release delete shop", "In Skeg this is: skeg release uninstall shop\n"),
        ("list", "In Skeg this is: skeg release list\n"),
        ("ls", "In Skeg this is: skeg release list\n"),
        ("rollback shop 2", "In Skeg this is: skeg release rollback shop 2\n"),
        ("status shop", "In Skeg this is: skeg release status shop\n"),
        ("diff upgrade", "In Skeg this is: skeg release plan install upgrade\n"),
        ("release test shop", "helm test does"),
        ("dependency update", "use helm"),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ran = skeg(&dir, &words);
        assert_eq!(ran.status, 1, "{line}");
        assert!(ran.stderr.contains(want) && !ran.stderr.contains("Did you mean"), "{line}:\n{}", ran.stderr);
        assert!(!ran.stderr.contains("password"), "{}", ran.stderr);
    }
    // Typos still get a suggestion.
    assert!(skeg(&dir, &["release", "instal"]).stderr.contains("Did you mean: skeg release install"));
}

/// `NELM_VERSION` and similar variables are set by people who install Nelm; they have no effect on a deploy.
#[test]
fn words_of_helm_are_no_variables() {
    let dir = shop("helm-words-variables");
    let ran =
        skeg_with(&dir, &["release", "install", "./none"], &[("SKEG_VERSION", "1"), ("SKEG_DRY_RUN", "true")], b"");
    assert!(ran.stderr.contains("./none is a path"), "{}", ran.stderr);
}
