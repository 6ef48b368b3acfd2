//! What goes on inside of a use case, told to whoever looks closely: how long each part took, why it was done so.

use std::sync::Arc;
use std::time::Instant;

/// Who is told, a line each. Where nobody is, no line is made.
#[derive(Clone, Default)]
pub struct Notes(Option<Arc<dyn Fn(String) + Send + Sync>>);

impl Notes {
    /// Tells a listener.
    pub fn new(listener: impl Fn(String) + Send + Sync + 'static) -> Notes {
        Notes(Some(Arc::new(listener)))
    }

    pub(crate) fn tell(&self, line: impl FnOnce() -> String) {
        if let Some(listener) = &self.0 {
            listener(line());
        }
    }

    /// Does a part of the work and tells how long it took.
    pub(crate) async fn timed<T>(&self, part: &str, work: impl Future<Output = T>) -> T {
        let begun = Instant::now();
        let done = work.await;
        self.tell(|| format!("{part} took {} ms", begun.elapsed().as_millis()));
        done
    }
}
