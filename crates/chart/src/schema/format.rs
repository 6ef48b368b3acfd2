//! Formats that drafts up to 7 assert. Reasons are worded as in Go's library.

mod address;
mod time;

use bstr::ByteSlice;

/// A format with a check; unknown ones have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    JsonPointer,
    RelativeJsonPointer,
    Uuid,
    Duration,
    Period,
    Ipv4,
    Ipv6,
    Hostname,
    Email,
    Date,
    Time,
    DateTime,
    Uri,
    Iri,
    UriReference,
    IriReference,
    UriTemplate,
    Semver,
    Regex,
}

const NAMES: [(&str, Format); 19] = [
    ("json-pointer", Format::JsonPointer),
    ("relative-json-pointer", Format::RelativeJsonPointer),
    ("uuid", Format::Uuid),
    ("duration", Format::Duration),
    ("period", Format::Period),
    ("ipv4", Format::Ipv4),
    ("ipv6", Format::Ipv6),
    ("hostname", Format::Hostname),
    ("email", Format::Email),
    ("date", Format::Date),
    ("time", Format::Time),
    ("date-time", Format::DateTime),
    ("uri", Format::Uri),
    ("iri", Format::Iri),
    ("uri-reference", Format::UriReference),
    ("iri-reference", Format::IriReference),
    ("uri-template", Format::UriTemplate),
    ("semver", Format::Semver),
    ("regex", Format::Regex),
];

type Checked = Result<(), String>;

impl Format {
    pub(crate) fn named(name: &str) -> Option<Format> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }

    /// Checks a text; the error is the reason.
    pub(crate) fn check(self, text: &[u8]) -> Checked {
        let text = &*text.to_str_lossy();
        match self {
            Format::JsonPointer => check_pointer(text),
            Format::RelativeJsonPointer => check_relative_pointer(text),
            Format::Uuid => check_uuid(text),
            Format::Duration => time::check_duration(text),
            Format::Period => time::check_period(text),
            Format::Ipv4 => address::check_ipv4(text),
            Format::Ipv6 => address::check_ipv6(text),
            Format::Hostname => address::check_hostname(text),
            Format::Email => address::check_email(text),
            Format::Date => time::check_date(text),
            Format::Time => time::check_time(text),
            Format::DateTime => time::check_date_time(text),
            Format::Uri | Format::Iri => address::check_uri(text),
            Format::UriReference | Format::IriReference => address::check_reference(text),
            Format::UriTemplate => address::check_template(text),
            Format::Semver => check_semver(text),
            Format::Regex => super::pattern::complaint(text).map_or(Ok(()), Err),
        }
    }
}

fn refuse(reason: impl Into<String>) -> Checked {
    Err(reason.into())
}

fn quote_char(ch: char) -> String {
    let quoted = crate::go_text::quote(ch.to_string());
    match ch {
        '\'' => "'\\''".into(),
        '"' => "'\"'".into(),
        _ => format!("'{}'", quoted.trim_matches('"')),
    }
}

fn check_pointer(text: &str) -> Checked {
    if text.is_empty() {
        return Ok(());
    }
    if !text.starts_with('/') {
        return refuse("not starting with /");
    }
    let lone_tilde = |token: &str| {
        let mut rest = token;
        while let Some((_, after)) = rest.split_once('~') {
            match after.strip_prefix(['0', '1']) {
                Some(after) => rest = after,
                None => return true,
            }
        }
        false
    };
    if text.split('/').any(lone_tilde) { refuse("~ must be followed by 0 or 1") } else { Ok(()) }
}

fn check_relative_pointer(text: &str) -> Checked {
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let digits = text.len() - rest.len();
    if digits == 0 {
        return refuse("must start with non-negative integer");
    }
    if digits > 1 && text.starts_with('0') {
        return refuse("starts with zero");
    }
    if rest == "#" { Ok(()) } else { check_pointer(rest) }
}

fn check_uuid(text: &str) -> Checked {
    const SIZES: [usize; 5] = [8, 4, 4, 4, 12];
    let groups: Vec<&str> = text.split('-').collect();
    if groups.len() != SIZES.len() {
        return refuse("must have 5 elements");
    }
    for (i, (group, size)) in groups.iter().zip(SIZES).enumerate() {
        if group.len() != size {
            return refuse(format!("element {} must be {size} characters long", i + 1));
        }
        if let Some(ch) = group.chars().find(|ch| !ch.is_ascii_hexdigit()) {
            return refuse(format!("non-hex character {}", quote_char(ch)));
        }
    }
    Ok(())
}

fn check_semver(text: &str) -> Checked {
    let (text, build) = text.split_once('+').map_or((text, None), |(text, build)| (text, Some(build)));
    if let Some(build) = build {
        if build.is_empty() {
            return refuse("build is empty");
        }
        check_identifiers(build, "build")?;
    }
    let (core, pre) = text.split_once('-').map_or((text, None), |(core, pre)| (core, Some(pre)));
    if let Some(pre) = pre {
        check_identifiers(pre, "pre-release")?;
        let padded = |id: &str| id.len() > 1 && id.starts_with('0') && id.bytes().all(|b| b.is_ascii_digit());
        if pre.split('.').any(padded) {
            return refuse("pre-release numeric identifier starts with zero");
        }
    }
    let numbers: Vec<&str> = core.split('.').collect();
    if numbers.len() != 3 {
        return refuse("versionCore must have 3 numbers separated by dot");
    }
    for (number, name) in numbers.iter().zip(["major", "minor", "patch"]) {
        if number.is_empty() {
            return refuse(format!("{name} is empty"));
        }
        if number.len() > 1 && number.starts_with('0') {
            return refuse(format!("{name} starts with zero"));
        }
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return refuse(format!("{name} contains non-digit"));
        }
    }
    Ok(())
}

fn check_identifiers(text: &str, what: &str) -> Checked {
    for id in text.split('.') {
        if id.is_empty() {
            return refuse(format!("{what} identifier is empty"));
        }
        if let Some(ch) = id.chars().find(|&ch| !ch.is_ascii_alphanumeric() && ch != '-') {
            return refuse(format!("invalid character {} in {what} identifier", quote_char(ch)));
        }
    }
    Ok(())
}
