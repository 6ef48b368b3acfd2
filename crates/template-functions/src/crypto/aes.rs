//! AES-256 in CBC mode, in sprig's format: a random block first, then the padded text, all in base64.

use aes::Aes256;
use cbc::cipher::block_padding::{NoPadding, Pkcs7};
use cbc::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};

use super::random;
use crate::base64;

const BLOCK: usize = 16;

/// The password, truncated or padded with zeros.
fn key(password: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let length = password.len().min(32);
    key[..length].copy_from_slice(&password[..length]);
    key
}

/// Encrypts a text that is not empty.
pub(super) fn encrypt(password: &[u8], text: &[u8]) -> Result<String, String> {
    let mut first = [0; BLOCK];
    random(&mut first)?;
    let cipher = cbc::Encryptor::<Aes256>::new(&key(password).into(), &first.into());
    let encrypted = cipher.encrypt_padded_vec::<Pkcs7>(text);
    Ok(base64::encode([&first[..], &encrypted].concat()))
}

/// Decrypts the result of [`encrypt`]; for other text the errors are those of Go's runtime.
pub(super) fn decrypt(password: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
    let bytes = base64::decode(text).map_err(|at| format!("illegal base64 data at input byte {at}"))?;
    let Some((first, rest)) = bytes.split_first_chunk::<BLOCK>() else {
        let capacity = text.len() / 4 * 3;
        return Err(format!("runtime error: slice bounds out of range [:16] with capacity {capacity}"));
    };
    // Go removes the padding without checking it, so a wrong password gives garbage instead of an error.
    let cipher = cbc::Decryptor::<Aes256>::new(&key(password).into(), &(*first).into());
    let decrypted = cipher.decrypt_padded_vec::<NoPadding>(rest);
    let mut out = decrypted.map_err(|_| "crypto/cipher: input not full blocks".to_string())?;
    let Some(&padding) = out.last() else { return Err("runtime error: index out of range [-1]".to_string()) };
    match out.len().checked_sub(usize::from(padding)) {
        Some(length) => out.truncate(length),
        None => {
            let length = out.len() as i64 - i64::from(padding);
            return Err(format!("runtime error: slice bounds out of range [:{length}]"));
        }
    }
    Ok(out)
}
