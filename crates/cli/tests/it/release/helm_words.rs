//! Helm's words and flags: accepted if they ask for what Skeg does anyway, otherwise explained.

use super::site::Site;

const SETTINGS: (&str, &str) = (
    "templates/settings.yaml",
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: {{ .Values.a }}}\n",
);
const VALUES: (&str, &str) = ("values.yaml", "a: b\n");

#[test]
fn what_means_the_same_is_taken() {
    let site = Site::new("helm-words");
    site.chart(&[SETTINGS, VALUES]);
    let run = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().chain(["-n", &site.namespace]).collect();
        let ran = site.skeg(words).ended(0);
        assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
        ran
    };
    run("release install shop ./shop --create-namespace --wait --atomic");
    run(
        "release install shop ./shop --install --wait=watcher --wait-for-jobs --reset-values --hide-notes --server-side=true --force-conflicts --set a=c",
    );
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    run("release plan install shop ./shop --dry-run=server --wait --hide-secret --set a=d").says("revision 2 → 3");
    run("release list --all").says("shop");
    run("release history shop");
    run("release status shop --show-resources --show-desc --revision 1").says("Revision 1 of release shop");
    run("release get shop --revision 1 --print-values").says("revision: 1");
    run("release rollback shop 1 --wait --wait-for-jobs --debug").says("debug: ");
    run("release uninstall shop --wait --ignore-not-found");
    assert_eq!(site.history(), "");
}

#[test]
fn a_chart_may_stand_alone() {
    let site = Site::new("helm-words-chart");
    site.chart(&[SETTINGS, VALUES]);
    site.skeg(["release", "install", "./shop", "-n", &site.namespace]).ended(0).says("Installing shop into");
    assert_eq!(site.history(), "1 deployed");
    site.skeg(["release", "plan", "install", "./shop", "-n", &site.namespace])
        .ended(0)
        .says("Plan for release shop in");
    let refused = |words: &[&str], message: &str, hint: &str| {
        let ran = site.skeg(["release", "install", "-n", &site.namespace].iter().chain(words)).ended(1);
        assert!(ran.stderr.starts_with(&format!("error[SKEG-MISSING-ARGUMENT]: {message}\n")), "{}", ran.stderr);
        ran.says(hint);
    };
    refused(
        &["./nowhere"],
        "./nowhere is a path, and the release's name is missing",
        "skeg release install shop ./shop",
    );
    refused(
        &["./shop", "web"],
        "./shop is a path, and stands where the release's name is expected",
        "The name comes first: skeg release install web ./shop",
    );
    assert_eq!(site.names("configmap"), ["settings"]);
}
