//! Reads events about a pod.

use jiff::{Timestamp, tz::TimeZone};
use serde_json::Value;
use skeg_resources::Object;

/// When an event last happened.
pub(crate) fn happened(event: &Object) -> Option<Timestamp> {
    let at = |path: &[&str]| event.text_at(path)?.parse().ok();
    at(&["series", "lastObservedTime"])
        .or_else(|| at(&["lastTimestamp"]))
        .or_else(|| at(&["eventTime"]))
        .or_else(|| at(&["metadata", "creationTimestamp"]))
}

/// How often an event happened.
pub(crate) fn times(event: &Object) -> u32 {
    let number = |path: &[&str]| event.at(path).and_then(Value::as_u64);
    let times = number(&["series", "count"]).or_else(|| number(&["count"])).unwrap_or(1);
    times.try_into().unwrap_or(u32::MAX)
}

/// The container an event is about: `spec.containers{api}`.
pub(crate) fn container_of(event: &Object) -> Option<&str> {
    let (_, rest) = event.text_at(&["involvedObject", "fieldPath"])?.split_once('{')?;
    rest.strip_suffix('}')
}

pub(crate) fn reason(event: &Object) -> &str {
    event.text_at(&["reason"]).unwrap_or_default()
}

pub(crate) fn message(event: &Object) -> &str {
    event.text_at(&["message"]).unwrap_or_default().trim()
}

/// `10:02:12  BackOff  Back-off restarting failed container (5 times)`.
pub(crate) fn event_line(event: &Object) -> String {
    let time = happened(event).map(|time| time.to_zoned(TimeZone::UTC).strftime("%H:%M:%S").to_string());
    let times = match times(event) {
        0 | 1 => String::new(),
        several => format!(" ({several} times)"),
    };
    let message = message(event).replace('\n', " ");
    format!("{}  {}  {message}{times}", time.as_deref().unwrap_or("--:--:--"), reason(event))
}

/// The latest of the events with this reason.
pub(crate) fn latest<'a>(events: &[&'a Object], wanted: &str) -> Option<&'a Object> {
    events.iter().copied().filter(|event| reason(event) == wanted).max_by_key(|event| happened(event))
}
