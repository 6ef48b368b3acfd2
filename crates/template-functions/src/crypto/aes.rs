//! AES-256 in CBC mode, the way sprig packs it: a random block first, then the padded text, all in base 64.

use aes::Aes256;
use aes::cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};

use super::random;
use crate::base64;

const BLOCK: usize = 16;

/// The password, cut or filled up with zeros.
fn cipher(password: &[u8]) -> Aes256 {
    let mut key = [0; 32];
    let length = password.len().min(32);
    key[..length].copy_from_slice(&password[..length]);
    Aes256::new(&Array::from(key))
}

/// Encrypts a text that is not empty.
pub(super) fn encrypt(password: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
    let padding = BLOCK - text.len() % BLOCK;
    let text = [text, &vec![padding as u8; padding]].concat();
    let mut previous = [0; BLOCK];
    random(&mut previous)?;
    let cipher = cipher(password);
    let mut out = previous.to_vec();
    for chunk in text.chunks_exact(BLOCK) {
        previous.iter_mut().zip(chunk).for_each(|(byte, other)| *byte ^= other);
        let mut block = Array::from(previous);
        cipher.encrypt_block(&mut block);
        previous = block.into();
        out.extend_from_slice(&previous);
    }
    Ok(base64::encode(&out).into_bytes())
}

/// Decrypts what `encrypt` made; the errors are those of Go's run time where the text is not of that form.
pub(super) fn decrypt(password: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
    let bytes = base64::decode(text).map_err(|at| format!("illegal base64 data at input byte {at}"))?;
    let Some((first, rest)) = bytes.split_first_chunk::<BLOCK>() else {
        let capacity = text.len() / 4 * 3;
        return Err(format!("runtime error: slice bounds out of range [:16] with capacity {capacity}"));
    };
    if rest.len() % BLOCK != 0 {
        return Err("crypto/cipher: input not full blocks".to_string());
    }
    let cipher = cipher(password);
    let mut previous = *first;
    let mut out = Vec::with_capacity(rest.len());
    for chunk in rest.chunks_exact(BLOCK) {
        let encrypted: [u8; BLOCK] = chunk.try_into().unwrap_or_default();
        let mut block = Array::from(encrypted);
        cipher.decrypt_block(&mut block);
        out.extend(block.iter().zip(previous).map(|(byte, other)| byte ^ other));
        previous = encrypted;
    }
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
