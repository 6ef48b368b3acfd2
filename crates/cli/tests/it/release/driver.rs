//! Where records are stored: `--release-storage` and Helm's `HELM_DRIVER`.

use skeg_test_cluster::Helm;

use super::manifests::config_map;
use super::site::{Ran, Site};

/// `skeg release WORD …` with Helm's variable.
fn with_driver(site: &Site, driver: &str, word: &str, more: &[&str]) -> Ran {
    let mut words = vec!["release", word, "-n", &site.namespace];
    words.extend(more);
    Ran::of(&site.command(words).env("HELM_DRIVER", driver).output().unwrap())
}

fn records(site: &Site, kind: &str) -> Vec<String> {
    let names = site.kubectl(&["get", kind, "-lowner=helm", "-o", "jsonpath={.items[*].metadata.name}"]);
    names.split_whitespace().map(str::to_string).collect()
}

#[test]
fn what_helm_keeps_elsewhere_gets_no_second_history() {
    let site = Site::new("driver-sql");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    for (driver, why) in [
        ("sql", "records in an SQL database are not supported yet"),
        ("etcd", "\"etcd\" is not one of secret, secrets, configmap, configmaps, memory"),
        ("Secret", "\"Secret\" is not one of secret, secrets, configmap, configmaps, memory"),
    ] {
        for (word, more) in [
            ("install", &["-r", "shop", "./shop"][..]),
            ("uninstall", &["-r", "shop"]),
            ("list", &[]),
            ("history", &["-r", "shop"]),
            ("get", &["-r", "shop"]),
        ] {
            let ran = with_driver(&site, driver, word, more).ended(1);
            assert_eq!(ran.stdout, "", "{driver} {word}");
            ran.says("environment variable HELM_DRIVER: ").says(why).says("--release-storage");
        }
    }
    assert!(records(&site, "secrets").is_empty() && site.object("configmap", "a").is_none());
    // An explicit flag takes precedence.
    let words = ["-r", "shop", "./shop", "--release-storage", "secret"];
    with_driver(&site, "sql", "install", &words).ended(0);
    assert_eq!(records(&site, "secrets"), ["sh.helm.release.v1.shop.v1"]);
    site.skeg(["release", "list", "--release-storage", "sql"]).ended(1).says("SQL database");
}

/// As in Helm, but with a warning.
#[test]
fn a_second_history_is_told() {
    let site = Site::new("driver-two");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let install = ["-r", "shop", "./shop"];
    with_driver(&site, "configmap", "install", &install).ended(0);
    let warning = "release \"shop\" is recorded in ConfigMaps already (revision 1, deployed), and this begins a second history \
                   in Secrets; to continue the first one: --release-storage configmap";
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(0).says(warning);
    with_driver(&site, "", "install", &install).ended(0).says(warning);
    for driver in ["", "configmap"] {
        let ran = with_driver(&site, driver, "install", &install).ended(0);
        assert!(!ran.stderr.contains("second history"), "{driver}: {}", ran.stderr);
    }
}

#[test]
fn records_are_where_helm_looks_for_them() {
    let site = Site::new("driver");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    for driver in ["configmap", "configmaps"] {
        with_driver(&site, driver, "install", &["-r", "shop", "./shop", "--set", &format!("driver={driver}")]).ended(0);
    }
    assert_eq!(records(&site, "configmaps"), ["sh.helm.release.v1.shop.v1", "sh.helm.release.v1.shop.v2"]);
    assert!(records(&site, "secrets").is_empty());
    let mut helm = site.cluster.helm(Helm::V4).unwrap();
    helm.env("HELM_DRIVER", "configmaps").args(["-n", &site.namespace, "history", "shop", "-o", "json"]);
    let theirs: serde_json::Value = serde_json::from_slice(&helm.output().unwrap().stdout).unwrap();
    let ours = with_driver(&site, "configmaps", "history", &["-r", "shop", "-o", "json"]).ended(0).stdout;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&ours).unwrap(), theirs);
    with_driver(&site, "", "list", &["-o", "json"]).ended(0).says("[]");
}

#[test]
fn in_memory_nothing_outlives_the_command() {
    let site = Site::new("driver-memory");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    for _ in 0..2 {
        with_driver(&site, "memory", "install", &["-r", "shop", "./shop"]).ended(0);
        assert!(site.object("configmap", "a").is_some());
    }
    assert!(records(&site, "secrets").is_empty() && records(&site, "configmaps").is_empty());
    with_driver(&site, "memory", "list", &["-o", "json"]).ended(0).says("[]");
    let plan = ["plan", "install", "-r", "shop", "-n", &site.namespace, "./shop", "--out", "plan.json"];
    let words = ["release"].into_iter().chain(plan);
    let ran = Ran::of(&site.command(words).env("HELM_DRIVER", "memory").output().unwrap());
    ran.ended(1).says("gone when this command ends").says("--release-storage secret");
}
