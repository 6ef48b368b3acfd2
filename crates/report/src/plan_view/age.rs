//! How long ago something was.

use std::time::Duration;

/// `just now`, `4 minutes ago`, `2 days ago`.
pub(super) fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
    let (number, unit) = match seconds {
        0..10 => return "just now".to_string(),
        10..120 => (seconds, "second"),
        120..7200 => (seconds / 60, "minute"),
        7200..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{number} {unit}s ago")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ago;

    #[test]
    fn ages() {
        for (seconds, text) in [
            (0, "just now"),
            (90, "90 seconds ago"),
            (240, "4 minutes ago"),
            (7200, "2 hours ago"),
            (200_000, "2 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), text);
        }
    }
}
