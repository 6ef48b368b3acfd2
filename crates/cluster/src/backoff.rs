//! Growing pauses between tries: the one way in which anything is tried again.

use std::time::Duration;

/// Pauses that double up to a longest one.
#[derive(Clone, Debug)]
pub struct Backoff {
    next: Duration,
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// Begins with `first`.
    pub fn new(first: Duration, longest: Duration) -> Backoff {
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
