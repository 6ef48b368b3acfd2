//! Growing pauses between tries: the one way in which anything is tried again, and the one list of how long the pauses are.
//! `retry.rs` says what is tried again.

use std::time::Duration;

/// Pauses that double up to a longest one.
#[derive(Clone, Debug)]
pub struct Backoff {
    next: Duration,
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// For what the server will know in a moment: a kind whose definition was just applied, a changed schema.
    pub fn settling() -> Backoff {
        Backoff::new(Duration::from_millis(50), Duration::from_secs(2))
    }

    /// For questions that are asked until the answer changes, where nothing can be watched.
    pub fn asking() -> Backoff {
        Backoff::new(Duration::from_millis(500), Duration::from_secs(5))
    }

    /// For a stream of logs that ended, until it is opened again.
    pub fn streaming() -> Backoff {
        Backoff::new(Duration::from_millis(500), Duration::from_secs(10))
    }

    /// For reads and watches that broke.
    pub fn reconnecting() -> Backoff {
        Backoff::new(Duration::from_millis(200), Duration::from_secs(5))
    }

    /// For a webhook that does not answer: its pod may just be restarted.
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

    /// Begins anew, after something went well.
    pub fn reset(&mut self) {
        self.next = self.first;
    }

    /// The next pause; each is twice as long as the one before.
    pub fn step(&mut self) -> Duration {
        let pause = self.next;
        self.next = pause.saturating_mul(2).min(self.longest);
        pause
    }

    /// The pause after so many failures, the first of which counts as zero.
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
