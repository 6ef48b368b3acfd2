//! A certificate authority for client certificates: as much X.509 as a real API server requires.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const BITS: u8 = 0x03;
const OBJECT_ID: u8 = 0x06;
const TEXT: u8 = 0x0c;
const TIME: u8 = 0x17;

const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const ORGANIZATION: &[u8] = &[0x55, 0x04, 0x0a];
const ECDSA_WITH_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const EC_PUBLIC_KEY: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
/// `basicConstraints`, critical, with `cA` set.
const IS_AUTHORITY: &[u8] = &[
    0xa3, 0x13, 0x30, 0x11, 0x30, 0x0f, 0x06, 0x03, 0x55, 0x1d, 0x13, 0x01, 0x01, 0xff, 0x04, 0x05, 0x30, 0x03, 0x01,
    0x01, 0xff,
];

pub(super) const LONG_FROM_NOW: &str = "490101000000Z";
pub(super) const LONG_AGO: &str = "210101000000Z";

pub(super) struct Authority {
    key: EcdsaKeyPair,
    name: Vec<u8>,
    /// As PEM.
    pub(super) certificate: String,
}

/// Both as PEM.
pub(super) struct Pair {
    pub(super) certificate: String,
    pub(super) key: String,
}

impl Authority {
    pub(super) fn new(name: &str) -> Authority {
        let (key, _) = new_key();
        let name = subject(name, &[]);
        let certificate = sign(&key, &name, &name, LONG_FROM_NOW, &key, IS_AUTHORITY);
        Authority { key, name, certificate }
    }

    /// Issues a certificate for a user in groups, valid until then.
    pub(super) fn issue(&self, user: &str, groups: &[&str], until: &str) -> Pair {
        let (key, pkcs8) = new_key();
        let certificate = sign(&self.key, &self.name, &subject(user, groups), until, &key, &[]);
        Pair { certificate, key: pem("PRIVATE KEY", &pkcs8) }
    }
}

fn new_key() -> (EcdsaKeyPair, Vec<u8>) {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
    let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
    (key, pkcs8.as_ref().to_vec())
}

fn sign(by: &EcdsaKeyPair, issuer: &[u8], subject: &[u8], until: &str, key: &EcdsaKeyPair, more: &[u8]) -> String {
    let algorithm = der(SEQUENCE, &[&der(OBJECT_ID, &[ECDSA_WITH_SHA256])]);
    let kind = der(SEQUENCE, &[&der(OBJECT_ID, &[EC_PUBLIC_KEY]), &der(OBJECT_ID, &[P256])]);
    let public = der(SEQUENCE, &[&kind, &der(BITS, &[&[0], key.public_key().as_ref()])]);
    let validity = der(SEQUENCE, &[&der(TIME, &[b"200101000000Z"]), &der(TIME, &[until.as_bytes()])]);
    let version = der(0xa0, &[&der(INTEGER, &[&[2]])]);
    let serial = der(INTEGER, &[&[7]]);
    let body = der(SEQUENCE, &[&version, &serial, &algorithm, issuer, &validity, subject, &public, more]);
    let signature = by.sign(&SystemRandom::new(), &body).unwrap();
    pem("CERTIFICATE", &der(SEQUENCE, &[&body, &algorithm, &der(BITS, &[&[0], signature.as_ref()])]))
}

fn subject(user: &str, groups: &[&str]) -> Vec<u8> {
    let part = |kind: &[u8], text: &str| {
        der(SET, &[&der(SEQUENCE, &[&der(OBJECT_ID, &[kind]), &der(TEXT, &[text.as_bytes()])])])
    };
    let mut parts: Vec<Vec<u8>> = groups.iter().map(|group| part(ORGANIZATION, group)).collect();
    parts.push(part(COMMON_NAME, user));
    der(SEQUENCE, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = u16::try_from(content.len()).unwrap().to_be_bytes();
    let head = match content.len() {
        0..=0x7f => vec![tag, length[1]],
        0x80..=0xff => vec![tag, 0x81, length[1]],
        _ => vec![tag, 0x82, length[0], length[1]],
    };
    [head, content].concat()
}

fn pem(label: &str, bytes: &[u8]) -> String {
    let text = STANDARD.encode(bytes);
    let lines: Vec<&str> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}
