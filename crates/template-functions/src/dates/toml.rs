//! Times in TOML: with an offset, or local dates and times, for which Go uses zones with special names.

use skeg_go_template::{Object, Value};

use super::format::RFC3339_NANO;
use super::parse::parse;
use super::time::Time;
use super::zone::Zone;

const DATE_TIME: &[u8] = b"2006-01-02T15:04:05.999999999";
const DATE: &[u8] = b"2006-01-02";
const TIME: &[u8] = b"15:04:05.999999999";

/// Layouts to try, with the zone names for local ones.
const LAYOUTS: [(&[u8], Option<&str>); 7] = [
    (RFC3339_NANO, None),
    (DATE_TIME, Some("datetime-local")),
    (DATE, Some("date-local")),
    (TIME, Some("time-local")),
    (b"2006-01-02T15:04Z07:00", None),
    (b"2006-01-02T15:04", Some("datetime-local")),
    (b"15:04", Some("time-local")),
];

/// Parses a date or time of TOML as a `time.Time`.
pub(crate) fn from_toml(text: &[u8]) -> Option<Value> {
    for (layout, local) in LAYOUTS {
        let zone = match local {
            None => Zone::Local,
            Some(name) => Zone::fixed(name, Zone::Local.offset(Time::now().seconds())),
        };
        if let Ok(time) = parse(layout, text, &zone) {
            return (!misses_zero(text, layout)).then(|| Value::object(time));
        }
    }
    None
}

/// Whether a number is shorter than in the layout, which Go accepts but TOML does not.
fn misses_zero(text: &[u8], layout: &[u8]) -> bool {
    let head = layout.iter().take_while(|b| !matches!(b, b'.' | b'Z')).enumerate();
    head.filter(|(_, b)| !b.is_ascii_digit()).any(|(i, b)| text.get(i) != Some(b))
}

/// Writes a `time.Time` for TOML.
pub(crate) fn to_toml(object: &dyn Object) -> Option<Vec<u8>> {
    let time = object.as_any().downcast_ref::<Time>()?;
    let layout = match time.zone().name() {
        "datetime-local" => DATE_TIME,
        "date-local" => DATE,
        "time-local" => TIME,
        _ => return Some(time.format(RFC3339_NANO)),
    };
    Some(time.clone().in_zone(Zone::Utc).format(layout))
}
