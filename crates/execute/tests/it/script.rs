//! Scripted operations that log their starts and ends.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use skeg_execute::{EventSink, Executor, Outcome, Turn, Unfinished};
use skeg_plan::{Action, Edge, Ending, Event, Failure, Operation, Plan, Reason, ReleaseName, Target};
use skeg_resources::{DeployType, FailMode, Origin, Propagation, ResourceId, Sensitive, Stage, Tracking};
use tokio::sync::Semaphore;

/// What an operation does.
#[derive(Clone)]
pub(crate) enum Act {
    Succeed,
    Fail,
    /// Fails this often, then succeeds.
    FailTimes(usize),
    /// Waits until the test opens this gate, then succeeds.
    Gate(Arc<Semaphore>),
    Forever,
    /// Writes, waits until the test opens this gate, and writes again.
    WaitBetween(Arc<Semaphore>),
    Panic,
}

#[derive(Default)]
pub(crate) struct Script {
    acts: HashMap<usize, Act>,
    tries: Mutex<HashMap<usize, usize>>,
    log: Mutex<Vec<String>>,
    writing: AtomicUsize,
    most_writing: AtomicUsize,
}

impl Script {
    pub(crate) fn new(acts: impl IntoIterator<Item = (usize, Act)>) -> Arc<Script> {
        Arc::new(Script { acts: acts.into_iter().collect(), ..Script::default() })
    }

    /// The starts and ends, in order: `+0 -0`.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().join(" ")
    }

    pub(crate) fn most_at_once(&self) -> usize {
        self.most_writing.load(Ordering::SeqCst)
    }

    fn note(&self, text: String) {
        self.log.lock().unwrap().push(text);
    }
}

impl Executor for Script {
    async fn execute(&self, operation: usize, turn: &Turn) -> Result<(), Unfinished> {
        let now = self.writing.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_writing.fetch_max(now, Ordering::SeqCst);
        self.note(format!("+{operation}"));
        tokio::task::yield_now().await;
        let failure = || Failure { message: format!("{operation} failed"), ..Failure::default() };
        let result = match self.acts.get(&operation).cloned().unwrap_or(Act::Succeed) {
            Act::Succeed => Ok(()),
            Act::Fail => Err(failure()),
            Act::FailTimes(times) => {
                let mut tries = self.tries.lock().unwrap();
                let tried = tries.entry(operation).or_insert(0);
                *tried += 1;
                if *tried <= times { Err(failure()) } else { Ok(()) }
            }
            Act::Gate(gate) => gate.acquire().await.map(|_| ()).map_err(|_| failure()),
            Act::Forever => std::future::pending().await,
            Act::WaitBetween(gate) => {
                self.writing.fetch_sub(1, Ordering::SeqCst);
                self.note(format!("~{operation}"));
                turn.wait(gate.acquire()).await?.map_err(|_| failure())?.forget();
                let now = self.writing.fetch_add(1, Ordering::SeqCst) + 1;
                self.most_writing.fetch_max(now, Ordering::SeqCst);
                Ok(())
            }
            Act::Panic => panic!("{operation} is broken"),
        };
        self.writing.fetch_sub(1, Ordering::SeqCst);
        self.note(format!("-{operation}"));
        result.map_err(Unfinished::Failed)
    }
}

/// A plan of these actions, each with its target's fail mode and what it waits for.
pub(crate) fn plan(steps: &[(char, FailMode, &[usize])]) -> Plan {
    let operation = |(target, (letter, _, after)): (usize, &(char, FailMode, &[usize]))| Operation {
        action: match letter {
            'c' => Action::Create { target },
            'd' => Action::Delete { target, propagation: Propagation::Foreground },
            't' => Action::TrackReadiness { target },
            _ => Action::Border { name: "border".to_string() },
        },
        stage: Stage::Install,
        weight: None,
        after: after.iter().map(|on| Edge { on: *on, why: Reason::SameResource }).collect(),
    };
    Plan {
        release: ReleaseName { name: "shop".to_string(), namespace: "shop".to_string() },
        revision: 1,
        deploy_type: DeployType::Initial,
        targets: steps.iter().map(|(_, mode, _)| target(*mode)).collect(),
        operations: steps.iter().enumerate().map(operation).collect(),
        changes: Vec::new(),
        unchanged: 0,
        kept: Vec::new(),
        warnings: Vec::new(),
        order: None,
        inventory: None,
    }
}

fn target(fail_mode: FailMode) -> Target {
    Target {
        chart: None,
        is_hook: false,
        id: ResourceId::new("", "ConfigMap", Some("shop"), "x"),
        version: "v1".to_string(),
        origin: Origin::default(),
        object: None,
        replicas_on_creation: None,
        uid: None,
        resource_version: None,
        takes_over: false,
        tracking: Tracking { fail_mode, ..Tracking::default() },
        sensitive: Sensitive::Nothing,
        propagation: Propagation::Foreground,
        delete_if_failed: false,
    }
}

/// A sink that keeps all events.
pub(crate) fn collector() -> (EventSink, Arc<Mutex<Vec<Event>>>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = events.clone();
    (Arc::new(move |event| kept.lock().unwrap().push(event)), events)
}

/// How operations ended, one letter each: done, failed, ignored, cancelled, never started.
pub(crate) fn letters(outcome: &Outcome) -> String {
    let letter = |ending: &Option<Ending>| match ending {
        Some(Ending::Done) => 'd',
        Some(Ending::Failed(_)) => 'f',
        Some(Ending::Ignored(_)) => 'i',
        Some(Ending::Cancelled) => 'c',
        None => '.',
    };
    outcome.endings.iter().map(letter).collect()
}

/// Returns when the script has logged this.
pub(crate) async fn noted(script: &Script, text: &str) {
    while !script.log().contains(text) {
        tokio::task::yield_now().await;
    }
}
