//! Waits for a condition, without a fixed sleep.

use std::time::{Duration, Instant};

/// Calls `probe` repeatedly until it returns something or the time limit has passed.
pub fn wait_until<T>(limit: Duration, mut probe: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        let late = start.elapsed() >= limit;
        let found = probe();
        if found.is_some() || late {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
