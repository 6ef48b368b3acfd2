//! Debug notes of use cases: how long each part took, and why it was done.

use std::sync::Arc;
use std::time::Instant;

/// A listener for notes, one line each. Without one, no line is formatted.
#[derive(Clone, Default)]
pub struct Notes(Option<Arc<dyn Fn(String) + Send + Sync>>);

impl Notes {
    /// Sends notes to a listener.
    pub fn new(listener: impl Fn(String) + Send + Sync + 'static) -> Notes {
        Notes(Some(Arc::new(listener)))
    }

    pub(crate) fn tell(&self, line: impl FnOnce() -> String) {
        if let Some(listener) = &self.0 {
            listener(line());
        }
    }

    /// Runs a part of the work and notes how long it took.
    pub(crate) async fn timed<T>(&self, part: &str, work: impl Future<Output = T>) -> T {
        let begun = Instant::now();
        let done = work.await;
        self.tell(|| format!("{part} took {} ms", begun.elapsed().as_millis()));
        done
    }
}
