//! Private keys of all kinds: generates, parses, writes them, and signs with them.

use der::asn1::{Any, BitString, OctetStringRef};
use der::oid::ObjectIdentifier;
use der::oid::db::{rfc5912, rfc8410};
use der::{Decode, Encode};
use getrandom::SysRng;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    Ed25519KeyPair, KeyPair,
};
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, EncodeRsaPublicKey};
use rsa::pkcs8::PrivateKeyInfoRef;
use rsa::rand_core::UnwrapErr;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use sec1::{EcParameters, EcPrivateKey};
use sha2::{Digest, Sha256};
use x509_cert::spki::{AlgorithmIdentifierOwned, AlgorithmIdentifierRef, SubjectPublicKeyInfoOwned};

use super::dsa::DsaKey;
use super::{asn1_error, pem, random};

/// A curve for signing keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Curve {
    P256,
    P384,
}

/// A private key.
pub(super) enum PrivateKey {
    Rsa(Box<RsaPrivateKey>),
    Ec { curve: Curve, private: Vec<u8>, public: Vec<u8> },
    Ed25519 { seed: [u8; 32], public: Vec<u8> },
    Dsa(DsaKey),
}

impl Curve {
    fn from_oid(oid: ObjectIdentifier) -> Result<Curve, String> {
        [Curve::P256, Curve::P384]
            .into_iter()
            .find(|curve| curve.oid() == oid)
            .ok_or_else(|| "x509: unknown elliptic curve".to_string())
    }

    fn oid(self) -> ObjectIdentifier {
        match self {
            Curve::P256 => rfc5912::SECP_256_R_1,
            Curve::P384 => rfc5912::SECP_384_R_1,
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

    fn signature(self) -> ObjectIdentifier {
        match self {
            Curve::P256 => rfc5912::ECDSA_WITH_SHA_256,
            Curve::P384 => rfc5912::ECDSA_WITH_SHA_384,
        }
    }
}

impl PrivateKey {
    /// Generates a key of a kind by `genPrivateKey`'s name for it; `None` for unknown names.
    pub(super) fn generate(kind: &str) -> Option<Result<PrivateKey, String>> {
        Some(match kind {
            "" | "rsa" => PrivateKey::generate_rsa(4096),
            "dsa" => DsaKey::generate().map(PrivateKey::Dsa),
            "ecdsa" => generate_p256(),
            "ed25519" => generate_ed25519(),
            _ => return None,
        })
    }

    pub(super) fn generate_rsa(bits: usize) -> Result<PrivateKey, String> {
        // The generator cannot report that the system has no random bytes, so that is checked first.
        random(&mut [0])?;
        let key = RsaPrivateKey::new(&mut UnwrapErr(SysRng), bits);
        Ok(PrivateKey::Rsa(Box::new(key.map_err(|error| error.to_string())?)))
    }

    /// Parses the first key in a text.
    pub(super) fn from_pem(text: &[u8]) -> Result<PrivateKey, String> {
        let block = pem::decode(text).ok_or("no PEM data in input")?;
        if block.tag() == "PRIVATE KEY" {
            return parse_pkcs8(block.contents()).map_err(|error| format!("decoding PEM as PKCS#8: {error}"));
        }
        let Some(kind) = block.tag().strip_suffix(" PRIVATE KEY") else {
            return Err(format!("no private key data in PEM block of type {}", block.tag()));
        };
        let key = match kind {
            "RSA" => parse_rsa(block.contents()),
            "EC" => parse_ec(block.contents(), None),
            "DSA" => DsaKey::parse(block.contents()).map(PrivateKey::Dsa).map_err(asn1_error),
            _ => return Err(format!("invalid private key type {}", block.tag())),
        };
        key.map_err(|error| format!("parsing {kind} private key from PEM: {error}"))
    }

    /// Writes the key as sprig does.
    pub(super) fn to_pem(&self) -> Result<Vec<u8>, String> {
        Ok(match self {
            PrivateKey::Rsa(key) => {
                let document = key.to_pkcs1_der().map_err(|error| error.to_string())?;
                pem::encode("RSA PRIVATE KEY", document.as_bytes())
            }
            PrivateKey::Dsa(key) => pem::encode("DSA PRIVATE KEY", key.to_der()),
            PrivateKey::Ec { curve, private, public } => {
                let parameters = Some(EcParameters::NamedCurve(curve.oid()));
                let key = EcPrivateKey { private_key: private, parameters, public_key: Some(public) };
                pem::encode("EC PRIVATE KEY", key.to_der().map_err(asn1_error)?)
            }
            PrivateKey::Ed25519 { seed, .. } => {
                let algorithm = AlgorithmIdentifierRef { oid: rfc8410::ID_ED_25519, parameters: None };
                let inner = OctetStringRef::new(seed).and_then(|seed| seed.to_der()).map_err(asn1_error)?;
                let inner = OctetStringRef::new(&inner).map_err(asn1_error)?;
                let document = PrivateKeyInfoRef::new(algorithm, inner).to_der();
                pem::encode("PRIVATE KEY", document.map_err(asn1_error)?)
            }
        })
    }

    /// The public key, as in certificates.
    pub(super) fn public(&self) -> Result<SubjectPublicKeyInfoOwned, String> {
        let (oid, parameters, bytes) = match self {
            PrivateKey::Rsa(key) => {
                let document = key.to_public_key().to_pkcs1_der().map_err(|error| error.to_string())?;
                (rfc5912::RSA_ENCRYPTION, Some(Any::null()), document.as_bytes().to_vec())
            }
            PrivateKey::Ec { curve, public, .. } => {
                (rfc5912::ID_EC_PUBLIC_KEY, Some(Any::from(curve.oid())), public.clone())
            }
            PrivateKey::Ed25519 { public, .. } => (rfc8410::ID_ED_25519, None, public.clone()),
            PrivateKey::Dsa(_) => return Err("x509: unsupported public key type: *dsa.PublicKey".to_string()),
        };
        Ok(SubjectPublicKeyInfoOwned {
            algorithm: AlgorithmIdentifierOwned { oid, parameters },
            subject_public_key: BitString::from_bytes(&bytes).map_err(asn1_error)?,
        })
    }

    /// The algorithm for signing certificates with this key.
    pub(super) fn signature_algorithm(&self) -> Result<AlgorithmIdentifierOwned, String> {
        let (oid, parameters) = match self {
            PrivateKey::Rsa(_) => (rfc5912::SHA_256_WITH_RSA_ENCRYPTION, Some(Any::null())),
            PrivateKey::Ec { curve, .. } => (curve.signature(), None),
            PrivateKey::Ed25519 { .. } => (rfc8410::ID_ED_25519, None),
            PrivateKey::Dsa(_) => return Err(no_signer()),
        };
        Ok(AlgorithmIdentifierOwned { oid, parameters })
    }

    /// Signs a message with that algorithm.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            PrivateKey::Rsa(key) => {
                random(&mut [0])?;
                let digest = Sha256::digest(message);
                let signature = key.sign_with_rng(&mut UnwrapErr(SysRng), Pkcs1v15Sign::new::<Sha256>(), &digest);
                signature.map_err(|error| format!("crypto/rsa: {error}"))
            }
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
            PrivateKey::Dsa(_) => Err(no_signer()),
        }
    }
}

fn no_signer() -> String {
    "x509: certificate private key does not implement crypto.Signer".to_string()
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

fn parse_rsa(bytes: &[u8]) -> Result<PrivateKey, String> {
    let key = RsaPrivateKey::from_pkcs1_der(bytes).map_err(|error| format!("crypto/rsa: {error}"))?;
    Ok(PrivateKey::Rsa(Box::new(key)))
}

fn parse_pkcs8(bytes: &[u8]) -> Result<PrivateKey, String> {
    let key = PrivateKeyInfoRef::from_der(bytes).map_err(asn1_error)?;
    let inner = key.private_key.as_bytes();
    match key.algorithm.oid {
        rfc5912::RSA_ENCRYPTION => parse_rsa(inner)
            .map_err(|error| format!("x509: failed to parse RSA private key embedded in PKCS#8: {error}")),
        rfc5912::ID_EC_PUBLIC_KEY => parse_ec(inner, Some(key.algorithm.parameters_oid().map_err(|e| e.to_string())?))
            .map_err(|error| format!("x509: failed to parse EC private key embedded in PKCS#8: {error}")),
        rfc8410::ID_ED_25519 => {
            let seed = <&OctetStringRef>::from_der(inner).map_err(asn1_error)?.as_bytes();
            ed25519(seed.try_into().map_err(|_| format!("x509: invalid Ed25519 private key length: {}", seed.len()))?)
        }
        _ => Err("x509: PKCS#8 wrapping contained private key with unknown algorithm".to_string()),
    }
}

/// Parses a SEC 1 private key; the curve may be given by the caller.
fn parse_ec(bytes: &[u8], curve: Option<ObjectIdentifier>) -> Result<PrivateKey, String> {
    let key = EcPrivateKey::from_der(bytes).map_err(asn1_error)?;
    let named = key.parameters.and_then(|parameters| parameters.named_curve());
    let curve = Curve::from_oid(curve.or(named).ok_or("x509: unknown elliptic curve")?)?;
    let public = key.public_key.ok_or("x509: EC private key without its public key")?.to_vec();
    let skip = key.private_key.iter().take_while(|b| **b == 0).count();
    let digits = &key.private_key[skip..];
    let missing = curve.size().checked_sub(digits.len()).ok_or("x509: invalid private key length")?;
    Ok(PrivateKey::Ec { curve, private: [vec![0; missing], digits.to_vec()].concat(), public })
}
