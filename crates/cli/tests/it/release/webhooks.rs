//! Foreign webhooks and policies: one that changes everything that is written, one that never answers.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::manifests::{config_map, job};
use super::site::Site;

/// Replaces the value of `settings` on each write, and adds something to `counted` with every write.
fn meddle(site: &Site) {
    let name = &site.namespace;
    let policy = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata: {{name: {name}}}\nspec:\n  \
         matchConstraints:\n    namespaceSelector: {{matchLabels: {{kubernetes.io/metadata.name: {name}}}}}\n    \
         resourceRules: [{{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}}]\n  \
         matchConditions: [{{name: ours, expression: \"object.metadata.name in ['settings', 'counted']\"}}]\n  \
         failurePolicy: Fail\n  reinvocationPolicy: Never\n  mutations:\n  - patchType: JSONPatch\n    jsonPatch:\n      expression: >\n        \
         [object.metadata.name == \"settings\" ? JSONPatch{{op: \"add\", path: \"/data/a\", value: \"theirs\"}} :\n        \
         JSONPatch{{op: \"add\", path: \"/data/writes\", value: oldObject != null && \"writes\" in oldObject.data\n          \
         ? oldObject.data.writes + \"x\" : \"x\"}}]\n---\n\
         apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\nmetadata: {{name: {name}}}\nspec: {{policyName: {name}}}\n"
    );
    site.cluster.apply(name, &policy).unwrap();
    let probe =
        ["create", "configmap", "settings", "--from-literal=a=b", "--dry-run=server", "-o", "jsonpath={.data.a}"];
    let is_heeded = || (site.kubectl(&probe) == "theirs").then_some(());
    wait_until(Duration::from_secs(60), is_heeded).expect("the policy is not strict_variable");
}

/// Failure class 12: a field that is changed on every write does not make every deploy a change.
#[test]
fn what_others_change_on_every_write_is_not_written_again() {
    let site = Site::new("meddler");
    meddle(&site);
    let chart = |more: &str| {
        let map = |name: &str| config_map(name, &[]).replace("{a: b}", &format!("{{a: b{more}}}"));
        site.chart(&[("templates/settings.yaml", &map("settings")), ("templates/counted.yaml", &map("counted"))]);
    };
    let data = |name: &str| site.object("configmap", name).unwrap()["data"].clone();
    let nothing_more = || {
        for _ in 0..2 {
            let (ran, trace) = site.traced("install", &["./shop"]);
            ran.ended(0).says("up to date");
            assert_eq!(trace.writes(), [""; 0]);
        }
    };
    chart("");
    site.install(&[]).ended(0);
    nothing_more();
    assert_eq!(data("settings"), serde_json::json!({"a": "theirs"}));
    assert_eq!(data("counted"), serde_json::json!({"a": "b", "writes": "x"}));
    // Our own change takes effect in fields that they leave alone, once.
    chart(", c: d");
    site.install(&[]).ended(0).says("2 updated");
    nothing_more();
    assert_eq!(data("settings"), serde_json::json!({"a": "theirs", "c": "d"}));
    assert_eq!(data("counted"), serde_json::json!({"a": "b", "c": "d", "writes": "xx"}));
}

fn dead_webhook(site: &Site) -> String {
    format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: {0}}}\nwebhooks:\n\
         - name: dead.example.org\n  clientConfig: {{url: \"https://127.0.0.1:1/\"}}\n  sideEffects: None\n  timeoutSeconds: 1\n  \
         admissionReviewVersions: [v1]\n  namespaceSelector: {{matchLabels: {{kubernetes.io/metadata.name: {0}}}}}\n  \
         objectSelector: {{matchLabels: {{guarded: \"yes\"}}}}\n  rules:\n  \
         - {{apiGroups: [\"\"], apiVersions: [v1], resources: [configmaps], operations: [CREATE, UPDATE]}}\n",
        site.namespace
    )
}

/// Failure class 11: a webhook that never recovers does not leave a deploy half done.
#[test]
fn a_webhook_that_never_answers_is_told_before_anything_is_written() {
    let site = Site::new("dead-webhook");
    let guarded =
        config_map("guarded", &[]).replace("  name: guarded", "  name: guarded\n  labels: {guarded: \"yes\"}");
    let chart = |value: &str| {
        let guarded = guarded.replace("a: b", &format!("a: {value}"));
        let open = config_map("open", &[]).replace("a: b", &format!("a: {value}"));
        let hook = job("before", &["helm.sh/hook: pre-install,pre-upgrade"], &[]);
        site.chart(&[
            ("templates/guarded.yaml", &guarded),
            ("templates/open.yaml", &open),
            ("templates/hook.yaml", &hook),
        ]);
    };
    site.cluster.apply(&site.namespace, &dead_webhook(&site)).unwrap();
    chart("one");
    let refused = |more: &[&str]| {
        let (ran, trace) = site.traced("install", more);
        ran.ended(1)
            .says("ConfigMap/guarded in namespace")
            .says("failed calling webhook \"dead.example.org\"")
            .says("Nothing was changed.")
            .says("kubectl get validatingwebhookconfigurations");
        assert_eq!(trace.writes(), [""; 0]);
    };
    refused(&["./shop"]);
    assert_eq!(site.history(), "");
    site.kubectl(&["delete", "validatingwebhookconfiguration", &site.namespace]);
    site.install(&[]).ended(0);
    // For an existing object as well.
    site.cluster.apply(&site.namespace, &dead_webhook(&site)).unwrap();
    chart("two");
    refused(&["./shop"]);
    assert_eq!(site.history(), "1 deployed");
    site.kubectl(&["delete", "validatingwebhookconfiguration", &site.namespace]);
    site.install(&[]).ended(0);
}
