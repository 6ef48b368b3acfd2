//! Dates, times and spans.

use super::{Checked, quote_char, refuse};
use crate::go_text;

pub(super) fn check_duration(text: &str) -> Checked {
    let Some(text) = text.strip_prefix('P') else { return refuse("must start with P") };
    if text.is_empty() {
        return refuse("nothing after P");
    }
    if let Some(weeks) = text.strip_suffix('W') {
        return match weeks {
            "" => refuse("no number in week"),
            weeks if !weeks.bytes().all(|b| b.is_ascii_digit()) => refuse("invalid week"),
            _ => Ok(()),
        };
    }
    for (i, part) in text.split('T').enumerate() {
        if i != 0 && part.is_empty() {
            return refuse("no time elements");
        }
        let Some(all) = ["YMD", "HMS"].get(i) else { return refuse("more than one T") };
        check_units(part, all)?;
    }
    Ok(())
}

fn check_units(mut part: &str, all: &str) -> Checked {
    let mut units = all;
    while !part.is_empty() {
        let rest = part.trim_start_matches(|ch: char| ch.is_ascii_digit());
        if rest.len() == part.len() {
            return refuse("missing number");
        }
        let Some(unit) = rest.chars().next() else { return refuse("missing unit") };
        match units.find(unit) {
            Some(at) => units = units.get(at + 1..).unwrap_or_default(),
            None if all.contains(unit) => return refuse(format!("unit {} out of order", quote_char(unit))),
            None => return refuse(format!("invalid unit {}", quote_char(unit))),
        }
        part = rest.get(unit.len_utf8()..).unwrap_or_default();
    }
    Ok(())
}

pub(super) fn check_date(text: &str) -> Checked {
    let failed = |rest: &str, layout: &str| {
        refuse(format!(
            "parsing time {} as \"2006-01-02\": cannot parse {} as {}",
            go_text::quote(text),
            go_text::quote(rest),
            go_text::quote(layout)
        ))
    };
    let mut rest = text;
    let mut numbers = [0_u32; 3];
    for (i, (width, layout)) in [(4, "2006"), (2, "01"), (2, "02")].into_iter().enumerate() {
        if i > 0 {
            match rest.strip_prefix('-') {
                Some(after) => rest = after,
                None => return failed(rest, "-"),
            }
        }
        let digits = rest.get(..width).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let Some(number) = digits.and_then(|digits| digits.parse().ok()) else { return failed(rest, layout) };
        numbers[i] = number;
        rest = &rest[width..];
        if i == 1 && !(1..=12).contains(&number) {
            return refuse(format!("parsing time {}: month out of range", go_text::quote(text)));
        }
    }
    if !rest.is_empty() {
        return refuse(format!("parsing time {}: extra text: {}", go_text::quote(text), go_text::quote(rest)));
    }
    let [year, month, day] = numbers;
    if day < 1 || day > days_in(year, month) {
        return refuse(format!("parsing time {}: day out of range", go_text::quote(text)));
    }
    Ok(())
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// hh:mm:ss, an optional fraction, and an offset.
pub(super) fn check_time(text: &str) -> Checked {
    let bytes = text.as_bytes();
    if bytes.len() < 9 {
        return refuse("less than 9 characters long");
    }
    if bytes.get(2) != Some(&b':') || bytes.get(5) != Some(&b':') {
        return refuse("missing colon in correct place");
    }
    let two = |at: usize| text.get(at..at + 2).and_then(|digits| digits.parse::<i32>().ok());
    let (Some(hour), Some(minute), Some(second)) = (two(0), two(3), two(6)) else {
        return refuse("invalid hour/min/sec");
    };
    if hour < 0 || minute < 0 || second < 0 {
        return refuse("non-positive hour/min/sec");
    }
    if hour > 23 || minute > 59 || second > 60 {
        return refuse("hour/min/sec out of range");
    }
    let mut rest = text.get(8..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|ch: char| ch.is_ascii_digit());
        if rest.len() == fraction.len() {
            return refuse("no digits in second fraction");
        }
    }
    let mut minutes = hour * 60 + minute;
    if rest != "z" && rest != "Z" {
        minutes -= read_offset(rest)?;
        if minutes < 0 {
            minutes += 24 * 60;
        }
    }
    if second >= 60 && minutes != 23 * 60 + 59 {
        return refuse("invalid leap second");
    }
    Ok(())
}

/// `+hh:mm` in minutes.
fn read_offset(text: &str) -> Result<i32, String> {
    if text.len() != 6 {
        return Err("offset must be 6 characters long".into());
    }
    let sign = match text.as_bytes().first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Err("offset must begin with plus/minus".into()),
    };
    if text.as_bytes().get(3) != Some(&b':') {
        return Err("missing colon in offset in correct place".into());
    }
    let two = |at: usize| text.get(at..at + 2).and_then(|digits| digits.parse::<i32>().ok());
    let (Some(hour), Some(minute)) = (two(1), two(4)) else { return Err("invalid hour/min in offset".into()) };
    if hour < 0 || minute < 0 {
        return Err("non-positive hour/min in offset".into());
    }
    if hour > 23 || minute > 59 {
        return Err("hour/min in offset out of range".into());
    }
    Ok(sign * (hour * 60 + minute))
}

pub(super) fn check_date_time(text: &str) -> Checked {
    if text.len() < 20 {
        return refuse("less than 20 characters long");
    }
    if !matches!(text.as_bytes().get(10), Some(b't' | b'T')) {
        return refuse("11th character must be t or T");
    }
    let (date, time) = (text.get(..10).unwrap_or_default(), text.get(11..).unwrap_or_default());
    check_date(date).map_err(|reason| format!("invalid date element: {reason}"))?;
    check_time(time).map_err(|reason| format!("invalid time element: {reason}"))
}

pub(super) fn check_period(text: &str) -> Checked {
    let Some((start, end)) = text.split_once('/') else { return refuse("missing slash") };
    if start.starts_with('P') {
        check_duration(start).map_err(|reason| format!("invalid start duration: {reason}"))?;
        return check_date_time(end).map_err(|reason| format!("invalid end date-time: {reason}"));
    }
    check_date_time(start).map_err(|reason| format!("invalid start date-time: {reason}"))?;
    if end.starts_with('P') {
        check_duration(end).map_err(|reason| format!("invalid end duration: {reason}"))
    } else {
        check_date_time(end).map_err(|reason| format!("invalid end date-time: {reason}"))
    }
}
