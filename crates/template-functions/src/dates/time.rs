//! Go's `time.Time` as data: a moment, and the zone to show it in.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::civil::{Civil, DAY, days_until};
use super::duration::SECOND;
use super::format::format;
use super::zone::Zone;

/// Seconds from Go's zero time in the year 1 to 1970.
const YEAR_1: i64 = 62_135_596_800;

/// A moment with a zone.
#[derive(Clone)]
pub(super) struct Time {
    /// Since 1970.
    seconds: i64,
    nanos: u32,
    zone: Zone,
    /// Nanoseconds of the monotonic clock, if Go has them.
    monotonic: Option<i64>,
}

impl Time {
    /// A moment in seconds since 1970.
    pub(super) fn unix(seconds: i64, nanos: u32, zone: Zone) -> Time {
        Time { seconds, nanos, zone, monotonic: None }
    }

    /// `time.Now`.
    pub(super) fn now() -> Time {
        static START: OnceLock<Instant> = OnceLock::new();
        let start = START.get_or_init(Instant::now);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut time = Time::unix(since.as_secs() as i64, since.subsec_nanos(), Zone::Local);
        // Go's clock starts at 1 for the start of the process.
        time.monotonic = Some(1 + start.elapsed().as_nanos() as i64);
        time
    }

    /// The zero time.
    pub(super) fn zero() -> Time {
        Time::unix(-YEAR_1, 0, Zone::Utc)
    }

    /// `time.Date`: out-of-range parts carry over. `clock` is in seconds of the day.
    pub(super) fn from_date(year: i64, month: i64, day: i64, clock: i64, nanos: u32, zone: Zone) -> Time {
        let month = month.wrapping_sub(1);
        let (year, month) = (year.wrapping_add(month.div_euclid(12)), month.rem_euclid(12) + 1);
        let clock = days_until(year, month, day).wrapping_mul(DAY).wrapping_add(clock);
        Time::unix(zone.seconds_of_clock(clock), nanos, zone)
    }

    pub(super) fn seconds(&self) -> i64 {
        self.seconds
    }

    pub(super) fn nanos(&self) -> u32 {
        self.nanos
    }

    pub(super) fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The date and time of day in its zone.
    pub(super) fn civil(&self) -> Civil {
        Civil::from_seconds(self.seconds.wrapping_add(self.zone.offset(self.seconds)))
    }

    /// The same moment in another zone.
    pub(super) fn in_zone(self, zone: Zone) -> Time {
        Time { zone, monotonic: None, ..self }
    }

    /// The same without the monotonic clock.
    fn wall(&self) -> Time {
        Time { monotonic: None, ..self.clone() }
    }

    pub(super) fn add_seconds(self, seconds: i64) -> Time {
        Time { seconds: self.seconds.wrapping_add(seconds), ..self }
    }

    /// `Time.Add`.
    pub(super) fn add(&self, nanos: i64) -> Time {
        let sum = i64::from(self.nanos) + nanos % SECOND;
        let seconds = self.seconds.wrapping_add(nanos / SECOND).wrapping_add(sum.div_euclid(SECOND));
        let monotonic = self.monotonic.and_then(|m| m.checked_add(nanos));
        Time { seconds, nanos: sum.rem_euclid(SECOND) as u32, zone: self.zone.clone(), monotonic }
    }

    /// `Time.AddDate`.
    pub(super) fn add_date(&self, years: i64, months: i64, days: i64) -> Time {
        let c = self.civil();
        let clock = (c.hour * 60 + c.minute) * 60 + c.second;
        let (year, month, day) = (c.year.wrapping_add(years), c.month.wrapping_add(months), c.day.wrapping_add(days));
        Time::from_date(year, month, day, clock, self.nanos, self.zone.clone())
    }

    /// `Time.Sub` in nanoseconds, saturating.
    pub(super) fn sub(&self, other: &Time) -> i64 {
        if let (Some(a), Some(b)) = (self.monotonic, other.monotonic) {
            return a.saturating_sub(b);
        }
        let difference = self.total_nanos() - other.total_nanos();
        difference.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// Nanoseconds since 1970.
    pub(super) fn total_nanos(&self) -> i128 {
        i128::from(self.seconds) * i128::from(SECOND) + i128::from(self.nanos)
    }

    /// `Time.Compare`.
    pub(super) fn compare(&self, other: &Time) -> std::cmp::Ordering {
        match (self.monotonic, other.monotonic) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos)),
        }
    }

    /// Nanoseconds since the last multiple of a duration, counted from the year 1.
    fn past(&self, unit: i64) -> i64 {
        (self.total_nanos() + i128::from(YEAR_1) * i128::from(SECOND)).rem_euclid(unit.into()) as i64
    }

    /// `Time.Truncate`.
    pub(super) fn truncate(&self, unit: i64) -> Time {
        if unit <= 0 { self.wall() } else { self.wall().add(-self.past(unit)) }
    }

    /// `Time.Round`.
    pub(super) fn round(&self, unit: i64) -> Time {
        if unit <= 0 {
            return self.wall();
        }
        let past = self.past(unit);
        let up = i128::from(past) * 2 >= i128::from(unit);
        self.wall().add(if up { unit - past } else { -past })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.seconds == -YEAR_1 && self.nanos == 0
    }

    /// `Time.Format`.
    pub(super) fn format(&self, layout: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(layout.len() + 10);
        format(&mut out, self, layout);
        out
    }

    /// `Time.String`.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut out = self.format(b"2006-01-02 15:04:05.999999999 -0700 MST");
        if let Some(monotonic) = self.monotonic {
            let sign = if monotonic < 0 { '-' } else { '+' };
            let n = monotonic.unsigned_abs();
            out.extend_from_slice(format!(" m={sign}{}.{:09}", n / SECOND as u64, n % SECOND as u64).as_bytes());
        }
        out
    }
}
