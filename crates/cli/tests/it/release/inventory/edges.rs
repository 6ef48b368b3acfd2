//! Edge cases of the inventory's proposal, by their numbers.

use std::process::Stdio;

use super::super::pieces::config_map;
use super::super::site::Site;
use super::{apply, assert_exactly, current, live, maps, members, stored};

/// Edge case 1: manifests with labels of their own.
#[test]
fn edge_1_labels_of_others_do_not_matter() {
    let site = Site::new("inventory-1");
    let odd =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: odd, labels: {applyset.kubernetes.io/part-of: other}}\n";
    apply(&site, &format!("{odd}{}", maps("one")), &[]).ended(0);
    apply(&site, &maps("one"), &[]).ended(0);
    assert_exactly(&site, "one");
}

/// Edge case 3: the record is not a member, and kubectl lists the members by the label of the set.
#[test]
fn edge_3_the_record_is_not_among_the_members() {
    let site = Site::new("inventory-3");
    apply(&site, &maps("one two"), &[]).ended(0);
    let id = stored(&site).unwrap()["metadata"]["labels"]["applyset.kubernetes.io/id"].as_str().unwrap().to_string();
    let selector = format!("-lapplyset.kubernetes.io/part-of={id}");
    let found = site.kubectl(&["get", "configmap,secret", &selector, "-o", "name"]);
    assert_eq!(found.split_whitespace().collect::<Vec<_>>(), ["configmap/one", "configmap/two"]);
    let kinds = &stored(&site).unwrap()["metadata"]["annotations"]["applyset.kubernetes.io/contains-group-kinds"];
    assert_eq!(kinds, "ConfigMap");
}

/// Edge case 4: an interrupted uninstall is resumed, and objects that are already gone are not errors.
#[test]
fn edge_4_an_uninstall_goes_on_where_it_stopped() {
    let site = Site::new("inventory-4");
    apply(&site, &maps("held one two"), &[]).ended(0);
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":["skeg.dev/test"]}}"#]);
    site.kubectl(&["delete", "configmap", "one"]);
    site.release("uninstall", &["--timeout", "3s"]).ended(1);
    assert_eq!(stored(&site).unwrap()["metadata"]["labels"]["skeg.dev/status"], "uninstalling");
    assert!(members(&site).contains("ConfigMap/held"));
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":null}}"#]);
    site.release("uninstall", &[]).ended(0);
    assert_eq!((live(&site), members(&site)), (String::new(), "no inventory".to_string()));
    site.release("uninstall", &[]).ended(0).says("no release shop");
}

/// Edge case 5: two concurrent deploys.
#[test]
fn edge_5_deployers_of_one_release_follow_each_other() {
    let site = Site::new("inventory-5");
    let running: Vec<_> = (0..20)
        .map(|n| {
            let file = format!("own-{n}.yaml");
            std::fs::write(site.folder().join(&file), maps(&format!("shared own-{n}"))).unwrap();
            let words = ["release", "apply", "shop", "-n", &site.namespace, "-f", &file];
            site.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut each in running {
        assert!(each.wait().unwrap().success());
    }
    // The last deployer has pruned the objects of the others.
    let left = live(&site);
    assert_eq!(left.split(' ').count(), 2, "{left}");
    assert_exactly(&site, &left);
    assert_eq!(current(&site)["revision"], 20);
}

/// Edge case 6: the recorded version is only a hint.
#[test]
fn edge_6_a_version_that_is_no_longer_served_is_no_obstacle() {
    let site = Site::new("inventory-6");
    apply(&site, &maps("one two"), &[]).ended(0);
    // As if it had been applied in a version that the server no longer serves.
    let stored = stored(&site).unwrap();
    let index = super::key(&stored, "index");
    let name = index[0].as_str().unwrap();
    let mut change = super::key(&stored, name);
    change["inventory"]["entries"].as_array_mut().unwrap().iter_mut().for_each(|entry| entry["v"] = "v1beta1".into());
    let patch = serde_json::json!({ "stringData": { name: change.to_string() } });
    let secret = stored["metadata"]["name"].as_str().unwrap();
    site.kubectl(&["patch", "secret", secret, "-p", &patch.to_string()]);
    apply(&site, &maps("one"), &[]).ended(0);
    assert_exactly(&site, "one");
}

/// Edge case 7: finalizers keep a pruned object, and the inventory keeps its entry until it is gone.
#[test]
fn edge_7_what_finalizers_hold_stays_on_record() {
    let site = Site::new("inventory-7");
    apply(&site, &maps("held one"), &[]).ended(0);
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":["skeg.dev/test"]}}"#]);
    apply(&site, &maps("one"), &["--timeout", "3s"]).ended(1).says("skeg.dev/test");
    assert_eq!(members(&site), "ConfigMap/held=prune-failed ConfigMap/one");
    site.kubectl(&["patch", "configmap", "held", "-p", r#"{"metadata":{"finalizers":null}}"#]);
    apply(&site, &maps("one"), &[]).ended(0);
    assert_exactly(&site, "one");
}

/// Edge case 8: two releases with the same object.
#[test]
fn edge_8_an_object_belongs_to_one_release() {
    let site = Site::new("inventory-8");
    apply(&site, &maps("one"), &[]).ended(0);
    std::fs::write(site.folder().join("b.yaml"), maps("one two")).unwrap();
    let other = ["release", "apply", "other", "-n", &site.namespace, "-f", "b.yaml"];
    site.skeg(other).ended(1).says("belongs to").says("release \"shop\"");
    assert_exactly(&site, "one");
}

/// A chart and manifests cannot share a release, and a revision without a record cannot be rolled back to.
#[test]
fn charts_and_manifests_keep_apart() {
    let site = Site::new("inventory-apart");
    apply(&site, &maps("one"), &[]).ended(0);
    site.chart(&[("templates/a.yaml", &config_map("a", "1"))]);
    site.install(&[]).ended(1).says("SKEG-RELEASE-OF-MANIFESTS");
    site.release("rollback", &[]).ended(1).says("SKEG-RELEASE-OF-MANIFESTS");
    site.release("get", &[]).ended(1).says("SKEG-RELEASE-OF-MANIFESTS");
    site.skeg(["release", "list", "-n", &site.namespace]).ended(0).says("manifests");
    site.release("status", &[]).ended(0).says("ConfigMap/one");
    site.release("uninstall", &[]).ended(0);
    site.install(&[]).ended(0);
    apply(&site, &maps("one"), &[]).ended(1).says("SKEG-RELEASE-OF-CHART");
}

/// A frozen plan of manifests is executed without the manifest files.
#[test]
fn a_plan_of_manifests_can_be_kept() {
    let site = Site::new("inventory-frozen");
    std::fs::write(site.folder().join("all.yaml"), maps("one two")).unwrap();
    let plan = ["plan", "apply", "-n", &site.namespace, "-r", "shop", "-f", "all.yaml", "--out", "plan.json"];
    site.skeg(["release"].iter().chain(&plan)).ended(0);
    std::fs::remove_file(site.folder().join("all.yaml")).unwrap();
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    assert_exactly(&site, "one two");
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(1);
}

#[test]
fn manifests_come_from_folders_and_stdin_and_faults_name_their_place() {
    let site = Site::new("inventory-sources");
    let folder = site.folder().join("all");
    std::fs::create_dir_all(folder.join("deep/.hidden")).unwrap();
    std::fs::write(folder.join("a.yaml"), maps("one")).unwrap();
    std::fs::write(folder.join("deep/b.yml"), maps("two")).unwrap();
    std::fs::write(folder.join("deep/notes.txt"), "no manifest").unwrap();
    std::fs::write(folder.join("deep/.hidden/c.yaml"), maps("hidden")).unwrap();
    site.release("apply", &["--filename", "all/"]).ended(0);
    assert_exactly(&site, "one two");
    std::fs::write(folder.join("deep/bad.json"), "{\"kind\": ").unwrap();
    site.release("apply", &["-f", "all"]).ended(1).says("all/deep/bad.json");
    site.release("apply", &["-f", "nowhere"]).ended(1).says("SKEG-MANIFEST-FILE").says("nowhere");
    std::fs::create_dir(site.folder().join("empty")).unwrap();
    site.release("apply", &["-f", "empty"]).ended(1).says("contains no file");
    site.release("apply", &[]).ended(1).says("-f FILE");
    assert_exactly(&site, "one two");
    let mut piped = site.command(["release", "apply", "-n", &site.namespace, "-r", "shop", "-f", "-"]);
    let mut child = piped.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), maps("three").as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_exactly(&site, "three");
}

const CLAIM: &str = "---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  annotations: {werf.io/fail-mode: IgnoreAndContinueDeployProcess, werf.io/track-termination-mode: NonBlocking}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";

/// Objects that a deploy kept stay in the inventory, and an uninstall keeps data that was kept before.
#[test]
fn what_was_kept_stays_on_record() {
    let site = Site::new("inventory-kept");
    apply(&site, &format!("{}{CLAIM}", maps("one two")), &[]).ended(0);
    apply(&site, &maps("one"), &["--no-prune"]).ended(0);
    assert_eq!(members(&site), "ConfigMap/one ConfigMap/two=retained PersistentVolumeClaim/data=retained");
    apply(&site, &maps("one"), &[]).ended(0).says("PersistentVolumeClaim/data is left in the cluster");
    assert_eq!(members(&site), "ConfigMap/one PersistentVolumeClaim/data=retained");
    site.release("uninstall", &[]).ended(0).says("PersistentVolumeClaim/data is left in the cluster");
    assert!(site.object("persistentvolumeclaim", "data").is_some());
    // Wanted again, it belongs to the release as before.
    apply(&site, &format!("{}{CLAIM}", maps("one")), &[]).ended(0);
    apply(&site, &maps("one"), &["--prune-data"]).ended(0);
    assert_exactly(&site, "one");
    assert!(site.object("persistentvolumeclaim", "data").is_none());
}

/// Charts remember kept objects too: Helm's records alone would not.
#[test]
fn a_chart_prunes_later_what_it_kept() {
    let site = Site::new("inventory-later");
    let chart = |names: &str| site.chart(&[("templates/maps.yaml", &maps(names))]);
    chart("one two");
    site.install(&[]).ended(0);
    chart("one three");
    site.install(&["--no-prune"]).ended(0);
    assert_eq!(members(&site), "ConfigMap/one ConfigMap/three ConfigMap/two=retained");
    chart("one four");
    site.install(&[]).ended(0);
    assert_exactly(&site, "four one");
}

/// `uninstall --prune-data` deletes the data of a release too.
#[test]
fn an_uninstall_may_be_told_to_delete_kept_data() {
    let site = Site::new("inventory-kept-end");
    apply(&site, &format!("{}{CLAIM}", maps("one")), &[]).ended(0);
    apply(&site, &maps("one"), &[]).ended(0);
    site.release("uninstall", &["--prune-data"]).ended(0);
    assert!(site.object("persistentvolumeclaim", "data").is_none());
}

/// Skeg's own validation of values holds what is stored to the schema.
#[test]
fn what_is_stored_fits_its_schema() {
    let site = Site::new("inventory-schema");
    let fits = |moment: &str| {
        let stored = stored(&site).unwrap();
        let keys = stored["data"].as_object().unwrap().keys();
        let parsed: serde_json::Map<_, _> = keys.map(|name| (name.clone(), super::key(&stored, name))).collect();
        std::fs::write(site.folder().join("stored.json"), serde_json::Value::from(parsed).to_string()).unwrap();
        let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas/inventory.json");
        site.chart(&[("values.schema.json", &std::fs::read_to_string(schema).unwrap())]);
        let ran = site.skeg(["chart", "render", "./shop", "-f", "stored.json"]);
        assert_eq!(ran.status, 0, "{moment}: {}", ran.stderr);
        site.skeg(["chart", "render", "./shop", "-f", "stored.json", "--set", "metadata.kind=Other"]).ended(1);
    };
    apply(&site, &format!("{}{CLAIM}", maps("one two")), &[]).ended(0);
    apply(&site, &maps("one"), &[]).ended(0);
    fits("retained");
    let many: Vec<String> = (0..310).map(|n| format!("map-{n}")).collect();
    apply(&site, &maps(&many.join(" ")), &[]).ended(0);
    fits("packed");
    site.kubectl(&["patch", "configmap", "map-7", "-p", r#"{"metadata":{"finalizers":["skeg.dev/test"]}}"#]);
    apply(&site, &maps("one"), &["--max-deletes", "100%", "--timeout", "8s"]).ended(1);
    fits("failed");
    site.kubectl(&["patch", "configmap", "map-7", "-p", r#"{"metadata":{"finalizers":null}}"#]);
}

/// jsonnet, jq and CUE print values one after the other, without `---`.
#[test]
fn a_stream_of_json_is_read_to_its_end() {
    let site = Site::new("inventory-json");
    let map =
        |name: &str| format!("{{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{{\"name\":\"{name}\"}}}}");
    apply(&site, &format!("{}\n{} {}\n", map("one"), map("two"), map("three")), &[]).ended(0);
    assert_exactly(&site, "one three two");
}

#[test]
fn an_empty_input_makes_no_release_and_no_namespace() {
    let site = Site::new("inventory-empty");
    apply(&site, "# nothing\n", &[]).ended(1).says("contain no object");
    assert_eq!(members(&site), "no inventory");
    site.release("apply", &["-f", ""]).ended(1).says("the name of the file is empty");
    std::fs::write(site.folder().join("one.yaml"), maps("one")).unwrap();
    let nowhere = format!("{}-nowhere", site.namespace);
    site.skeg(["release", "apply", "X_Y", "-n", &nowhere, "-f", "one.yaml"]).ended(1).says("SKEG-RELEASE-NAME");
    assert!(site.object("namespace", &nowhere).is_none());
}

/// A password that somebody forgot to quote is not printed.
#[test]
fn numbers_in_secrets_are_not_shown() {
    let site = Site::new("inventory-pin");
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {pin: 987654321}\n";
    let ran = apply(&site, secret, &[]).ended(1).says(".stringData.pin: expected a string, got a number");
    assert!(!ran.stderr.contains("987654321") && !ran.stdout.contains("987654321"), "{}", ran.stderr);
}

/// Helm knows nothing of inventories, and installs a chart under the same name.
#[test]
fn a_chart_of_helm_with_the_same_name_is_not_pruned() {
    let site = Site::new("inventory-beside");
    apply(&site, &maps("one two"), &[]).ended(0);
    site.chart(&[("templates/theirs.yaml", &config_map("theirs", "1"))]);
    site.helm(skeg_test_cluster::Helm::V4, &["install", "shop", "./shop"]).unwrap();
    apply(&site, &maps("one"), &[]).ended(1).says("SKEG-RELEASE-OF-CHART");
    assert_eq!(live(&site), "one theirs two");
}

/// It is not taken for a release that does not exist.
#[test]
fn a_damaged_inventory_of_manifests_is_an_error() {
    let site = Site::new("inventory-broken");
    apply(&site, &maps("one"), &[]).ended(0);
    let name = stored(&site).unwrap()["metadata"]["name"].as_str().unwrap().to_string();
    site.kubectl(&["patch", "secret", &name, "-p", r#"{"stringData":{"metadata":"x"}}"#]);
    for word in ["uninstall", "status", "history"] {
        site.release(word, &[]).ended(1).says("SKEG-INVENTORY-DAMAGED");
    }
    apply(&site, &maps("one"), &[]).ended(1).says("SKEG-INVENTORY-DAMAGED");
    assert_eq!(live(&site), "one");
}

/// Somebody who may write Secrets must not be able to have other objects deleted with our rights.
#[test]
fn a_forged_inventory_deletes_nothing_of_others() {
    let site = Site::new("inventory-forged");
    let hook =
        "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-install}}\n";
    apply(&site, &format!("{}{hook}", maps("one two")), &[]).ended(0);
    let victims = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: victim}\n---\napiVersion: v1\nkind: ConfigMap\n\
                   metadata: {name: hooked, annotations: {helm.sh/hook: pre-install}}\n---\napiVersion: v1\nkind: Secret\n\
                   metadata: {name: precious}\n";
    site.cluster.apply(&site.namespace, victims).unwrap();
    let forge = |change: &dyn Fn(&mut serde_json::Value)| {
        let stored = stored(&site).unwrap();
        let newest = super::key(&stored, "index")[0].as_str().unwrap().to_string();
        let mut entry = super::key(&stored, &newest);
        change(&mut entry["inventory"]);
        let name = stored["metadata"]["name"].as_str().unwrap();
        let patch = serde_json::json!({ "stringData": { newest: entry.to_string() } });
        site.kubectl(&["patch", "secret", name, "-p", &patch.to_string()]);
    };
    forge(&|list| list["shards"] = serde_json::json!(["precious"]));
    apply(&site, &maps("one"), &[]).ended(1).says("\"precious\" is no part of this inventory");
    forge(&|list| drop(list.as_object_mut().unwrap().remove("shards")));
    let entry = |name: &str| serde_json::json!({"group": "", "kind": "ConfigMap", "namespace": site.namespace, "name": name, "v": "v1", "hook": true});
    forge(&|list| list["entries"].as_array_mut().unwrap().extend([entry("victim"), entry("hooked")]));
    site.release("uninstall", &[]).ended(0);
    let left = site.kubectl(&["get", "configmap,secret", "-o", "name"]);
    for name in ["configmap/victim", "configmap/hooked", "secret/precious"] {
        assert!(left.contains(name), "{name} is gone: {left}");
    }
    assert!(!left.contains("configmap/hook\n") && !left.contains("configmap/one"), "{left}");
}
