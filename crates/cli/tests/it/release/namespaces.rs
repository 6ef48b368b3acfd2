//! The namespace of a release.

use super::manifests::config_map;
use super::site::Site;

#[test]
fn a_namespace_is_created_and_deleted_if_asked() {
    let site = Site::new("home");
    let other = format!("{}-made", site.namespace);
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let install = ["release", "install", "shop", "./shop", "-n", &other];
    site.skeg(install.iter().chain(&["--no-create-namespace"]))
        .ended(1)
        .says("SKEG-NO-NAMESPACE")
        .says(&format!("namespace {other:?} does not exist"))
        .says(&format!("kubectl create namespace {other}"));
    assert_eq!(site.object("namespace", &other), None);

    site.skeg(install).ended(0);
    assert!(site.object("namespace", &other).is_some());
    assert_ne!(site.cluster.kubectl_run(["-n", &other, "get", "configmap", "a"]).unwrap(), "");

    site.skeg(["release", "uninstall", "shop", "-n", &other, "--delete-namespace"]).ended(0);
    assert_eq!(site.object("namespace", &other), None);
    let gone = site.skeg(["release", "uninstall", "shop", "-n", &other]);
    gone.ended(0).says("There is no release shop");
}

#[test]
fn a_namespace_in_the_chart_is_made_before_what_is_in_it() {
    let site = Site::new("own-namespace");
    let other = format!("{}-own", site.namespace);
    let a = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, namespace: {other}}}\n");
    let namespace = format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n");
    site.chart(&[("templates/a.yaml", &a), ("templates/b.yaml", &namespace)]);
    let trace = site.traced_install(&[]);
    trace.is_before(&format!("patch namespaces/{other}"), "patch configmaps/a");
    site.install(&[]).ended(0).says("up to date");
    site.release("uninstall", &["--prune-namespaces"]).ended(0);
    assert_eq!(site.object("namespace", &other), None);
}
