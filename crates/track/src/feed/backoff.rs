//! Growing pauses between tries.

use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    next: Duration,
    first: Duration,
    most: Duration,
}

impl Backoff {
    pub(crate) fn new(first: Duration, most: Duration) -> Backoff {
        Backoff { next: first, first, most }
    }

    pub(crate) fn reset(&mut self) {
        self.next = self.first;
    }

    /// The next pause; each is twice as long as the one before.
    pub(crate) fn step(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.most);
        pause
    }
}
