//! Parses URLs as Go's `url.Parse` does.

use std::net::Ipv6Addr;

use skeg_go_template::fmt;

use super::escape::{Mode, unescape};
use super::{Url, User};

fn cut(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|b| *b == separator) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

impl Url {
    /// Parses a URL; the error is Go's message.
    pub(super) fn parse(raw: &[u8]) -> Result<Url, String> {
        let failed = |raw: &[u8], error: String| format!("parse {}: {error}", fmt::quote(raw));
        let (start, fragment) = cut(raw, b'#');
        let mut url = Url::parse_start(start).map_err(|error| failed(start, error))?;
        if let Some(fragment) = fragment {
            url.fragment = unescape(fragment, Mode::Fragment).map_err(|error| failed(raw, error))?;
        }
        Ok(url)
    }

    fn parse_start(raw: &[u8]) -> Result<Url, String> {
        if raw.iter().any(u8::is_ascii_control) {
            return Err("net/url: invalid control character in URL".to_string());
        }
        let mut url = Url::default();
        if raw == b"*" {
            url.path = raw.to_vec();
            return Ok(url);
        }
        let (scheme, rest) = split_scheme(raw)?;
        url.scheme = scheme.to_ascii_lowercase();
        let (rest, query) = cut(rest, b'?');
        url.query = query.unwrap_or_default().to_vec();
        if !rest.starts_with(b"/") {
            if !url.scheme.is_empty() {
                url.opaque = rest.to_vec();
                return Ok(url);
            }
            if cut(rest, b'/').0.contains(&b':') {
                return Err("first path segment in URL cannot contain colon".to_string());
            }
        }
        let mut path = rest;
        if (!url.scheme.is_empty() || !rest.starts_with(b"///"))
            && let Some(rest) = rest.strip_prefix(b"//")
        {
            let end = rest.iter().position(|b| *b == b'/').unwrap_or(rest.len());
            (url.user, url.host) = parse_authority(&url.scheme, &rest[..end])?;
            path = &rest[end..];
        }
        url.path = unescape(path, Mode::Path)?;
        Ok(url)
    }
}

/// Splits off the scheme, if there is one.
fn split_scheme(raw: &[u8]) -> Result<(&[u8], &[u8]), String> {
    for (i, &b) in raw.iter().enumerate() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            b':' if i == 0 => return Err("missing protocol scheme".to_string()),
            b':' => return Ok((&raw[..i], &raw[i + 1..])),
            _ => break,
        }
    }
    Ok((b"", raw))
}

fn parse_authority(scheme: &[u8], authority: &[u8]) -> Result<(Option<User>, Vec<u8>), String> {
    let Some(at) = authority.iter().rposition(|b| *b == b'@') else {
        return Ok((None, parse_host(scheme, authority)?));
    };
    let host = parse_host(scheme, &authority[at + 1..])?;
    let userinfo = &authority[..at];
    if !userinfo.iter().all(|b| b.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(b)) {
        return Err("net/url: invalid userinfo".to_string());
    }
    let (name, password) = cut(userinfo, b':');
    let name = unescape(name, Mode::User)?;
    let password = password.map(|password| unescape(password, Mode::User)).transpose()?;
    Ok((Some(User { name, password }), host))
}

fn parse_host(scheme: &[u8], host: &[u8]) -> Result<Vec<u8>, String> {
    match host.iter().rposition(|b| *b == b'[') {
        Some(0) => return parse_literal(host),
        Some(_) => return Err("invalid IP-literal".to_string()),
        None => {}
    }
    let web = scheme == b"http" || scheme == b"https";
    let colon = if web { host.iter().position(|b| *b == b':') } else { host.iter().rposition(|b| *b == b':') };
    if let Some(colon) = colon {
        check_port(&host[colon..])?;
    }
    unescape(host, Mode::Host)
}

/// An IPv6 address in brackets, with optional zone and port.
fn parse_literal(host: &[u8]) -> Result<Vec<u8>, String> {
    let Some(close) = host.iter().rposition(|b| *b == b']') else { return Err("missing ']' in host".to_string()) };
    let (address, port) = (&host[1..close], &host[close + 1..]);
    check_port(port)?;
    let zone = address.windows(3).position(|w| w == b"%25").unwrap_or(address.len());
    let mut plain = unescape(&address[..zone], Mode::Host)?;
    plain.extend(unescape(&address[zone..], Mode::Zone)?);
    check_address(&plain).map_err(|error| format!("invalid host: ParseAddr({}): {error}", fmt::quote(&plain)))?;
    if !plain.contains(&b':') {
        return Err("invalid IP-literal".to_string());
    }
    Ok([b"[", &plain[..], b"]", port].concat())
}

fn check_address(text: &[u8]) -> Result<(), &'static str> {
    let text = std::str::from_utf8(text).unwrap_or_default();
    match text.find(['.', ':', '%']).map(|at| text.as_bytes()[at]) {
        Some(b'.') => text.parse::<std::net::Ipv4Addr>().map(drop).map_err(|_| "unable to parse IP"),
        Some(b'%') => Err("missing IPv6 address"),
        Some(_) => {
            let (address, zone) = text.split_once('%').map_or((text, None), |(a, zone)| (a, Some(zone)));
            if zone == Some("") {
                return Err("zone must be a non-empty string");
            }
            address.parse::<Ipv6Addr>().map(drop).map_err(|_| "unable to parse IP")
        }
        None => Err("unable to parse IP"),
    }
}

fn check_port(port: &[u8]) -> Result<(), String> {
    if is_optional_port(port) { Ok(()) } else { Err(format!("invalid port {} after host", fmt::quote(port))) }
}

/// Whether a text is empty, or a colon followed by digits.
pub(super) fn is_optional_port(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
