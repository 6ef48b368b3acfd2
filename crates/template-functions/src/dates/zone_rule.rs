//! The rule at the end of a zone's file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.

use std::borrow::Cow;

use super::civil::{Civil, DAY, days_in, days_until, is_leap};
use super::tzif::Period;

/// Standard time, and perhaps daylight saving time between two days of each year.
pub(super) struct Rule {
    standard: (String, i64),
    saving: Option<Saving>,
}

struct Saving {
    name: String,
    offset: i64,
    start: Change,
    end: Change,
}

/// A moment of each year.
struct Change {
    day: Day,
    /// Seconds after midnight of the clock that held before.
    time: i64,
}

enum Day {
    /// From 1 to 365; February 29 does not count.
    Julian(i64),
    /// From 0 to 365.
    OfYear(i64),
    Weekday {
        month: i64,
        week: i64,
        weekday: i64,
    },
}

impl Rule {
    /// Reads a rule; `None` where it is not one.
    pub(super) fn parse(text: &str) -> Option<Rule> {
        let (name, rest) = name(text)?;
        let (offset, rest) = offset(rest)?;
        let standard = (name.to_string(), -offset);
        if rest.is_empty() || rest.starts_with(',') {
            return Some(Rule { standard, saving: None });
        }
        let (name, mut rest) = self::name(rest)?;
        let mut saving = standard.1 + 3600;
        if !rest.is_empty() && !rest.starts_with(',') {
            let (offset, after) = self::offset(rest)?;
            (saving, rest) = (-offset, after);
        }
        let rest = if rest.is_empty() { ",M3.2.0,M11.1.0" } else { rest };
        let (start, rest) = Change::parse(rest.strip_prefix([',', ';'])?)?;
        let (end, rest) = Change::parse(rest.strip_prefix(',')?)?;
        if !rest.is_empty() {
            return None;
        }
        Some(Rule { standard, saving: Some(Saving { name: name.to_string(), offset: saving, start, end }) })
    }

    /// What holds at a moment.
    pub(super) fn at(&self, seconds: i64) -> Period<'_> {
        let (name, offset) = &self.standard;
        let standard = Period { name: Cow::Borrowed(name), offset: *offset, dst: false };
        let Some(saving) = &self.saving else { return standard };
        let year = Civil::from_seconds(seconds).year;
        let of_year = seconds.wrapping_sub(days_until(year, 1, 1).wrapping_mul(DAY));
        let (start, end) = (saving.start.of_year(year, *offset), saving.end.of_year(year, saving.offset));
        // In the south the year begins with daylight saving time.
        let saves = if end < start { of_year < end || of_year >= start } else { start <= of_year && of_year < end };
        if saves { Period { name: Cow::Borrowed(&saving.name), offset: saving.offset, dst: true } } else { standard }
    }
}

impl Change {
    fn parse(text: &str) -> Option<(Change, &str)> {
        let (day, rest) = if let Some(rest) = text.strip_prefix('J') {
            let (day, rest) = number(rest, 1, 365)?;
            (Day::Julian(day), rest)
        } else if let Some(rest) = text.strip_prefix('M') {
            let (month, rest) = number(rest, 1, 12)?;
            let (week, rest) = number(rest.strip_prefix('.')?, 1, 5)?;
            let (weekday, rest) = number(rest.strip_prefix('.')?, 0, 6)?;
            (Day::Weekday { month, week, weekday }, rest)
        } else {
            let (day, rest) = number(text, 0, 365)?;
            (Day::OfYear(day), rest)
        };
        match rest.strip_prefix('/') {
            None => Some((Change { day, time: 2 * 3600 }, rest)),
            Some(rest) => offset(rest).map(|(time, rest)| (Change { day, time }, rest)),
        }
    }

    /// Seconds from the start of a year in UTC to the change; `offset` is that of the clock before.
    fn of_year(&self, year: i64, offset: i64) -> i64 {
        let day = match self.day {
            Day::Julian(day) => day - 1 + i64::from(is_leap(year) && day >= 60),
            Day::OfYear(day) => day,
            Day::Weekday { month, week, weekday } => {
                let first = days_until(year, month, 1);
                let mut day = (weekday - (first + 4)).rem_euclid(7);
                for _ in 1..week {
                    if day + 7 >= days_in(month, year) {
                        break;
                    }
                    day += 7;
                }
                first - days_until(year, 1, 1) + day
            }
        };
        day * DAY + self.time - offset
    }
}

fn name(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('<') {
        return quoted.split_once('>');
    }
    let end = text.find(|c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '+')).unwrap_or(text.len());
    (end >= 3).then(|| text.split_at(end))
}

/// Reads `[+-]hh[:mm[:ss]]` as seconds.
fn offset(text: &str) -> Option<(i64, &str)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (hours, mut rest) = number(rest, 0, 24 * 7)?;
    let mut seconds = hours * 3600;
    for unit in [60, 1] {
        let Some(after) = rest.strip_prefix(':') else { break };
        let (n, after) = number(after, 0, 59)?;
        seconds += n * unit;
        rest = after;
    }
    Some((sign * seconds, rest))
}

fn number(text: &str, min: i64, max: i64) -> Option<(i64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(digits);
    let n = digits.parse().ok()?;
    (min..=max).contains(&n).then_some((n, rest))
}
