//! `derivePassword`: the Master Password algorithm, over scrypt.

use ring::{hmac, pbkdf2};

const SEED: &[u8] = b"com.lyndir.masterpassword";

/// Shapes of passwords by their kind; each letter stands for a set of characters.
const SHAPES: &[(&str, &[&str])] = &[
    ("maximum", &["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"]),
    (
        "long",
        &[
            "CvcvnoCvcvCvcv",
            "CvcvCvcvnoCvcv",
            "CvcvCvcvCvcvno",
            "CvccnoCvcvCvcv",
            "CvccCvcvnoCvcv",
            "CvccCvcvCvcvno",
            "CvcvnoCvccCvcv",
            "CvcvCvccnoCvcv",
            "CvcvCvccCvcvno",
            "CvcvnoCvcvCvcc",
            "CvcvCvcvnoCvcc",
            "CvcvCvcvCvccno",
            "CvccnoCvccCvcv",
            "CvccCvccnoCvcv",
            "CvccCvccCvcvno",
            "CvcvnoCvccCvcc",
            "CvcvCvccnoCvcc",
            "CvcvCvccCvccno",
            "CvccnoCvcvCvcc",
            "CvccCvcvnoCvcc",
            "CvccCvcvCvccno",
        ],
    ),
    ("medium", &["CvcnoCvc", "CvcCvcno"]),
    ("short", &["Cvcn"]),
    ("basic", &["aaanaaan", "aannaaan", "aaannaaa"]),
    ("pin", &["nnnn"]),
];

fn characters(letter: u8) -> &'static [u8] {
    match letter {
        b'C' => b"BCDFGHJKLMNPQRSTVWXYZ",
        b'v' => b"aeiou",
        b'c' => b"bcdfghjklmnpqrstvwxyz",
        b'a' => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
        b'n' => b"0123456789",
        b'o' => b"@&%?,=[]_:-+*$#!'^~;()/.",
        _ => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
    }
}

/// Derives a password; `None` where there is no such kind.
pub(super) fn derive(counter: u32, kind: &[u8], password: &[u8], user: &[u8], site: &[u8]) -> Option<Vec<u8>> {
    let (_, shapes) = SHAPES.iter().find(|(name, _)| name.as_bytes() == kind)?;
    let length = |text: &[u8]| (text.len() as u32).to_be_bytes();
    let salt = [SEED, &length(user), user].concat();
    let key = scrypt(password, &salt);
    let message = [SEED, &length(site), site, &counter.to_be_bytes()].concat();
    let seed = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), &message);
    let (first, rest) = seed.as_ref().split_first()?;
    let shape = shapes[usize::from(*first) % shapes.len()];
    let pick = |(letter, number): (u8, &u8)| {
        let set = characters(letter);
        set[usize::from(*number) % set.len()]
    };
    Some(shape.bytes().zip(rest).map(pick).collect())
}

/// The cost: 2^15 blocks of 1024 bytes, twice.
const N: usize = 32_768;
const R: usize = 8;
const P: usize = 2;
/// Words of one block.
const WORDS: usize = 32 * R;

fn stretch(password: &[u8], salt: &[u8], out: &mut [u8]) {
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, std::num::NonZeroU32::MIN, salt, password, out);
}

/// scrypt with 64 bytes of output.
fn scrypt(password: &[u8], salt: &[u8]) -> [u8; 64] {
    let mut blocks = vec![0; 4 * WORDS * P];
    stretch(password, salt, &mut blocks);
    let mut memory = vec![0u32; WORDS * N];
    for block in blocks.chunks_exact_mut(4 * WORDS) {
        let mut words = [0u32; WORDS];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        mix_with_memory(&mut words, &mut memory);
        for (bytes, word) in block.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }
    let mut key = [0; 64];
    stretch(password, &blocks, &mut key);
    key
}

fn mix_with_memory(block: &mut [u32; WORDS], memory: &mut [u32]) {
    for slot in memory.chunks_exact_mut(WORDS) {
        slot.copy_from_slice(block);
        mix(block);
    }
    for _ in 0..N {
        let at = block[WORDS - 16] as usize % N;
        let slot = &memory[at * WORDS..(at + 1) * WORDS];
        block.iter_mut().zip(slot).for_each(|(word, other)| *word ^= other);
        mix(block);
    }
}

/// Mixes the 64 byte parts of a block one after the other; even ones go to the first half, odd ones to the second.
fn mix(block: &mut [u32; WORDS]) {
    let mut state = [0; 16];
    state.copy_from_slice(&block[WORDS - 16..]);
    let mut out = [0; WORDS];
    for (i, part) in block.chunks_exact(16).enumerate() {
        state.iter_mut().zip(part).for_each(|(word, other)| *word ^= other);
        salsa(&mut state);
        let to = (i / 2 + i % 2 * R) * 16;
        out[to..to + 16].copy_from_slice(&state);
    }
    *block = out;
}

/// Salsa20 with 8 rounds.
fn salsa(state: &mut [u32; 16]) {
    let mut x = *state;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
        x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
        x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
        x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
    };
    for _ in 0..4 {
        quarter(0, 4, 8, 12);
        quarter(5, 9, 13, 1);
        quarter(10, 14, 2, 6);
        quarter(15, 3, 7, 11);
        quarter(0, 1, 2, 3);
        quarter(5, 6, 7, 4);
        quarter(10, 11, 8, 9);
        quarter(15, 12, 13, 14);
    }
    state.iter_mut().zip(x).for_each(|(word, mixed)| *word = word.wrapping_add(mixed));
}
