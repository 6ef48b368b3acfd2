//! Why a version or a constraint does not parse.

use std::fmt;

/// A version or constraint that does not parse. `Display` is the Go library's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not the shape of a version.
    Invalid,
    /// An empty text given to the strict parser.
    Empty,
    /// Something else than digits in a number of a strict version.
    Characters,
    /// A number starts with a zero.
    LeadingZero,
    /// Invalid build metadata.
    Metadata,
    /// An invalid pre-release.
    Prerelease,
    /// A version longer than the library reads.
    VersionTooLong,
    /// A number that does not fit 64 bits; of a lenient version.
    Segment(String),
    /// A number that does not fit 64 bits; of a strict version.
    Number(String),
    /// A constraint longer than the library reads.
    ConstraintTooLong,
    /// Too many alternatives (`||`) in a constraint.
    TooManyGroups,
    /// The group of a constraint that is not one.
    Improper(String),
    /// A constraint of the right shape whose version is none.
    ConstraintVersion,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid => f.write_str("invalid semantic version"),
            Error::Empty => f.write_str("version string empty"),
            Error::Characters => f.write_str("invalid characters in version"),
            Error::LeadingZero => f.write_str("version segment starts with 0"),
            Error::Metadata => f.write_str("invalid metadata string"),
            Error::Prerelease => f.write_str("invalid prerelease string"),
            Error::VersionTooLong => f.write_str("version string is too long (max 256 bytes)"),
            Error::Segment(digits) => {
                write!(f, "error parsing version segment: strconv.ParseUint: parsing \"{digits}\": value out of range")
            }
            Error::Number(digits) if digits.is_empty() => {
                write!(f, "strconv.ParseUint: parsing \"\": invalid syntax")
            }
            Error::Number(digits) => write!(f, "strconv.ParseUint: parsing \"{digits}\": value out of range"),
            Error::ConstraintTooLong => f.write_str("constraint string is too long (max 512 bytes)"),
            Error::TooManyGroups => f.write_str("too many constraint groups (max 32)"),
            Error::Improper(text) => write!(f, "improper constraint: {}", quote(text)),
            Error::ConstraintVersion => f.write_str("constraint parser error"),
        }
    }
}

impl std::error::Error for Error {}

/// Quotes as Go's `%q` does.
fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            c if c < ' ' || c == '\x7f' => out.push_str(&format!("\\x{:02x}", c as u32)),
            c if c.is_ascii() || is_printable(c) => out.push(c),
            c if (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
    out
}

/// Whether Go prints the character as it is: letters, marks, numbers, symbols, but no blanks or controls.
fn is_printable(c: char) -> bool {
    !c.is_control() && !c.is_whitespace() && (c.is_alphanumeric() || !c.escape_debug().to_string().starts_with("\\u{"))
}
