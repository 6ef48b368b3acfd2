//! Files of the time zone database, parsed by `jiff`. Go's additional features are here: years that `jiff` does not
//! support, and offsets by abbreviation.

use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The calendar, and with it the rule at the end of a file, repeats after 400 years.
const CYCLE: i64 = 146_097 * super::civil::DAY;
/// 2400-01-01. No file has transitions after this, only its rule.
const RULE_ONLY: i64 = 13_569_465_600;

/// One time zone of the database.
pub(super) struct ZoneFile {
    name: String,
    zone: TimeZone,
    abbreviations: OnceLock<Vec<(String, i64)>>,
}

/// The abbreviation and offset in effect at a moment.
pub(super) struct Period {
    pub(super) name: String,
    pub(super) offset: i64,
    pub(super) dst: bool,
}

impl ZoneFile {
    /// Parses a file; `None` if it is not one, or of a version that Go does not support.
    pub(super) fn parse(name: &str, data: &[u8]) -> Option<ZoneFile> {
        let is_known = matches!(data.get(4), Some(0 | b'2' | b'3'));
        let zone = TimeZone::tzif(name, data).ok().filter(|_| is_known)?;
        Some(ZoneFile { name: name.to_string(), zone, abbreviations: OnceLock::new() })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The period in effect at a moment.
    pub(super) fn lookup(&self, seconds: i64) -> Period {
        let info = self.zone.to_offset_info(timestamp(seconds));
        let (offset, dst) = (info.offset().seconds().into(), info.dst().is_dst());
        Period { name: info.abbreviation().to_string(), offset, dst }
    }

    /// The seconds east of UTC at a moment.
    pub(super) fn offset(&self, seconds: i64) -> i64 {
        self.zone.to_offset(timestamp(seconds)).seconds().into()
    }

    /// The offset for an abbreviation at a local time; the one in effect then takes precedence.
    pub(super) fn offset_of(&self, name: &str, clock: i64) -> Option<i64> {
        let named = || self.abbreviations().iter().filter(|(known, _)| known == name).map(|(_, offset)| *offset);
        let in_effect = named().find_map(|offset| {
            let period = self.lookup(clock.wrapping_sub(offset));
            (period.name == name).then_some(period.offset)
        });
        in_effect.or_else(|| named().next())
    }

    /// Abbreviations with their offsets in the order of their first use, as in the file.
    fn abbreviations(&self) -> &[(String, i64)] {
        self.abbreviations.get_or_init(|| {
            let first = self.lookup(i64::MIN);
            let mut found = vec![(first.name, first.offset)];
            let transitions = self.zone.following(Timestamp::MIN);
            for transition in transitions.take_while(|transition| transition.timestamp().as_second() < RULE_ONLY) {
                let (name, offset) = (transition.abbreviation(), i64::from(transition.offset().seconds()));
                if !found.iter().any(|known| known.0 == name && known.1 == offset) {
                    found.push((name.to_string(), offset));
                }
            }
            found
        })
    }
}

/// An equivalent moment within the range of `jiff`: the years -9999 to 9999.
fn timestamp(seconds: i64) -> Timestamp {
    let seconds = match seconds {
        after if after >= RULE_ONLY => RULE_ONLY + (after - RULE_ONLY).rem_euclid(CYCLE),
        before => before.max(Timestamp::MIN.as_second()),
    };
    Timestamp::from_second(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::ZoneFile;

    /// As Go's `time.Parse("2006-01-02 MST", …)` parses them in Dublin, where IST had two offsets.
    #[test]
    fn abbreviations_mean_what_go_reads() {
        let data = std::fs::read("/usr/share/zoneinfo/Europe/Dublin").unwrap();
        let dublin = ZoneFile::parse("Europe/Dublin", &data).unwrap();
        for (date, clock, name, offset) in [
            ("1916-07-01", -1_688_601_600, "IST", Some(2079)),
            ("1940-07-01", -931_046_400, "IST", Some(3600)),
            ("2024-07-01", 1_719_792_000, "IST", Some(3600)),
            ("2024-07-01", 1_719_792_000, "GMT", Some(0)),
            ("2024-07-01", 1_719_792_000, "LMT", Some(-1521)),
            ("1920-08-25", -1_557_446_400, "DMT", Some(-1521)),
            ("2024-01-01", 1_704_067_200, "IST", Some(2079)),
            ("2024-01-01", 1_704_067_200, "XXX", None),
        ] {
            assert_eq!(dublin.offset_of(name, clock), offset, "{date} {name}");
        }
    }

    #[test]
    fn versions_that_go_does_not_read_are_no_zones() {
        let mut data = std::fs::read("/usr/share/zoneinfo/Europe/Dublin").unwrap();
        assert!(ZoneFile::parse("a", &data).is_some());
        data[4] = b'4';
        assert!(ZoneFile::parse("a", &data).is_none());
        assert!(ZoneFile::parse("a", b"no zone").is_none());
    }
}
