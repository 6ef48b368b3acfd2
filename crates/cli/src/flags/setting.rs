//! Converts the values of a flag to the field it sets. The field's type decides which values are allowed, so a switch
//! cannot be read as a text, nor a text as a number.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Choice, Flag, Kind, Parsed, find, scalar};

/// The type of a field that a flag can set.
pub(crate) trait Setting: Sized {
    const KIND: Kind;

    /// Builds the field from all given values, in order. They are already checked.
    fn read(given: &[&str]) -> Self;
}

impl<T: Setting> Flag<T> {
    /// The value of this flag.
    pub(crate) fn read(&self, parsed: &Parsed) -> T {
        debug_assert!(find(parsed.flags(), self.name).is_some(), "no flag --{}", self.name);
        T::read(&parsed.values(self.name))
    }
}

/// The last text, if it is not empty.
fn filled<'a>(given: &[&'a str]) -> Option<&'a str> {
    given.last().copied().filter(|text| !text.is_empty())
}

/// Whether the switch is on.
impl Setting for bool {
    const KIND: Kind = Kind::Switch;

    fn read(given: &[&str]) -> bool {
        given.last().copied().is_some_and(scalar::is_true)
    }
}

/// The same, but distinguishes "not given".
impl Setting for Option<bool> {
    const KIND: Kind = Kind::Switch;

    fn read(given: &[&str]) -> Option<bool> {
        given.last().copied().map(scalar::is_true)
    }
}

/// One text; the last wins, and an empty one counts as none.
impl Setting for Option<String> {
    const KIND: Kind = Kind::Text;

    fn read(given: &[&str]) -> Option<String> {
        filled(given).map(str::to_string)
    }
}

/// A text for which empty is not the same as absent.
pub(crate) struct Verbatim(pub(crate) String);

impl Setting for Option<Verbatim> {
    const KIND: Kind = Kind::Text;

    fn read(given: &[&str]) -> Option<Verbatim> {
        given.last().map(|text| Verbatim(text.to_string()))
    }
}

/// All values. [`Flag::comma_separated`] makes several of one.
impl Setting for Vec<String> {
    const KIND: Kind = Kind::Array;

    fn read(given: &[&str]) -> Vec<String> {
        given.iter().map(|text| text.to_string()).collect()
    }
}

/// `KEY=VALUE` pairs; the last value of a key wins.
impl Setting for BTreeMap<String, String> {
    const KIND: Kind = Kind::Map;

    fn read(given: &[&str]) -> BTreeMap<String, String> {
        let pairs = given.iter().filter_map(|pair| pair.split_once('='));
        pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect()
    }
}

/// The same, but distinguishes "not given".
impl Setting for Option<BTreeMap<String, String>> {
    const KIND: Kind = Kind::Map;

    fn read(given: &[&str]) -> Option<BTreeMap<String, String>> {
        (!given.is_empty()).then(|| Setting::read(given))
    }
}

/// A count: a negative number counts as none.
impl Setting for Option<usize> {
    const KIND: Kind = Kind::Int;

    fn read(given: &[&str]) -> Option<usize> {
        filled(given)?.parse().ok()
    }
}

/// A whole number.
impl Setting for Option<i64> {
    const KIND: Kind = Kind::Int;

    fn read(given: &[&str]) -> Option<i64> {
        scalar::int(filled(given)?)
    }
}

/// A time limit; zero is none.
impl Setting for Option<Duration> {
    const KIND: Kind = Kind::Duration;

    fn read(given: &[&str]) -> Option<Duration> {
        scalar::duration(filled(given)?).ok().filter(|time| !time.is_zero())
    }
}

/// A time for which zero is not the same as absent.
pub(crate) struct Time(pub(crate) Duration);

impl Setting for Option<Time> {
    const KIND: Kind = Kind::Duration;

    fn read(given: &[&str]) -> Option<Time> {
        scalar::duration(filled(given)?).ok().map(Time)
    }
}

/// One of a few words.
impl<C: Choice> Setting for Option<C> {
    const KIND: Kind = Kind::Choice(C::WORDS);

    fn read(given: &[&str]) -> Option<C> {
        C::from_word(given.last()?)
    }
}
