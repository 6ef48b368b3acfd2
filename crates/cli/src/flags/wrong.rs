//! Invalid flags. Messages are pflag's.

use std::fmt;

/// Why a command line is invalid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum WrongFlag {
    /// `--=x`.
    Syntax(String),
    Unknown(String),
    UnknownLetter {
        letter: char,
        letters: String,
    },
    /// `--values` as the last word; as pflag words it: `--values`, or `'f' in -f`.
    NoValue(String),
    /// A value that the flag does not accept.
    Value(String),
}

impl fmt::Display for WrongFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongFlag::Syntax(word) => write!(f, "bad flag syntax: {word}"),
            WrongFlag::Unknown(name) => write!(f, "unknown flag: --{name}"),
            WrongFlag::UnknownLetter { letter, letters } => {
                write!(f, "unknown shorthand flag: '{letter}' in -{letters}")
            }
            WrongFlag::NoValue(place) => write!(f, "flag needs an argument: {place}"),
            WrongFlag::Value(why) => f.write_str(why),
        }
    }
}
