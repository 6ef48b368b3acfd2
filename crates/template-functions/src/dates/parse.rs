//! Parses times with Go's layouts.

mod zone_name;

use super::civil::{days_in, is_leap};
use super::duration::leading_int;
use super::layout::{MONTHS, Offset, Part, WEEKDAYS, next_part};
use super::time::Time;
use super::zone::Zone;

/// The fields parsed so far.
struct Fields {
    year: i64,
    month: Option<i64>,
    day: Option<i64>,
    year_day: Option<i64>,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: i64,
    afternoon: Option<bool>,
    utc: bool,
    /// Seconds east of UTC; as in Go, -1 means unknown.
    offset: i64,
    zone_name: String,
}

/// Why a value does not match a part of the layout.
enum Misfit {
    Bad,
    OutOfRange(&'static str),
}

type Step<'v, T> = Result<(T, &'v [u8]), Misfit>;

/// `time.ParseInLocation`: the time, or Go's error.
pub(super) fn parse(layout: &[u8], value: &[u8], local: &Zone) -> Result<Time, String> {
    let mut fields = Fields {
        year: 0,
        month: None,
        day: None,
        year_day: None,
        hour: 0,
        minute: 0,
        second: 0,
        nanos: 0,
        afternoon: None,
        utc: false,
        offset: -1,
        zone_name: String::new(),
    };
    let failed = |message: &str| format!("parsing time {}{message}", quote(value));
    let misfit = |element: &[u8], rest: &[u8]| {
        failed(&format!(" as {}: cannot parse {} as {}", quote(layout), quote(rest), quote(element)))
    };
    let (mut layout_rest, mut rest) = (layout, value);
    while let Some((before, part, length, after)) = next_part(layout_rest) {
        rest = skip(rest, before).map_err(|rest| misfit(before, rest))?;
        let element = &layout_rest[before.len()..before.len() + length];
        layout_rest = after;
        rest = match fields.read(part, rest, after) {
            Ok(rest) => rest,
            Err(Misfit::OutOfRange(what)) => return Err(failed(&format!(": {what} out of range"))),
            Err(Misfit::Bad) => return Err(misfit(element, rest)),
        };
    }
    rest = skip(rest, layout_rest).map_err(|rest| misfit(layout_rest, rest))?;
    if !rest.is_empty() {
        return Err(failed(&format!(": extra text: {}", quote(rest))));
    }
    fields.finish(local).map_err(|message| failed(&format!(": {message}")))
}

/// Quotes like Go's `time` package, which only knows ASCII.
pub(super) fn quote(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for &b in text {
        match b {
            b'"' | b'\\' => out.extend(['\\', b as char]),
            b' '..0x80 => out.push(b as char),
            _ => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out.push('"');
    out
}

/// Skips literal text; runs of blanks are equivalent. The error is the rest at the first difference.
fn skip<'v>(mut value: &'v [u8], mut literal: &[u8]) -> Result<&'v [u8], &'v [u8]> {
    while let Some(&b) = literal.first() {
        if b == b' ' {
            if value.first().is_some_and(|b| *b != b' ') {
                return Err(value);
            }
            literal = literal.trim_ascii_start_of(b' ');
            value = value.trim_ascii_start_of(b' ');
            continue;
        }
        if value.first() != Some(&b) {
            return Err(value);
        }
        (literal, value) = (&literal[1..], &value[1..]);
    }
    Ok(value)
}

trait TrimStart {
    fn trim_ascii_start_of(&self, byte: u8) -> &Self;
}

impl TrimStart for [u8] {
    fn trim_ascii_start_of(&self, byte: u8) -> &[u8] {
        &self[self.iter().take_while(|b| **b == byte).count()..]
    }
}

/// One or two digits; exactly two where `fixed`.
fn two_digits(value: &[u8], fixed: bool) -> Step<'_, i64> {
    match value {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => Ok((i64::from(a - b'0') * 10 + i64::from(b - b'0'), rest)),
        [a @ b'0'..=b'9', rest @ ..] if !fixed => Ok((i64::from(a - b'0'), rest)),
        _ => Err(Misfit::Bad),
    }
}

fn within<'v>(read: Step<'v, i64>, below: i64, what: &'static str) -> Step<'v, i64> {
    match read {
        Ok((n, _)) if n >= below => Err(Misfit::OutOfRange(what)),
        read => read,
    }
}

/// A name from a list, or its first three letters, in any case.
fn name_of<'v>(names: &[&str], short: bool, value: &'v [u8]) -> Step<'v, i64> {
    for (i, name) in names.iter().enumerate() {
        let name = if short { &name.as_bytes()[..3] } else { name.as_bytes() };
        if let Some(start) = value.get(..name.len())
            && start.eq_ignore_ascii_case(name)
        {
            return Ok((i as i64, &value[name.len()..]));
        }
    }
    Err(Misfit::Bad)
}

/// A signed number that takes up the whole text.
fn atoi(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        _ => (false, text),
    };
    let (n, rest) = leading_int(digits)?;
    let n = n as i64;
    rest.is_empty().then_some(if negative { n.wrapping_neg() } else { n })
}

/// A separator and digits, as nanoseconds.
fn nanoseconds(text: &[u8]) -> Result<i64, Misfit> {
    if !matches!(text.first(), Some(b'.' | b',')) {
        return Err(Misfit::Bad);
    }
    let text = &text[..text.len().min(10)];
    let n = atoi(&text[1..]).ok_or(Misfit::Bad)?;
    if n < 0 {
        return Err(Misfit::OutOfRange("fractional second"));
    }
    Ok(n * 10i64.pow(10 - text.len() as u32))
}

/// The length of a separator with digits at the start of a text; 0 if there is none.
fn fraction_length(value: &[u8]) -> usize {
    match value {
        [b'.' | b',', b'0'..=b'9', ..] => 1 + value[1..].iter().take_while(|b| b.is_ascii_digit()).count(),
        _ => 0,
    }
}

fn split(value: &[u8], at: usize) -> Result<(&[u8], &[u8]), Misfit> {
    value.split_at_checked(at).ok_or(Misfit::Bad)
}

impl Fields {
    /// Parses one part; returns the rest of the value. `layout` is the rest of the layout.
    fn read<'v>(&mut self, part: Part, value: &'v [u8], layout: &[u8]) -> Result<&'v [u8], Misfit> {
        let rest;
        match part {
            Part::Year => {
                let (digits, after) = split(value, 2)?;
                let year = atoi(digits).ok_or(Misfit::Bad)?;
                self.year = if year >= 69 { year + 1900 } else { year + 2000 };
                rest = after;
            }
            Part::LongYear => {
                let (digits, after) = split(value, 4)?;
                self.year = atoi(digits).filter(|_| digits[0].is_ascii_digit()).ok_or(Misfit::Bad)?;
                rest = after;
            }
            Part::Month | Part::LongMonth => {
                let (index, after) = name_of(&MONTHS, part == Part::Month, value)?;
                self.month = Some(index + 1);
                rest = after;
            }
            Part::NumMonth | Part::ZeroMonth => {
                let (month, after) = two_digits(value, part == Part::ZeroMonth)?;
                if month == 0 || month > 12 {
                    return Err(Misfit::OutOfRange("month"));
                }
                self.month = Some(month);
                rest = after;
            }
            Part::Weekday | Part::LongWeekday => (_, rest) = name_of(&WEEKDAYS, part == Part::Weekday, value)?,
            Part::Day | Part::UnderDay | Part::ZeroDay => {
                let value = if part == Part::UnderDay { value.strip_prefix(b" ").unwrap_or(value) } else { value };
                let (day, after) = two_digits(value, part == Part::ZeroDay)?;
                self.day = Some(day);
                rest = after;
            }
            Part::UnderYearDay | Part::ZeroYearDay => rest = self.read_year_day(part, value)?,
            Part::Hour => (self.hour, rest) = within(two_digits(value, false), 24, "hour")?,
            Part::Hour12 | Part::ZeroHour12 => {
                (self.hour, rest) = within(two_digits(value, part == Part::ZeroHour12), 13, "hour")?;
            }
            Part::Minute | Part::ZeroMinute => {
                (self.minute, rest) = within(two_digits(value, part == Part::ZeroMinute), 60, "minute")?;
            }
            Part::Second | Part::ZeroSecond => {
                let (second, after) = within(two_digits(value, part == Part::ZeroSecond), 60, "second")?;
                self.second = second;
                rest = self.read_unasked_fraction(after, layout)?;
            }
            Part::UpperHalf | Part::LowerHalf => {
                let (half, after) = split(value, 2)?;
                self.afternoon = match (part, half) {
                    (Part::UpperHalf, b"PM") | (Part::LowerHalf, b"pm") => Some(true),
                    (Part::UpperHalf, b"AM") | (Part::LowerHalf, b"am") => self.afternoon.or(Some(false)),
                    _ => return Err(Misfit::Bad),
                };
                rest = after;
            }
            Part::Offset(shape) => rest = self.read_offset(shape, value)?,
            Part::ZoneName => rest = self.read_zone_name(value)?,
            Part::Fraction { digits, trim: false, .. } => {
                let (fraction, after) = split(value, 1 + digits)?;
                self.nanos = nanoseconds(fraction)?;
                rest = after;
            }
            Part::Fraction { .. } => {
                let (fraction, after) = split(value, fraction_length(value))?;
                if !fraction.is_empty() {
                    self.nanos = nanoseconds(fraction)?;
                }
                rest = after;
            }
        }
        Ok(rest)
    }

    fn read_year_day<'v>(&mut self, part: Part, mut value: &'v [u8]) -> Result<&'v [u8], Misfit> {
        if part == Part::UnderYearDay {
            value = value.strip_prefix(b" ").unwrap_or(value);
            value = value.strip_prefix(b" ").unwrap_or(value);
        }
        let digits = value.iter().take(3).take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || (part == Part::ZeroYearDay && digits != 3) {
            return Err(Misfit::Bad);
        }
        self.year_day = atoi(&value[..digits]);
        Ok(&value[digits..])
    }

    /// Parses a fraction after seconds that the layout does not have.
    fn read_unasked_fraction<'v>(&mut self, value: &'v [u8], layout: &[u8]) -> Result<&'v [u8], Misfit> {
        let length = fraction_length(value);
        let asked = matches!(next_part(layout), Some((_, Part::Fraction { .. }, ..)));
        if length == 0 || asked {
            return Ok(value);
        }
        self.nanos = nanoseconds(&value[..length])?;
        Ok(&value[length..])
    }

    fn read_offset<'v>(&mut self, shape: Offset, value: &'v [u8]) -> Result<&'v [u8], Misfit> {
        if shape.zulu
            && let Some(rest) = value.strip_prefix(b"Z")
        {
            self.utc = true;
            return Ok(rest);
        }
        let colon = usize::from(shape.colons);
        let length = 3 + usize::from(shape.minutes) * (2 + colon) + usize::from(shape.seconds) * (2 + colon);
        let (text, rest) = split(value, length)?;
        if colon == 1 && (text[3] != b':' || (shape.seconds && text[6] != b':')) {
            return Err(Misfit::Bad);
        }
        let number = |at: usize| text.get(at..at + 2).map_or(Ok(0), |digits| two_digits(digits, true).map(|(n, _)| n));
        // Out-of-range errors take precedence over syntax errors.
        let (hours, minutes, seconds) = (number(1), number(3 + colon), number(5 + 2 * colon));
        let (hours, minutes, seconds) = match (hours, minutes, seconds) {
            (Ok(h), Ok(m), Ok(s)) => (h, m, s),
            (Ok(h), _, _) if h > 24 => return Err(Misfit::OutOfRange("time zone offset hour")),
            (Ok(_), Ok(m), _) if m > 60 => return Err(Misfit::OutOfRange("time zone offset minute")),
            _ => return Err(Misfit::Bad),
        };
        for (n, limit, what) in [
            (seconds, 60, "time zone offset second"),
            (minutes, 60, "time zone offset minute"),
            (hours, 24, "time zone offset hour"),
        ] {
            if n > limit {
                return Err(Misfit::OutOfRange(what));
            }
        }
        let offset = (hours * 60 + minutes) * 60 + seconds;
        self.offset = match text[0] {
            b'+' => offset,
            b'-' => -offset,
            _ => return Err(Misfit::Bad),
        };
        Ok(rest)
    }

    fn read_zone_name<'v>(&mut self, value: &'v [u8]) -> Result<&'v [u8], Misfit> {
        if let Some(rest) = value.strip_prefix(b"UTC") {
            self.utc = true;
            return Ok(rest);
        }
        let length = zone_name::length(value).ok_or(Misfit::Bad)?;
        let (name, rest) = split(value, length)?;
        self.zone_name = String::from_utf8_lossy(name).into_owned();
        Ok(rest)
    }

    /// Builds the time from the parsed fields; the error is the end of Go's message, after a colon.
    fn finish(mut self, local: &Zone) -> Result<Time, &'static str> {
        match self.afternoon {
            Some(true) if self.hour < 12 => self.hour += 12,
            Some(false) if self.hour == 12 => self.hour = 0,
            _ => {}
        }
        let (month, day) = self.month_and_day()?;
        if day < 1 || day > days_in(month, self.year) {
            return Err("day out of range");
        }
        let clock = (self.hour * 60 + self.minute) * 60 + self.second;
        let at = |zone: Zone| Time::from_date(self.year, month, day, clock, self.nanos as u32, zone);
        if self.utc {
            return Ok(at(Zone::Utc));
        }
        if self.offset != -1 {
            let time = at(Zone::Utc).add_seconds(-self.offset);
            let (name, offset) = local.at(time.seconds());
            if offset == self.offset && (self.zone_name.is_empty() || *name == *self.zone_name) {
                return Ok(time.in_zone(local.clone()));
            }
            return Ok(time.in_zone(Zone::fixed(&self.zone_name, self.offset)));
        }
        if !self.zone_name.is_empty() {
            let time = at(Zone::Utc);
            if let Some(offset) = local.offset_of(&self.zone_name, time.seconds()) {
                return Ok(time.add_seconds(-offset).in_zone(local.clone()));
            }
            let hours = self.zone_name.strip_prefix("GMT").and_then(|n| atoi(n.as_bytes())).unwrap_or(0);
            return Ok(time.in_zone(Zone::fixed(&self.zone_name, hours * 3600)));
        }
        Ok(at(local.clone()))
    }

    fn month_and_day(&self) -> Result<(i64, i64), &'static str> {
        let Some(year_day) = self.year_day else { return Ok((self.month.unwrap_or(1), self.day.unwrap_or(1))) };
        if year_day < 1 || year_day > 365 + i64::from(is_leap(self.year)) {
            return Err("day-of-year out of range");
        }
        let (mut month, mut day) = (1, year_day);
        while day > days_in(month, self.year) {
            day -= days_in(month, self.year);
            month += 1;
        }
        if self.month.is_some_and(|m| m != month) {
            return Err("day-of-year does not match month");
        }
        if self.day.is_some_and(|d| d != day) {
            return Err("day-of-year does not match day");
        }
        Ok((month, day))
    }
}
