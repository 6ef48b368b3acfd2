//! Private keys of all kinds: generating, reading, writing, signing.

use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    Ed25519KeyPair, KeyPair,
};
use sha2::{Digest, Sha256};

use super::der::{self, Reader};
use super::dsa::DsaKey;
use super::pem;
use super::random;
use super::rsa::RsaKey;

const OID_RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
const OID_SHA256_RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
const OID_EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
const OID_ED25519: &[u8] = &[0x2b, 0x65, 0x70];
const OID_P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const OID_P384: &[u8] = &[0x2b, 0x81, 0x04, 0, 0x22];

/// A curve that can sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Curve {
    P256,
    P384,
}

/// A private key.
pub(super) enum PrivateKey {
    Rsa(RsaKey),
    Ec { curve: Curve, private: Vec<u8>, public: Vec<u8> },
    Ed25519 { seed: [u8; 32], public: Vec<u8> },
    Dsa(DsaKey),
}

impl Curve {
    fn from_oid(oid: &[u8]) -> Result<Curve, String> {
        match oid {
            OID_P256 => Ok(Curve::P256),
            OID_P384 => Ok(Curve::P384),
            _ => Err("x509: unknown elliptic curve".to_string()),
        }
    }

    fn oid(self) -> &'static [u8] {
        match self {
            Curve::P256 => OID_P256,
            Curve::P384 => OID_P384,
        }
    }

    fn size(self) -> usize {
        match self {
            Curve::P256 => 32,
            Curve::P384 => 48,
        }
    }

    fn algorithm(self) -> &'static EcdsaSigningAlgorithm {
        match self {
            Curve::P256 => &ECDSA_P256_SHA256_ASN1_SIGNING,
            Curve::P384 => &ECDSA_P384_SHA384_ASN1_SIGNING,
        }
    }
}

impl PrivateKey {
    /// Generates a key of the kind `genPrivateKey` names; `None` where it names none.
    pub(super) fn generate(kind: &str) -> Option<Result<PrivateKey, String>> {
        Some(match kind {
            "" | "rsa" => RsaKey::generate::<32>().map(PrivateKey::Rsa),
            "dsa" => DsaKey::generate().map(PrivateKey::Dsa),
            "ecdsa" => generate_p256(),
            "ed25519" => generate_ed25519(),
            _ => return None,
        })
    }

    /// Reads the first key of a text.
    pub(super) fn from_pem(text: &[u8]) -> Result<PrivateKey, String> {
        let block = pem::decode(text).ok_or("no PEM data in input")?;
        if block.kind == "PRIVATE KEY" {
            return parse_pkcs8(&block.bytes).map_err(|error| format!("decoding PEM as PKCS#8: {error}"));
        }
        let Some(kind) = block.kind.strip_suffix(" PRIVATE KEY") else {
            return Err(format!("no private key data in PEM block of type {}", block.kind));
        };
        let failed = |error: String| format!("parsing {kind} private key from PEM: {error}");
        match kind {
            "RSA" => RsaKey::parse(&block.bytes).map(PrivateKey::Rsa).map_err(failed),
            "EC" => parse_ec(&block.bytes, None).map_err(failed),
            "DSA" => DsaKey::parse(&block.bytes).map(PrivateKey::Dsa).map_err(failed),
            _ => Err(format!("invalid private key type {}", block.kind)),
        }
    }

    /// Writes the key as sprig does.
    pub(super) fn to_pem(&self) -> Vec<u8> {
        match self {
            PrivateKey::Rsa(key) => pem::encode("RSA PRIVATE KEY", &key.to_der()),
            PrivateKey::Dsa(key) => pem::encode("DSA PRIVATE KEY", &key.to_der()),
            PrivateKey::Ec { curve, private, public } => {
                let parts = [
                    der::integer(&[1]),
                    der::tlv(der::OCTET_STRING, private),
                    der::tlv(0xa0, &der::tlv(der::OID, curve.oid())),
                    der::tlv(0xa1, &der::bit_string(public)),
                ];
                pem::encode("EC PRIVATE KEY", &der::tlv(der::SEQUENCE, &parts.concat()))
            }
            PrivateKey::Ed25519 { seed, .. } => {
                let algorithm = der::sequence(&[&der::tlv(der::OID, OID_ED25519)]);
                let inner = der::tlv(der::OCTET_STRING, &der::tlv(der::OCTET_STRING, seed));
                pem::encode("PRIVATE KEY", &der::sequence(&[&der::integer(&[0]), &algorithm, &inner]))
            }
        }
    }

    /// The bytes of the public key, and its identifier of the algorithm.
    pub(super) fn public(&self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let oid = |oid: &[u8]| der::tlv(der::OID, oid);
        match self {
            PrivateKey::Rsa(key) => Ok((key.public_der(), der::sequence(&[&oid(OID_RSA), &der::tlv(der::NULL, &[])]))),
            PrivateKey::Ec { curve, public, .. } => {
                Ok((public.clone(), der::sequence(&[&oid(OID_EC), &oid(curve.oid())])))
            }
            PrivateKey::Ed25519 { public, .. } => Ok((public.clone(), der::sequence(&[&oid(OID_ED25519)]))),
            PrivateKey::Dsa(_) => Err("x509: unsupported public key type: *dsa.PublicKey".to_string()),
        }
    }

    /// The identifier of the algorithm that this key signs certificates with.
    pub(super) fn signature_algorithm(&self) -> Result<Vec<u8>, String> {
        let oid = |oid: &[u8]| der::tlv(der::OID, oid);
        match self {
            PrivateKey::Rsa(_) => Ok(der::sequence(&[&oid(OID_SHA256_RSA), &der::tlv(der::NULL, &[])])),
            PrivateKey::Ec { curve, .. } => {
                let hash = if *curve == Curve::P256 { 2 } else { 3 };
                Ok(der::sequence(&[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, hash])]))
            }
            PrivateKey::Ed25519 { .. } => Ok(der::sequence(&[&oid(OID_ED25519)])),
            PrivateKey::Dsa(_) => Err("x509: certificate private key does not implement crypto.Signer".to_string()),
        }
    }

    /// Signs a message by that algorithm.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            PrivateKey::Rsa(key) => key.sign(&Sha256::digest(message)),
            PrivateKey::Ec { curve, private, public } => {
                let rng = SystemRandom::new();
                let pair = EcdsaKeyPair::from_private_key_and_public_key(curve.algorithm(), private, public, &rng);
                let pair = pair.map_err(|_| "ecdsa: invalid private key")?;
                Ok(pair.sign(&rng, message).map_err(|_| "ecdsa: signing failed")?.as_ref().to_vec())
            }
            PrivateKey::Ed25519 { seed, .. } => {
                let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| "ed25519: bad private key")?;
                Ok(pair.sign(message).as_ref().to_vec())
            }
            PrivateKey::Dsa(_) => Err("x509: certificate private key does not implement crypto.Signer".to_string()),
        }
    }
}

fn generate_p256() -> Result<PrivateKey, String> {
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new());
    parse_pkcs8(document.map_err(|_| "ecdsa: key generation failed")?.as_ref())
}

fn generate_ed25519() -> Result<PrivateKey, String> {
    let mut seed = [0; 32];
    random(&mut seed)?;
    ed25519(seed)
}

fn ed25519(seed: [u8; 32]) -> Result<PrivateKey, String> {
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| "ed25519: bad private key")?;
    Ok(PrivateKey::Ed25519 { seed, public: pair.public_key().as_ref().to_vec() })
}

fn parse_pkcs8(bytes: &[u8]) -> Result<PrivateKey, String> {
    let mut key = Reader::new(bytes).sequence()?;
    key.integer()?;
    let mut algorithm = key.sequence()?;
    let oid = algorithm.expect(der::OID)?;
    let inner = key.expect(der::OCTET_STRING)?;
    match oid {
        OID_RSA => RsaKey::parse(inner)
            .map(PrivateKey::Rsa)
            .map_err(|error| format!("x509: failed to parse RSA private key embedded in PKCS#8: {error}")),
        OID_EC => parse_ec(inner, Some(algorithm.expect(der::OID)?))
            .map_err(|error| format!("x509: failed to parse EC private key embedded in PKCS#8: {error}")),
        OID_ED25519 => {
            let seed = Reader::new(inner).expect(der::OCTET_STRING)?;
            ed25519(seed.try_into().map_err(|_| format!("x509: invalid Ed25519 private key length: {}", seed.len()))?)
        }
        _ => Err("x509: PKCS#8 wrapping contained private key with unknown algorithm".to_string()),
    }
}

/// Reads a SEC 1 private key; the curve may be given from outside.
fn parse_ec(bytes: &[u8], curve: Option<&[u8]>) -> Result<PrivateKey, String> {
    let mut key = Reader::new(bytes).sequence()?;
    if key.integer()? != [1] {
        return Err("x509: unknown EC private key version".to_string());
    }
    let private = key.expect(der::OCTET_STRING)?;
    let named = key.optional(0xa0)?;
    let public = key.optional(0xa1)?;
    let oid = match (curve, named) {
        (Some(oid), _) => oid,
        (None, Some(named)) => Reader::new(named).expect(der::OID)?,
        (None, None) => b"",
    };
    let curve = Curve::from_oid(oid)?;
    let size = curve.size();
    let Some(public) = public else { return Err("x509: EC private key without its public key".to_string()) };
    let public = Reader::new(public).bit_string()?.to_vec();
    let skip = private.iter().take_while(|b| **b == 0).count();
    let digits = &private[skip..];
    if digits.len() > size {
        return Err("x509: invalid private key length".to_string());
    }
    let private = [vec![0; size - digits.len()], digits.to_vec()].concat();
    Ok(PrivateKey::Ec { curve, private, public })
}
