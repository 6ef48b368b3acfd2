//! Certificates with the fields and extensions that Go writes for sprig.

use std::net::IpAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use der::asn1::{Any, BitString, Ia5String, OctetString, PrintableStringRef, Uint, Utf8StringRef};
use der::oid::AssociatedOid;
use der::oid::db::{rfc4519, rfc5280};
use der::{Decode, Encode, Sequence, Tag};
use sha2::{Digest, Sha256};
use skeg_go_template::{Str, fmt};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{
    AuthorityKeyIdentifier, BasicConstraints, ExtendedKeyUsage, KeyUsage, KeyUsages, SubjectAltName,
    SubjectKeyIdentifier,
};
use x509_cert::ext::{Extension, Extensions};
use x509_cert::name::{RdnSequence, RelativeDistinguishedName};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use super::keys::PrivateKey;
use super::{asn1_error, pem, random};
use crate::dates;

/// The contents of a certificate to create.
pub(super) struct Request {
    pub(super) common_name: Str,
    pub(super) addresses: Vec<IpAddr>,
    pub(super) dns_names: Vec<Str>,
    pub(super) days: i64,
    pub(super) is_ca: bool,
}

/// The signer, as far as the certificate names it.
pub(super) struct Issuer {
    name: RdnSequence,
    key_id: Option<OctetString>,
    public: SubjectPublicKeyInfoOwned,
}

/// The contents to sign.
#[derive(Sequence)]
struct Contents {
    #[asn1(context_specific = "0")]
    version: u8,
    serial_number: Uint,
    algorithm: AlgorithmIdentifierOwned,
    issuer: RdnSequence,
    validity: Validity,
    subject: RdnSequence,
    public: SubjectPublicKeyInfoOwned,
    #[asn1(context_specific = "3")]
    extensions: Extensions,
}

#[derive(Sequence)]
struct Validity {
    from: Any,
    to: Any,
}

#[derive(Sequence)]
struct Signed {
    contents: Contents,
    algorithm: AlgorithmIdentifierOwned,
    signature: BitString,
}

/// A certificate and its key, both in PEM.
#[derive(PartialEq)]
pub(super) struct Pair {
    pub(super) cert: Str,
    pub(super) key: Str,
}

impl Issuer {
    /// Parses the signer's certificate; errors are about its bytes.
    pub(super) fn parse(bytes: &[u8]) -> Result<Issuer, String> {
        let certificate = x509_cert::Certificate::from_der(bytes).map_err(|_| "x509: malformed certificate")?;
        let contents = certificate.tbs_certificate();
        let key_id =
            contents.get_extension::<SubjectKeyIdentifier>().map_err(|_| "x509: invalid subject key identifier")?;
        Ok(Issuer {
            name: contents.subject().clone().into(),
            key_id: key_id.map(|(_, id)| id.0),
            public: contents.subject_public_key_info().clone(),
        })
    }
}

/// Creates a certificate for a key. Without an issuer it is self-signed.
pub(super) fn create(
    request: &Request,
    key: &PrivateKey,
    issuer: Option<(&Issuer, &PrivateKey)>,
) -> Result<Pair, String> {
    let failed = |error: String| format!("error creating certificate: {error}");
    let bytes = create_der(request, key, issuer).map_err(failed)?;
    Ok(Pair { cert: pem::encode("CERTIFICATE", bytes).into(), key: key.to_pem()?.into() })
}

/// Refuses contents that no certificate can have, whatever its key.
pub(super) fn check(request: &Request) -> Result<(), String> {
    let names = name(&request.common_name).and_then(|_| alternative_names(request));
    names.map_err(|error| format!("error creating certificate: {error}"))?;
    validity(request.days).map_err(asn1_error)?;
    random(&mut [0])
}

fn create_der(request: &Request, key: &PrivateKey, issuer: Option<(&Issuer, &PrivateKey)>) -> Result<Vec<u8>, String> {
    let signer = issuer.map_or(key, |(_, signer)| signer);
    let algorithm = signer.signature_algorithm()?;
    let public = key.public()?;
    let subject = name(&request.common_name)?;
    let issuer_name = issuer.map_or(&subject, |(issuer, _)| &issuer.name).clone();
    let authority = issuer.filter(|(issuer, _)| issuer.name != subject).and_then(|(issuer, _)| issuer.key_id.clone());
    if let Some((issuer, signer)) = issuer
        && signer.public()? != issuer.public
    {
        return Err("x509: provided PrivateKey doesn't match parent's PublicKey".to_string());
    }
    let mut serial = [0; 16];
    random(&mut serial)?;
    let contents = Contents {
        version: 2,
        serial_number: Uint::new(&serial).map_err(asn1_error)?,
        algorithm: algorithm.clone(),
        issuer: issuer_name,
        validity: validity(request.days).map_err(asn1_error)?,
        extensions: extensions(request, subject.is_empty(), &public, authority)?,
        subject,
        public,
    };
    let signature = signer.sign(&contents.to_der().map_err(asn1_error)?)?;
    let signature = BitString::from_bytes(&signature).map_err(asn1_error)?;
    Signed { contents, algorithm, signature }.to_der().map_err(asn1_error)
}

/// A name that consists only of a common name; empty if that is empty.
fn name(common_name: &[u8]) -> Result<RdnSequence, String> {
    let mut name = RdnSequence::default();
    if !common_name.is_empty() {
        let text = std::str::from_utf8(common_name).map_err(|_| "asn1: string not valid UTF-8")?;
        let printable = PrintableStringRef::new(text).and_then(|text| Any::encode_from(&text));
        let value = printable.or_else(|_| Utf8StringRef::new(text).and_then(|text| Any::encode_from(&text)));
        let attribute = AttributeTypeAndValue { oid: rfc4519::CN, value: value.map_err(asn1_error)? };
        name.push(RelativeDistinguishedName::try_from(vec![attribute]).map_err(asn1_error)?);
    }
    Ok(name)
}

/// Valid from now on for this many days.
fn validity(days: i64) -> der::Result<Validity> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // As in Go the number of nanoseconds wraps around.
    let span = days.wrapping_mul(24 * 3600 * 1_000_000_000);
    let end = (i128::try_from(now.as_nanos()).unwrap_or_default() + i128::from(span)).div_euclid(1_000_000_000);
    Ok(Validity { from: moment(now.as_secs() as i64)?, to: moment(end as i64)? })
}

/// A time as Go writes it, also before 1970, which the library's types do not support.
fn moment(seconds: i64) -> der::Result<Any> {
    let text = dates::format_utc(seconds, b"20060102150405Z");
    match &text[..] {
        // The short form is for the years 1950 to 2049.
        [b'1', b'9', b'5'..=b'9', ..] | [b'2', b'0', b'0'..=b'4', ..] => Any::new(Tag::UtcTime, &text[2..]),
        _ => Any::new(Tag::GeneralizedTime, &text[..]),
    }
}

/// The extensions that Go writes for sprig, in Go's order.
fn extensions(
    request: &Request,
    is_anonymous: bool,
    public: &SubjectPublicKeyInfoOwned,
    authority: Option<OctetString>,
) -> Result<Extensions, String> {
    let mut usages = KeyUsages::DigitalSignature | KeyUsages::KeyEncipherment;
    let mut key_id = None;
    if request.is_ca {
        usages |= KeyUsages::KeyCertSign;
        let digest = Sha256::digest(public.subject_public_key.raw_bytes());
        key_id = Some(OctetString::new(&digest[..20]).map_err(asn1_error)?);
    }
    let purposes = ExtendedKeyUsage(vec![rfc5280::ID_KP_SERVER_AUTH, rfc5280::ID_KP_CLIENT_AUTH]);
    let mut all = vec![
        extension(true, &KeyUsage(usages))?,
        extension(false, &purposes)?,
        extension(true, &BasicConstraints { ca: request.is_ca, path_len_constraint: None })?,
    ];
    if let Some(key_id) = key_id {
        all.push(extension(false, &SubjectKeyIdentifier(key_id))?);
    }
    if authority.is_some() {
        all.push(extension(false, &AuthorityKeyIdentifier { key_identifier: authority, ..Default::default() })?);
    }
    let names = alternative_names(request)?;
    if !names.is_empty() {
        all.push(extension(is_anonymous, &SubjectAltName(names))?);
    }
    Ok(all)
}

fn extension<E: AssociatedOid + Encode>(critical: bool, value: &E) -> Result<Extension, String> {
    let bytes = value.to_der().and_then(OctetString::new).map_err(asn1_error)?;
    Ok(Extension { extn_id: E::OID, critical, extn_value: bytes })
}

fn alternative_names(request: &Request) -> Result<Vec<GeneralName>, String> {
    let mut names = Vec::new();
    for name in &request.dns_names {
        let refusal = |_| format!("x509: {} cannot be encoded as an IA5String", fmt::quote(name));
        names.push(GeneralName::DnsName(Ia5String::new(&name[..]).map_err(refusal)?));
    }
    for address in &request.addresses {
        let bytes = match address.to_canonical() {
            IpAddr::V4(address) => OctetString::new(address.octets()),
            IpAddr::V6(address) => OctetString::new(address.octets()),
        };
        names.push(GeneralName::IpAddress(bytes.map_err(asn1_error)?));
    }
    Ok(names)
}
