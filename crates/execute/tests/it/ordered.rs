//! Plans with an order of charts: a failure blocks only what waits for it, and the states of charts are reported.

use std::sync::{Arc, Mutex};

use skeg_execute::{Options, Outcome, Stop, StopCause, Verdict, dispatch};
use skeg_plan::{ChartOrder, ChartState, Event, Order, Plan};
use skeg_resources::FailMode::{
    self, FailWholeDeployProcessImmediately as Strict, HopeUntilEndOfDeployProcess as Hope,
    IgnoreAndContinueDeployProcess as Ignore,
};
use tokio::sync::Semaphore;

use crate::script::{Act, Script, collector, letters, noted, plan};

const CHARTS: [&str; 4] = ["shop", "shop/charts/db", "shop/charts/web", "shop/charts/cache"];

/// A plan of these steps, each with the index of its chart.
fn ordered(steps: &[(char, FailMode, &[usize], usize)]) -> Plan {
    let plain: Vec<(char, FailMode, &[usize])> =
        steps.iter().map(|(letter, mode, after, _)| (*letter, *mode, *after)).collect();
    let mut plan = plan(&plain);
    for (target, (.., chart)) in plan.targets.iter_mut().zip(steps) {
        target.chart = Some(*chart);
    }
    let chart = |path: &&str| ChartOrder { path: path.to_string(), ..ChartOrder::default() };
    plan.order = Some(Order { charts: CHARTS.iter().map(chart).collect() });
    plan
}

/// The reported states of charts, with operations in between: `+1` and `-1`.
fn reported(events: &Mutex<Vec<Event>>) -> String {
    let line = |event: &Event| match event {
        Event::Chart { chart, run } => {
            let name = CHARTS[*chart].rsplit('/').next().unwrap();
            let error = run.error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default();
            Some(format!("{name} {:?}{error}", run.state).to_lowercase())
        }
        Event::OperationStarted { operation } => Some(format!("+{operation}")),
        Event::OperationEnded { operation, .. } => Some(format!("-{operation}")),
        _ => None,
    };
    events.lock().unwrap().iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

async fn run(plan: &Plan, script: Arc<Script>) -> (Outcome, String) {
    let (sink, events) = collector();
    let outcome = dispatch(plan, script, &Options::default(), &Stop::default(), sink).await;
    (outcome, reported(&events))
}

/// 0 of db fails while 1 of cache is running; 2 of web and 3 of shop wait for db, 4 of cache for 1, 5 for all.
fn branches() -> Plan {
    ordered(&[
        ('t', Strict, &[], 1),
        ('t', Strict, &[], 3),
        ('c', Strict, &[0], 2),
        ('c', Strict, &[2], 0),
        ('c', Strict, &[1], 3),
        ('b', Strict, &[0, 1, 2, 3, 4], 0),
    ])
}

#[tokio::test]
async fn what_does_not_wait_for_a_failure_goes_on() {
    let gate = Arc::new(Semaphore::new(0));
    let plan = branches();
    let script = Script::new([(0, Act::Fail), (1, Act::Gate(gate.clone()))]);
    let (sink, events) = collector();
    let running = tokio::spawn({
        let script = script.clone();
        async move { dispatch(&plan, script, &Options::default(), &Stop::default(), sink).await }
    });
    noted(&script, "-0").await;
    while !reported(&events).contains("db failed") {
        tokio::task::yield_now().await;
    }
    gate.add_permits(1);
    let outcome = running.await.unwrap();
    assert_eq!(letters(&outcome), "fd..d.");
    assert_eq!(script.log(), "+0 +1 -0 -1 +4 -4");
    assert!(matches!(outcome.verdict(), Verdict::Failed { operation: 0, .. }));
    assert!(!events.lock().unwrap().iter().any(|event| matches!(event, Event::Stopping { .. })));
    assert_eq!(
        reported(&events),
        "\
shop installing
db installing
+0
cache installing
+1
-0
db failed (configmap/x: 0 failed)
shop failed (configmap/x: 0 failed)
-1
+4
-4
cache ready
web pending (not begun: waits for db, which failed)"
    );
    let states: Vec<ChartState> = outcome.charts.iter().map(|chart| chart.state).collect();
    assert_eq!(states, [ChartState::Failed, ChartState::Failed, ChartState::Pending, ChartState::Ready]);
    let (db, web) = (&outcome.charts[1], &outcome.charts[2]);
    assert!(db.started <= db.ended && db.started.is_some() && web.started.is_none() && web.ended.is_none());
}

#[tokio::test]
async fn without_an_order_a_failure_stops_all() {
    let plan = Plan { order: None, ..branches() };
    let (outcome, reported) = run(&plan, Script::new([(0, Act::Fail), (1, Act::Forever)])).await;
    assert_eq!(letters(&outcome), "fc....");
    assert_eq!(reported, "+0\n+1\n-0\n-1");
    assert!(outcome.charts.is_empty());
}

#[tokio::test]
async fn of_two_failures_the_first_is_the_verdict() {
    let (outcome, _) = run(&branches(), Script::new([(0, Act::Fail), (1, Act::Fail)])).await;
    assert_eq!(letters(&outcome), "ff....");
    assert!(matches!(outcome.verdict(), Verdict::Failed { operation: 0, .. }));
    assert_eq!(outcome.charts[3].error.as_deref(), Some("ConfigMap/x: 1 failed"));
}

#[tokio::test]
async fn asked_to_stop_after_a_failure_it_stops() {
    for cause in [StopCause::Interrupted, StopCause::TimedOut, StopCause::LockLost] {
        let script = Script::new([(0, Act::Fail), (1, Act::Forever)]);
        let (stop, (sink, events)) = (Stop::default(), collector());
        let running = tokio::spawn({
            let (plan, script, stop) = (branches(), script.clone(), stop.clone());
            async move { dispatch(&plan, script, &Options::default(), &stop, sink).await }
        });
        while !reported(&events).contains("db failed") {
            tokio::task::yield_now().await;
        }
        stop.ask(cause);
        let outcome = running.await.unwrap();
        assert_eq!(letters(&outcome), "fc....", "{cause:?}");
        assert_eq!(outcome.stopped, Some(cause));
        assert!(matches!(outcome.verdict(), Verdict::Failed { operation: 0, .. }));
        assert!(events.lock().unwrap().contains(&Event::Stopping { in_flight: 0 }));
        let cache = outcome.charts[3].error.as_deref().unwrap();
        assert!(cache.starts_with("not finished: "), "{cache}");
    }
}

#[tokio::test]
async fn a_mistake_of_ours_stops_all() {
    let (outcome, _) = run(&branches(), Script::new([(0, Act::Panic), (1, Act::Forever)])).await;
    assert_eq!(letters(&outcome), "fc....");
    assert_eq!(outcome.charts[3].error.as_deref(), Some("not finished: the deploy was stopped"));
}

#[tokio::test(start_paused = true)]
async fn fail_modes_are_kept() {
    let steps = |mode: FailMode| ordered(&[('t', mode, &[], 1), ('c', Strict, &[0], 2), ('t', Strict, &[], 3)]);
    let (outcome, reported) = run(&steps(Ignore), Script::new([(0, Act::Fail)])).await;
    assert_eq!(letters(&outcome), "idd");
    assert!(reported.contains("db ready"), "{reported}");
    // Recovery ends when nothing else is running.
    let (outcome, _) = run(&steps(Hope), Script::new([(0, Act::Fail)])).await;
    assert_eq!(letters(&outcome), "f.d");
}
