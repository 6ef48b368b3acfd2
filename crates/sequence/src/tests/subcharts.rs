use super::{after, chart, dependency, list, order, own_after};
use crate::{Charts, Declarations, Member, Order, WaitOrigin, batches, deploy_order, rebuild, resolve};

/// The example of the requirement: nginx, rabbitmq, bar after both, orphaned; foo waits for bar and rabbitmq.
fn foo() -> Declarations {
    let dependencies = vec![
        dependency("nginx", "", None),
        dependency("rabbitmq", "", None),
        dependency("bar", "", Some(list(9, &["nginx", "rabbitmq"]))),
        dependency("orphaned", "", None),
    ];
    let mut foo = chart("foo", dependencies);
    foo.annotation = Some(list(4, &["bar", "rabbitmq"]));
    foo
}

fn names(batches: &[Vec<Member>]) -> Vec<Vec<&str>> {
    let name = |member: &'_ Member| match member {
        Member::Subchart(path) => path.rsplit('/').next().unwrap_or_default().to_string(),
        Member::Own => "foo".to_string(),
    };
    batches.iter().map(|batch| batch.iter().map(|member| name(member).leak() as &str).collect()).collect()
}

#[test]
fn the_example_of_the_requirement_gives_its_batches() {
    let order = order(&foo());
    assert_eq!(names(&batches(&order, "foo")), [vec!["nginx", "rabbitmq"], vec!["bar"], vec!["orphaned", "foo"]]);
    let charts: Vec<&str> = deploy_order(&order).into_iter().map(|chart| order.charts[chart].name()).collect();
    assert_eq!(charts, ["nginx", "rabbitmq", "bar", "orphaned", "foo"]);
    assert_eq!(after(&order, "foo/charts/bar"), ["nginx", "rabbitmq"]);
    assert_eq!(own_after(&order, "foo"), ["rabbitmq", "bar"]);
    assert_eq!(after(&order, "foo/charts/orphaned"), ["rabbitmq", "bar"]);
    let orphaned = &order.charts.last().expect("charts").after[0];
    assert_eq!(orphaned.origin, WaitOrigin::WithParent);
}

#[test]
fn without_the_annotation_own_resources_wait_for_all_that_are_ordered() {
    let mut foo = foo();
    foo.annotation = None;
    let order = order(&foo);
    assert_eq!(own_after(&order, "foo"), ["nginx", "rabbitmq", "bar"]);
    assert_eq!(after(&order, "foo/charts/orphaned"), ["nginx", "rabbitmq", "bar"]);
}

#[test]
fn an_empty_annotation_waits_for_nothing() {
    let mut foo = foo();
    foo.annotation = Some(list(4, &[]));
    assert_eq!(own_after(&order(&foo), "foo"), [""; 0]);
}

#[test]
fn a_chart_that_declares_nothing_has_no_order() {
    let plain = chart("foo", vec![dependency("a", "", None), dependency("b", "", None)]);
    let order = order(&plain);
    assert!(order.is_trivial());
    assert_eq!(batches(&order, "foo").len(), 1);
    assert!(!super::order(&foo()).is_trivial());
}

#[test]
fn each_chart_orders_its_own_subcharts() {
    let mut shop = chart("shop", vec![dependency("db", "", None), dependency("web", "", Some(list(5, &["db"])))]);
    let inner = vec![dependency("disk", "", None), dependency("server", "", Some(list(3, &["disk"])))];
    shop.subcharts[0] =
        Declarations { path: "shop/charts/db".into(), name: "db".into(), ..chart("shop/charts/db", inner) };
    let order = order(&shop);
    assert_eq!(after(&order, "shop/charts/db/charts/server"), ["disk"]);
    assert_eq!(own_after(&order, "shop/charts/db"), ["disk", "server"]);
    assert_eq!(after(&order, "shop/charts/web"), ["db"]);
    let parents: Vec<_> = order.charts.iter().map(|chart| chart.parent()).collect();
    assert_eq!(parents[..3], [None, Some("shop"), Some("shop/charts/db")]);
}

#[test]
fn a_reference_is_an_alias_or_a_name() {
    let waits = |name: &str| {
        let twice = vec![
            dependency("postgres", "main", None),
            dependency("postgres", "replica", None),
            dependency("redis", "cache", None),
            dependency("web", "", Some(list(7, &[name]))),
        ];
        resolve(&chart("shop", twice)).map(|resolved| resolved.order)
    };
    assert_eq!(after(&waits("replica").expect("an alias"), "shop/charts/web"), ["replica"]);
    assert_eq!(after(&waits("redis").expect("a name with one alias"), "shop/charts/web"), ["cache"]);
    let ambiguous = waits("postgres").expect_err("two aliases").to_string();
    assert_eq!(
        ambiguous,
        r#"shop/Chart.yaml:7: chart "shop" has several subcharts "postgres"; use an alias: main, replica"#
    );
    let unknown = waits("replca").expect_err("unknown").to_string();
    assert_eq!(unknown, r#"shop/Chart.yaml:7: chart "shop" has no subchart "replca"; did you mean "replica"?"#);
    let far = waits("kafka").expect_err("unknown").to_string();
    assert_eq!(far, r#"shop/Chart.yaml:7: chart "shop" has no subchart "kafka"; it has cache, main, replica, web"#);
}

#[test]
fn a_name_that_a_subchart_goes_by_is_not_ambiguous() {
    let twice = vec![
        dependency("postgres", "", None),
        dependency("postgres", "replica", None),
        dependency("web", "", Some(list(7, &["postgres"]))),
    ];
    assert_eq!(after(&order(&chart("shop", twice)), "shop/charts/web"), ["postgres"]);
}

#[test]
fn what_is_switched_off_drops_out_with_a_note() {
    let mut foo = foo();
    foo.subcharts.retain(|subchart| subchart.name != "nginx");
    let resolved = resolve(&foo).expect("a good order");
    assert_eq!(after(&resolved.order, "foo/charts/bar"), ["rabbitmq"]);
    assert_eq!(resolved.notes, ["shop/Chart.yaml:9: nginx is disabled, so the wait of bar has no effect"]);
    foo.subcharts.retain(|subchart| subchart.name != "bar");
    let resolved = resolve(&foo).expect("a good order");
    assert_eq!(own_after(&resolved.order, "foo"), ["rabbitmq"]);
    assert!(resolved.notes.contains(&"shop/Chart.yaml:9: bar is disabled, so its order has no effect".to_string()));
}

#[test]
fn a_chart_under_an_alias_that_is_switched_off_drops_out() {
    let mut shop =
        chart("shop", vec![dependency("redis", "cache", None), dependency("web", "", Some(list(7, &["redis"])))]);
    shop.subcharts.remove(0);
    assert_eq!(resolve(&shop).expect("a good order").notes.len(), 1);
}

#[test]
fn a_cycle_is_told_as_a_path_with_its_lines() {
    let circle = vec![
        dependency("a", "", Some(list(3, &["c"]))),
        dependency("b", "", Some(list(5, &["a"]))),
        dependency("c", "", Some(list(7, &["b"]))),
    ];
    let error = resolve(&chart("shop", circle)).expect_err("a cycle").to_string();
    assert_eq!(
        error,
        "subcharts of shop wait for each other: a → c → b → a\n  \
         a waits for c: depends-on in shop/Chart.yaml:3\n  \
         c waits for b: depends-on in shop/Chart.yaml:7\n  \
         b waits for a: depends-on in shop/Chart.yaml:5"
    );
    let itself = chart("shop", vec![dependency("a", "", Some(list(3, &["a"])))]);
    assert!(resolve(&itself).expect_err("a cycle").to_string().contains("a → a"));
}

#[test]
fn all_errors_are_told_at_once() {
    let wrong = vec![dependency("a", "", Some(list(3, &["x"]))), dependency("b", "", Some(list(4, &["y"])))];
    let error = resolve(&chart("shop", wrong)).expect_err("two errors");
    assert_eq!((error.0.len(), error.to_string().lines().count()), (2, 2));
}

#[test]
fn a_template_belongs_to_the_innermost_chart() {
    let order = order(&foo());
    let charts = Charts::new(&order);
    let found = |path: &str| charts.of_template(path).map(|index| order.charts[index].path.as_str());
    assert_eq!(found("foo/templates/a.yaml"), Some("foo"));
    assert_eq!(found("foo/charts/bar/templates/x/y.yaml"), Some("foo/charts/bar"));
    assert_eq!(found("foo/charts/other/templates/y.yaml"), Some("foo"));
    assert_eq!(found("elsewhere/templates/y.yaml"), None);
    assert_eq!(found(""), None);
}

#[test]
fn an_order_is_rebuilt_from_paths_and_metadata() {
    let sources =
        ["foo/templates/a.yaml", "foo/charts/bar/charts/deep/templates/b.yaml", "foo/charts/nginx/templates/c.yaml"];
    let dependencies = vec![dependency("bar", "", Some(list(0, &["nginx"]))), dependency("nginx", "", None)];
    let rebuilt = rebuild("foo", sources, dependencies, Some(list(0, &["bar"])));
    assert_eq!(after(&rebuilt, "foo/charts/bar"), ["nginx"]);
    assert_eq!(own_after(&rebuilt, "foo"), ["bar"]);
    assert!(rebuilt.chart("foo/charts/bar/charts/deep").is_some());
    // Metadata that does not match gives the tree alone.
    let wrong = rebuild("foo", sources, Vec::new(), Some(list(0, &["nowhere"])));
    assert!(wrong.is_trivial() && wrong.charts.len() == 4);
}

#[test]
fn an_older_order_adds_what_is_gone() {
    let mut now = order(&chart("foo", vec![dependency("new", "", None)]));
    now.extend(order(&foo()));
    assert_eq!(after(&now, "foo/charts/bar"), ["nginx", "rabbitmq"]);
    assert_eq!(own_after(&now, "foo"), [""; 0]);
    let again: Order = now.clone();
    now.extend(again.clone());
    assert_eq!(now, again);
}
