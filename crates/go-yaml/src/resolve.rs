//! Resolves scalars: YAML 1.1's types as go-yaml derives them from the text and the tag.

mod timestamp;

use std::borrow::Cow;

use crate::document::{Node, Tag};
use crate::{Error, number};

/// The value of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'d> {
    /// `null`, `~` or nothing.
    Null,
    /// Any of YAML 1.1's booleans.
    Bool(bool),
    /// An integer in any base.
    Int(i64),
    /// An integer that is too large for an `Int`.
    Uint(u64),
    /// A float, infinities and NaN included.
    Float(f64),
    /// Everything else.
    Str(Cow<'d, str>),
}

impl Scalar<'_> {
    fn tag(&self) -> Tag {
        match self {
            Scalar::Null => Tag::Null,
            Scalar::Bool(_) => Tag::Bool,
            Scalar::Int(_) | Scalar::Uint(_) => Tag::Int,
            Scalar::Float(_) => Tag::Float,
            Scalar::Str(_) => Tag::Str,
        }
    }
}

/// The value of a scalar node.
pub(crate) fn resolve_node<'d>(node: Node<'d, '_>) -> Result<Scalar<'d>, Error> {
    let (data, text) = (node.data(), node.text());
    match data.tag {
        Tag::None if data.implicit => Ok(resolve_plain(text)),
        Tag::None | Tag::Str | Tag::Merge | Tag::Other(_) => Ok(Scalar::Str(text.into())),
        Tag::Binary => {
            let bytes = crate::base64::decode(text)
                .ok_or_else(|| Error::of_yaml("!!binary value contains invalid base64 data"))?;
            Ok(Scalar::Str(crate::json::replace_invalid(&bytes).into_owned().into()))
        }
        Tag::Timestamp if timestamp::is_timestamp(text) => Ok(Scalar::Str(text.into())),
        tag => match (tag, resolve_plain(text)) {
            (Tag::Float, Scalar::Int(n)) => Ok(Scalar::Float(n as f64)),
            (_, value) if value.tag() == tag => Ok(value),
            (_, value) => {
                let (found, wanted) = (value.tag().short_name(), tag.short_name());
                Err(Error::of_yaml(&format!("cannot decode {found} `{text}` as a {wanted}")))
            }
        },
    }
}

/// The value of a plain scalar without a tag. Timestamps are strings.
pub(crate) fn resolve_plain(text: &str) -> Scalar<'_> {
    let bytes = text.as_bytes();
    let Some(&first) = bytes.first() else { return Scalar::Null };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => {
            word(text).unwrap_or_else(|| Scalar::Str(text.into()))
        }
        b'.' => infinity(text)
            .or_else(|| number::parse_grouped_decimal(text).map(Scalar::Float))
            .unwrap_or_else(|| Scalar::Str(text.into())),
        b'+' | b'-' | b'0'..=b'9' => {
            infinity(text).or_else(|| resolve_number(text)).unwrap_or_else(|| Scalar::Str(text.into()))
        }
        _ => Scalar::Str(text.into()),
    }
}

/// The booleans and nulls.
fn word(text: &str) -> Option<Scalar<'static>> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Scalar::Bool(false),
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        _ => return None,
    })
}

fn infinity(text: &str) -> Option<Scalar<'static>> {
    Some(Scalar::Float(match text {
        ".nan" | ".NaN" | ".NAN" => f64::NAN,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => f64::INFINITY,
        "-.inf" | "-.Inf" | "-.INF" => f64::NEG_INFINITY,
        _ => return None,
    }))
}

/// A number that starts with a sign or a digit; underscores are ignored.
fn resolve_number(text: &str) -> Option<Scalar<'static>> {
    let plain: Cow<'_, str> = if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    if let Some(n) = number::parse_int(&plain) {
        return Some(Scalar::Int(n));
    }
    if let Some(n) = number::parse_uint(&plain) {
        return Some(Scalar::Uint(n));
    }
    if let Some(f) = number::parse_decimal(&plain) {
        return Some(Scalar::Float(f));
    }
    // Only a second sign gets here: Go reads `0b-1` as -1.
    let digits = plain.strip_prefix("0b")?;
    i64::from_str_radix(digits, 2).ok().map(Scalar::Int)
}

/// Whether a writer must quote the string so that it is not parsed as something else.
pub(crate) fn is_ambiguous(text: &str, pretty: bool) -> bool {
    match text.as_bytes().first() {
        None => true,
        Some(b'+' | b'-' | b'.' | b'0'..=b'9') => {
            !matches!(resolve_plain(text), Scalar::Str(_))
                || timestamp::is_timestamp(text)
                || is_base60(text)
                || (pretty && text.strip_prefix("0o").is_some_and(|rest| i64::from_str_radix(rest, 8).is_ok()))
        }
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') => word(text).is_some(),
        Some(_) => false,
    }
}

/// Whether the text is a sexagesimal number, such as 1:30.
fn is_base60(text: &str) -> bool {
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut parts = text.split(':');
    let first = parts.next().unwrap_or_default();
    if !first.starts_with(|c: char| c.is_ascii_digit()) || !digits(first) {
        return false;
    }
    let mut rest: Vec<&str> = parts.collect();
    let Some(last) = rest.pop() else { return false };
    let (last, fraction) = last.split_once('.').unwrap_or((last, ""));
    let sixty = |s: &str| matches!(s.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9']);
    digits(fraction) && sixty(last) && rest.iter().all(|s| sixty(s))
}
