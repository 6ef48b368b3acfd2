//! Sealed payloads.

use skeg_secret_values::{Error, Format, decrypt_file, encrypt_file, open, seal};

use crate::{here, key, other_key};

#[test]
fn open_only_with_what_they_were_sealed_with() {
    let text = seal(&key(), b"payload", b"header").expect("it seals");
    assert_eq!(open(&key(), &text, b"header").expect("it opens"), b"payload");
    assert_eq!(open(&key(), &text, b"Header"), Err(Error::Decrypt));
    assert!(matches!(open(&other_key(), &text, b"header"), Err(Error::OtherKey { .. })));
    assert_eq!(open(&key(), &text[..text.len() - 1], b"header"), Err(Error::Decrypt));
    assert_ne!(text, seal(&key(), b"payload", b"header").expect("it seals"));
}

#[test]
fn what_was_made_for_one_purpose_does_not_serve_another() {
    assert_eq!(
        decrypt_file(&key(), &here(), seal(&key(), b"x", b"").expect("it seals").as_bytes()),
        Err(Error::Decrypt)
    );
    let file = encrypt_file(&key(), Format::Authenticated, &here(), b"x").expect("it encrypts");
    assert_eq!(open(&key(), &file, b""), Err(Error::Decrypt));
}
