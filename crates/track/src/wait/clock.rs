//! A clock that stops while the API server does not answer.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Debug)]
pub(super) struct Clock {
    spent: Duration,
    running_since: Option<Instant>,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock { spent: Duration::ZERO, running_since: Some(Instant::now()) }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.spent + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    pub(super) fn run(&mut self, runs: bool) {
        match (runs, self.running_since) {
            (false, Some(_)) => {
                self.spent = self.elapsed();
                self.running_since = None;
            }
            (true, None) => self.running_since = Some(Instant::now()),
            _ => {}
        }
    }

    /// Returns when the clock reaches the first of the moments after `last_look`; never while it is stopped.
    pub(super) async fn reach(&self, last_look: Duration, moments: &[Option<Duration>]) {
        let next = moments.iter().flatten().filter(|moment| **moment > last_look).min();
        match next {
            Some(moment) if self.running_since.is_some() => {
                tokio::time::sleep(moment.saturating_sub(self.elapsed())).await;
            }
            _ => std::future::pending().await,
        }
    }
}

/// A time limit; zero is none.
pub(super) fn limit(timeout: Duration) -> Option<Duration> {
    (!timeout.is_zero()).then_some(timeout)
}

/// `5m`, `90s`, `1h 5m`.
pub(super) fn shown(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, 0) => format!("{}ms", duration.as_millis()),
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, 0) => format!("{minutes}m"),
        (0, minutes, seconds) => format!("{minutes}m {seconds}s"),
        (hours, 0, _) => format!("{hours}h"),
        (hours, minutes, _) => format!("{hours}h {minutes}m"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::Clock;

    #[tokio::test(start_paused = true)]
    async fn time_without_an_answer_does_not_count() {
        let mut clock = Clock::start();
        advance(Duration::from_secs(3)).await;
        clock.run(false);
        advance(Duration::from_secs(60)).await;
        assert_eq!(clock.elapsed(), Duration::from_secs(3));
        let moment = [Some(Duration::from_secs(4))];
        let standing = tokio::time::timeout(Duration::from_secs(60), clock.reach(Duration::ZERO, &moment)).await;
        assert!(standing.is_err(), "a clock that stands still reaches nothing");
        clock.run(true);
        let began = tokio::time::Instant::now();
        clock.reach(Duration::ZERO, &moment).await;
        assert_eq!(began.elapsed(), Duration::from_secs(1));
    }
}
