//! The adaptive limit of parallel calls: at most the configured number, halved if the server is overloaded, one more
//! after each full round without trouble.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Parallel calls are rejected together, which counts once.
const CALM: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    limit: usize,
    /// Permits in use that will not be handed out again.
    surplus: usize,
    went_well: usize,
    lowered_at: Option<Instant>,
}

/// A permit for one call.
pub(crate) struct Leave<'a> {
    limiter: &'a Limiter,
    permit: Option<OwnedSemaphorePermit>,
}

impl Limiter {
    pub(crate) fn new(most: usize) -> Limiter {
        let most = most.clamp(1, Semaphore::MAX_PERMITS);
        let state = State { limit: most, surplus: 0, went_well: 0, lowered_at: None };
        Limiter { permits: Arc::new(Semaphore::new(most)), most, state: Mutex::new(state) }
    }

    pub(crate) async fn enter(&self) -> Leave<'_> {
        // The semaphore is never closed; without a permit the call would just not be counted.
        Leave { limiter: self, permit: self.permits.clone().acquire_owned().await.ok() }
    }

    pub(crate) fn went_well(&self) {
        let mut state = self.state();
        if state.limit == self.most {
            return;
        }
        state.went_well += 1;
        if state.went_well >= state.limit {
            state.went_well = 0;
            state.limit += 1;
            match state.surplus.checked_sub(1) {
                Some(less) => state.surplus = less,
                None => self.permits.add_permits(1),
            }
        }
    }

    pub(crate) fn overloaded(&self) {
        let mut state = self.state();
        if state.lowered_at.is_some_and(|at| at.elapsed() < CALM) {
            return;
        }
        let lower = (state.limit / 2).max(1);
        let cut = state.limit - lower;
        state.limit = lower;
        state.went_well = 0;
        state.lowered_at = Some(Instant::now());
        state.surplus += cut - self.permits.forget_permits(cut);
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut state = self.limiter.state();
        if let Some(less) = state.surplus.checked_sub(1) {
            state.surplus = less;
            if let Some(permit) = self.permit.take() {
                permit.forget();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limiter;

    #[tokio::test(start_paused = true)]
    async fn halves_and_recovers() {
        let limiter = Limiter::new(8);
        let mut out = Vec::new();
        for _ in 0..8 {
            out.push(limiter.enter().await);
        }
        limiter.overloaded();
        limiter.overloaded(); // The same storm.
        assert_eq!(limiter.state().limit, 4);
        drop(out);
        assert_eq!(limiter.permits.available_permits(), 4);
        for _ in 0..4 + 5 {
            limiter.went_well();
        }
        assert_eq!((limiter.state().limit, limiter.permits.available_permits()), (6, 6));
        for _ in 0..100 {
            limiter.went_well();
        }
        assert_eq!((limiter.state().limit, limiter.permits.available_permits()), (8, 8));
    }

    #[tokio::test(start_paused = true)]
    async fn never_below_one() {
        let limiter = Limiter::new(3);
        for _ in 0..5 {
            limiter.overloaded();
            tokio::time::advance(super::CALM).await;
        }
        assert_eq!((limiter.state().limit, limiter.permits.available_permits()), (1, 1));
    }
}
