//! The scenarios A to P of the inventory's proposal, each by its letter, on a real API server.

use serde_json::json;

use super::super::pieces::{Workload, config_map};
use super::super::site::Site;
use super::{apply, assert_exactly, current, entries, key, live, maps, members, stored};

#[test]
fn a_what_is_renamed_is_created_anew_and_the_old_one_goes() {
    let site = Site::new("inventory-a");
    apply(&site, &maps("minecraft config"), &[]).ended(0);
    apply(&site, &maps("minecraft-server config"), &[]).ended(0).says("1 created, 1 deleted");
    assert_exactly(&site, "config minecraft-server");
}

/// The server refuses one of two writes.
const REFUSED: &str = "---
apiVersion: v1
kind: Service
metadata: {name: late, annotations: {werf.io/weight: \"1\"}}
spec: {clusterIP: 203.0.113.7, ports: [{port: 80}]}
";

#[test]
fn b_a_partial_failure_deletes_nothing_and_is_recorded() {
    let site = Site::new("inventory-b");
    apply(&site, &maps("old config"), &[]).ended(0);
    let crash = Workload { name: "web", pods: "test.skeg.dev/behave: crash-loop", ..Workload::default() };
    let next = format!("{}---\n{}", maps("new config"), crash.deployment());
    apply(&site, &next, &[]).ended(1);
    assert_eq!(live(&site), "config new old");
    assert_eq!(members(&site), "ConfigMap/config ConfigMap/new ConfigMap/old Deployment/web");
    let pending = key(&stored(&site).unwrap(), "pending");
    assert_eq!((&pending["phase"], &pending["revision"]), (&json!("failed"), &json!(2)));
    assert!(pending["error"].as_str().unwrap().contains("Deployment/web"), "{pending}");
    site.release("history", &[]).ended(0).says("failed");
    // The next run, with the mistake fixed, is clean.
    apply(&site, &maps("new config"), &[]).ended(0);
    assert_exactly(&site, "config new");
    assert!(site.object("deployment", "web").is_none());
}

#[test]
fn b_what_the_server_refuses_is_refused_before_anything_is_written() {
    let site = Site::new("inventory-b-early");
    apply(&site, &maps("old"), &[]).ended(0);
    apply(&site, &format!("{}{REFUSED}", maps("new")), &[]).ended(1).says("203.0.113.7");
    assert_exactly(&site, "old");
}

#[test]
fn c_a_component_that_is_removed_goes() {
    let site = Site::new("inventory-c");
    let sub = |name: &'static str| (name, config_map(name.split('/').nth(1).unwrap(), "1"));
    let with = |subs: &[&'static str]| {
        let mut files: Vec<(String, String)> = vec![("templates/app.yaml".into(), config_map("app", "1"))];
        for (path, map) in subs.iter().map(|name| sub(name)) {
            let name = path.split('/').nth(1).unwrap();
            files.push((format!("{path}/Chart.yaml"), format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n")));
            files.push((format!("{path}/templates/map.yaml"), map));
        }
        site.chart(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    };
    with(&["charts/cache", "charts/worker"]);
    site.install(&[]).ended(0);
    let entry = |name: &str| {
        let change = current(&site);
        let entries = change["inventory"]["entries"].as_array().unwrap().clone();
        entries.into_iter().find(|entry| entry["name"] == name).unwrap()
    };
    assert_eq!(entry("cache")["component"], "shop/charts/cache");
    assert_eq!(entry("app")["component"], "shop");
    with(&["charts/worker"]);
    site.install(&[]).ended(0);
    assert_exactly(&site, "app worker");
}

#[test]
fn d_the_first_apply_records_what_it_creates() {
    let site = Site::new("inventory-d");
    assert_eq!(members(&site), "no inventory");
    apply(&site, &maps("one two"), &[]).ended(0);
    assert_exactly(&site, "one two");
    assert_eq!(stored(&site).unwrap()["type"], "skeg.dev/release");
}

#[test]
fn e_a_chart_recovers_a_deleted_inventory_from_its_records() {
    let site = Site::new("inventory-e");
    let chart = |names: &str| site.chart(&[("templates/maps.yaml", &maps(names))]);
    chart("old kept");
    site.install(&[]).ended(0);
    site.kubectl(&["delete", "secret", "-lskeg.dev/component=inventory"]);
    chart("new kept");
    site.install(&[]).ended(0);
    assert_exactly(&site, "kept new");
}

#[test]
fn e_manifests_lose_nothing_that_they_still_have() {
    let site = Site::new("inventory-e-plain");
    apply(&site, &maps("old kept"), &[]).ended(0);
    site.kubectl(&["delete", "secret", "-lskeg.dev/component=inventory"]);
    // Only the marks of `old` still say that it belongs to the release.
    apply(&site, &maps("kept"), &[]).ended(0);
    assert_eq!((live(&site), members(&site)), ("kept old".to_string(), "ConfigMap/kept".to_string()));
}

#[test]
fn f_a_ghost_of_a_failed_apply_goes_when_it_is_undone() {
    let site = Site::new("inventory-f");
    apply(&site, &maps("old"), &[]).ended(0);
    let crash = Workload { name: "ghost", pods: "test.skeg.dev/behave: crash-loop", ..Workload::default() };
    apply(&site, &format!("{}---\n{}", maps("new"), crash.deployment()), &[]).ended(1);
    assert!(site.object("deployment", "ghost").is_some());
    apply(&site, &maps("old"), &[]).ended(0);
    assert!(site.object("deployment", "ghost").is_none());
    assert_exactly(&site, "old");
}

#[test]
fn g_a_kind_that_changes_is_another_object() {
    let site = Site::new("inventory-g");
    apply(&site, &Workload { name: "minecraft", ..Workload::default() }.deployment(), &[]).ended(0);
    apply(&site, &config_map("minecraft", "1"), &[]).ended(0);
    assert!(site.object("deployment", "minecraft").is_none());
    assert_exactly(&site, "minecraft");
}

#[test]
fn h_the_same_again_writes_nothing() {
    let site = Site::new("inventory-h");
    apply(&site, &maps("one two"), &[]).ended(0);
    let before = stored(&site);
    apply(&site, &maps("two one"), &[]).ended(0).says("up to date");
    assert_eq!(stored(&site), before);
    // Back and forth is the same change, moved to the front.
    apply(&site, &maps("one"), &[]).ended(0);
    apply(&site, &maps("one two"), &[]).ended(0);
    let index = key(&stored(&site).unwrap(), "index");
    assert_eq!(index.as_array().unwrap().len(), 2);
    assert_eq!(index[0], key(&before.unwrap(), "index")[0]);
    assert_eq!(current(&site)["revision"], 3);
}

#[test]
fn i_other_output_of_the_same_chart_is_another_change() {
    let site = Site::new("inventory-i");
    site.chart(&[("templates/a.yaml", &config_map("a", "1"))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/a.yaml", &config_map("a", "2"))]);
    site.install(&[]).ended(0);
    let stored = stored(&site).unwrap();
    let index = key(&stored, "index");
    let digest = |at: usize| key(&stored, index[at].as_str().unwrap())["manifestDigest"].clone();
    assert_ne!(digest(0), digest(1));
}

#[test]
fn j_a_component_that_is_renamed_deletes_nothing() {
    let site = Site::new("inventory-j");
    let chart = |sub: &str, other: &str| {
        let meta = format!("apiVersion: v2\nname: {sub}\nversion: 1.0.0\n");
        let (one, two) = (format!("charts/{sub}/Chart.yaml"), format!("charts/{sub}/templates/a.yaml"));
        site.chart(&[(&one, &meta), (&two, &config_map("a", "1")), ("templates/b.yaml", &config_map("b", other))]);
    };
    chart("app", "1");
    site.install(&[]).ended(0);
    let uid = |site: &Site| site.object("configmap", "a").unwrap()["metadata"]["uid"].clone();
    let before = uid(&site);
    chart("server", "2");
    site.install(&[]).ended(0);
    assert_eq!(uid(&site), before);
    assert_eq!(current(&site)["inventory"]["entries"][0]["component"], "shop/charts/server");
}

#[test]
fn k_an_object_that_nobody_recorded_is_not_taken() {
    let site = Site::new("inventory-k");
    apply(&site, &maps("one"), &[]).ended(0);
    std::fs::write(site.folder().join("theirs.yaml"), config_map("theirs", "0")).unwrap();
    site.cluster.apply(&site.namespace, &config_map("theirs", "0")).unwrap();
    apply(&site, &maps("one theirs"), &[]).ended(1).says("ConfigMap/theirs");
    assert_exactly(&site, "one");
    assert_eq!(site.object("configmap", "theirs").unwrap()["data"]["value"], "0");
    apply(&site, &maps("one theirs"), &["--force-adoption"]).ended(0);
    assert_exactly(&site, "one theirs");
}

#[test]
fn l_what_is_terminating_is_waited_for() {
    let site = Site::new("inventory-l");
    apply(&site, &maps("held other"), &[]).ended(0);
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":["skeg.dev/test"]}}"#]);
    site.kubectl(&["delete", "configmap", "held", "--wait=false"]);
    apply(&site, &maps("held other"), &["--timeout", "3s"]).ended(1).says("skeg.dev/test");
    assert_eq!(members(&site), "ConfigMap/held ConfigMap/other");
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":null}}"#]);
    apply(&site, &maps("held other"), &[]).ended(0);
    assert_exactly(&site, "held other");
}

/// May do everything in a namespace except delete ConfigMaps.
fn may_not_delete(site: &Site, namespace: &str, verbs: &str) {
    let user = format!("{}-user", site.namespace);
    let role = format!(
        "apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {{name: most}}
rules:
- {{apiGroups: [\"\"], resources: [configmaps], verbs: [{verbs}]}}
- {{apiGroups: [\"\"], resources: [secrets], verbs: [\"*\"]}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {{name: most}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: most}}
subjects: [{{apiGroup: rbac.authorization.k8s.io, kind: User, name: {user}}}]
"
    );
    site.cluster.apply(namespace, &role).unwrap();
}

#[test]
fn m_without_the_right_to_delete_nothing_is_moved() {
    let site = Site::new("inventory-m");
    let games = site.cluster.fresh_namespace("games").unwrap();
    let map = |namespace: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: level, namespace: {namespace}}}\n")
    };
    apply(&site, &map(&games), &[]).ended(0);
    may_not_delete(&site, &site.namespace, "\"*\"");
    may_not_delete(&site, &games, "get, list, watch, create, update, patch");
    let user = format!("{}-user", site.namespace);
    let ran = apply(&site, &map(&site.namespace), &["--kube-impersonate-user", &user]).ended(1);
    ran.says("SKEG-RIGHTS-MISSING").says(&format!("delete configmaps in namespace {games}, for ConfigMap/level"));
    assert!(site.object("configmap", "level").is_none());
    assert_eq!(current(&site)["inventory"]["entries"][0]["namespace"], games);
    // A user with the right moves it.
    apply(&site, &map(&site.namespace), &[]).ended(0);
    assert_eq!(current(&site)["inventory"]["entries"][0]["namespace"], site.namespace);
    assert!(site.cluster.kubectl_run(["-n", &games, "get", "configmap", "level"]).is_err());
}

#[test]
fn n_a_definition_and_its_object_work_the_first_time() {
    let site = Site::new("inventory-n");
    let group = format!("{}.skeg.dev", site.namespace);
    let manifests = format!(
        "apiVersion: {group}/v1
kind: Thing
metadata: {{name: thing}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.{group}}}
spec:
  group: {group}
  names: {{kind: Thing, plural: things, singular: thing}}
  scope: Namespaced
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
"
    );
    apply(&site, &manifests, &[]).ended(0);
    let known = entries(&current(&site));
    assert_eq!(known.keys().collect::<Vec<_>>(), [&format!("CustomResourceDefinition/things.{group}"), "Thing/thing"]);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(members(&site), "no inventory");
}

#[test]
fn o_a_namespace_of_the_manifests_stays_on_record_until_it_may_go() {
    let site = Site::new("inventory-o");
    let other = format!("{}-games", site.namespace);
    let namespace = format!("---\napiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n");
    apply(&site, &format!("{}{namespace}", maps("one")), &[]).ended(0);
    apply(&site, &maps("one"), &[]).ended(0).says("is left in the cluster");
    assert_eq!(members(&site), format!("ConfigMap/one Namespace/{other}=retained"));
    assert!(site.object("namespace", &other).is_some());
    // It is not forgotten: a later deploy that may delete it does so.
    apply(&site, &maps("one"), &["--prune-namespaces"]).ended(0);
    assert_exactly(&site, "one");
    assert!(site.object("namespace", &other).is_none());
}

#[test]
fn p_an_empty_render_deletes_nothing_unasked() {
    let site = Site::new("inventory-p");
    apply(&site, &maps("one two"), &[]).ended(0);
    apply(&site, "# nothing\n", &[]).ended(1).says("SKEG-TOO-MANY-DELETIONS").says("--max-deletes");
    assert_exactly(&site, "one two");
    apply(&site, "# nothing\n", &["--max-deletes", "100%"]).ended(0);
    assert_exactly(&site, "");
}
