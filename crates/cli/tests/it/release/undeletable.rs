//! Deletions that a policy denies are refused before anything is written, like any other write.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::manifests::{config_map, job};
use super::site::{Ran, Site};

/// A policy, in force, that denies deleting ConfigMaps and Jobs whose names begin with `protected`.
fn protect(site: &Site) -> String {
    let name = &site.namespace;
    let policy = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: {name}}}\nspec:\n  \
         failurePolicy: Fail\n  matchConstraints:\n    \
         namespaceSelector: {{matchLabels: {{kubernetes.io/metadata.name: {name}}}}}\n    \
         resourceRules: [{{apiGroups: [\"\", batch], apiVersions: [v1], operations: [DELETE], resources: [configmaps, jobs]}}]\n  \
         validations: [{{expression: \"!oldObject.metadata.name.startsWith('protected')\", message: \"it is guarded\"}}]\n---\n\
         apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {{name: {name}}}\n\
         spec: {{policyName: {name}, validationActions: [Deny]}}\n"
    );
    site.cluster.apply(name, &policy).unwrap();
    site.kubectl(&["create", "configmap", "protected-probe"]);
    let probe = ["-n", name, "delete", "configmap", "protected-probe", "--dry-run=server"];
    let is_denied = || site.cluster.kubectl_run(probe).err();
    wait_until(Duration::from_secs(60), is_denied).expect("the policy is not heeded");
    policy
}

#[track_caller]
fn is_refused(site: &Site, command: &str, more: &[&str], what: &str) -> Ran {
    let (ran, trace) = site.traced(command, more);
    let ran = ran
        .ended(1)
        .says("SKEG-RESOURCE-REFUSED")
        .says(&format!("{what} in namespace {} must not be deleted", site.namespace))
        .says("denied request: it is guarded")
        .says("Nothing was changed.");
    assert_eq!(trace.writes(), [""; 0]);
    ran
}

#[test]
fn what_must_not_be_deleted_is_told_before_anything_is_written() {
    let site = Site::new("undeletable");
    let (first, last) = (config_map("first", &[]), config_map("protected", &[]));
    site.chart(&[("templates/first.yaml", &first), ("templates/last.yaml", &last)]);
    site.install(&[]).ended(0);
    protect(&site);
    is_refused(&site, "uninstall", &[], "ConfigMap/protected");
    site.chart(&[("templates/first.yaml", &first.replace("a: b", "a: c"))]);
    let ran = is_refused(&site, "install", &["./shop"], "ConfigMap/protected");
    let keep = format!("kubectl annotate configmap/protected -n {} helm.sh/resource-policy=keep", site.namespace);
    ran.says(&keep);
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    site.skeg(words).ended(1).says("- ConfigMap/protected").says("✗ would be refused: ValidatingAdmissionPolicy");
    assert_eq!(
        (site.history().as_str(), site.names("configmap")),
        ("1 deployed", vec!["first".into(), "protected".into()])
    );
    // As the hint says.
    site.kubectl(&["annotate", "configmap/protected", "helm.sh/resource-policy=keep"]);
    site.install(&[]).ended(0).says("1 updated");
    assert!(site.object("configmap", "protected").is_some());
}

/// A hook is deleted before it runs again.
#[test]
fn a_hook_that_must_not_be_deleted_is_told_too() {
    let site = Site::new("undeletable-hook");
    let hook = job("protected", &["helm.sh/hook: \"pre-install,pre-upgrade\""], &[]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&[]).ended(0);
    protect(&site);
    is_refused(&site, "install", &["./shop"], "Job/protected");
    assert_eq!(site.history(), "1 deployed");
}

/// A policy that is deleted with the release: whether in time is unknown beforehand.
#[test]
fn a_policy_that_goes_with_the_release_does_not_keep_it() {
    let site = Site::new("undeletable-own");
    let policy = protect(&site);
    site.kubectl(&["delete", "validatingadmissionpolicy,validatingadmissionpolicybinding", &site.namespace]);
    site.chart(&[("templates/a.yaml", &config_map("protected", &[])), ("templates/policy.yaml", &policy)]);
    site.install(&[]).ended(0);
    let words = ["release", "plan", "uninstall", "-n", &site.namespace, "-r", "shop"];
    let is_denied = || site.skeg(words).stderr.contains("would be refused now").then_some(());
    wait_until(Duration::from_secs(60), is_denied).expect("the policy is heeded again");
    site.skeg(words).ended(0).says("deleting ConfigMap/protected would be refused now").says("trying anyway");
}
