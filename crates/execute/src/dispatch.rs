//! The dispatcher: starts operations that have nothing left to wait for, collects their results, decides whether to
//! continue.
//!
//! Parallel writes are limited; waiting is not. After a failure or a request to stop nothing new is started, waiting is
//! cancelled, and running writes are finished. If the plan has an order of charts, a failure only stops what depends on it.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use skeg_plan::{Action, Ending, Event, Failure, FailureKind, Plan};
use skeg_resources::FailMode;
use tokio::sync::Semaphore;
use tokio::task::{self, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::charts::Charts;
use crate::executor::{EventSink, Executor, Unfinished};
use crate::outcome::Outcome;
use crate::recovering::Recovering;
use crate::stop::Stop;
use crate::turn::Turn;

/// How a plan is executed.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many writes may run at once.
    pub parallelism: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { parallelism: 30 }
    }
}

/// Executes all operations of a plan, each as soon as everything it waits for is done.
pub async fn dispatch<P: Executor>(
    plan: &Plan,
    executor: Arc<P>,
    options: &Options,
    stop: &Stop,
    events: EventSink,
) -> Outcome {
    let mut run = Run::new(plan, executor, options, stop, events);
    let recovering = run.recovering.clone();
    if let Some(charts) = &run.charts {
        charts.start();
    }
    run.begin_ready();
    loop {
        let asked = stop.asked();
        let stopping = run.is_halted;
        tokio::select! {
            biased;
            ended = run.tasks.join_next() => match ended {
                Some(ended) => run.take(ended),
                None => break,
            },
            () = asked, if !stopping => {
                run.outcome.stopped = stop.cause();
                run.halt();
            }
            () = recovering.grown() => {}
        }
        run.begin_ready();
        if run.only_recovering() {
            recovering.end();
        }
    }
    if let Some(charts) = &run.charts {
        run.outcome.charts = charts.finish(plan, &run.outcome.endings, run.outcome.stopped);
    }
    run.outcome
}

/// The result of a task.
struct Ended {
    operation: usize,
    /// `None` if it was never started.
    result: Option<Result<(), Unfinished>>,
    took: Duration,
}

struct Run<'a, P> {
    plan: &'a Plan,
    executor: Arc<P>,
    events: EventSink,
    parallelism: usize,
    slots: Arc<Semaphore>,
    /// By operation: how many others it still waits for.
    waits_for: Vec<usize>,
    /// By operation: which others wait for it.
    followers: Vec<Vec<usize>>,
    ready: VecDeque<usize>,
    tasks: JoinSet<Ended>,
    /// The operation of each task.
    operations: HashMap<task::Id, usize>,
    /// The number of running operations.
    under_way: usize,
    /// Those of them that failed and may still recover.
    recovering: Arc<Recovering>,
    /// Cancelled when waiting is to end.
    give_up: CancellationToken,
    /// Nothing more is started.
    is_halted: bool,
    /// The states of charts, if the plan has an order.
    charts: Option<Arc<Charts<P>>>,
    outcome: Outcome,
}

impl<'a, P: Executor> Run<'a, P> {
    fn new(plan: &'a Plan, executor: Arc<P>, options: &Options, stop: &Stop, events: EventSink) -> Run<'a, P> {
        let count = plan.operations.len();
        let mut followers = vec![Vec::new(); count];
        for (index, operation) in plan.operations.iter().enumerate() {
            for edge in &operation.after {
                followers[edge.on].push(index);
            }
        }
        let waits_for: Vec<usize> = plan.operations.iter().map(|operation| operation.after.len()).collect();
        let ready = (0..count).filter(|index| waits_for[*index] == 0).collect();
        let parallelism = options.parallelism.max(1);
        Run {
            plan,
            charts: Charts::of_plan(plan, executor.clone(), events.clone()),
            executor,
            events,
            parallelism,
            slots: Arc::new(Semaphore::new(parallelism)),
            waits_for,
            followers,
            ready,
            tasks: JoinSet::new(),
            operations: HashMap::new(),
            under_way: 0,
            recovering: Arc::default(),
            give_up: stop.give_up.clone(),
            is_halted: false,
            outcome: Outcome::unbegun(plan),
        }
    }

    fn begin_ready(&mut self) {
        while let Some(operation) = self.ready.pop_front() {
            if matches!(self.plan.operations[operation].action, Action::Border { .. }) {
                self.finish(operation, Ending::Done, Duration::ZERO);
                continue;
            }
            self.begin(operation);
        }
    }

    fn begin(&mut self, operation: usize) {
        let action = &self.plan.operations[operation].action;
        let is_waiting = action.is_tracking();
        let hopes = self.has_fail_mode(operation, FailMode::HopeUntilEndOfDeployProcess);
        let (executor, events, slots) = (self.executor.clone(), self.events.clone(), self.slots.clone());
        let (give_up, recovering, charts) = (self.give_up.clone(), self.recovering.clone(), self.charts.clone());
        self.under_way += 1;
        let task = self.tasks.spawn(async move {
            let turn = match is_waiting {
                true => Turn::waiting(slots, give_up),
                false => Turn::writing(slots, give_up).await,
            };
            // It was queued for a slot when everything was stopped: never started.
            if turn.is_given_up() {
                return Ended { operation, result: None, took: Duration::ZERO };
            }
            let begun = Instant::now();
            if let Some(charts) = charts {
                charts.begun(operation);
            }
            events(Event::OperationStarted { operation });
            let work = async {
                match hopes {
                    true => recovering.execute(&*executor, operation, &turn).await,
                    false => executor.execute(operation, &turn).await,
                }
            };
            let result = match is_waiting {
                true => turn.wait(work).await.flatten(),
                false => work.await,
            };
            Ended { operation, result: Some(result), took: begun.elapsed() }
        });
        self.operations.insert(task.id(), operation);
    }

    fn take(&mut self, ended: Result<Ended, JoinError>) {
        self.under_way -= 1;
        let Ended { operation, result, took } = match ended {
            Ok(ended) => ended,
            // Tasks are never aborted, so it can only have panicked.
            Err(error) => return self.fail_by_panic(error),
        };
        match result {
            None => {}
            Some(Err(Unfinished::Stopped)) => self.finish(operation, Ending::Cancelled, took),
            Some(Ok(())) => self.finish(operation, Ending::Done, took),
            Some(Err(Unfinished::Failed(failure)))
                if self.has_fail_mode(operation, FailMode::IgnoreAndContinueDeployProcess) =>
            {
                self.finish(operation, Ending::Ignored(failure), took);
            }
            Some(Err(Unfinished::Failed(failure))) => self.fail(operation, failure, took),
        }
    }

    fn fail(&mut self, operation: usize, failure: Failure, took: Duration) {
        // Without the lock nothing may be written, and after a bug in Skeg nothing should be.
        let is_fatal = matches!(failure.kind, FailureKind::LockLost | FailureKind::Internal);
        self.finish(operation, Ending::Failed(failure), took);
        if is_fatal || self.plan.order.is_none() {
            self.halt();
        }
    }

    /// A bug in Skeg fails its operation, whatever its fail mode.
    fn fail_by_panic(&mut self, error: JoinError) {
        if let Some(operation) = self.operations.remove(&error.id()) {
            self.fail(operation, panic_failure(error), Duration::ZERO);
        }
    }

    /// Whether it tracks a resource with this fail mode.
    fn has_fail_mode(&self, operation: usize, mode: FailMode) -> bool {
        let action = &self.plan.operations[operation].action;
        let target = action.target().filter(|_| action.is_tracking());
        target.is_some_and(|target| self.plan.targets[target].tracking.fail_mode == mode)
    }

    /// Records the result of an operation, and unblocks those that waited for it.
    fn finish(&mut self, operation: usize, ending: Ending, took: Duration) {
        if !matches!(self.plan.operations[operation].action, Action::Border { .. }) {
            (self.events)(Event::OperationEnded { operation, ending: ending.clone(), took });
        }
        if let Some(charts) = &self.charts {
            charts.ended(self.plan, operation, &ending);
        }
        let goes_on = matches!(ending, Ending::Done | Ending::Ignored(_));
        self.outcome.endings[operation] = Some(ending);
        self.outcome.took[operation] = took;
        if !goes_on {
            return;
        }
        for follower in std::mem::take(&mut self.followers[operation]) {
            self.waits_for[follower] -= 1;
            if self.waits_for[follower] == 0 && !self.give_up.is_cancelled() {
                self.ready.push_back(follower);
            }
        }
    }

    /// Starts nothing more and cancels waiting; writes are finished.
    fn halt(&mut self) {
        self.is_halted = true;
        self.give_up.cancel();
        self.ready.clear();
        if self.under_way > 0 {
            let in_flight = self.parallelism - self.slots.available_permits();
            (self.events)(Event::Stopping { in_flight });
        }
    }

    /// Everything still running has failed already and may only recover.
    fn only_recovering(&self) -> bool {
        self.under_way > 0 && self.ready.is_empty() && self.under_way == self.recovering.count()
    }
}

fn panic_failure(error: JoinError) -> Failure {
    let message = error.try_into_panic().ok().and_then(|panic| panic_text(&*panic));
    Failure {
        message: format!("skeg panicked: {}", message.unwrap_or_else(|| "no message".to_string())),
        kind: FailureKind::Internal,
        ..Failure::default()
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> Option<String> {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
}
