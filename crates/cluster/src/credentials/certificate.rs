//! When a client certificate expires. Only for messages: the server decides.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rustls::pki_types::{CertificateDer, pem::PemObject};

const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// `, which expired at …`, or nothing. Takes PEM in base64.
pub(crate) fn expiry(data: &str) -> String {
    let Some(end) = STANDARD.decode(data).ok().and_then(|pem| not_after(&pem)) else { return String::new() };
    if end < Timestamp::now() { format!(", which expired at {end}") } else { String::new() }
}

/// The end of the validity of the first certificate.
fn not_after(pem: &[u8]) -> Option<Timestamp> {
    let certificate = CertificateDer::from_pem_slice(pem).ok()?;
    let (_, whole, _) = part(&certificate)?;
    let (_, mut body, _) = part(whole)?;
    if body.first() == Some(&VERSION) {
        body = part(body)?.2;
    }
    // Serial number, algorithm, issuer.
    for _ in 0..3 {
        body = part(body)?.2;
    }
    let (SEQUENCE, validity, _) = part(body)? else { return None };
    let (tag, end, _) = part(part(validity)?.2)?;
    time(tag, std::str::from_utf8(end).ok()?)
}

/// Tag and content of the first DER element, and the rest.
fn part(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&[tag, first], rest) = bytes.split_first_chunk::<2>()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

fn time(tag: u8, text: &str) -> Option<Timestamp> {
    let whole = match tag {
        // Two-digit years are 1950 to 2049.
        UTC_TIME if text.get(..2)? < "50" => format!("20{text}"),
        UTC_TIME => format!("19{text}"),
        GENERALIZED_TIME => text.to_string(),
        _ => return None,
    };
    let time = DateTime::strptime("%Y%m%d%H%M%SZ", whole).ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
}
