//! Formats durations.

use std::time::Duration;

/// `0.2s`, `41s`, `3m05s`, `1h02m`.
pub fn shown(span: Duration) -> String {
    let seconds = span.as_secs();
    match seconds {
        0..10 => format!("{:.1}s", span.as_secs_f64()),
        10..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

/// As on a clock: `0:31`.
pub(crate) fn clock(span: Duration) -> String {
    let seconds = span.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Seconds for programs, to the millisecond.
pub(crate) fn seconds(span: Duration) -> f64 {
    span.as_millis() as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{clock, shown};

    #[test]
    fn spans() {
        for (millis, text, on_clock) in [
            (0, "0.0s", "0:00"),
            (240, "0.2s", "0:00"),
            (9_940, "9.9s", "0:09"),
            (41_900, "41s", "0:41"),
            (185_000, "3m05s", "3:05"),
            (3_725_000, "1h02m", "1:02:05"),
        ] {
            let span = Duration::from_millis(millis);
            assert_eq!((shown(span), clock(span)), (text.to_string(), on_clock.to_string()));
        }
    }
}
