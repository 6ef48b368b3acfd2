//! Formats times with Go's layouts.

use super::civil::Civil;
use super::layout::{MONTHS, Offset, Part, WEEKDAYS, next_part};
use super::time::Time;

pub(super) const RFC3339_NANO: &[u8] = b"2006-01-02T15:04:05.999999999Z07:00";

/// Appends a time in a layout.
pub(super) fn format(out: &mut Vec<u8>, time: &Time, mut layout: &[u8]) {
    let (name, offset) = time.zone().at(time.seconds());
    let civil = Civil::from_seconds(time.seconds().wrapping_add(offset));
    while let Some((before, part, _, after)) = next_part(layout) {
        out.extend_from_slice(before);
        layout = after;
        write_part(out, part, &civil, time, &name, offset);
    }
    out.extend_from_slice(layout);
}

fn write_part(out: &mut Vec<u8>, part: Part, civil: &Civil, time: &Time, name: &str, offset: i64) {
    let named = |names: &[&'static str], at: i64| names.get(at as usize).copied().unwrap_or_default();
    let hour12 = if civil.hour % 12 == 0 { 12 } else { civil.hour % 12 };
    match part {
        Part::Year => write_int(out, civil.year.wrapping_abs() % 100, 2),
        Part::LongYear => write_int(out, civil.year, 4),
        Part::Month => out.extend_from_slice(&named(&MONTHS, civil.month - 1).as_bytes()[..3]),
        Part::LongMonth => out.extend_from_slice(named(&MONTHS, civil.month - 1).as_bytes()),
        Part::NumMonth => write_int(out, civil.month, 0),
        Part::ZeroMonth => write_int(out, civil.month, 2),
        Part::Weekday => out.extend_from_slice(&named(&WEEKDAYS, civil.weekday).as_bytes()[..3]),
        Part::LongWeekday => out.extend_from_slice(named(&WEEKDAYS, civil.weekday).as_bytes()),
        Part::Day => write_int(out, civil.day, 0),
        Part::UnderDay => write_blanks(out, civil.day, 2),
        Part::ZeroDay => write_int(out, civil.day, 2),
        Part::UnderYearDay => write_blanks(out, civil.year_day, 3),
        Part::ZeroYearDay => write_int(out, civil.year_day, 3),
        Part::Hour => write_int(out, civil.hour, 2),
        Part::Hour12 => write_int(out, hour12, 0),
        Part::ZeroHour12 => write_int(out, hour12, 2),
        Part::Minute => write_int(out, civil.minute, 0),
        Part::ZeroMinute => write_int(out, civil.minute, 2),
        Part::Second => write_int(out, civil.second, 0),
        Part::ZeroSecond => write_int(out, civil.second, 2),
        Part::UpperHalf => out.extend_from_slice(if civil.hour >= 12 { b"PM" } else { b"AM" }),
        Part::LowerHalf => out.extend_from_slice(if civil.hour >= 12 { b"pm" } else { b"am" }),
        Part::Offset(shape) => write_offset(out, shape, offset),
        Part::ZoneName if !name.is_empty() => out.extend_from_slice(name.as_bytes()),
        Part::ZoneName => {
            write_offset(out, Offset { zulu: false, colons: false, minutes: true, seconds: false }, offset);
        }
        Part::Fraction { digits, separator, trim } => write_fraction(out, time.nanos(), digits, separator, trim),
    }
}

/// Appends a number padded with zeros; a minus sign does not count towards the width.
pub(super) fn write_int(out: &mut Vec<u8>, number: i64, width: usize) {
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(format!("{:0width$}", number.unsigned_abs()).as_bytes());
}

fn write_blanks(out: &mut Vec<u8>, number: i64, width: usize) {
    out.extend_from_slice(format!("{number:width$}").as_bytes());
}

fn write_offset(out: &mut Vec<u8>, shape: Offset, offset: i64) {
    if shape.zulu && offset == 0 {
        out.push(b'Z');
        return;
    }
    // Go takes the sign from whole minutes.
    let minutes = offset / 60;
    out.push(if minutes < 0 { b'-' } else { b'+' });
    let seconds = if minutes < 0 { -offset } else { offset };
    write_int(out, minutes.abs() / 60, 2);
    if shape.colons {
        out.push(b':');
    }
    if shape.minutes {
        write_int(out, minutes.abs() % 60, 2);
    }
    if shape.seconds {
        if shape.colons {
            out.push(b':');
        }
        write_int(out, seconds % 60, 2);
    }
}

fn write_fraction(out: &mut Vec<u8>, nanos: u32, digits: usize, separator: u8, trim: bool) {
    if trim && nanos == 0 {
        return;
    }
    out.push(separator);
    let start = out.len();
    write_int(out, i64::from(nanos), 9);
    out.truncate(start + digits.min(9));
    if trim {
        while out.len() > start && out.last() == Some(&b'0') {
            out.pop();
        }
        if out.len() == start {
            out.pop();
        }
    }
}
