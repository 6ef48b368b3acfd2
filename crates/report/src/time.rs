//! Times of records, from RFC 3339 to Helm's and readable forms. Other texts are left as they are.

use std::time::Duration;

use jiff::Timestamp;

/// As Go prints a time, and so `helm list`: `2026-11-15 10:51:18.642911986 +0000 UTC`; `-` for none.
pub(crate) fn as_go(text: &str) -> String {
    let Some((date, rest)) = text.split_once('T') else { return if text.is_empty() { "-" } else { text }.to_string() };
    let zone = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone);
    let clock = if clock.contains('.') { clock.trim_end_matches('0').trim_end_matches('.') } else { clock };
    match zone.replace(':', "").as_str() {
        "Z" | "z" | "+0000" | "-0000" => format!("{date} {clock} +0000 UTC"),
        zone => format!("{date} {clock} {zone} {zone}"),
    }
}

/// To the second, in its own zone: `2026-11-15 10:51:18 +0000`; `-` for none.
pub(crate) fn short(text: &str) -> String {
    let long = as_go(text);
    let mut words = long.split(' ');
    match (words.next(), words.next(), words.next()) {
        (Some(date), Some(clock), Some(zone)) => {
            format!("{date} {} {zone}", clock.split('.').next().unwrap_or_default())
        }
        _ => long,
    }
}

/// Seconds since 1970 as `2026-11-15 10:51:18 UTC`.
pub fn utc(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.map(|time| time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()).unwrap_or_default()
}

/// Seconds since 1970; `None` if it is not a time.
pub(crate) fn unix(text: &str) -> Option<i64> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_second)
}

/// The time between two times; `None` if either is not a time.
pub(crate) fn between(from: &str, to: &str) -> Option<Duration> {
    let (from, to) = (from.parse::<Timestamp>().ok()?, to.parse::<Timestamp>().ok()?);
    Duration::try_from(to.duration_since(from)).ok()
}

#[cfg(test)]
mod tests {
    use super::{as_go, short, unix};

    #[test]
    fn times() {
        for (text, go, brief) in [
            ("2026-11-15T10:51:18.642911986Z", "2026-11-15 10:51:18.642911986 +0000 UTC", "2026-11-15 10:51:18 +0000"),
            ("2026-11-15T10:51:18.5+02:00", "2026-11-15 10:51:18.5 +0200 +0200", "2026-11-15 10:51:18 +0200"),
            ("2026-11-15T10:51:18.500Z", "2026-11-15 10:51:18.5 +0000 UTC", "2026-11-15 10:51:18 +0000"),
            ("2026-11-15T10:51:18Z", "2026-11-15 10:51:18 +0000 UTC", "2026-11-15 10:51:18 +0000"),
            ("", "-", "-"),
            ("soon", "soon", "soon"),
        ] {
            assert_eq!((as_go(text), short(text)), (go.to_string(), brief.to_string()));
        }
        assert_eq!(unix("1970-01-01T01:00:01+01:00"), Some(1));
        assert_eq!(unix(""), None);
    }
}
