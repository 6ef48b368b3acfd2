//! Times of a record: kept as text, so that offsets and both Helms' ways to write "never" survive.

use std::fmt;

use jiff::Timestamp;

/// A time as Go writes it, or never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Time(Option<String>);

/// Go's zero time.
const ZERO: &str = "0001-01-01T00:00:00Z";

impl Time {
    /// Never, which Helm 4 does not write at all.
    pub const NEVER: Time = Time(None);

    /// The current time in UTC.
    pub fn now() -> Time {
        Time::from(Timestamp::now())
    }

    /// Reads `""` (Helm 3's "never") and RFC 3339 with any offset; `None` for any other text.
    pub fn parse(text: &str) -> Option<Time> {
        let is_time = text.is_empty() || text.parse::<Timestamp>().is_ok();
        is_time.then(|| Time(Some(text.to_string())))
    }

    /// Whether it is Go's zero time, which stands for "never".
    pub fn is_never(&self) -> bool {
        self.0.as_deref().is_none_or(|text| text.is_empty() || text == ZERO)
    }

    /// The moment; `None` for never.
    pub fn timestamp(&self) -> Option<Timestamp> {
        if self.is_never() { None } else { self.0.as_deref()?.parse().ok() }
    }

    /// As in the record; `None` if the record omits it.
    pub fn as_text(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl From<Timestamp> for Time {
    fn from(moment: Timestamp) -> Time {
        Time(Some(moment.to_string()))
    }
}

/// RFC 3339, empty for never.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never() { Ok(()) } else { f.write_str(self.0.as_deref().unwrap_or_default()) }
    }
}
