//! The dispatcher: begins what has nothing left to wait for, hears how it ended, decides whether to go on.
//!
//! Writing is bounded by a number of slots; waiting takes none. After a failure, or when asked to stop, nothing new is
//! begun, waiting is given up, and writes that are on their way are finished.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skeg_plan::{Action, Ending, Event, Failure, Plan};
use skeg_resources::FailMode;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::hope::Hope;
use crate::outcome::Outcome;
use crate::perform::{EventSink, Perform};
use crate::stop::Stop;

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
pub async fn dispatch<P: Perform>(
    plan: &Plan,
    performer: Arc<P>,
    options: &Options,
    stop: &Stop,
    events: EventSink,
) -> Outcome {
    let mut run = Run::new(plan, performer, options, events);
    let hope = run.hope.clone();
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
            () = hope.grown() => {}
        }
        run.begin_ready();
        if run.only_hope_remains() {
            hope.end();
        }
    }
    run.outcome
}

/// What a task says at its end.
type Ended = (usize, Option<Result<(), Failure>>, Duration);

struct Run<'a, P> {
    plan: &'a Plan,
    performer: Arc<P>,
    events: EventSink,
    parallelism: usize,
    slots: Arc<Semaphore>,
    /// By operation: how many others it still waits for.
    waits_for: Vec<usize>,
    /// By operation: who waits for it.
    followers: Vec<Vec<usize>>,
    ready: VecDeque<usize>,
    tasks: JoinSet<Ended>,
    /// Operations that are under way.
    under_way: usize,
    /// Of these, the ones that have failed and are hoped for.
    hope: Arc<Hope>,
    /// Cancelled when waiting is to be given up.
    give_up: CancellationToken,
    has_failed: bool,
    outcome: Outcome,
}

impl<'a, P: Perform> Run<'a, P> {
    fn new(plan: &'a Plan, performer: Arc<P>, options: &Options, events: EventSink) -> Run<'a, P> {
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
            performer,
            events,
            parallelism,
            slots: Arc::new(Semaphore::new(parallelism)),
            waits_for,
            followers,
            ready,
            tasks: JoinSet::new(),
            under_way: 0,
            hope: Arc::default(),
            give_up: CancellationToken::new(),
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
        let (performer, events, slots) = (self.performer.clone(), self.events.clone(), self.slots.clone());
        let (give_up, hope) = (self.give_up.clone(), self.hope.clone());
        self.under_way += 1;
        self.tasks.spawn(async move {
            let permit = if is_waiting { None } else { slots.acquire_owned().await.ok() };
            // Queued for a slot when all was stopped: never begun.
            if give_up.is_cancelled() {
                return (operation, None, Duration::ZERO);
            }
            let begun = Instant::now();
            events(Event::OperationStarted { operation });
            let result = if is_waiting {
                let work = async {
                    match hopes {
                        true => hope.perform(&*performer, operation).await,
                        false => performer.perform(operation).await,
                    }
                };
                tokio::select! {
                    biased;
                    result = work => Some(result),
                    () = give_up.cancelled() => None,
                }
            } else {
                Some(performer.perform(operation).await)
            };
            drop(permit);
            (operation, result, begun.elapsed())
        });
    }

    fn take(&mut self, ended: Result<Ended, tokio::task::JoinError>) {
        self.under_way -= 1;
        // A task is never aborted, so it can only have panicked, and that must not look like success.
        let (operation, result, took) = match ended {
            Ok(ended) => ended,
            Err(_) => {
                self.has_failed = true;
                return self.halt();
            }
        };
        match result {
            None if took.is_zero() => {}
            None => self.finish(operation, Ending::Cancelled, took),
            Some(Ok(())) => self.finish(operation, Ending::Done, took),
            Some(Err(failure)) if self.has_fail_mode(operation, FailMode::IgnoreAndContinueDeployProcess) => {
                self.finish(operation, Ending::Ignored(failure), took);
            }
            Some(Err(failure)) => {
                self.finish(operation, Ending::Failed(failure), took);
                self.has_failed = true;
                self.halt();
            }
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
        self.under_way > 0 && self.ready.is_empty() && self.under_way == self.hope.count()
    }
}
