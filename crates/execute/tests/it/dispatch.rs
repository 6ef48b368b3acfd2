//! When operations start, and how a failure or a stop affects the rest.

use std::sync::Arc;
use std::time::Duration;

use skeg_execute::{Options, Outcome, Stop, StopCause, Verdict, dispatch};
use skeg_plan::{Ending, Event, Plan};
use skeg_resources::FailMode::{
    self, FailWholeDeployProcessImmediately as Strict, HopeUntilEndOfDeployProcess as Hope,
    IgnoreAndContinueDeployProcess as Ignore,
};
use tokio::sync::Semaphore;

use crate::script::{Act, Script, collector, letters, noted, plan};

async fn run(plan: &Plan, script: Arc<Script>, parallelism: usize) -> Outcome {
    dispatch(plan, script, &Options { parallelism }, &Stop::default(), collector().0).await
}

#[tokio::test]
async fn each_operation_waits_for_all_before_it() {
    let plan = plan(&[('c', Strict, &[]), ('b', Strict, &[0]), ('c', Strict, &[1]), ('t', Strict, &[2, 0])]);
    let script = Script::new([]);
    let outcome = run(&plan, script.clone(), 30).await;
    assert_eq!(letters(&outcome), "dddd");
    assert_eq!(script.log(), "+0 -0 +2 -2 +3 -3");
    assert_eq!(outcome.verdict(), Verdict::Done);
    assert_eq!(outcome.count(&plan), (3, 3));
}

#[tokio::test]
async fn writes_are_bounded_and_waiting_takes_no_slot() {
    let steps: Vec<(char, FailMode, &[usize])> = (0..40).map(|_| ('c', Strict, [].as_slice())).collect();
    let script = Script::new([]);
    run(&plan(&steps), script.clone(), 3).await;
    assert_eq!(script.most_at_once(), 3);
    // Fifty operations that wait for the last write.
    let gate = Arc::new(Semaphore::new(0));
    let mut steps: Vec<(char, FailMode, &[usize])> = (0..50).map(|_| ('t', Strict, [].as_slice())).collect();
    steps.push(('c', Strict, &[]));
    let acts = (0..50).map(|at| (at, Act::Gate(gate.clone())));
    let script = Script::new(acts);
    let plan = plan(&steps);
    let running = tokio::spawn({
        let (plan, script) = (plan.clone(), script.clone());
        async move { run(&plan, script, 1).await }
    });
    while !script.log().contains("-50") {
        tokio::task::yield_now().await;
    }
    gate.add_permits(50);
    assert_eq!(letters(&running.await.unwrap()), "d".repeat(51));
}

#[tokio::test]
async fn a_failure_stops_the_rest_but_not_writes_under_way() {
    let gate = Arc::new(Semaphore::new(0));
    // 0 fails; 1 is a write in progress, 2 waits for a resource, 3 would follow 1.
    let plan = plan(&[('c', Strict, &[]), ('c', Strict, &[]), ('t', Strict, &[]), ('c', Strict, &[1])]);
    let script = Script::new([(0, Act::Fail), (1, Act::Gate(gate.clone())), (2, Act::Forever)]);
    let (sink, events) = collector();
    let running = tokio::spawn({
        let script = script.clone();
        async move { dispatch(&plan, script, &Options::default(), &Stop::default(), sink).await }
    });
    while !events.lock().unwrap().iter().any(|event| matches!(event, Event::Stopping { .. })) {
        tokio::task::yield_now().await;
    }
    gate.add_permits(1);
    let outcome = running.await.unwrap();
    assert_eq!(letters(&outcome), "fdc.");
    assert!(matches!(outcome.verdict(), Verdict::Failed { operation: 0, .. }));
}

#[tokio::test]
async fn failures_to_be_ignored_are() {
    let plan = plan(&[('t', Ignore, &[]), ('c', Strict, &[0])]);
    let outcome = run(&plan, Script::new([(0, Act::Fail)]), 30).await;
    assert_eq!(letters(&outcome), "id");
    assert_eq!(outcome.verdict(), Verdict::Done);
}

#[tokio::test(start_paused = true)]
async fn hope_lasts_as_long_as_others_are_under_way() {
    // It recovers while another is still waited for.
    let gate = Arc::new(Semaphore::new(0));
    let both = plan(&[('t', Hope, &[]), ('t', Strict, &[])]);
    let script = Script::new([(0, Act::FailTimes(3)), (1, Act::Gate(gate.clone()))]);
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(10)).await;
        gate.add_permits(1);
    });
    assert_eq!(letters(&run(&both, script, 30).await), "dd");
    // It does not, and the other is done.
    let script = Script::new([(0, Act::Fail)]);
    assert_eq!(letters(&run(&both, script, 30).await), "fd");
    // There is no other.
    let alone = plan(&[('t', Hope, &[])]);
    assert_eq!(letters(&run(&alone, Script::new([(0, Act::Fail)]), 30).await), "f");
}

#[tokio::test]
async fn asked_to_stop_it_finishes_writes_and_begins_nothing() {
    let gate = Arc::new(Semaphore::new(0));
    let plan = plan(&[('c', Strict, &[]), ('c', Strict, &[0]), ('t', Strict, &[])]);
    let script = Script::new([(0, Act::Gate(gate.clone())), (2, Act::Forever)]);
    let stop = Stop::default();
    let (sink, events) = collector();
    let running = tokio::spawn({
        let (script, stop) = (script.clone(), stop.clone());
        async move { dispatch(&plan, script, &Options::default(), &stop, sink).await }
    });
    while script.log() != "+0 +2" {
        tokio::task::yield_now().await;
    }
    stop.ask(StopCause::Interrupted);
    stop.ask(StopCause::TimedOut);
    while !events.lock().unwrap().contains(&Event::Stopping { in_flight: 1 }) {
        tokio::task::yield_now().await;
    }
    gate.add_permits(1);
    let outcome = running.await.unwrap();
    assert_eq!(letters(&outcome), "d.c");
    assert_eq!(outcome.verdict(), Verdict::Stopped(StopCause::Interrupted));
}

#[tokio::test]
async fn waiting_between_two_writes_takes_no_slot() {
    let gate = Arc::new(Semaphore::new(0));
    let plan = plan(&[('c', Strict, &[]), ('c', Strict, &[])]);
    let script = Script::new([(0, Act::WaitBetween(gate.clone()))]);
    let running = tokio::spawn({
        let (plan, script) = (plan.clone(), script.clone());
        async move { run(&plan, script, 1).await }
    });
    // Meanwhile the only slot is free for the other one.
    noted(&script, "-1").await;
    gate.add_permits(1);
    assert_eq!(letters(&running.await.unwrap()), "dd");
    assert_eq!(script.most_at_once(), 1);
}

#[tokio::test]
async fn waiting_between_two_writes_is_given_up_when_asked_to_stop() {
    let never = Arc::new(Semaphore::new(0));
    let plan = plan(&[('c', Strict, &[]), ('c', Strict, &[0])]);
    let script = Script::new([(0, Act::WaitBetween(never))]);
    let (stop, (sink, events)) = (Stop::default(), collector());
    let running = tokio::spawn({
        let (script, stop) = (script.clone(), stop.clone());
        async move { dispatch(&plan, script, &Options::default(), &stop, sink).await }
    });
    noted(&script, "~0").await;
    stop.ask(StopCause::TimedOut);
    let outcome = running.await.unwrap();
    assert_eq!(letters(&outcome), "c.");
    assert_eq!(outcome.verdict(), Verdict::Stopped(StopCause::TimedOut));
    // Waiting operations do not count as writes in flight.
    assert!(events.lock().unwrap().contains(&Event::Stopping { in_flight: 0 }));
}

#[tokio::test]
async fn a_panic_is_a_failure_of_its_operation() {
    // 0 panics, although its failures are allowed; 1 waits for a resource, 2 would follow 0.
    let plan = plan(&[('t', Ignore, &[]), ('t', Strict, &[]), ('c', Strict, &[0])]);
    let script = Script::new([(0, Act::Panic), (1, Act::Forever)]);
    let (sink, events) = collector();
    let outcome = dispatch(&plan, script, &Options::default(), &Stop::default(), sink).await;
    assert_eq!(letters(&outcome), "fc.");
    let Verdict::Failed { operation: 0, failure } = outcome.verdict() else { panic!("{outcome:?}") };
    assert_eq!(failure.message, "skeg panicked: 0 is broken");
    let is_told =
        |event: &Event| matches!(event, Event::OperationEnded { operation: 0, ending: Ending::Failed(_), .. });
    assert!(events.lock().unwrap().iter().any(is_told));
}
