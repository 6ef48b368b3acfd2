//! First install, upgrade, rollback, custom resources, webhooks.

use skeg_plan::Plan;
use skeg_resources::DeployType;

use crate::text::assert_graph;
use crate::world::{config, deploy, deployment, initial, manifest, upgrade};

#[test]
fn a_first_install() {
    let plan = initial().wants(&(config("settings", "1", &[]) + &deployment("web", "one", &[]))).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 1 as pending-install
        install:
          create ConfigMap/settings <- record revision 1 as pending-install
          wait until ConfigMap/settings is ready <- create ConfigMap/settings
          create Deployment/web <- record revision 1 as pending-install
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 1 deployed <- wait until ConfigMap/settings is ready, wait until Deployment/web is ready
    ",
    );
}

#[test]
fn an_upgrade_changes_only_what_differs() {
    let old = config("settings", "1", &[]) + &deployment("web", "one", &[]);
    let new = config("settings", "1", &[]) + &deployment("web", "two", &[]);
    let plan = upgrade().wants(&new).had(&old).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-upgrade
        install:
          update Deployment/web <- record revision 2 as pending-upgrade
          wait until Deployment/web is ready <- update Deployment/web
        final:
          mark revision 2 deployed <- wait until Deployment/web is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
    assert_eq!(plan.unchanged, 1);
}

#[test]
fn a_rollback_is_an_upgrade_of_its_own_name() {
    let plan =
        deploy(DeployType::Rollback).wants(&config("settings", "1", &[])).had(&config("settings", "2", &[])).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-rollback
        install:
          update ConfigMap/settings <- record revision 2 as pending-rollback
          wait until ConfigMap/settings is ready <- update ConfigMap/settings
        final:
          mark revision 2 deployed <- wait until ConfigMap/settings is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn nothing_to_do() {
    let chart = config("settings", "1", &[]);
    let plan = upgrade().wants(&chart).had(&chart).plan();
    assert!(plan.is_empty());
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-upgrade
        final:
          mark revision 2 deployed <- record revision 2 as pending-upgrade
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn definitions_come_first_and_webhooks_last() {
    let definition = manifest(
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        "boats.shop.dev",
        &[],
        "spec: {group: shop.dev, scope: Namespaced, names: {kind: Boat, plural: boats}}",
    );
    let boat = manifest("shop.dev/v1", "Boat", "titanic", &[], "spec: {}");
    let webhook =
        manifest("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "check", &[], "webhooks: []");
    let chart = boat.clone() + &webhook + &deployment("web", "one", &[]);
    let plan = initial().wants(&chart).defines(&definition).unknown("Boat/titanic").plan();
    assert_graph(&plan, "
        init:
          record revision 1 as pending-install
        pre-pre-install:
          create CustomResourceDefinition/boats.shop.dev <- record revision 1 as pending-install
          wait until CustomResourceDefinition/boats.shop.dev is ready <- create CustomResourceDefinition/boats.shop.dev
        install:
          create Deployment/web <- wait until CustomResourceDefinition/boats.shop.dev is ready
          wait until Deployment/web is ready <- create Deployment/web
          create Boat/titanic <- wait until CustomResourceDefinition/boats.shop.dev is ready
          wait until Boat/titanic is ready <- create Boat/titanic
        post-post-install:
          create ValidatingWebhookConfiguration/check <- wait until Deployment/web is ready, wait until Boat/titanic is ready
          wait until ValidatingWebhookConfiguration/check is ready <- create ValidatingWebhookConfiguration/check
        final:
          mark revision 1 deployed <- wait until ValidatingWebhookConfiguration/check is ready
    ");
    assert_eq!(plan.warnings, Vec::<String>::new());
}

#[test]
fn a_kind_that_nobody_defines_is_refused_unless_something_before_it_may() {
    let boat = manifest("shop.dev/v1", "Boat", "titanic", &[], "spec: {}");
    let refusal = initial().wants(&(boat.clone() + &deployment("web", "one", &[]))).unknown("Boat/titanic").refusal();
    assert_eq!(
        refusal,
        "Boat/titanic in namespace prod: the cluster does not know the kind Boat of shop.dev/v1
  chart: shop/templates/all.yaml
  Nothing was changed. Install what provides the kind first, put its CRD into crds/, or correct apiVersion and kind."
    );
    // Pods without rights define nothing, and neither do resources without pods.
    let weight = [("werf.io/weight", "-1")];
    let helpless = deployment("helper", "one", &weight) + &config("settings", "1", &[("helm.sh/hook", "pre-install")]);
    let refusal = initial().wants(&(boat.clone() + &helpless)).unknown("Boat/titanic").refusal();
    assert!(refusal.contains("does not know the kind Boat"), "{refusal}");
    let operator = manifest("apps/v1", "Deployment", "operator", &weight, POD_WITH_ACCOUNT);
    let plan = initial().wants(&(boat.clone() + &operator)).unknown("Boat/titanic").plan();
    assert_eq!(
        plan.warnings,
        ["the cluster does not know Boat.shop.dev, and the chart does not define it: creating it may fail"]
    );
    // The chart also contains the account's rights.
    let account = manifest("v1", "ServiceAccount", "operator", &[], "");
    let rbac = |kind: &str, rest: &str| manifest("rbac.authorization.k8s.io/v1", kind, "operator", &[], rest);
    let binding = rbac(
        "ClusterRoleBinding",
        "roleRef: {kind: ClusterRole, name: operator}\nsubjects: [{kind: ServiceAccount, name: operator, namespace: prod}]",
    );
    for (resources, may) in [("pods", false), ("customresourcedefinitions", true)] {
        let rule =
            format!("rules: [{{apiGroups: [apiextensions.k8s.io, \"\"], resources: [{resources}], verbs: [create]}}]");
        let chart = [&boat, &operator, &account, &binding, &rbac("ClusterRole", &rule)].map(String::as_str).concat();
        assert_eq!(initial().wants(&chart).unknown("Boat/titanic").try_plan().is_ok(), may, "{resources}");
    }
}

const POD_WITH_ACCOUNT: &str =
    "spec: {template: {spec: {serviceAccountName: operator, containers: [{name: c, image: one}]}}}";

#[test]
fn a_plan_reads_back_as_it_was_written() {
    let chart = config("settings", "2", &[]) + &deployment("web", "one", &[("werf.io/weight", "5")]);
    let plan = upgrade().wants(&chart).had(&config("settings", "1", &[])).had(&config("extra", "1", &[])).plan();
    let text = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
}
