//! Secret keys. They appear in no output and are wiped when dropped.

use std::fmt;

use ring::rand::{SecureRandom, SystemRandom};
use zeroize::Zeroizing;

use crate::{Error, hex, seal};

/// Bytes of a new key, as in Nelm and werf.
const NEW_KEY: usize = 16;

/// A secret key: 16, 24 or 32 bytes.
#[derive(Clone)]
pub struct Key {
    bytes: Zeroizing<Vec<u8>>,
}

impl Key {
    /// Reads a key from hexadecimal digits, ignoring surrounding white space.
    pub fn parse(text: &str) -> Result<Key, Error> {
        let bytes = Zeroizing::new(hex::decode(text.trim().as_bytes()).ok_or(Error::Key)?);
        match bytes.len() {
            16 | 24 | 32 => Ok(Key { bytes }),
            _ => Err(Error::Key),
        }
    }

    /// Makes a new random key.
    pub fn generate() -> Result<Key, Error> {
        let mut bytes = Zeroizing::new(vec![0; NEW_KEY]);
        random(&mut bytes)?;
        Ok(Key { bytes })
    }

    /// The key as hexadecimal digits, for the one command that shows it.
    pub fn reveal(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(&self.bytes))
    }

    /// A public identifier of the key.
    pub fn id(&self) -> KeyId {
        KeyId(seal::key_id(self))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Identifies a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyId(pub(crate) [u8; 4]);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

/// Fills a buffer with random bytes from the system.
pub(crate) fn random(buffer: &mut [u8]) -> Result<(), Error> {
    SystemRandom::new().fill(buffer).map_err(|_| Error::Random)
}
