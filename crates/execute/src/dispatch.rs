//! The dispatcher: begins what has nothing left to wait for, hears how it ended, decides whether to go on.
//!
//! Writing is bounded by a number of slots; waiting takes none. After a failure, or when asked to stop, nothing new is
//! begun, waiting is given up, and writes that are on their way are finished.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use skeg_plan::{Action, Ending, Event, Failure, FailureKind, Plan};
use skeg_resources::FailMode;
use tokio::sync::Semaphore;
use tokio::task::{self, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::executor::{EventSink, Executor, Unfinished};
use crate::outcome::Outcome;
use crate::recovering::Recovering;
use crate::stop::Stop;
use crate::turn::Turn;

/// How a plan is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many writes at once.
    pub parallelism: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { parallelism: 30 }
    }
}

/// Runs all operations of a plan, each as soon as all it waits for is done.
pub async fn dispatch<P: Executor>(
    plan: &Plan,
    executor: Arc<P>,
    options: &Options,
    stop: &Stop,
    events: EventSink,
) -> Outcome {
    let mut run = Run::new(plan, executor, options, stop, events);
    let recovering = run.recovering.clone();
    run.begin_ready();
    loop {
        let asked = stop.asked();
        let stopping = run.outcome.stopped.is_some() || run.has_failed;
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
        if run.only_hope_remains() {
            recovering.end();
        }
    }
    run.outcome
}

/// What a task says at its end.
struct Ended {
    operation: usize,
    /// None where it was never begun.
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
    /// By operation: who waits for it.
    followers: Vec<Vec<usize>>,
    ready: VecDeque<usize>,
    tasks: JoinSet<Ended>,
    /// Which operation a task executes.
    operations: HashMap<task::Id, usize>,
    /// Operations that are under way.
    under_way: usize,
    /// Of these, the ones that have failed and are hoped for.
    recovering: Arc<Recovering>,
    /// Cancelled when waiting is to be given up.
    give_up: CancellationToken,
    has_failed: bool,
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
            has_failed: false,
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
        let (give_up, recovering) = (self.give_up.clone(), self.recovering.clone());
        self.under_way += 1;
        let task = self.tasks.spawn(async move {
            let turn = match is_waiting {
                true => Turn::waiting(slots, give_up),
                false => Turn::writing(slots, give_up).await,
            };
            // Queued for a slot when all was stopped: never begun.
            if turn.is_given_up() {
                return Ended { operation, result: None, took: Duration::ZERO };
            }
            let begun = Instant::now();
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
            // A task is never aborted, so it can only have panicked.
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
        self.finish(operation, Ending::Failed(failure), took);
        self.has_failed = true;
        self.halt();
    }

    /// A mistake of ours is a failure of its operation, whatever failures that one may be allowed.
    fn fail_by_panic(&mut self, error: JoinError) {
        if let Some(operation) = self.operations.remove(&error.id()) {
            self.fail(operation, panic_failure(error), Duration::ZERO);
        }
    }

    /// Waits for a resource that wants its failures dealt with so.
    fn has_fail_mode(&self, operation: usize, mode: FailMode) -> bool {
        let action = &self.plan.operations[operation].action;
        let target = action.target().filter(|_| action.is_tracking());
        target.is_some_and(|target| self.plan.targets[target].tracking.fail_mode == mode)
    }

    /// Notes how an operation ended, and frees those who waited for it.
    fn finish(&mut self, operation: usize, ending: Ending, took: Duration) {
        if !matches!(self.plan.operations[operation].action, Action::Border { .. }) {
            (self.events)(Event::OperationEnded { operation, ending: ending.clone(), took });
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

    /// Begins nothing more and gives up waiting; writes go on to their end.
    fn halt(&mut self) {
        self.give_up.cancel();
        self.ready.clear();
        if self.under_way > 0 {
            let in_flight = self.parallelism - self.slots.available_permits();
            (self.events)(Event::Stopping { in_flight });
        }
    }

    /// All that is under way has failed already and is only hoped for.
    fn only_hope_remains(&self) -> bool {
        self.under_way > 0 && self.ready.is_empty() && self.under_way == self.recovering.count()
    }
}

fn panic_failure(error: JoinError) -> Failure {
    let told = error.try_into_panic().ok().and_then(|panic| panic_text(&*panic));
    Failure {
        message: format!("skeg panicked: {}", told.unwrap_or_else(|| "no message".to_string())),
        kind: FailureKind::Internal,
        ..Failure::default()
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> Option<String> {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
}
