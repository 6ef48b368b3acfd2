//! What operations were last waiting for, for the summary of a stopped run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use skeg_plan::{Event, Progress};

use crate::executor::EventSink;

/// Remembers the last progress of each operation.
#[derive(Clone, Default)]
pub struct Waits(Arc<Mutex<BTreeMap<usize, Progress>>>);

impl Waits {
    /// Wraps a sink to remember progress events.
    pub fn listen(&self, events: EventSink) -> EventSink {
        let waits = self.clone();
        Arc::new(move |event| {
            if let Event::Progress { operation, progress } = &event {
                waits.0.lock().unwrap_or_else(PoisonError::into_inner).insert(*operation, progress.clone());
            }
            events(event);
        })
    }

    /// The last progress by operation.
    pub fn take(&self) -> BTreeMap<usize, Progress> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
