//! Backoff between retries: the only implementation, and the only list of durations. `retry.rs` says what is retried.

use std::time::Duration;

/// Pauses that double up to a maximum.
#[derive(Clone, Debug)]
pub struct Backoff {
    next: Duration,
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// For what the server will know in a moment: a kind whose CRD was just applied, a changed schema.
    pub fn settling() -> Backoff {
        Backoff::new(Duration::from_millis(50), Duration::from_secs(2))
    }

    /// For polling what cannot be watched.
    pub fn asking() -> Backoff {
        Backoff::new(Duration::from_millis(500), Duration::from_secs(5))
    }

    /// For reopening a log stream.
    pub fn streaming() -> Backoff {
        Backoff::new(Duration::from_millis(500), Duration::from_secs(10))
    }

    /// For reads and watches that broke.
    pub fn reconnecting() -> Backoff {
        Backoff::new(Duration::from_millis(200), Duration::from_secs(5))
    }

    /// For a webhook that does not answer: its pod may be restarting.
    pub fn webhook() -> Backoff {
        Backoff::new(Duration::from_secs(1), Duration::from_secs(4))
    }

    /// For an operation that failed and may succeed once something else has changed.
    pub fn repairing() -> Backoff {
        Backoff::new(Duration::from_secs(1), Duration::from_secs(5))
    }

    fn new(first: Duration, longest: Duration) -> Backoff {
        Backoff { next: first, first, longest }
    }

    /// Starts again at the shortest pause, after a success.
    pub fn reset(&mut self) {
        self.next = self.first;
    }

    /// The next pause, twice as long as the last one.
    pub fn step(&mut self) -> Duration {
        let pause = self.next;
        self.next = pause.saturating_mul(2).min(self.longest);
        pause
    }

    /// The pause after this many failures, counted from zero.
    pub(crate) fn after(first: Duration, longest: Duration, failures: u32) -> Duration {
        first.saturating_mul(1 << failures.min(10)).min(longest)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Backoff;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let (first, longest) = (Duration::from_millis(50), Duration::from_millis(300));
        let mut backoff = Backoff::new(first, longest);
        let pauses: Vec<u128> = (0..5).map(|_| backoff.step().as_millis()).collect();
        assert_eq!(pauses, [50, 100, 200, 300, 300]);
        assert_eq!((0..5).map(|at| Backoff::after(first, longest, at).as_millis()).collect::<Vec<_>>(), pauses);
        backoff.reset();
        assert_eq!(backoff.step(), first);
    }
}
