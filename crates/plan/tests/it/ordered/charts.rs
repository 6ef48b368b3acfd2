use skeg_resources::Class;

use super::{before, config_of, names, order};
use crate::world::{deploy, deployment, initial, job, manifest, read_at, upgrade};
use skeg_plan::Plan;
use skeg_resources::DeployType;

const GROUP: &str = "helm.sh/resource-group";
const AFTER: &str = "helm.sh/depends-on/resource-groups";

fn why(plan: &Plan) -> Vec<String> {
    let mut reasons: Vec<String> =
        plan.operations.iter().flat_map(|operation| &operation.after).map(|edge| edge.why.to_string()).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

#[test]
fn a_subchart_begins_when_those_it_depends_on_are_ready() {
    let mut world = initial();
    for (chart, name) in [("db", "db"), ("cache", "cache"), ("web", "web"), ("loose", "loose"), ("", "own")] {
        world.request.desired.extend(config_of(chart, name, "1", &[]));
    }
    world.request.order =
        Some(order(&[("db", &[]), ("cache", &[]), ("web", &["db"]), ("loose", &[])], Some(&["cache"])));
    let plan = world.plan();
    let before = before(&plan);
    assert_eq!(names(&before["web"]), ["db"]);
    assert_eq!(names(&before["own"]), ["cache"]);
    assert_eq!(names(&before["loose"]), ["cache"], "it goes with the chart's own resources");
    assert!(before["db"].is_empty() && before["cache"].is_empty());
    let reasons = why(&plan);
    assert!(reasons.contains(&"chart web after db: depends-on in shop/Chart.yaml:12".to_string()), "{reasons:#?}");
    let annotation = "chart shop after cache: annotation helm.sh/depends-on/subcharts in shop/Chart.yaml:4";
    assert!(reasons.contains(&annotation.to_string()), "{reasons:#?}");
    let charts: Vec<Option<usize>> = plan.targets.iter().map(|target| target.chart).collect();
    assert!(charts.iter().all(Option::is_some), "{charts:?}");
}

#[test]
fn without_an_order_nothing_waits() {
    let mut world = initial();
    for chart in ["db", "web"] {
        world.request.desired.extend(config_of(chart, chart, "1", &[(GROUP, "a")]));
    }
    assert!(before(&world.plan())["web"].is_empty());
}

#[test]
fn a_chart_that_stays_as_it_is_must_be_ready_too() {
    let db = |value| config_of("db", "db", value, &[]);
    let mut world = upgrade();
    world.request.desired.extend(db("1"));
    world.request.desired.extend(config_of("web", "web", "2", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let live = crate::world::resources(&crate::world::config("db", "1", &[]));
    let mut unchanged = world.clone().lives(&crate::world::config("db", "1", &[]));
    assert_eq!(live[0].id.name, "db");
    unchanged.request.live.retain(|id, _| id.name == "db");
    let plan = unchanged.plan();
    assert_eq!(names(&before(&plan)["web"]), ["db"], "{}", plan.operations.len());
    // If nothing changes, nothing is tracked.
    let mut idle = world.lives(&crate::world::config("db", "1", &[])).lives(&crate::world::config("web", "2", &[]));
    idle.request.previous.clear();
    let plan = idle.plan();
    assert!(plan.operations.iter().all(|operation| !operation.action.is_tracking()), "{:?}", plan.operations);
}

#[test]
fn groups_of_a_chart_come_one_after_the_other() {
    let mut world = initial();
    world.request.desired.extend(config_of("db", "disk", "1", &[(GROUP, "disk")]));
    world.request.desired.extend(config_of("db", "server", "1", &[(GROUP, "server"), (AFTER, "[\"disk\"]")]));
    world.request.desired.extend(config_of("db", "rest", "1", &[]));
    world.request.desired.extend(config_of("web", "web", "1", &[(GROUP, "disk")]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let plan = world.plan();
    let before = before(&plan);
    assert_eq!(names(&before["server"]), ["disk"]);
    assert_eq!(names(&before["rest"]), ["disk", "server"]);
    assert_eq!(names(&before["web"]), ["disk", "rest", "server"], "groups end at the border of their chart");
    let reasons = why(&plan);
    let expected = "resource group server of shop/charts/db after resource group disk";
    assert!(reasons.contains(&expected.to_string()), "{reasons:#?}");
}

#[test]
fn a_group_that_has_no_place_in_the_order_comes_last_with_a_warning() {
    let mut world = initial();
    world.request.desired.extend(config_of("", "a", "1", &[(GROUP, "a")]));
    world.request.desired.extend(config_of("", "b", "1", &[(GROUP, "b"), (AFTER, "a, nowhere")]));
    world.request.order = Some(order(&[], None));
    let plan = world.plan();
    assert_eq!(names(&before(&plan)["b"]), ["a"]);
    assert_eq!(
        plan.warnings,
        [
            "ConfigMap/b (shop/templates/a.yaml, document 1) waits for resource group \"nowhere\", which does not exist: \
          it is deployed after all resource groups of its chart"
        ]
    );
}

#[test]
fn groups_in_a_cycle_are_refused() {
    let mut world = initial();
    world.request.desired.extend(config_of("", "a", "1", &[(GROUP, "a"), (AFTER, "b")]));
    world.request.desired.extend(config_of("", "b", "1", &[(GROUP, "b"), (AFTER, "a")]));
    world.request.order = Some(order(&[], None));
    let refusal = world.refusal();
    assert!(refusal.starts_with("resource groups of shop wait for each other: a → b → a"), "{refusal}");
    assert!(refusal.contains("a waits for b: ConfigMap/a (shop/templates/a.yaml, document 1)"), "{refusal}");
}

#[test]
fn an_annotation_against_the_order_of_charts_is_a_cycle_that_names_both() {
    let mut world = initial();
    let dependency = ("werf.io/deploy-dependency-x", "state=ready,kind=ConfigMap,name=web");
    world.request.desired.extend(config_of("db", "db", "1", &[dependency]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let refusal = world.refusal();
    assert!(refusal.contains("annotation werf.io/deploy-dependency-x"), "{refusal}");
    assert!(refusal.contains("chart web after db: depends-on in shop/Chart.yaml:11"), "{refusal}");
}

#[test]
fn a_weight_against_the_order_of_charts_is_a_cycle_that_names_both() {
    let mut world = initial();
    world.request.desired.extend(config_of("db", "db", "1", &[("werf.io/weight", "5")]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let refusal = world.refusal();
    assert!(refusal.contains("weight 0 before 5"), "{refusal}");
    assert!(refusal.contains("chart web after db"), "{refusal}");
}

#[test]
fn a_reference_to_what_a_later_chart_makes_is_a_warning() {
    let mut world = initial();
    let uses = manifest(
        "v1",
        "Pod",
        "db",
        &[],
        "spec: {containers: [{name: c, image: i, envFrom: [{configMapRef: {name: settings}}]}]}",
    );
    world.request.desired.extend(read_at("shop/charts/db/templates/a.yaml", &uses, Class::Regular));
    world.request.desired.extend(config_of("", "settings", "1", &[]));
    world.request.order = Some(order(&[("db", &[])], Some(&["db"])));
    // References are found among all resources of a release.
    let mut all = std::mem::take(&mut world.request.desired);
    all[0].rules.deploy_dependencies = read_at(
        "shop/templates/b.yaml",
        &format!("{uses}\n---\n{}", crate::world::config("settings", "1", &[])),
        Class::Regular,
    )[0]
    .rules
    .deploy_dependencies
    .clone();
    world.request.desired = all;
    let plan = world.plan();
    assert_eq!(names(&before(&plan)["settings"]), ["db"]);
    assert!(
        plan.warnings.iter().any(|warning| warning.contains("which is created only after it")),
        "{:?}",
        plan.warnings
    );
}

#[test]
fn hooks_stay_outside() {
    let mut world = initial();
    let hook = job("migrate", "i", &[("helm.sh/hook", "pre-install")]);
    world.request.desired.extend(read_at("shop/charts/web/templates/h.yaml", &hook, Class::Hook));
    world.request.desired.extend(config_of("db", "db", "1", &[]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let plan = world.plan();
    assert!(before(&plan)["migrate"].is_empty());
    assert_eq!(names(&before(&plan)["db"]), ["migrate"]);
    assert!(plan.targets.iter().filter(|target| target.is_hook).all(|target| target.chart.is_none()));
}

#[test]
fn a_webhook_is_part_of_a_chart_that_others_wait_for() {
    let mut world = initial();
    let webhook =
        manifest("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "hook", &[], "webhooks: []");
    world.request.desired.extend(read_at("shop/charts/db/templates/w.yaml", &webhook, Class::Regular));
    world.request.desired.extend(read_at(
        "shop/charts/db/templates/d.yaml",
        &deployment("db", "i", &[]),
        Class::Regular,
    ));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let before = before(&world.plan());
    assert_eq!(names(&before["hook"]), ["db"], "behind what serves it");
    assert_eq!(names(&before["web"]), ["db", "hook"]);
}

#[test]
fn a_chart_without_resources_passes_the_order_on() {
    let mut world = initial();
    world.request.desired.extend(config_of("db", "db", "1", &[]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("library", &["db"]), ("web", &["library"])], None));
    assert_eq!(names(&before(&world.plan())["web"]), ["db"]);
}

#[test]
fn a_resource_that_nobody_waits_for_holds_nothing_up() {
    let mut world = initial();
    world.request.desired.extend(config_of("db", "db", "1", &[]));
    let nonblocking = ("werf.io/track-termination-mode", "NonBlocking");
    world.request.desired.extend(config_of("db", "extra", "1", &[nonblocking]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    assert_eq!(names(&before(&world.plan())["web"]), ["db"]);
}

#[test]
fn a_rollback_is_ordered_like_a_deploy() {
    let mut world = deploy(DeployType::Rollback);
    world.request.desired.extend(config_of("db", "db", "1", &[]));
    world.request.desired.extend(config_of("web", "web", "1", &[]));
    world.request.order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    assert_eq!(names(&before(&world.plan())["web"]), ["db"]);
}
