//! sprig's date functions over Go's times, durations, layouts and zones.
//!
//! A time is a `time.Time` for templates, with its methods (see `objects`). The local zone is UTC unless
//! `set_local_zone` was called.

mod civil;
mod duration;
mod format;
mod layout;
mod objects;
mod parse;
#[cfg(test)]
mod tests;
mod time;
mod toml;
mod zone;
mod zone_file;

use skeg_go_template::{CallError, Function, IntKind, Machine, Param, Value};

use crate::args;
use duration::{HOUR, MINUTE, SECOND};
use objects::TIME;
use time::Time;
pub(crate) use toml::{from_toml, to_toml};
use zone::Zone;
pub use zone::set_local_zone;

const DAY: u64 = 24 * HOUR as u64;

/// The functions of this family.
pub static FUNCTIONS: &[Function] = &[
    Function::fixed("now", &[], |_, _| Ok(Value::object(Time::now()))),
    Function::fixed("date", &[Param::String, Param::Any], |_, a| in_zone(args::text(a, 0), args::any(a, 1), b"Local")),
    Function::fixed("dateInZone", &[Param::String, Param::Any, Param::String], date_in_zone),
    Function::fixed("date_in_zone", &[Param::String, Param::Any, Param::String], date_in_zone),
    Function::fixed("htmlDate", &[Param::Any], |_, a| in_zone(b"2006-01-02", args::any(a, 0), b"Local")),
    Function::fixed("htmlDateInZone", &[Param::Any, Param::String], |_, a| {
        in_zone(b"2006-01-02", args::any(a, 0), args::text(a, 1))
    }),
    Function::fixed("dateModify", &[Param::String, TIME], date_modify),
    Function::fixed("date_modify", &[Param::String, TIME], date_modify),
    Function::fixed("mustDateModify", &[Param::String, TIME], must_date_modify),
    Function::fixed("must_date_modify", &[Param::String, TIME], must_date_modify),
    Function::fixed("toDate", &[Param::String, Param::String], to_date),
    Function::fixed("mustToDate", &[Param::String, Param::String], must_to_date),
    Function::fixed("ago", &[Param::Any], ago),
    Function::fixed("duration", &[Param::Any], duration_of_seconds),
    Function::fixed("durationRound", &[Param::Any], duration_round),
    Function::fixed("unixEpoch", &[TIME], |_, a| Ok(Value::str(time(a, 0).seconds().to_string()))),
];

/// A moment in UTC, in a layout.
pub(crate) fn format_utc(seconds: i64, layout: &[u8]) -> Vec<u8> {
    Time::unix(seconds, 0, Zone::Utc).format(layout)
}

fn time(args: &[Value], at: usize) -> Time {
    args::any(args, at).downcast::<Time>().cloned().unwrap_or_else(Time::zero)
}

/// The time that sprig takes a value for: a time, or seconds since 1970 in one of the given kinds; anything else is the
/// current time.
fn moment(value: &Value, kinds: &[IntKind]) -> Time {
    match value {
        Value::Int(kind, seconds) if kinds.contains(kind) => Time::unix(*seconds, 0, Zone::Local),
        value => value.downcast::<Time>().cloned().unwrap_or_else(Time::now),
    }
}

fn in_zone(layout: &[u8], date: &Value, zone: &[u8]) -> Result<Value, CallError> {
    let zone = std::str::from_utf8(zone).ok().and_then(Zone::load).unwrap_or(Zone::Utc);
    let time = moment(date, &[IntKind::Int, IntKind::Int32, IntKind::Int64]);
    Ok(Value::str(time.in_zone(zone).format(layout)))
}

fn date_in_zone(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    in_zone(args::text(args, 0), args::any(args, 1), args::text(args, 2))
}

fn date_modify(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let time = time(args, 1);
    Ok(Value::object(match duration::parse(args::text(args, 0)) {
        Ok(nanos) => time.add(nanos),
        Err(_) => time,
    }))
}

fn must_date_modify(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let nanos = duration::parse(args::text(args, 0))?;
    Ok(Value::object(time(args, 1).add(nanos)))
}

fn to_date(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let time = parse::parse(args::text(args, 0), args::text(args, 1), &Zone::Local);
    Ok(Value::object(time.unwrap_or_else(|_| Time::zero())))
}

fn must_to_date(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    Ok(Value::object(parse::parse(args::text(args, 0), args::text(args, 1), &Zone::Local)?))
}

fn ago(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let time = moment(args::any(args, 0), &[IntKind::Int, IntKind::Int64]);
    Ok(Value::str(duration::to_text(duration::round(Time::now().sub(&time), SECOND))))
}

fn duration_of_seconds(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let seconds = match args::any(args, 0) {
        Value::Str(text) => parse_int(text),
        Value::Int(IntKind::Int64, seconds) => *seconds,
        _ => 0,
    };
    Ok(Value::str(duration::to_text(seconds.wrapping_mul(SECOND))))
}

/// `strconv.ParseInt` in base 10, without its error: out of range it gives the nearest number.
fn parse_int(text: &[u8]) -> i64 {
    let Some(text) = std::str::from_utf8(text).ok() else { return 0 };
    match text.parse() {
        Ok(n) => n,
        Err(error) => match error.kind() {
            std::num::IntErrorKind::PosOverflow => i64::MAX,
            std::num::IntErrorKind::NegOverflow => i64::MIN,
            _ => 0,
        },
    }
}

fn duration_round(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let nanos = match args::any(args, 0) {
        Value::Str(text) => duration::parse(text).unwrap_or(0),
        Value::Int(IntKind::Int64, nanos) => *nanos,
        value => value.downcast::<Time>().map_or(0, |time| Time::now().sub(time)),
    };
    let units = [(365 * DAY, "y"), (30 * DAY, "mo"), (DAY, "d"), (HOUR as u64, "h"), (MINUTE as u64, "m")];
    let nanos = nanos.unsigned_abs();
    for (unit, name) in units.into_iter().chain([(SECOND as u64, "s")]) {
        if nanos > unit {
            return Ok(Value::str(format!("{}{name}", nanos / unit)));
        }
    }
    Ok(Value::str("0s"))
}
