//! bcrypt hashes of cost 10, in the form `$2a$10$…`.

use blowfish::Blowfish;

use super::random;

const COST: u32 = 10;
const ALPHABET: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const TEXT: &[u8; 24] = b"OrpheanBeholderScryDoubt";

/// Hashes a password with a random salt; the error is Go's text.
pub(super) fn hash(password: &[u8]) -> Result<String, String> {
    if password.len() > 72 {
        return Err("bcrypt: password length exceeds 72 bytes".to_string());
    }
    let mut salt = [0; 16];
    random(&mut salt)?;
    Ok(hash_with_salt(password, &salt))
}

/// Hashes a password with a given salt.
pub(super) fn hash_with_salt(password: &[u8], salt: &[u8; 16]) -> String {
    // The key ends with a NUL, as in C.
    let key = [password, &[0]].concat();
    let mut state = Blowfish::bc_init_state();
    state.salted_expand_key(salt, &key);
    for _ in 0..1u32 << COST {
        state.bc_expand_key(&key);
        state.bc_expand_key(salt);
    }
    let mut hash = Vec::with_capacity(24);
    for pair in TEXT.chunks_exact(8) {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, b| word << 8 | u32::from(*b));
        let mut halves = [word(&pair[..4]), word(&pair[4..])];
        for _ in 0..64 {
            halves = state.bc_encrypt(halves);
        }
        halves.iter().for_each(|half| hash.extend(half.to_be_bytes()));
    }
    format!("$2a${COST}${}{}", encode(salt), encode(&hash[..23]))
}

/// Base 64 in bcrypt's own alphabet, without padding.
fn encode(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, b| group << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            out.push(ALPHABET[(group >> (18 - 6 * i) & 63) as usize] as char);
        }
    }
    out
}
