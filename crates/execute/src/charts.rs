//! Reports the state of each chart in an ordered run.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use skeg_plan::{ChartRun, ChartStates, Ending, Event, Plan};

use crate::executor::{EventSink, Executor};
use crate::stop::StopCause;

/// The states of the charts of one run, fed by its dispatcher and its tasks.
pub(crate) struct Charts<P> {
    states: Mutex<ChartStates>,
    executor: Arc<P>,
    events: EventSink,
}

impl<P: Executor> Charts<P> {
    /// `None` if the plan has no order.
    pub(crate) fn of_plan(plan: &Plan, executor: Arc<P>, events: EventSink) -> Option<Arc<Charts<P>>> {
        plan.order.as_ref()?;
        Some(Arc::new(Charts { states: Mutex::new(ChartStates::new(plan)), executor, events }))
    }

    pub(crate) fn start(&self) {
        // The first record lists all charts too.
        self.executor.note_charts(self.states.lock().unwrap_or_else(PoisonError::into_inner).runs());
        self.change(|states, now| states.start(now));
    }

    pub(crate) fn begun(&self, operation: usize) {
        self.change(|states, now| states.begun(operation, now));
    }

    pub(crate) fn ended(&self, plan: &Plan, operation: usize, ending: &Ending) {
        self.change(|states, now| states.ended(plan, operation, ending, now));
    }

    /// The run is over. Returns how each chart ended.
    pub(crate) fn finish(&self, plan: &Plan, endings: &[Option<Ending>], stopped: Option<StopCause>) -> Vec<ChartRun> {
        let stopped = stopped.map(|cause| match cause {
            StopCause::Interrupted => "interrupted",
            StopCause::TimedOut => "timed out",
            StopCause::LockLost => "the lock of the release was lost",
        });
        self.change(|states, now| states.finish(plan, endings, stopped, now));
        self.states.lock().unwrap_or_else(PoisonError::into_inner).runs().to_vec()
    }

    fn change(&self, change: impl FnOnce(&mut ChartStates, &str) -> Vec<usize>) {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut states, &Timestamp::now().to_string());
        if !changed.is_empty() {
            self.executor.note_charts(states.runs());
        }
        // Under the lock, so that events are sent in the order of the changes.
        for chart in changed {
            (self.events)(Event::Chart { chart, run: states.runs()[chart].clone() });
        }
    }
}
