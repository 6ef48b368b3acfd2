//! States of charts by tables: what is reported for which starts and ends of operations.

use skeg_resources::{DeployType, Origin, Propagation, ResourceId, Sensitive, Stage, Tracking};
use skeg_sequence::{ChartOrder, Order, Place, Wait, WaitOrigin};

use super::ChartStates;
use crate::event::{ChartState, Ending, Failure};
use crate::{Action, Edge, Operation, Plan, Reason, ReleaseName, Target};

/// A plan of charts, `web<db` for one that waits for another, and of operations, `web<0` for one of a chart that waits for the
/// operation before it; `-` is a hook.
fn plan(charts: &[&str], operations: &[&str], deploy_type: DeployType) -> Plan {
    let path = |name: &str| match name {
        "shop" => name.to_string(),
        name => format!("shop/charts/{}", name.replace('/', "/charts/")),
    };
    let charts: Vec<(String, Vec<Wait>)> = charts
        .iter()
        .map(|text| {
            let mut parts = text.split('<');
            let chart = path(parts.next().unwrap());
            let origin = WaitOrigin::DependsOn(Place::default());
            (chart, parts.map(|on| Wait { on: path(on), origin: origin.clone() }).collect())
        })
        .collect();
    let chart_of = |name: &str| charts.iter().position(|(chart, _)| *chart == path(name));
    let mut plan = Plan {
        release: ReleaseName { name: "shop".into(), namespace: "shop".into() },
        revision: 1,
        deploy_type,
        targets: Vec::new(),
        operations: Vec::new(),
        changes: Vec::new(),
        unchanged: 0,
        kept: Vec::new(),
        warnings: Vec::new(),
        order: None,
        inventory: None,
    };
    for (index, text) in operations.iter().enumerate() {
        let mut parts = text.split('<');
        plan.targets.push(target(index, chart_of(parts.next().unwrap())));
        let after = parts.map(|on| Edge { on: on.parse().unwrap(), why: Reason::Stage }).collect();
        let action = Action::Create { target: index };
        plan.operations.push(Operation { action, stage: Stage::Install, weight: None, after });
    }
    let charts = charts.into_iter().map(|(path, after)| ChartOrder { path, after, ..ChartOrder::default() });
    plan.order = Some(Order { charts: charts.collect() });
    plan
}

fn target(index: usize, chart: Option<usize>) -> Target {
    Target {
        id: ResourceId::new("", "ConfigMap", Some("shop"), &format!("c{index}")),
        version: "v1".into(),
        origin: Origin::default(),
        chart,
        is_hook: chart.is_none(),
        object: None,
        replicas_on_creation: None,
        uid: None,
        resource_version: None,
        takes_over: false,
        tracking: Tracking::default(),
        sensitive: Sensitive::Nothing,
        delete_if_failed: false,
        propagation: Propagation::Foreground,
    }
}

/// Runs a script, `+0 -0 x1 i2 c3`: operations that begin, are done, fail, fail and are ignored, are cancelled. Returns
/// the reported states, a line each, with the step at which each was reported.
fn reported(plan: &Plan, script: &str, stopped: Option<&str>) -> Vec<String> {
    let mut states = ChartStates::new(plan);
    let mut endings = vec![None; plan.operations.len()];
    let mut lines = Vec::new();
    let name = |chart: usize| plan.order.as_ref().unwrap().charts[chart].name().to_string();
    let mut report = |step: &str, changed: Vec<usize>, states: &ChartStates| {
        for chart in changed {
            let run = &states.runs()[chart];
            let state = run.state.word(plan.deploy_type);
            let error = run.error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default();
            lines.push(format!("{step} {}: {state}{error}", name(chart)));
        }
    };
    let changed = states.start("start");
    report("start", changed, &states);
    for step in script.split_whitespace() {
        let operation: usize = step[1..].parse().unwrap();
        let failure = Failure { message: "it crashed".into(), ..Failure::default() };
        let ending = match &step[..1] {
            "+" => None,
            "-" => Some(Ending::Done),
            "x" => Some(Ending::Failed(failure)),
            "i" => Some(Ending::Ignored(failure)),
            _ => Some(Ending::Cancelled),
        };
        let changed = match &ending {
            None => states.begun(operation, step),
            Some(ending) => states.ended(plan, operation, ending, step),
        };
        endings[operation] = ending.or(endings[operation].take());
        report(step, changed, &states);
    }
    let changed = states.finish(plan, &endings, stopped, "end");
    report("end", changed, &states);
    lines
}

/// Charts, operations, script, expected reports.
type Case<'a> = (&'a [&'a str], &'a [&'a str], &'a str, &'a [&'a str]);

#[test]
fn from_pending_to_ready() {
    let cases: &[Case<'_>] = &[
        // All of a chart is done, then all of its parent.
        (
            &["shop", "db", "web<db"],
            &["db", "db<0", "web<1", "shop<2"],
            "+0 -0 +1 -1 +2 -2 +3 -3",
            &[
                "+0 shop: installing",
                "+0 db: installing",
                "-1 db: ready",
                "+2 web: installing",
                "-2 web: ready",
                "-3 shop: ready",
            ],
        ),
        // A chart is ready when its subcharts are; ignored failures do not count.
        (
            &["shop", "a", "a/b"],
            &["a/b", "a"],
            "+0 +1 -1 i0",
            &[
                "+0 shop: installing",
                "+0 a: installing",
                "+0 b: installing",
                "i0 b: ready",
                "i0 a: ready",
                "i0 shop: ready",
            ],
        ),
        // Charts without operations are ready at once, or after what they wait for; the release is last.
        (
            &["shop", "library", "db", "web<db", "web/part", "edge<web"],
            &["db"],
            "+0 -0",
            &[
                "start library: ready",
                "+0 shop: installing",
                "+0 db: installing",
                "-0 db: ready",
                "-0 part: ready",
                "-0 web: ready",
                "-0 edge: ready",
                "-0 shop: ready",
            ],
        ),
        // Nothing to do at all.
        (&["shop", "db"], &[], "", &["start db: ready", "start shop: ready"]),
        // Hooks belong to no chart.
        (&["shop"], &["-", "shop<0"], "+0 -0 +1 -1", &["+1 shop: installing", "-1 shop: ready"]),
    ];
    for (charts, operations, script, expected) in cases {
        let plan = plan(charts, operations, DeployType::Initial);
        assert_eq!(reported(&plan, script, None), *expected, "{charts:?} {script}");
    }
}

#[test]
fn failures_and_who_waits_for_them() {
    let cases: &[Case<'_>] = &[
        // Charts that depend on the failed one, directly or not, with operations or without, are not started; others
        // continue.
        (
            &["shop", "db", "web<db", "edge<web", "idle<edge", "cache"],
            &["db", "cache", "web<0", "edge<2", "shop<0"],
            "+0 +1 x0 -1",
            &[
                "+0 shop: installing",
                "+0 db: installing",
                "+1 cache: installing",
                "x0 db: failed (ConfigMap/c0: it crashed)",
                "x0 shop: failed (ConfigMap/c0: it crashed)",
                "-1 cache: ready",
                "end web: pending (not begun: waits for db, which failed)",
                "end edge: pending (not begun: waits for db, which failed)",
                "end idle: pending (not begun: waits for db, which failed)",
            ],
        ),
        // If a subchart failed, the chart that was waited for is named.
        (
            &["shop", "db", "db/store", "web<db", "web/api"],
            &["db/store", "web/api<0"],
            "+0 x0",
            &[
                "+0 shop: installing",
                "+0 db: installing",
                "+0 store: installing",
                "x0 store: failed (ConfigMap/c0: it crashed)",
                "x0 db: failed (ConfigMap/c0: it crashed)",
                "x0 shop: failed (ConfigMap/c0: it crashed)",
                "end web: pending (not begun: waits for db, which failed)",
                "end api: pending (not begun: waits for db, which failed)",
            ],
        ),
        // Neither a second failure nor a later success changes a failed chart.
        (
            &["shop"],
            &["shop", "shop", "shop"],
            "+0 +1 x0 +2 x1 -2",
            &["+0 shop: installing", "x0 shop: failed (ConfigMap/c0: it crashed)"],
        ),
        // A hook fails before any chart is started.
        (
            &["shop", "db"],
            &["-", "db<0"],
            "+0 x0",
            &[
                "end shop: pending (not begun: waits for ConfigMap/c0, which failed)",
                "end db: pending (not begun: waits for ConfigMap/c0, which failed)",
            ],
        ),
        // Started, then blocked by another chart's failure.
        (
            &["shop", "db", "web"],
            &["db", "web", "web<0"],
            "+0 +1 -1 x0",
            &[
                "+0 shop: installing",
                "+0 db: installing",
                "+1 web: installing",
                "x0 db: failed (ConfigMap/c0: it crashed)",
                "x0 shop: failed (ConfigMap/c0: it crashed)",
                "end web: failed (not finished: waits for db, which failed)",
            ],
        ),
    ];
    for (charts, operations, script, expected) in cases {
        let plan = plan(charts, operations, DeployType::Initial);
        assert_eq!(reported(&plan, script, None), *expected, "{charts:?} {script}");
    }
}

#[test]
fn a_run_that_is_stopped() {
    let plan = plan(&["shop", "db", "web<db"], &["db", "web<0"], DeployType::Upgrade);
    assert_eq!(
        reported(&plan, "+0 c0", Some("timed out")),
        [
            "+0 shop: installing",
            "+0 db: installing",
            "end shop: failed (not finished: timed out while waiting for db)",
            "end db: failed (not finished: timed out)",
            "end web: pending (not begun: timed out while waiting for db)",
        ]
    );
}

#[test]
fn an_uninstall_goes_the_other_way() {
    let plan = plan(&["shop", "db", "web<db", "idle<web"], &["web", "db<0"], DeployType::Uninstall);
    assert_eq!(
        reported(&plan, "+0 -0 +1 -1", None),
        [
            "start idle: gone",
            "+0 shop: uninstalling",
            "+0 web: uninstalling",
            "-0 web: gone",
            "+1 db: uninstalling",
            "-1 db: gone",
            "-1 shop: gone",
        ]
    );
    assert_eq!(reported(&plan, "+0 x0", None)[5..], ["end db: pending (not begun: waits for web, which failed)"]);
}

#[test]
fn times_are_kept_and_plans_without_order_have_no_charts() {
    let mut plan = plan(&["shop", "idle"], &["shop"], DeployType::Initial);
    let mut states = ChartStates::new(&plan);
    states.start("1");
    states.begun(0, "2");
    states.ended(&plan, 0, &Ending::Done, "3");
    let times = |chart: usize| (states.runs()[chart].started.as_deref(), states.runs()[chart].ended.as_deref());
    assert_eq!((times(0), times(1)), ((Some("2"), Some("3")), (Some("1"), Some("1"))));
    plan.order = None;
    assert!(ChartStates::new(&plan).runs().is_empty());
}

#[test]
fn a_chart_that_an_upgrade_drops_is_gone_in_the_end() {
    let mut plan = plan(&["shop", "old", "old/part", "web"], &["old/part", "web"], DeployType::Upgrade);
    plan.operations[0].action = Action::Delete { target: 0, propagation: Propagation::Foreground };
    for chart in plan.order.as_mut().unwrap().charts[1..3].iter_mut() {
        chart.is_dropped = true;
    }
    let words: Vec<&str> = (0..4).map(|chart| plan.chart_word(chart, ChartState::Ready)).collect();
    assert_eq!(words, ["ready", "gone", "gone", "ready"]);
    let reported = reported(&plan, "+1 -1 +0 -0", None);
    assert_eq!(
        reported,
        [
            "+1 shop: installing",
            "+1 web: installing",
            "-1 web: ready",
            "-1 shop: ready",
            "+0 old: installing",
            "+0 part: installing",
            "-0 part: ready",
            "-0 old: ready",
        ]
    );
}

/// Whoever waits for a chart does not wait for its CRDs and for what is removed from it.
#[test]
fn what_comes_before_or_after_all_charts_does_not_count() {
    let mut plan = plan(&["shop", "db", "web<db"], &["web", "db<0", "web<1", "db<2"], DeployType::Upgrade);
    plan.operations[0].stage = Stage::PrePreInstall;
    plan.operations[3].stage = Stage::Uninstall;
    plan.operations[3].action = Action::Delete { target: 3, propagation: Propagation::Foreground };
    let all = [
        "+1 shop: installing",
        "+1 db: installing",
        "-1 db: ready",
        "+2 web: installing",
        "-2 web: ready",
        "-2 shop: ready",
    ];
    assert_eq!(reported(&plan, "+0 -0 +1 -1 +2 -2 +3 -3", None), all);
    // It fails the chart all the same.
    let reported = reported(&plan, "+0 x0", None);
    assert_eq!(reported[0], "x0 web: failed (ConfigMap/c0: it crashed)");
}
