//! The authenticated format: `skeg1.KEY-ID.DATA`, or `skeg2.…` if bound to a file, where DATA is URL-safe base64 of a
//! random salt and the text in AES-256-GCM. The key of each text is derived (HKDF with SHA-256) from the secret key,
//! the salt and the purpose, so that no nonce is used twice and no text passes for another purpose. Associated data is
//! not in the text, but needed to open it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use zeroize::Zeroizing;

use crate::{Error, Key, KeyId, hex, key};

const PREFIX: &str = "skeg1.";
const BOUND_PREFIX: &str = "skeg2.";
const SALT: usize = 16;
const NONCE: usize = 12;
const CIPHER_KEY: usize = 32;

/// The purpose of a sealed text.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Value,
    File,
    /// A value or file bound to its place.
    BoundValue,
    BoundFile,
    /// Sealed by other parts of Skeg, such as plans.
    Other,
}

impl Purpose {
    fn info(self) -> &'static [u8] {
        match self {
            Purpose::Value => b"skeg1 value",
            Purpose::File => b"skeg1 file",
            Purpose::BoundValue => b"skeg2 value",
            Purpose::BoundFile => b"skeg2 file",
            Purpose::Other => b"skeg1 sealed",
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Purpose::Value | Purpose::File | Purpose::Other => PREFIX,
            Purpose::BoundValue | Purpose::BoundFile => BOUND_PREFIX,
        }
    }
}

/// Encrypts and authenticates a payload. It opens only with the same key and the same `associated` data, which is
/// authenticated too but is not part of the text.
pub fn seal(key: &Key, payload: &[u8], associated: &[u8]) -> Result<String, Error> {
    seal_for(Purpose::Other, key, payload, associated)
}

/// Opens what [`seal`] made.
pub fn open(key: &Key, text: &str, associated: &[u8]) -> Result<Vec<u8>, Error> {
    open_for(Purpose::Other, key, text, associated)
}

pub(crate) fn seal_for(purpose: Purpose, key: &Key, payload: &[u8], associated: &[u8]) -> Result<String, Error> {
    let mut salt = [0; SALT];
    key::random(&mut salt)?;
    let (cipher, nonce) = cipher(purpose, key, &salt)?;
    let mut data = [&salt, payload].concat();
    let tag = cipher.seal_in_place_separate_tag(nonce, Aad::from(associated), &mut data[SALT..]);
    data.extend_from_slice(tag.map_err(|_| Error::Random)?.as_ref());
    Ok(format!("{}{}.{}", purpose.prefix(), key.id(), URL_SAFE_NO_PAD.encode(data)))
}

pub(crate) fn open_for(purpose: Purpose, key: &Key, text: &str, associated: &[u8]) -> Result<Vec<u8>, Error> {
    let (id, data) =
        text.trim_ascii().strip_prefix(purpose.prefix()).and_then(|rest| rest.split_once('.')).ok_or(Error::Decrypt)?;
    let bytes = hex::decode(id.as_bytes()).and_then(|id| id.try_into().ok()).ok_or(Error::Decrypt)?;
    let (wanted, given) = (KeyId(bytes), key.id());
    if wanted.to_string() != id {
        return Err(Error::Decrypt);
    }
    if wanted != given {
        return Err(Error::OtherKey { wanted, given });
    }
    let mut data = URL_SAFE_NO_PAD.decode(data).map_err(|_| Error::Decrypt)?;
    let (salt, sealed) = data.split_first_chunk_mut::<SALT>().ok_or(Error::Decrypt)?;
    let (cipher, nonce) = cipher(purpose, key, salt)?;
    let opened = cipher.open_in_place(nonce, Aad::from(associated), sealed).map_err(|_| Error::Decrypt)?;
    Ok(opened.to_vec())
}

/// Whether the text has this format.
pub(crate) fn is_sealed(text: &str) -> bool {
    text.trim_ascii_start().starts_with(PREFIX) || is_bound(text)
}

/// Whether the text is bound to a file.
pub(crate) fn is_bound(text: &str) -> bool {
    text.trim_ascii_start().starts_with(BOUND_PREFIX)
}

/// The identifier of a key.
pub(crate) fn key_id(key: &Key) -> [u8; 4] {
    let mut id = [0; 4];
    // The output length is always valid, so this does not fail.
    let _ = derive(key, &[], b"skeg1 key id", &mut id);
    id
}

fn cipher(purpose: Purpose, key: &Key, salt: &[u8]) -> Result<(LessSafeKey, Nonce), Error> {
    let mut derived = Zeroizing::new([0; CIPHER_KEY + NONCE]);
    derive(key, salt, purpose.info(), derived.as_mut_slice())?;
    let (cipher, nonce) = derived.split_at(CIPHER_KEY);
    let cipher = UnboundKey::new(&AES_256_GCM, cipher).map_err(|_| Error::Key)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Error::Key)?;
    Ok((LessSafeKey::new(cipher), nonce))
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(key: &Key, salt: &[u8], info: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let pseudorandom = Salt::new(HKDF_SHA256, salt).extract(key.bytes());
    let info = [info];
    let material = pseudorandom.expand(&info, Length(out.len())).map_err(|_| Error::Key)?;
    material.fill(out).map_err(|_| Error::Key)
}
