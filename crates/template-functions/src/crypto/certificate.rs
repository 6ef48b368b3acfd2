//! Certificates with the fields and extensions that Go writes for sprig, and the object templates get.

use std::any::Any;
use std::borrow::Cow;
use std::net::IpAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use skeg_go_template::{GoField, Object, Str, Value, fmt};

use super::der::{self, Reader};
use super::keys::PrivateKey;
use super::pem;
use super::random;
use crate::dates;

const OID_COMMON_NAME: &[u8] = &[0x55, 4, 3];
const EXT_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
const EXT_EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25];
const EXT_BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const EXT_SUBJECT_KEY_ID: &[u8] = &[0x55, 0x1d, 0x0e];
const EXT_AUTHORITY_KEY_ID: &[u8] = &[0x55, 0x1d, 0x23];
const EXT_ALT_NAMES: &[u8] = &[0x55, 0x1d, 0x11];
const SERVER_AUTH: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 1];
const CLIENT_AUTH: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 2];

/// What a certificate is to say.
pub(super) struct Request<'r> {
    pub(super) common_name: &'r [u8],
    pub(super) addresses: Vec<IpAddr>,
    pub(super) dns_names: Vec<Str>,
    pub(super) days: i64,
    pub(super) is_ca: bool,
}

/// Who signs: what a certificate says of its owner.
pub(super) struct Issuer {
    name: Vec<u8>,
    key_id: Vec<u8>,
    /// The public key with its algorithm.
    public: Vec<u8>,
}

/// A certificate with its key, both in PEM: sprig's `certificate`.
pub(super) struct Certificate {
    pub(super) cert: Str,
    pub(super) key: Str,
}

impl Object for Certificate {
    fn type_name(&self) -> Cow<'static, str> {
        "sprig.certificate".into()
    }

    fn kind(&self) -> &'static str {
        "struct"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        match name {
            "Cert" => Some(Value::Str(self.cert.clone())),
            "Key" => Some(Value::Str(self.key.clone())),
            _ => None,
        }
    }

    fn go_fields(&self) -> Option<Vec<GoField>> {
        self.json_fields().map(|fields| fields.into_iter().map(|(name, value)| GoField::new(name, value)).collect())
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        Some(vec![("Cert", Value::Str(self.cert.clone())), ("Key", Value::Str(self.key.clone()))])
    }

    fn deep_equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Certificate>();
        other.is_some_and(|other| other.cert == self.cert && other.key == self.key)
    }
}

impl Issuer {
    /// Reads what the signer's certificate says; the error is about the certificate's bytes.
    pub(super) fn parse(bytes: &[u8]) -> Result<Issuer, String> {
        read_certificate(bytes).map_err(|_| "x509: malformed certificate".to_string())
    }
}

fn read_certificate(bytes: &[u8]) -> Result<Issuer, String> {
    let mut certificate = Reader::new(bytes).sequence()?;
    let mut body = certificate.sequence()?;
    certificate.sequence()?;
    certificate.bit_string()?;
    body.optional(0xa0)?;
    body.expect(der::INTEGER)?;
    body.sequence()?;
    body.sequence()?;
    body.sequence()?;
    let (_, _, name) = body.any()?;
    let (_, _, public) = body.any()?;
    let mut key_id = Vec::new();
    while !body.is_empty() {
        let (tag, contents, _) = body.any()?;
        if tag != 0xa3 {
            continue;
        }
        let mut extensions = Reader::new(contents).sequence()?;
        while !extensions.is_empty() {
            let mut extension = extensions.sequence()?;
            let oid = extension.expect(der::OID)?;
            extension.optional(der::BOOLEAN)?;
            let value = extension.expect(der::OCTET_STRING)?;
            if oid == EXT_SUBJECT_KEY_ID {
                key_id = Reader::new(value).expect(der::OCTET_STRING)?.to_vec();
            }
        }
    }
    Ok(Issuer { name: name.to_vec(), key_id, public: public.to_vec() })
}

/// Creates a certificate for a key. Without an issuer it signs itself.
pub(super) fn create(
    request: &Request<'_>,
    key: &PrivateKey,
    issuer: Option<(&Issuer, &PrivateKey)>,
) -> Result<Certificate, String> {
    let failed = |error: String| format!("error creating certificate: {error}");
    let bytes = create_der(request, key, issuer).map_err(failed)?;
    Ok(Certificate { cert: pem::encode("CERTIFICATE", &bytes).into(), key: key.to_pem().into() })
}

fn create_der(
    request: &Request<'_>,
    key: &PrivateKey,
    issuer: Option<(&Issuer, &PrivateKey)>,
) -> Result<Vec<u8>, String> {
    let signer = issuer.map_or(key, |(_, signer)| signer);
    let algorithm = signer.signature_algorithm()?;
    let (public, public_algorithm) = key.public()?;
    let public_info = der::sequence(&[&public_algorithm, &der::bit_string(&public)]);
    let subject = name(request.common_name)?;
    let issuer_name = issuer.map_or(&subject, |(issuer, _)| &issuer.name);
    let authority = match issuer {
        Some((issuer, _)) if issuer.name != subject => &issuer.key_id[..],
        _ => &[],
    };
    if let Some((issuer, signer)) = issuer {
        let (public, algorithm) = signer.public()?;
        if der::sequence(&[&algorithm, &der::bit_string(&public)]) != issuer.public {
            return Err("x509: provided PrivateKey doesn't match parent's PublicKey".to_string());
        }
    }
    let key_id = if request.is_ca { Sha256::digest(&public)[..20].to_vec() } else { Vec::new() };
    let mut serial = [0; 16];
    random(&mut serial)?;
    let contents = der::sequence(&[
        &der::tlv(0xa0, &der::integer(&[2])),
        &der::integer(&serial),
        &algorithm,
        issuer_name,
        &validity(request.days)?,
        &subject,
        &public_info,
        &der::tlv(0xa3, &extensions(request, &subject, &key_id, authority)?),
    ]);
    let signature = signer.sign(&contents)?;
    Ok(der::sequence(&[&contents, &algorithm, &der::bit_string(&signature)]))
}

/// A name of nothing but a common name; empty where that is.
fn name(common_name: &[u8]) -> Result<Vec<u8>, String> {
    if common_name.is_empty() {
        return Ok(der::sequence(&[]));
    }
    let printable = |b: &u8| b.is_ascii_alphanumeric() || b" '()+,-./:=?".contains(b);
    let tag = if common_name.iter().all(printable) {
        der::PRINTABLE_STRING
    } else if std::str::from_utf8(common_name).is_ok() {
        der::UTF8_STRING
    } else {
        return Err("asn1: string not valid UTF-8".to_string());
    };
    let attribute = der::sequence(&[&der::tlv(der::OID, OID_COMMON_NAME), &der::tlv(tag, common_name)]);
    Ok(der::sequence(&[&der::tlv(der::SET, &attribute)]))
}

/// From now on for so many days.
fn validity(days: i64) -> Result<Vec<u8>, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // As in Go the number of nanoseconds wraps around.
    let span = days.wrapping_mul(24 * 3600 * 1_000_000_000);
    let end = (i128::try_from(now.as_nanos()).unwrap_or_default() + i128::from(span)).div_euclid(1_000_000_000);
    Ok(der::sequence(&[&moment(now.as_secs() as i64), &moment(end as i64)]))
}

fn moment(seconds: i64) -> Vec<u8> {
    let text = dates::format_utc(seconds, b"20060102150405Z");
    match &text[..] {
        // The short form holds the years 1950 to 2049.
        [b'1', b'9', b'5'..=b'9', ..] | [b'2', b'0', b'0'..=b'4', ..] => der::tlv(der::UTC_TIME, &text[2..]),
        _ => der::tlv(der::GENERALIZED_TIME, &text),
    }
}

fn extensions(request: &Request<'_>, subject: &[u8], key_id: &[u8], authority: &[u8]) -> Result<Vec<u8>, String> {
    let extension = |oid: &[u8], critical: bool, value: &[u8]| {
        let critical = if critical { der::tlv(der::BOOLEAN, &[0xff]) } else { Vec::new() };
        der::sequence(&[&der::tlv(der::OID, oid), &critical, &der::tlv(der::OCTET_STRING, value)])
    };
    // Digital signature and key encipherment; of authorities also signing certificates.
    let usage: &[u8] = if request.is_ca { &[2, 0xa4] } else { &[5, 0xa0] };
    let constraints = if request.is_ca { der::tlv(der::BOOLEAN, &[0xff]) } else { Vec::new() };
    let purposes = der::sequence(&[&der::tlv(der::OID, SERVER_AUTH), &der::tlv(der::OID, CLIENT_AUTH)]);
    let mut all = vec![
        extension(EXT_KEY_USAGE, true, &der::tlv(der::BIT_STRING, usage)),
        extension(EXT_EXTENDED_KEY_USAGE, false, &purposes),
        extension(EXT_BASIC_CONSTRAINTS, true, &der::sequence(&[&constraints])),
    ];
    if !key_id.is_empty() {
        all.push(extension(EXT_SUBJECT_KEY_ID, false, &der::tlv(der::OCTET_STRING, key_id)));
    }
    if !authority.is_empty() {
        all.push(extension(EXT_AUTHORITY_KEY_ID, false, &der::sequence(&[&der::tlv(0x80, authority)])));
    }
    let names = alternative_names(request)?;
    if !names.is_empty() {
        let critical = subject == der::sequence(&[]);
        all.push(extension(EXT_ALT_NAMES, critical, &der::tlv(der::SEQUENCE, &names)));
    }
    Ok(der::tlv(der::SEQUENCE, &all.concat()))
}

fn alternative_names(request: &Request<'_>) -> Result<Vec<u8>, String> {
    let mut names = Vec::new();
    for name in &request.dns_names {
        if !name.is_ascii() {
            return Err(format!("x509: {} cannot be encoded as an IA5String", fmt::quote(name)));
        }
        names.extend(der::tlv(0x82, name));
    }
    for address in &request.addresses {
        names.extend(match address.to_canonical() {
            IpAddr::V4(address) => der::tlv(0x87, &address.octets()),
            IpAddr::V6(address) => der::tlv(0x87, &address.octets()),
        });
    }
    Ok(names)
}
