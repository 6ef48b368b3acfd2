//! The life of a release on the oldest Kubernetes that can be built: failure class 27.

use skeg_test_cluster::{Helm, Kubernetes, Options, TestCluster};

use super::manifests::{config_map, deployment, job};
use super::site::Site;
use crate::skipping::skipped;

#[test]
fn the_life_of_a_release_on_an_old_kubernetes() {
    if !Kubernetes::Oldest.is_installed() {
        return skipped("Kubernetes 1.30 is not built: cargo xtask test --other-kubernetes");
    }
    let options = Options { kubernetes: Kubernetes::Oldest, ..Options::default() };
    let cluster: &'static TestCluster = Box::leak(Box::new(TestCluster::start_with(&options).unwrap()));
    assert!(cluster.kubectl_run(["version"]).unwrap().contains("v1.30.14"));
    let site = Site::on(cluster, "old");
    let chart = |tag: &str| {
        site.chart(&[
            ("templates/web.yaml", &deployment("web", &[], "")),
            ("templates/hook.yaml", &job("migrate", &["helm.sh/hook: pre-install,pre-upgrade"], &[])),
            ("templates/a.yaml", &config_map("a", &[]).replace("a: b", &format!("a: {tag}"))),
            (&format!("templates/{tag}.yaml"), &config_map(tag, &[])),
            ("values.yaml", &format!("tag: {tag}\n")),
        ]);
    };
    chart("one");
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0);
    trace.is_in_order(&["patch jobs/migrate", "patch deployments/web"]);
    site.chart(&[
        ("templates/web.yaml", &deployment("web", &[], "")),
        ("templates/a.yaml", &config_map("a", &[]).replace("a: b", "a: one")),
        ("templates/one.yaml", &config_map("one", &[])),
        ("values.yaml", "tag: one\n"),
    ]);
    site.install(&[]).ended(0);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0).says("up to date");
    assert_eq!(trace.writes(), [""; 0]);
    assert!(trace.count().0 <= 20, "{}", trace.count().1);

    chart("two");
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let shown = site.skeg(words.iter().chain(&["--exit-code", "--out", "plan.json"])).ended(2);
    assert!(shown.stdout.contains("~ Deployment/web") && shown.stdout.contains("- ConfigMap/one"), "{}", shown.stdout);
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
    let unknown = "apiVersion: v1\nkind: Service\nmetadata: {name: bad}\nspec: {prots: [{port: 80}]}\n";
    site.chart(&[("templates/bad.yaml", unknown)]);
    site.install(&[]).ended(1).says("prots").says("Nothing was changed.");
    site.release("rollback", &["2"]).ended(0);
    assert_eq!(site.object("configmap", "a").unwrap()["data"]["a"], "one");
    chart("three");
    site.helm(Helm::V4, &["upgrade", "shop", "./shop"]).unwrap();
    site.install(&[]).ended(0);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.history(), "");
    assert_eq!(site.names("deployment,configmap"), [""; 0]);
}
