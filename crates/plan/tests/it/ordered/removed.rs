//! Deletions in reverse order.

use skeg_resources::{Class, DeployType, Resource};

use super::{before, config_of, names, order};
use crate::world::{World, deploy, manifest, read_at, upgrade};

const GROUP: &str = "helm.sh/resource-group";
const AFTER: &str = "helm.sh/depends-on/resource-groups";

/// Adds the resources to the cluster, as the release created them.
fn with_live(mut world: World, resources: &[Resource]) -> World {
    for resource in resources {
        let text = serde_json::to_string(&serde_json::Value::from(resource.object.clone())).expect("JSON");
        world = world.lives(&text);
    }
    world
}

fn uninstall(resources: Vec<Resource>, order: skeg_sequence::Order) -> World {
    let mut world = with_live(deploy(DeployType::Uninstall), &resources);
    world.request.desired = resources;
    world.request.order = Some(order.clone());
    world.request.previous_order = Some(order);
    world
}

#[test]
fn an_uninstall_goes_the_other_way() {
    let mut resources = config_of("db", "disk", "1", &[(GROUP, "disk")]);
    resources.extend(config_of("db", "server", "1", &[(GROUP, "server"), (AFTER, "disk")]));
    resources.extend(config_of("web", "web", "1", &[]));
    resources.extend(config_of("loose", "loose", "1", &[]));
    resources.extend(config_of("", "own", "1", &[]));
    let plan = uninstall(resources, order(&[("db", &[]), ("web", &["db"]), ("loose", &[])], Some(&["web"]))).plan();
    let before = before(&plan);
    assert!(before["own"].is_empty() && before["loose"].is_empty());
    assert_eq!(names(&before["web"]), ["loose", "own"]);
    assert_eq!(names(&before["server"]), ["loose", "own", "web"]);
    assert_eq!(names(&before["disk"]), ["loose", "own", "server", "web"]);
    let reasons: Vec<String> =
        plan.operations.iter().flat_map(|operation| &operation.after).map(|edge| edge.why.to_string()).collect();
    let expected = "chart db is deleted after web: depends-on in shop/Chart.yaml:11";
    assert!(reasons.iter().any(|reason| reason == expected), "{reasons:#?}");
}

#[test]
fn the_order_of_charts_goes_before_that_of_kinds() {
    let webhook =
        manifest("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "hook", &[], "webhooks: []");
    let mut resources = read_at("shop/charts/db/templates/w.yaml", &webhook, Class::Regular);
    resources.extend(config_of("db", "settings", "1", &[]));
    let pod = manifest("v1", "Pod", "web", &[], "spec: {containers: [{name: c, image: i}]}");
    resources.extend(read_at("shop/charts/web/templates/p.yaml", &pod, Class::Regular));
    let before = before(&uninstall(resources, order(&[("db", &[]), ("web", &["db"])], None)).plan());
    assert!(before["web"].is_empty(), "by kinds the webhook would go first");
    assert_eq!(names(&before["hook"]), ["web"]);
    assert_eq!(names(&before["settings"]), ["hook", "web"], "within a chart kinds count");
}

#[test]
fn charts_that_have_no_relation_keep_the_order_of_kinds() {
    let pod = manifest("v1", "Pod", "pod", &[], "spec: {containers: [{name: c, image: i}]}");
    let mut resources = read_at("shop/charts/b/templates/p.yaml", &pod, Class::Regular);
    resources.extend(config_of("a", "settings", "1", &[]));
    let before = before(&uninstall(resources, order(&[("a", &[]), ("b", &[])], None)).plan());
    assert_eq!(names(&before["settings"]), ["pod"]);
}

#[test]
fn what_an_upgrade_drops_goes_in_reverse_of_the_old_order() {
    let mut dropped = config_of("db", "db", "1", &[]);
    dropped.extend(config_of("web", "web", "1", &[]));
    let mut world = with_live(upgrade(), &dropped);
    world.request.previous = dropped;
    world.request.desired = config_of("new", "new", "1", &[]);
    world.request.order = Some(order(&[("new", &[])], None));
    world.request.previous_order = Some(order(&[("db", &[]), ("web", &["db"])], None));
    let plan = world.plan();
    let before = before(&plan);
    assert_eq!(names(&before["web"]), ["new"]);
    assert_eq!(names(&before["db"]), ["new", "web"]);
    let order = plan.order.as_ref().expect("an order");
    let chart = |name: &str| {
        let target = plan.targets.iter().find(|target| target.id.name == name).expect("a target");
        target.chart.map(|chart| order.charts[chart].path.as_str())
    };
    assert_eq!(chart("web"), Some("shop/charts/web"), "charts that are dropped are part of the plan's order");
}
