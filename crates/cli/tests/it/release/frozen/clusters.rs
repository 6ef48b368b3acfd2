//! A plan is bound to one cluster, even if whoever makes or executes it may not read kube-system.

use std::time::Duration;

use skeg_test_cluster::{TestCluster, wait_until};

use super::super::pieces::config_map;
use super::super::site::{Ran, Site};
use super::other_cluster;

/// A user who may deploy ConfigMaps in the namespace, and get the resources named by `more`.
fn grant(site: &Site, cluster: &TestCluster, user: &str, more: &str) {
    let name = format!("{}-{user}", site.namespace);
    let role = format!(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: {user}}}\nrules:\n\
         - {{apiGroups: [''], resources: [configmaps, secrets], verbs: ['*']}}\n{more}---\n\
         apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: {user}}}\n\
         roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: {user}}}\n\
         subjects: [{{apiGroup: rbac.authorization.k8s.io, kind: User, name: {name}}}]\n"
    );
    cluster.apply(&site.namespace, &role).unwrap();
    let can = |what: &str| {
        let asked = ["-n", &site.namespace, "auth", "can-i", "patch", what, "--as", &name];
        cluster.kubectl_run(asked).is_ok_and(|answer| answer.trim() == "yes").then_some(())
    };
    wait_until(Duration::from_secs(60), || can("configmaps")).expect("the role counts");
}

/// A site with two users: `blind` may not read namespaces, `seeing` may read the release's.
fn site(name: &str) -> Site {
    let site = Site::new(name);
    site.chart(&[("templates/a.yaml", &config_map("a", "x"))]);
    grant(&site, site.cluster, "blind", "");
    grant(&site, site.cluster, "seeing", "- {apiGroups: [''], resources: [namespaces], verbs: [get]}\n");
    site
}

fn words(words: &[String; 4]) -> [&str; 4] {
    words.each_ref().map(String::as_str)
}

impl Site {
    fn acting_as(&self, user: &str, words: &[&str], more: &[&str]) -> Ran {
        let name = format!("{}-{user}", self.namespace);
        self.skeg(words.iter().chain(more).chain(&["--kube-impersonate-user", &name]))
    }

    fn freezes_as(&self, user: &str, more: &[&str]) -> Ran {
        let words = ["release", "plan", "install", "-n", &self.namespace, "-r", "shop", "./shop", "--out", "plan.json"];
        self.acting_as(user, &words, more)
    }

    fn executes_as(&self, user: &str, more: &[&str]) -> Ran {
        self.acting_as(user, &["release", "plan", "execute", "plan.json"], more)
    }

    /// The same cluster under another name.
    fn by_another_name(&self) -> [String; 4] {
        let url = self.cluster.server_url().replace("127.0.0.1", "localhost");
        ["--kube-api-server", &url, "--kube-api-server-tls-name", "kubernetes"].map(str::to_string)
    }
}

#[test]
fn who_sees_no_namespace_is_bound_to_address_and_authority() {
    let site = site("bound-server");
    site.freezes_as("blind", &[]).ended(0);
    let file = site.plan_file();
    assert_eq!(file["cluster"]["id"], "");
    assert!(file["cluster"].get("defaultNamespace").is_none() && file["cluster"].get("releaseNamespace").is_none());
    assert_eq!(file["cluster"]["server"], site.cluster.server_url());
    assert!(file["cluster"]["authority"].as_str().unwrap().starts_with("sha256:"), "{}", file["cluster"]);
    let other = site.by_another_name();
    let refused = site.executes_as("blind", &words(&other)).ended(1);
    let refused = refused.says("it is unclear whether the plan was made for this cluster: it was made through ");
    refused.says(&other[1]).says("Nothing was changed.").says("let both users get the release's namespace");
    assert_eq!(site.history(), "");
    site.executes_as("blind", &[]).ended(0);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn the_namespace_tells_the_cluster_whatever_the_address_is() {
    let site = site("bound-namespace");
    site.freezes_as("seeing", &[]).ended(0);
    assert_eq!(site.plan_file()["cluster"]["id"], "");
    site.executes_as("seeing", &words(&site.by_another_name())).ended(0);
    assert_eq!(site.history(), "1 deployed");
}

/// A user who may read everything makes the plan and a user who may read less executes it, and the other way round.
#[test]
fn what_both_can_see_decides() {
    let site = site("bound-both");
    let plan = |tag: &str| site.chart(&[("templates/a.yaml", &config_map("a", tag))]);
    plan("one");
    site.freeze("install", &[]).ended(0);
    assert_ne!(site.plan_file()["cluster"]["id"], "");
    site.executes_as("blind", &words(&site.by_another_name())).ended(1).says("it is unclear whether");
    site.executes_as("blind", &[]).ended(0);
    plan("two");
    site.freeze("install", &[]).ended(0);
    site.executes_as("seeing", &words(&site.by_another_name())).ended(0);
    plan("three");
    site.freezes_as("blind", &[]).ended(0);
    site.execute(&words(&site.by_another_name())).ended(1).says("it is unclear whether");
    site.execute(&[]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
}

/// The same namespace, release and user on two clusters: a plan for one must not run on the other.
#[test]
fn a_plan_of_another_cluster_is_refused_for_all_users() {
    let site = site("bound-other");
    let other = other_cluster();
    other.kubectl_run(["create", "namespace", &site.namespace]).unwrap();
    grant(&site, other, "blind", "");
    grant(&site, other, "seeing", "- {apiGroups: [''], resources: [namespaces], verbs: [get]}\n");
    let there = other.kubeconfig().to_string_lossy().into_owned();
    site.freezes_as("blind", &["--kube-config", &there]).ended(0);
    site.executes_as("blind", &[]).ended(1).says(other.server_url()).says("it is unclear whether");
    site.freezes_as("seeing", &["--kube-config", &there]).ended(0);
    site.executes_as("seeing", &[])
        .ended(1)
        .says("the plan was made for another cluster, or its namespace was deleted");
    site.executes_as("blind", &[]).ended(1).says("it is unclear whether");
    assert_eq!(site.history(), "");
    // On its own cluster it runs.
    site.executes_as("seeing", &["--kube-config", &there]).ended(0);
}

#[test]
fn a_plan_that_nothing_binds_is_not_kept() {
    let site = site("bound-nowhere");
    let unchecked = ["--no-verify-kube-tls"];
    let refused = site.freezes_as("blind", &unchecked).ended(1);
    let refused = refused.says("SKEG-PLAN-NO-CLUSTER").says("the plan cannot be saved: nothing identifies the cluster");
    refused.says(&format!("the right to get namespace {}", site.namespace));
    assert!(!site.folder().join("plan.json").exists());
    site.freezes_as("seeing", &unchecked).ended(0);
    site.executes_as("seeing", &unchecked).ended(0);
}
