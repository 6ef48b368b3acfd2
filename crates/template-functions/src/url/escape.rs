//! Percent-encoding, by part of the URL.

use skeg_go_template::fmt;

/// The part of a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Path,
    Host,
    /// The zone of an IPv6 address.
    Zone,
    User,
    Fragment,
}

/// Whether a byte needs no escape in a part.
fn is_plain(b: u8, mode: Mode) -> bool {
    if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~') {
        return true;
    }
    match mode {
        Mode::Path => b"$&+,/:;=@".contains(&b),
        Mode::User => b"$&+,;=".contains(&b),
        Mode::Fragment => b"!$&()*+,/:;=?@".contains(&b),
        Mode::Host | Mode::Zone => b"!\"$&'()*+,:;<=>[]".contains(&b),
    }
}

/// Escapes all other bytes.
pub(super) fn escape(text: &[u8], mode: Mode) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text {
        if is_plain(b, mode) {
            out.push(b);
        } else {
            out.extend_from_slice(format!("%{b:02X}").as_bytes());
        }
    }
    out
}

/// Decodes escapes; the error is Go's message.
pub(super) fn unescape(text: &[u8], mode: Mode) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        if b == b'%' {
            let escaped = &text[at..text.len().min(at + 3)];
            let byte = hex(escaped).ok_or_else(|| invalid_escape(escaped))?;
            let allowed = match mode {
                // A host may contain escapes of non-ASCII bytes, and of the percent sign.
                Mode::Host => byte >= 0x80 || byte == b'%',
                Mode::Zone => byte == b'%' || byte == b' ' || is_plain(byte, Mode::Host),
                _ => true,
            };
            if !allowed {
                return Err(invalid_escape(escaped));
            }
            out.push(byte);
            at += 3;
            continue;
        }
        if matches!(mode, Mode::Host | Mode::Zone) && b < 0x80 && !is_plain(b, mode) {
            return Err(format!("invalid character {} in host name", fmt::quote(&[b])));
        }
        out.push(b);
        at += 1;
    }
    Ok(out)
}

fn hex(escaped: &[u8]) -> Option<u8> {
    match escaped {
        [_, high, low] => {
            let digit = |b: u8| (b as char).to_digit(16);
            Some((digit(*high)? * 16 + digit(*low)?) as u8)
        }
        _ => None,
    }
}

fn invalid_escape(escaped: &[u8]) -> String {
    format!("invalid URL escape {}", fmt::quote(escaped))
}
