//! A semantic version: parsing, printing, comparing, stepping.

use std::cmp::Ordering;
use std::fmt;

use crate::Error;
use crate::grammar;

const MAX_LEN: usize = 256;

/// A semantic version. Equality by `==` is of all parts; `compare` is the order of versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    major: u64,
    minor: u64,
    patch: u64,
    pre: String,
    metadata: String,
    original: String,
}

impl Version {
    /// Reads a version leniently: a leading `v`, missing parts and leading zeros are fine.
    pub fn parse(text: &str) -> Result<Version, Error> {
        if text.len() > MAX_LEN {
            return Err(Error::VersionTooLong);
        }
        let shape = grammar::version_at(text.as_bytes(), 0, u8::is_ascii_digit)
            .filter(|shape| shape.end == text.len())
            .ok_or(Error::Invalid)?;
        let part = |range: &std::ops::Range<usize>| text[range.clone()].trim_start_matches('.');
        let version = Version {
            major: segment(part(&shape.major))?,
            minor: segment(part(&shape.minor))?,
            patch: segment(part(&shape.patch))?,
            pre: text[shape.pre.clone()].strip_prefix('-').unwrap_or_default().to_string(),
            metadata: text[shape.metadata.clone()].strip_prefix('+').unwrap_or_default().to_string(),
            original: text.to_string(),
        };
        if !version.pre.is_empty() {
            check_prerelease(&version.pre)?;
        }
        Ok(version)
    }

    /// Reads a version strictly: all three numbers, no `v`, no leading zeros.
    pub fn parse_strict(text: &str) -> Result<Version, Error> {
        if text.is_empty() {
            return Err(Error::Empty);
        }
        if text.len() > MAX_LEN {
            return Err(Error::VersionTooLong);
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(Error::Invalid);
        };
        let (rest, metadata) = match rest.split_once('+') {
            Some((rest, metadata)) => (rest, Some(metadata)),
            None => (rest, None),
        };
        if let Some(metadata) = metadata {
            check_metadata(metadata)?;
        }
        let (patch, pre) = match rest.split_once('-') {
            Some((patch, pre)) => (patch, Some(pre)),
            None => (rest, None),
        };
        if let Some(pre) = pre {
            check_prerelease(pre)?;
        }
        for number in [major, minor, patch] {
            if !number.bytes().all(|b| b.is_ascii_digit()) {
                return Err(Error::Characters);
            }
            if number.len() > 1 && number.starts_with('0') {
                return Err(Error::LeadingZero);
            }
        }
        let number = |digits: &str| digits.parse().map_err(|_| Error::Number(digits.to_string()));
        Ok(Version {
            major: number(major)?,
            minor: number(minor)?,
            patch: number(patch)?,
            pre: pre.unwrap_or_default().to_string(),
            metadata: metadata.unwrap_or_default().to_string(),
            original: text.to_string(),
        })
    }

    /// The first number.
    pub fn major(&self) -> u64 {
        self.major
    }

    /// The second number; zero if it was not written.
    pub fn minor(&self) -> u64 {
        self.minor
    }

    /// The third number; zero if it was not written.
    pub fn patch(&self) -> u64 {
        self.patch
    }

    /// The pre-release part, without the hyphen; empty if there is none.
    pub fn prerelease(&self) -> &str {
        &self.pre
    }

    /// The build metadata, without the plus sign; empty if there is none.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The text that was parsed.
    pub fn original(&self) -> &str {
        &self.original
    }

    /// The order of versions, in which metadata does not count.
    pub fn compare(&self, other: &Version) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => compare_prerelease(&self.pre, &other.pre),
        })
    }

    /// The next patch version, or the release of a pre-release. `None` where the number would overflow.
    pub fn next_patch(&self) -> Option<Version> {
        let patch = if self.pre.is_empty() { self.patch.checked_add(1)? } else { self.patch };
        Some(self.release(self.major, self.minor, patch))
    }

    /// The next minor version. `None` where the number would overflow.
    pub fn next_minor(&self) -> Option<Version> {
        Some(self.release(self.major, self.minor.checked_add(1)?, 0))
    }

    /// The next major version. `None` where the number would overflow.
    pub fn next_major(&self) -> Option<Version> {
        Some(self.release(self.major.checked_add(1)?, 0, 0))
    }

    /// The same version with another pre-release part.
    pub fn with_prerelease(&self, pre: &str) -> Result<Version, Error> {
        if !pre.is_empty() {
            check_prerelease(pre)?;
        }
        Ok(Version { pre: pre.to_string(), ..self.clone() }.renamed())
    }

    /// The same version with other metadata.
    pub fn with_metadata(&self, metadata: &str) -> Result<Version, Error> {
        if !metadata.is_empty() {
            check_metadata(metadata)?;
        }
        Ok(Version { metadata: metadata.to_string(), ..self.clone() }.renamed())
    }

    fn release(&self, major: u64, minor: u64, patch: u64) -> Version {
        let (pre, metadata) = (String::new(), String::new());
        Version { major, minor, patch, pre, metadata, original: self.original.clone() }.renamed()
    }

    /// Makes the original text that of the parts, keeping its `v`.
    fn renamed(mut self) -> Version {
        let v = if self.original.starts_with('v') { "v" } else { "" };
        self.original = format!("{v}{self}");
        self
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

fn segment(digits: &str) -> Result<u64, Error> {
    if digits.is_empty() {
        return Ok(0);
    }
    digits.parse().map_err(|_| Error::Segment(digits.to_string()))
}

fn is_identifier(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn check_prerelease(pre: &str) -> Result<(), Error> {
    for part in pre.split('.') {
        if !is_identifier(part) {
            return Err(Error::Prerelease);
        }
        if part.len() > 1 && part.starts_with('0') && part.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Error::LeadingZero);
        }
    }
    Ok(())
}

fn check_metadata(metadata: &str) -> Result<(), Error> {
    if metadata.split('.').all(is_identifier) { Ok(()) } else { Err(Error::Metadata) }
}

/// The order of two pre-release parts; one of them may be empty.
pub(crate) fn compare_prerelease(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            return Ordering::Equal;
        }
        let order = compare_identifiers(x.unwrap_or_default(), y.unwrap_or_default());
        if order.is_ne() {
            return order;
        }
    }
}

/// Numbers come before texts; a number too big for 64 bits is a text, as in Go.
fn compare_identifiers(a: &str, b: &str) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    if a.is_empty() || b.is_empty() {
        return a.len().cmp(&b.len());
    }
    match (number(a), number(b)) {
        (None, None) => a.cmp(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        // Different texts of one number ("1" and "01") are "less" both ways.
        (Some(x), Some(y)) if x > y => Ordering::Greater,
        (Some(_), Some(_)) => Ordering::Less,
    }
}

fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}
