//! Addresses of hosts, mailboxes and resources.

use std::net::Ipv6Addr;

use super::{Checked, quote_char, refuse};
use crate::go_text;
use crate::schema::location::scheme;

pub(super) fn check_ipv4(text: &str) -> Checked {
    let groups: Vec<&str> = text.split('.').collect();
    if groups.len() != 4 {
        return refuse("expected four decimals");
    }
    for group in groups {
        if group.len() > 1 && group.starts_with('0') {
            return refuse("leading zeros");
        }
        match group.parse::<i64>() {
            Ok(0..=255) => {}
            Ok(_) => return refuse("decimal must be between 0 and 255"),
            Err(_) => return refuse(format!("strconv.Atoi: parsing {}: invalid syntax", go_text::quote(group))),
        }
    }
    Ok(())
}

pub(super) fn check_ipv6(text: &str) -> Checked {
    if !text.contains(':') {
        return refuse("missing colon");
    }
    let (address, zone) = text.split_once('%').map_or((text, None), |(address, zone)| (address, Some(zone)));
    if address.parse::<Ipv6Addr>().is_err() {
        return refuse(format!("ParseAddr({}): unable to parse IP", go_text::quote(text)));
    }
    match zone {
        Some(_) => refuse("zone id is not a part of ipv6 address"),
        None => Ok(()),
    }
}

pub(super) fn check_hostname(text: &str) -> Checked {
    let text = text.strip_suffix('.').unwrap_or(text);
    if text.len() > 253 {
        return refuse("more than 253 characters long");
    }
    for label in text.split('.') {
        if label.is_empty() || label.len() > 63 {
            return refuse("label must be 1 to 63 characters long");
        }
        if label.starts_with('-') {
            return refuse("label starts with hyphen");
        }
        if label.ends_with('-') {
            return refuse("label ends with hyphen");
        }
        if let Some(ch) = label.chars().find(|&ch| !ch.is_ascii_alphanumeric() && ch != '-') {
            return refuse(format!("invalid character {}", quote_char(ch)));
        }
    }
    Ok(())
}

pub(super) fn check_email(text: &str) -> Checked {
    if text.len() > 254 {
        return refuse("more than 255 characters long");
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return refuse("missing @") };
    if local.len() > 64 {
        return refuse("local part more than 64 characters long");
    }
    check_local_part(local)?;
    if let Some(literal) = domain.strip_prefix('[').and_then(|domain| domain.strip_suffix(']')) {
        return match literal.strip_prefix("IPv6:") {
            Some(ipv6) => check_ipv6(ipv6).map_err(|reason| format!("invalid ipv6 address: {reason}")),
            None => check_ipv4(literal).map_err(|reason| format!("invalid ipv4 address: {reason}")),
        };
    }
    check_hostname(domain).map_err(|reason| format!("invalid domain: {reason}"))
}

fn check_local_part(local: &str) -> Checked {
    if local.len() > 1 && local.starts_with('"') {
        let mut inner = local.chars();
        inner.next();
        inner.next_back();
        return if inner.as_str().contains(['\\', '"']) {
            refuse("backslash and quote are not allowed within quoted local part")
        } else {
            Ok(())
        };
    }
    if local.starts_with('.') {
        return refuse("starts with dot");
    }
    if local.ends_with('.') {
        return refuse("ends with dot");
    }
    if local.contains("..") {
        return refuse("consecutive dots");
    }
    let allowed = |ch: char| ch.is_ascii_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(ch);
    match local.chars().find(|&ch| !allowed(ch)) {
        Some(ch) => refuse(format!("invalid character {}", quote_char(ch))),
        None => Ok(()),
    }
}

pub(super) fn check_uri(text: &str) -> Checked {
    check_url(text)?;
    if scheme(text).is_none() { refuse("relative url") } else { Ok(()) }
}

pub(super) fn check_reference(text: &str) -> Checked {
    if text.contains('\\') {
        return refuse("contains \\");
    }
    check_url(text)
}

pub(super) fn check_template(text: &str) -> Checked {
    check_url(text)?;
    for token in text.split('/') {
        let mut open = false;
        for ch in token.chars().filter(|ch| matches!(ch, '{' | '}')) {
            if (ch == '{') == open {
                return refuse("nested curly braces");
            }
            open = !open;
        }
        if open {
            return refuse("no matching closing brace");
        }
    }
    Ok(())
}

/// What Go's `url.Parse` demands.
fn check_url(text: &str) -> Checked {
    let failed = |reason: &str| refuse(format!("parse {}: {reason}", go_text::quote(text)));
    if text.bytes().any(|b| b < 0x20 || b == 0x7f) {
        return failed("net/url: invalid control character in URL");
    }
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    if before.starts_with(':') {
        return failed("missing protocol scheme");
    }
    let after_scheme = scheme(before).map_or(before, |scheme| &before[scheme.len() + 1..]);
    let (hierarchy, _query) = after_scheme.split_once('?').unwrap_or((after_scheme, ""));
    let is_absolute = scheme(before).is_some();
    if !is_absolute
        && !hierarchy.starts_with('/')
        && hierarchy.split('/').next().is_some_and(|first| first.contains(':'))
    {
        return failed("first path segment in URL cannot contain colon");
    }
    let mut path = hierarchy;
    if let Some(rest) = hierarchy.strip_prefix("//") {
        let at = rest.find('/').unwrap_or(rest.len());
        if let Err(reason) = check_authority(&rest[..at]) {
            return failed(&reason);
        }
        path = &rest[at..];
    }
    match bad_escape(path).or_else(|| bad_escape(fragment)) {
        Some(escape) => failed(&format!("invalid URL escape {}", go_text::quote(escape))),
        None => Ok(()),
    }
}

fn check_authority(authority: &str) -> Checked {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let port = if let Some(literal) = host.strip_prefix('[') {
        let Some((address, after)) = literal.split_once(']') else { return refuse("missing ']' in host") };
        check_ipv6(address).map_err(|reason| format!("invalid ipv6 address: {reason}"))?;
        after
    } else {
        host.find(':').map_or("", |at| &host[at..])
    };
    if !port.is_empty() && !port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit())) {
        return refuse(format!("invalid port {} after host", go_text::quote(port)));
    }
    match host.chars().find(|ch| matches!(ch, ' ' | '^' | '{' | '}' | '|' | '\\' | '`')) {
        Some(ch) => refuse(format!("invalid character {} in host name", go_text::quote(ch.to_string()))),
        None => Ok(()),
    }
}

/// A percent sign that is not followed by two hexadecimal digits, with what follows it.
fn bad_escape(text: &str) -> Option<&str> {
    text.match_indices('%').find_map(|(at, _)| {
        let good = text.as_bytes().get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        let end = (at + 1..=at + 3).rev().find(|&end| text.is_char_boundary(end.min(text.len())))?;
        (!good).then(|| &text[at..end.min(text.len())])
    })
}
