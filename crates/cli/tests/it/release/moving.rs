//! `release move`: resources change their release, and have an owner at every moment.

use serde_json::Value;
use skeg_test_cluster::Helm;

use super::inventory_show::members;
use super::manifests::config_map;
use super::pieces::Workload;
use super::running::kill_after;
use super::site::{Ran, Site};

/// Two releases: `shop` with a Deployment, two ConfigMaps and a hook, and `db` with a ConfigMap.
fn two_releases(name: &str) -> Site {
    let site = Site::new(name);
    let web = Workload { spec: "replicas: 1", ..Workload::default() }.deployment();
    let hook = config_map("hook", &["helm.sh/hook: post-install"]);
    chart(&site, &["a", "b"], &[("templates/web.yaml", &web), ("templates/hook.yaml", &hook)]);
    install(&site, "shop").ended(0);
    chart(&site, &["own"], &[]);
    install(&site, "db").ended(0);
    site
}

fn chart(site: &Site, maps: &[&str], more: &[(&str, &str)]) {
    let maps: Vec<(String, String)> =
        maps.iter().map(|name| (format!("templates/{name}.yaml"), config_map(name, &[]))).collect();
    let maps = maps.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    site.chart(&maps.chain(more.iter().copied()).collect::<Vec<_>>());
}

fn install(site: &Site, release: &str) -> Ran {
    site.skeg(["release", "install", release, "./shop", "-n", &site.namespace])
}

fn words<'a>(site: &'a Site, more: &[&'a str]) -> Vec<&'a str> {
    [&["release", "move", "--from", "shop", "--to", "db", "-n", &site.namespace], more].concat()
}

fn shift(site: &Site, more: &[&str]) -> Ran {
    site.skeg(words(site, more))
}

/// The members of a release by its inventory.
fn listed(site: &Site, release: &str) -> Vec<String> {
    let ran = site.skeg(["release", "inventory", "show", release, "-n", &site.namespace, "-o", "json"]).ended(0);
    members(&serde_json::from_str::<Value>(&ran.stdout).unwrap())
}

fn owner(site: &Site, kind: &str, name: &str) -> String {
    let object = site.object(kind, name).unwrap_or_else(|| panic!("{kind}/{name} is gone"));
    object["metadata"]["annotations"]["meta.helm.sh/release-name"].as_str().unwrap_or("nobody").to_string()
}

#[test]
fn resources_are_handed_over_untouched() {
    let site = two_releases("move");
    site.kubectl(&["scale", "deployment", "web", "--replicas", "2"]);
    let before = site.object("deployment", "web").unwrap();
    let ran = shift(&site, &["deployment/web", "ConfigMap/b", "--dry-run"]).ended(0);
    ran.says("ConfigMap/b: would be moved\nDeployment/web: would be moved\nNothing was changed: --dry-run.\n");
    assert_eq!(owner(&site, "deployment", "web"), "shop");
    let ran = shift(&site, &["deployment.apps/web", "ConfigMap/b", "--lock-timeout", "20s"]).ended(0);
    ran.says("ConfigMap/b: moved\nDeployment/web: moved\n").says("skeg release install db -n ");

    // Nothing changes but the marks: no new pods, no replicas lost.
    let after = site.object("deployment", "web").unwrap();
    assert_eq!((&after["spec"], &after["metadata"]["uid"]), (&before["spec"], &before["metadata"]["uid"]));
    assert_eq!(site.kubectl(&["get", "replicasets", "-o", "name"]).lines().count(), 1);
    assert_eq!(
        (owner(&site, "deployment", "web"), owner(&site, "configmap", "b")),
        ("db".to_string(), "db".to_string())
    );
    assert_eq!(listed(&site, "shop"), ["ConfigMap/a deployed", "ConfigMap/hook deployed"]);
    assert_eq!(listed(&site, "db"), ["ConfigMap/b moved", "Deployment/web moved", "ConfigMap/own deployed"]);
    for release in ["shop", "db"] {
        site.skeg(["release", "inventory", "verify", release, "-n", &site.namespace, "--scan"]).ended(0);
    }
    let verified = site.skeg(["release", "inventory", "verify", "shop", "-n", &site.namespace]).ended(0);
    verified.says("note: ConfigMap/b was handed over to release \"db\", and only Helm's record still names it");
    assert_eq!(site.release("drift", &[]).ended(0).status, 0);
    shift(&site, &["Deployment/web"]).ended(0).says("Deployment/web: was moved before\nNothing to move.\n");

    // The old owner's record still has them, and it must not delete them: not with its old chart, nor without them.
    let rolled_back = site.release("rollback", &["1"]).ended(1);
    rolled_back.says("SKEG-RESOURCE-FOREIGN");
    chart(&site, &["a"], &[]);
    install(&site, "shop").ended(0).says("left in the cluster: it belongs to release \"db\"");
    assert_eq!(
        (owner(&site, "deployment", "web"), owner(&site, "configmap", "b")),
        ("db".to_string(), "db".to_string())
    );
    // The new owner adopts what its chart has, and deletes what it does not have.
    chart(&site, &["own", "b"], &[]);
    install(&site, "db").ended(0);
    assert_eq!(listed(&site, "db"), ["ConfigMap/b deployed", "ConfigMap/own deployed"]);
    assert!(site.object("deployment", "web").is_none());
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.names("configmap,deployment"), ["b", "own"]);
}

#[test]
fn a_move_that_is_killed_at_any_write_is_finished_by_the_next() {
    for writes in 1..=8 {
        let site = two_releases("move-killed");
        kill_after(writes, &site, &words(&site, &["ConfigMap/a", "ConfigMap/b"]));
        for name in ["a", "b"] {
            let owner = owner(&site, "configmap", name);
            let is_listed =
                listed(&site, &owner).iter().any(|member| member.starts_with(&format!("ConfigMap/{name} ")));
            assert!(is_listed, "after {writes} writes {owner} owns {name} and does not know it");
        }
        shift(&site, &["ConfigMap/a", "ConfigMap/b"]).ended(0);
        assert_eq!(
            (owner(&site, "configmap", "a"), owner(&site, "configmap", "b")),
            ("db".to_string(), "db".to_string())
        );
        let lists = (listed(&site, "shop"), listed(&site, "db"));
        assert_eq!(lists.0, ["ConfigMap/hook deployed", "Deployment/web deployed"], "after {writes} writes");
        assert_eq!(
            lists.1,
            ["ConfigMap/a moved", "ConfigMap/b moved", "ConfigMap/own deployed"],
            "after {writes} writes"
        );
    }
}

#[test]
fn releases_of_two_namespaces_move_too() {
    let (site, other) = (two_releases("move-from"), Site::new("move-to"));
    chart(&other, &["own"], &[]);
    install(&other, "db").ended(0);
    site.kubectl(&["label", "configmap", "a", "x=y"]);
    shift(&site, &["ConfigMap/a", "--to-namespace", &other.namespace]).ended(0);
    let annotations = &site.object("configmap", "a").unwrap()["metadata"]["annotations"];
    assert_eq!(annotations["meta.helm.sh/release-namespace"], *other.namespace);
    assert!(listed(&other, "db").contains(&"ConfigMap/a moved".to_string()));
    assert!(!listed(&site, "db").contains(&"ConfigMap/a moved".to_string()));
}

#[test]
fn what_cannot_be_moved_is_refused_before_anything_changes() {
    let site = two_releases("move-refused");
    site.kubectl(&["delete", "configmap", "b"]);
    let refused = |more: &[&str], why: &str| {
        shift(&site, more).ended(1).says("SKEG-MOVE-REFUSED").says(why).says("skeg release inventory show RELEASE");
    };
    refused(&["ConfigMap/aa"], "ConfigMap/aa does not belong to release \"shop\"; did you mean ConfigMap/a?");
    refused(&["web"], "\"web\" is not KIND/NAME");
    refused(&["ConfigMap/hook"], "ConfigMap/hook is a hook");
    refused(&["ConfigMap/b"], "ConfigMap/b does not exist in the cluster");
    site.kubectl(&["annotate", "configmap", "a", "meta.helm.sh/release-name=third", "--overwrite"]);
    // One reason stops all.
    refused(&["Deployment/web", "ConfigMap/a"], "ConfigMap/a belongs to release \"third\"");
    assert_eq!(owner(&site, "deployment", "web"), "shop");
    let itself = ["release", "move", "--from", "shop", "--to", "shop", "-n", &site.namespace, "ConfigMap/a"];
    site.skeg(itself).ended(1).says("both the old and the new owner");
    let to = |to: &str| {
        site.skeg(["release", "move", "--from", "shop", "--to", to, "-n", &site.namespace, "Deployment/web"])
    };
    to("nobodys").ended(1).says("SKEG-NO-RELEASE");
    site.helm(Helm::V4, &["install", "helms", "./shop", "--take-ownership"]).unwrap();
    to("helms").ended(1).says("SKEG-NO-INVENTORY").says("skeg release inventory rebuild helms");
    site.skeg(["release", "move", "--to", "db", "Deployment/web"]).ended(1).says("the old owner, --from, is missing");
    site.skeg(["release", "move", "--from", "shop", "--to", "db"]).ended(1).says("what to move is missing");
}

#[test]
fn charts_and_plain_manifests_hand_over_to_each_other() {
    let site = two_releases("move-plain");
    let file = site.folder().join("plain.yaml");
    std::fs::write(&file, config_map("plain", &[])).unwrap();
    site.skeg(["release", "apply", "plain", "-n", &site.namespace, "-f", file.to_str().unwrap()]).ended(0);
    let set = |name: &str| {
        let object = site.object("configmap", name).unwrap();
        object["metadata"]["labels"]["applyset.kubernetes.io/part-of"].as_str().map(str::to_string)
    };
    let shift = |from: &str, to: &str| {
        site.skeg(["release", "move", "--from", from, "--to", to, "-n", &site.namespace, "ConfigMap/a"]).ended(0)
    };
    assert!(set("plain").is_some() && set("a").is_none());
    shift("shop", "plain");
    assert_eq!((set("a"), owner(&site, "configmap", "a")), (set("plain"), "plain".to_string()));
    shift("plain", "shop");
    assert_eq!((set("a"), owner(&site, "configmap", "a")), (None, "shop".to_string()));
    site.skeg(["release", "inventory", "verify", "plain", "-n", &site.namespace, "--scan"]).ended(0);
}
