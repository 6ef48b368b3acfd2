//! What a deploy may delete of what the chart dropped.

use std::fmt;
use std::str::FromStr;

/// Options for what a deploy deletes because the chart dropped it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Keep all of it.
    pub is_off: bool,
    /// Delete Namespaces too, with everything in them; an uninstall asks for it as well.
    pub namespaces: bool,
    /// Delete what holds data too.
    pub data: bool,
    /// How much may be deleted at once; `None` for the default: not everything, and not both more than ten objects and
    /// more than half of the release.
    pub max_deletes: Option<DeleteLimit>,
}

/// How much of a release one deploy may delete. Only [`DeleteLimit::ALL`] lets it delete everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteLimit {
    /// So many objects.
    Count(usize),
    /// So many percent of the release's objects.
    Share(u8),
}

impl DeleteLimit {
    /// Everything may be deleted.
    pub const ALL: DeleteLimit = DeleteLimit::Share(100);

    /// Whether this allows to delete so many of so many objects.
    pub(crate) fn allows(self, deleted: usize, of: usize) -> bool {
        match self {
            DeleteLimit::Count(most) => deleted <= most,
            DeleteLimit::Share(percent) => deleted * 100 <= of * usize::from(percent),
        }
    }
}

/// Reads `12` or `50%`.
impl FromStr for DeleteLimit {
    type Err = ();

    fn from_str(text: &str) -> Result<DeleteLimit, ()> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.strip_suffix('%') {
            Some(percent) if is_number(percent) => {
                percent.parse().ok().filter(|percent| *percent <= 100).map(DeleteLimit::Share).ok_or(())
            }
            None if is_number(text) => text.parse().map(DeleteLimit::Count).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

impl fmt::Display for DeleteLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeleteLimit::Count(most) => write!(f, "{most}"),
            DeleteLimit::Share(percent) => write!(f, "{percent}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DeleteLimit;

    #[test]
    fn limits_are_numbers_or_percentages() {
        let table = [
            ("0", Some(DeleteLimit::Count(0))),
            ("12", Some(DeleteLimit::Count(12))),
            ("0%", Some(DeleteLimit::Share(0))),
            ("100%", Some(DeleteLimit::ALL)),
            ("101%", None),
            ("-1", None),
            ("+1", None),
            ("%", None),
            ("", None),
            ("1.5", None),
            ("half", None),
        ];
        for (text, expected) in table {
            assert_eq!(text.parse().ok(), expected, "{text}");
            expected.into_iter().for_each(|limit| assert_eq!(limit.to_string(), text));
        }
    }
}
