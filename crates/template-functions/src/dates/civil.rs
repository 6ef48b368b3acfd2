//! The calendar: converts days since 1970 to dates and back. It wraps where Go's arithmetic wraps; nothing overflows.

pub(super) const DAY: i64 = 86_400;

/// Seconds from Go's absolute zero (March of the year -292277022400) to 1970.
const ABSOLUTE_TO_UNIX: i128 = ABSOLUTE_DAYS_TO_UNIX * DAY as i128;
const ABSOLUTE_DAYS_TO_UNIX: i128 =
    292_277_022_400 / 400 * 146_097 + 306 + 1969 * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400;

/// A date with a time of day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Civil {
    pub(super) year: i64,
    /// From 1.
    pub(super) month: i64,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
    /// From 0, Sunday.
    pub(super) weekday: i64,
    /// From 1.
    pub(super) year_day: i64,
}

impl Civil {
    /// Converts seconds since 1970.
    pub(super) fn from_seconds(seconds: i64) -> Civil {
        let absolute = (seconds as u64).wrapping_add(ABSOLUTE_TO_UNIX as u64);
        let days = (absolute / DAY as u64) as i64 - ABSOLUTE_DAYS_TO_UNIX as i64;
        let clock = (absolute % DAY as u64) as i64;
        let (year, month, day) = date(days);
        Civil {
            year,
            month,
            day,
            hour: clock / 3600,
            minute: clock / 60 % 60,
            second: clock % 60,
            weekday: (days + 4).rem_euclid(7),
            year_day: days - days_until(year, 1, 1) + 1,
        }
    }
}

/// The date this many days after 1970-01-01.
fn date(days: i64) -> (i64, i64, i64) {
    // Eras of 400 years that start in March, so that the leap day comes last.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Days from 1970-01-01 to a date; the month must be within 1 to 12, the day may be out of range.
pub(super) fn days_until(year: i64, month: i64, day: i64) -> i64 {
    let year = year.wrapping_sub(i64::from(month <= 2));
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    era.wrapping_mul(146_097).wrapping_add(days).wrapping_sub(719_468).wrapping_add(day).wrapping_sub(1)
}

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
