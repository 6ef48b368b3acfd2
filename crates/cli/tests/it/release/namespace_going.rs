//! Uninstalling together with the namespace, and what must not be deleted with it; data of hooks.

use std::time::Duration;

use serde_json::json;
use skeg_test_cluster::{Helm, wait_until};

use super::manifests::config_map;
use super::running::Running;
use super::site::{Ran, Site};

const KEEP: &str = "helm.sh/resource-policy: keep";

impl Site {
    fn uninstall_all(&self, more: &[&str]) -> Ran {
        let words: Vec<&str> = ["--delete-namespace"].iter().chain(more).copied().collect();
        self.release("uninstall", &words)
    }

    fn plan_uninstall(&self, more: &[&str]) -> Ran {
        let words = ["release", "plan", "uninstall", "-n", &self.namespace, "-r", "shop", "--delete-namespace"];
        self.skeg(words.iter().chain(more))
    }

    fn has_namespace(&self) -> bool {
        let found = self.object("namespace", &self.namespace);
        found.is_some_and(|namespace| namespace["metadata"]["deletionTimestamp"].is_null())
    }

    /// Nothing was written: the release and its namespace are unchanged.
    #[track_caller]
    fn is_untouched(&self) {
        assert!(self.has_namespace());
        assert_eq!(self.history(), "1 deployed");
        assert!(self.object("configmap", "plain").is_some());
    }
}

fn two(marks: &[&str]) -> Vec<(&'static str, String)> {
    vec![("templates/kept.yaml", config_map("kept", marks)), ("templates/plain.yaml", config_map("plain", &[]))]
}

fn write(site: &Site, files: &[(&'static str, String)]) {
    site.chart(&files.iter().map(|(path, text)| (*path, text.as_str())).collect::<Vec<_>>());
}

#[test]
fn a_namespace_that_holds_what_is_kept_is_not_deleted() {
    for mark in [KEEP, "werf.io/resource-policy: skip-delete"] {
        let site = Site::new("held");
        write(&site, &two(&[mark]));
        site.install(&[]).ended(0);
        let is_refused = |ran: Ran| {
            let ran = ran
                .ended(1)
                .says("SKEG-NAMESPACE-HELD")
                .says(&format!("namespace {:?} is not deleted: it holds resources that must stay", site.namespace));
            let ran = ran.says("  ConfigMap/kept: its resource policy keeps it\n").says("Nothing was changed.");
            assert!(!ran.stderr.contains("ConfigMap/plain"), "{}", ran.stderr);
            site.is_untouched();
        };
        is_refused(site.plan_uninstall(&[]));
        let (ran, trace) = site.traced("uninstall", &["--delete-namespace"]);
        is_refused(ran);
        assert_eq!(trace.writes(), [""; 0]);
        // The chart's annotation counts, even if it was removed from the live object.
        site.kubectl(&["annotate", "configmap", "kept", "helm.sh/resource-policy-", "werf.io/resource-policy-"]);
        is_refused(site.uninstall_all(&[]));
        site.kubectl(&["delete", "configmap", "kept"]);
        site.uninstall_all(&[]).ended(0);
        assert!(!site.has_namespace());
    }
}

#[test]
fn a_namespace_that_others_use_is_not_deleted() {
    let site = Site::new("shared");
    write(&site, &two(&[]));
    site.install(&[]).ended(0);
    write(&site, &[("templates/other.yaml", config_map("of-other", &[]))]);
    site.helm(Helm::V3, &["install", "neighbour", "./shop"]).unwrap();
    let elsewhere = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: guest\n  annotations: {meta.helm.sh/release-name: far, \
                     meta.helm.sh/release-namespace: away}\n";
    site.cluster.apply(&site.namespace, elsewhere).unwrap();
    for ran in [site.plan_uninstall(&[]), site.uninstall_all(&[])] {
        ran.ended(1)
            .says("  release \"neighbour\", which is deployed\n")
            .says("  ConfigMap/guest: it belongs to release \"far\"\n")
            .says("  ConfigMap/of-other: it belongs to release \"neighbour\"\n");
        site.is_untouched();
    }
    site.helm(Helm::V3, &["uninstall", "neighbour"]).unwrap();
    site.kubectl(&["delete", "configmap", "guest"]);
    site.uninstall_all(&[]).ended(0);
    assert!(!site.has_namespace());
}

#[test]
fn what_else_goes_with_a_namespace_is_named() {
    let site = Site::new("guests");
    write(&site, &two(&[]));
    site.install(&[]).ended(0);
    let claim = "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n";
    let claim = format!("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: data}}\n{claim}");
    let guests = format!("{}---\n{claim}", config_map("guest", &[]));
    site.cluster.apply(&site.namespace, &guests).unwrap();
    let warning = format!(
        "deleting namespace {} deletes 2 more objects: ConfigMap/guest, PersistentVolumeClaim/data (with its data)",
        site.namespace
    );
    site.plan_uninstall(&["--out", "plan.json"]).ended(0).says(&warning);
    site.plan_uninstall(&["-o", "json"]).ended(0).says(&warning);
    site.skeg(["release", "plan", "show", "plan.json"]).ended(0).says(&warning);
    site.is_untouched();
    site.uninstall_all(&[]).ended(0).says(&warning);
    assert!(!site.has_namespace());
}

#[test]
fn a_frozen_plan_looks_again_at_what_its_namespace_holds() {
    let site = Site::new("held-frozen");
    write(&site, &two(&[]));
    site.install(&[]).ended(0);
    site.plan_uninstall(&["--out", "plan.json"]).ended(0).says("would be deleted too");
    site.cluster.apply(&site.namespace, &config_map("since", &[KEEP])).unwrap();
    let execute = || site.skeg(["release", "plan", "execute", "plan.json"]);
    execute().ended(1).says("  ConfigMap/since: its resource policy keeps it\n").says("Nothing was changed.");
    site.is_untouched();
    site.kubectl(&["delete", "configmap", "since"]);
    execute().ended(0);
    assert!(!site.has_namespace());
}

#[test]
fn what_comes_while_a_release_is_uninstalled_keeps_the_namespace() {
    let site = Site::new("held-late");
    write(&site, &two(&[]));
    site.install(&[]).ended(0);
    let finalizers = |value: serde_json::Value| {
        let patch = json!({ "metadata": { "finalizers": value } }).to_string();
        site.kubectl(&["patch", "configmap", "plain", "--type=merge", "-p", &patch]);
    };
    finalizers(json!(["skeg.dev/held"]));
    let words = ["release", "uninstall", "-n", &site.namespace, "-r", "shop", "--delete-namespace"];
    let running = Running::start(&site, &words);
    let is_going = || site.object("configmap", "plain")?["metadata"]["deletionTimestamp"].is_string().then_some(());
    wait_until(Duration::from_secs(60), is_going).expect("it is being deleted");
    site.cluster.apply(&site.namespace, &config_map("late", &[KEEP])).unwrap();
    finalizers(json!(null));
    running.end().ended(1).says("ConfigMap/late: its resource policy keeps it").says("The release is uninstalled");
    assert_eq!(site.history(), "");
    assert!(site.has_namespace() && site.object("configmap", "late").is_some());
}

/// The API server refuses to delete some namespaces: that is detected before the release is deleted.
#[test]
fn a_namespace_that_cannot_be_deleted_is_told_first() {
    let site = Site::new("immortal");
    write(&site, &[("templates/plain.yaml", config_map("immortal-plain", &[]))]);
    site.skeg(["release", "install", "immortal", "./shop", "-n", "default"]).ended(0);
    let uninstall = ["release", "uninstall", "immortal", "-n", "default"];
    site.skeg(uninstall.iter().chain(&["--delete-namespace"]))
        .ended(1)
        .says("SKEG-NAMESPACE-REFUSED")
        .says("namespace \"default\" cannot be deleted: ")
        .says("this namespace may not be deleted")
        .says("Nothing was changed.");
    site.skeg(uninstall).ended(0);
    // Even a user with all rights within a namespace may not delete it: nothing in it must be deleted first.
    site.install(&[]).ended(0);
    site.kubectl(&["create", "rolebinding", "some", "--clusterrole=admin", "--user", &site.namespace]);
    let ran = site.uninstall_all(&["--kube-impersonate-user", &site.namespace]).ended(1);
    let ran = ran
        .says(&format!("namespace \"{}\" cannot be deleted: ", site.namespace))
        .says("cannot delete resource \"namespaces\"")
        .says("Nothing was changed. Without --delete-namespace the release is uninstalled and the namespace stays.");
    assert!(!ran.stderr.contains("what is named above"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 deployed");
    site.uninstall_all(&["--keep-history"])
        .ended(1)
        .says("--keep-history and --delete-namespace cannot be used together");
}

/// A user who may not list everything is warned, but may continue.
#[test]
fn kinds_that_may_not_be_listed_are_named() {
    let site = Site::new("half-blind");
    write(&site, &two(&[]));
    site.install(&[]).ended(0);
    let role = format!(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: {0}}}\nrules:\n\
         - {{apiGroups: [''], resources: [configmaps, secrets, namespaces], verbs: ['*']}}\n---\n\
         apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {{name: {0}}}\n\
         roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: {0}}}\n\
         subjects: [{{kind: User, name: {0}, apiGroup: rbac.authorization.k8s.io}}]\n",
        site.namespace
    );
    site.cluster.apply(&site.namespace, &role).unwrap();
    let as_user = ["--kube-impersonate-user", &site.namespace];
    let is_allowed = || (site.plan_uninstall(&as_user).status == 0).then_some(());
    wait_until(Duration::from_secs(60), is_allowed).expect("the role counts");
    let warning = format!("not everything in namespace {} is known: cannot list ", site.namespace);
    site.plan_uninstall(&as_user).ended(0).says(&warning).says("Deployment");
    site.cluster.apply(&site.namespace, &config_map("since", &[KEEP])).unwrap();
    site.uninstall_all(&as_user).ended(1).says("ConfigMap/since: its resource policy keeps it");
    site.is_untouched();
}

/// Helm never deletes what a hook created. Skeg deletes what can be recreated, but no data.
#[test]
fn claims_that_hooks_made_stay() {
    let marks = ["helm.sh/hook: pre-install", "helm.sh/hook-delete-policy: hook-failed"];
    let settings = config_map("settings", &marks);
    let claim = "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n";
    let claim = settings.replace("ConfigMap", "PersistentVolumeClaim").replace("data: {a: b}\n", claim);
    let files = [("templates/claim.yaml", claim.replace("settings", "data")), ("templates/settings.yaml", settings)];
    for more in [&[][..], &["--no-delete-hooks"]] {
        let site = Site::new("hook-claims");
        write(&site, &files);
        site.helm(Helm::V4, &["install", "shop", "./shop"]).unwrap();
        site.helm(Helm::V4, &["uninstall", "shop"]).unwrap();
        assert!(site.object("pvc", "data").is_some() && site.object("configmap", "settings").is_some());
        site.kubectl(&["delete", "configmap", "settings"]);

        site.install(&[]).ended(0);
        let uid = || site.object("pvc", "data").map(|claim| claim["metadata"]["uid"].clone());
        let before = uid();
        let warning = format!(
            "PersistentVolumeClaim/data is left in the cluster: a hook created it, and its data would be lost; \
             to delete it: kubectl delete persistentvolumeclaim data -n {}",
            site.namespace
        );
        let words = ["release", "plan", "uninstall", "-n", &site.namespace, "-r", "shop"];
        let plan = site.skeg(words.iter().chain(more)).ended(0);
        assert_eq!(plan.stderr.contains(&warning), more.is_empty(), "{}", plan.stderr);
        assert!(!plan.stdout.contains("- PersistentVolumeClaim/data"), "{}", plan.stdout);
        let ran = site.release("uninstall", more).ended(0);
        assert_eq!(ran.stderr.contains(&warning), more.is_empty(), "{}", ran.stderr);
        assert!(before.is_some() && uid() == before);
        assert_eq!(site.object("configmap", "settings").is_some(), !more.is_empty());
        assert_eq!(site.history(), "");
    }
}
