//! `derivePassword`: the Master Password algorithm, over scrypt.

use ring::hmac;

const SEED: &[u8] = b"com.lyndir.masterpassword";

/// Templates of passwords by kind; each letter stands for a character set.
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

/// Derives a password; `None` for an unknown kind.
pub(super) fn derive(counter: u32, kind: &[u8], password: &[u8], user: &[u8], site: &[u8]) -> Option<Vec<u8>> {
    let (_, shapes) = SHAPES.iter().find(|(name, _)| name.as_bytes() == kind)?;
    let length = |text: &[u8]| (text.len() as u32).to_be_bytes();
    let salt = [SEED, &length(user), user].concat();
    let key = scrypt(password, &salt)?;
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

/// scrypt with 2^15 blocks of 1024 bytes, twice, and 64 bytes of output.
fn scrypt(password: &[u8], salt: &[u8]) -> Option<[u8; 64]> {
    let mut key = [0; 64];
    scrypt::scrypt(password, salt, &scrypt::Params::new(15, 8, 2).ok()?, &mut key).ok()?;
    Some(key)
}
