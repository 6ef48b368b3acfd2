//! werf's format, shared by Nelm: hexadecimal digits of the IV's length (two bytes, little-endian), the IV, and the
//! text in AES-CBC with PKCS #7 padding.

use aes::cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};

use crate::{Error, Key, hex, key};

const BLOCK: usize = 16;
/// The IV's length as written.
const HEAD: [u8; 2] = [BLOCK as u8, 0];

/// AES with any key length.
enum Cipher {
    Short(Box<Aes128>),
    Middle(Box<Aes192>),
    Long(Box<Aes256>),
}

impl Cipher {
    fn new(key: &Key) -> Result<Cipher, Error> {
        let bytes = key.bytes();
        if let Ok(cipher) = Aes128::new_from_slice(bytes) {
            return Ok(Cipher::Short(Box::new(cipher)));
        }
        if let Ok(cipher) = Aes192::new_from_slice(bytes) {
            return Ok(Cipher::Middle(Box::new(cipher)));
        }
        Aes256::new_from_slice(bytes).map(|cipher| Cipher::Long(Box::new(cipher))).map_err(|_| Error::Key)
    }

    fn encrypt(&self, block: [u8; BLOCK]) -> [u8; BLOCK] {
        let mut block = Array::from(block);
        match self {
            Cipher::Short(cipher) => cipher.encrypt_block(&mut block),
            Cipher::Middle(cipher) => cipher.encrypt_block(&mut block),
            Cipher::Long(cipher) => cipher.encrypt_block(&mut block),
        }
        block.into()
    }

    fn decrypt(&self, block: [u8; BLOCK]) -> [u8; BLOCK] {
        let mut block = Array::from(block);
        match self {
            Cipher::Short(cipher) => cipher.decrypt_block(&mut block),
            Cipher::Middle(cipher) => cipher.decrypt_block(&mut block),
            Cipher::Long(cipher) => cipher.decrypt_block(&mut block),
        }
        block.into()
    }
}

/// Encrypts a text with a new IV.
pub(crate) fn encrypt(key: &Key, text: &[u8]) -> Result<String, Error> {
    let mut first = [0; BLOCK];
    key::random(&mut first)?;
    encrypt_from(key, first, text)
}

fn encrypt_from(key: &Key, first: [u8; BLOCK], text: &[u8]) -> Result<String, Error> {
    let cipher = Cipher::new(key)?;
    let mut out = [&HEAD, first.as_slice()].concat();
    let mut previous = first;
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut last = [(BLOCK - rest.len()) as u8; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    for block in blocks.iter().chain([&last]) {
        previous = cipher.encrypt(xor(*block, previous));
        out.extend_from_slice(&previous);
    }
    Ok(hex::encode(&out))
}

/// Decrypts; an empty text gives nothing. All faults give the same error.
pub(crate) fn decrypt(key: &Key, text: &[u8]) -> Result<Vec<u8>, Error> {
    let text = text.trim_ascii();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = hex::decode(text).ok_or(Error::Decrypt)?;
    let blocks = bytes.strip_prefix(&HEAD).ok_or(Error::Decrypt)?;
    let (blocks, []) = blocks.as_chunks::<BLOCK>() else { return Err(Error::Decrypt) };
    let [first, blocks @ ..] = blocks else { return Err(Error::Decrypt) };
    let cipher = Cipher::new(key)?;
    let mut previous = *first;
    let mut out = Vec::with_capacity(blocks.len() * BLOCK);
    for block in blocks {
        out.extend_from_slice(&xor(cipher.decrypt(*block), previous));
        previous = *block;
    }
    let padding = *out.last().ok_or(Error::Decrypt)?;
    let length = out.len().checked_sub(usize::from(padding)).ok_or(Error::Decrypt)?;
    let is_padding = (1..=BLOCK).contains(&usize::from(padding)) && out[length..].iter().all(|byte| *byte == padding);
    if !is_padding {
        return Err(Error::Decrypt);
    }
    out.truncate(length);
    Ok(out)
}

/// Whether the text looks encrypted.
pub(crate) fn looks_encrypted(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 68 && bytes.starts_with(b"1000") && (bytes.len() - 4).is_multiple_of(2 * BLOCK) && {
        bytes.iter().all(u8::is_ascii_hexdigit)
    }
}

fn xor(mut block: [u8; BLOCK], other: [u8; BLOCK]) -> [u8; BLOCK] {
    block.iter_mut().zip(other).for_each(|(byte, other)| *byte ^= other);
    block
}

#[cfg(test)]
mod tests {
    use super::{decrypt, encrypt_from};
    use crate::{Error, Key, hex};

    fn bytes(text: &str) -> Vec<u8> {
        hex::decode(text.as_bytes()).expect("digits")
    }

    /// Made by werf's own code; the longer keys by OpenSSL (`enc -aes-256-cbc -K … -iv …`).
    #[test]
    fn encrypts_as_werf() {
        let first = "00112233445566778899aabbccddeeff";
        let key = "000102030405060708090a0b0c0d0e0f";
        for (key, want) in [
            (key.to_string(), "30aaaf9197eee0874c52f0bce0cf7148"),
            (format!("{key}1011121314151617"), HELLO_192),
            (format!("{key}101112131415161718191a1b1c1d1e1f"), HELLO_256),
        ] {
            let key = Key::parse(&key).expect("a key");
            let initial = bytes(first).try_into().expect("a block");
            let text = encrypt_from(&key, initial, b"hello").expect("it encrypts");
            assert_eq!(text, format!("1000{first}{want}"));
            assert_eq!(decrypt(&key, text.as_bytes()), Ok(b"hello".to_vec()));
        }
    }

    const HELLO_192: &str = "b496e626283407a4c80d77ae680b40cf";
    const HELLO_256: &str = "b902c5d1fdf41062f575808e13b62849";

    #[test]
    fn refuses_all_that_is_wrong_alike() {
        let key = Key::parse("000102030405060708090a0b0c0d0e0f").expect("a key");
        let good = encrypt_from(&key, [7; 16], &[b'x'; 40]).expect("it encrypts");
        for length in 1..good.len() {
            assert_eq!(decrypt(&key, &good.as_bytes()[..length]), Err(Error::Decrypt), "{length} digits");
        }
        for wrong in [good.replacen("10", "11", 1), good.replacen("00", "01", 1), format!("{good}00"), "hello".into()] {
            assert_eq!(decrypt(&key, wrong.as_bytes()), Err(Error::Decrypt), "{wrong}");
        }
        assert_eq!(decrypt(&key, b" \n"), Ok(Vec::new()));
        assert_eq!(decrypt(&key, format!("\n{}\n", good.to_uppercase()).as_bytes()), Ok(vec![b'x'; 40]));
    }

    /// Every byte of the padding is checked, not only the last.
    #[test]
    fn checks_the_whole_padding() {
        let key = Key::parse("000102030405060708090a0b0c0d0e0f").expect("a key");
        let good = bytes(&encrypt_from(&key, [0; 16], b"hello").expect("it encrypts"));
        for at in 2..18 {
            let mut wrong = good.clone();
            // A bit of the IV flips the same bit of the first block.
            wrong[at] ^= 0x40;
            let is_text = at < 2 + 5;
            assert_eq!(decrypt(&key, hex::encode(&wrong).as_bytes()).is_ok(), is_text, "byte {at}");
        }
    }
}
