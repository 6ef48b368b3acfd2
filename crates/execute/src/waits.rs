//! What operations were last seen waiting for: the last words of a run that was stopped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use skeg_plan::{Event, Progress};

use crate::executor::EventSink;

/// Remembers the last progress of each operation.
#[derive(Clone, Default)]
pub struct Waits(Arc<Mutex<BTreeMap<usize, Progress>>>);

impl Waits {
    /// A sink that listens in on events before it passes them on.
    pub fn listen(&self, events: EventSink) -> EventSink {
        let waits = self.clone();
        Arc::new(move |event| {
            if let Event::Progress { operation, progress } = &event {
                waits.0.lock().unwrap_or_else(PoisonError::into_inner).insert(*operation, progress.clone());
            }
            events(event);
        })
    }

    /// By operation.
    pub fn take(&self) -> BTreeMap<usize, Progress> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
