//! Whole files.

use skeg_secret_values::{Error, Format, convert_file, decrypt_file, encrypt_file};

use crate::{here, key, other_key};

#[test]
fn come_back_as_they_were() {
    let all: Vec<u8> = (0..=255).cycle().take(1000).collect();
    for format in [Format::Werf, Format::Authenticated] {
        for length in [0, 1, 15, 16, 17, 32, 1000] {
            let text = encrypt_file(&key(), format, &here(), &all[..length]).expect("it encrypts");
            assert_eq!(Format::of(&text), format);
            assert_eq!(
                decrypt_file(&key(), &here(), format!("{text}\n").as_bytes()).expect("it decrypts"),
                &all[..length]
            );
            assert_ne!(
                text,
                encrypt_file(&key(), format, &here(), &all[..length]).expect("it encrypts"),
                "never twice the same"
            );
        }
    }
}

#[test]
fn go_over_to_another_key_or_format() {
    let old = encrypt_file(&key(), Format::Werf, &here(), b"secret").expect("it encrypts");
    let new = convert_file(&key(), &other_key(), None, &here(), old.as_bytes()).expect("it converts");
    assert_eq!(Format::of(&new), Format::Werf);
    assert_eq!(decrypt_file(&other_key(), &here(), new.as_bytes()).expect("it decrypts"), b"secret");
    let new = convert_file(&key(), &key(), Some(Format::Authenticated), &here(), old.as_bytes()).expect("it converts");
    assert_eq!(decrypt_file(&key(), &here(), new.as_bytes()).expect("it decrypts"), b"secret");
    assert_eq!(
        decrypt_file(&other_key(), &here(), new.as_bytes()),
        Err(Error::OtherKey { wanted: key().id(), given: other_key().id() })
    );
}

#[test]
fn changed_ones_are_refused_in_the_authenticated_format() {
    let text = encrypt_file(&key(), Format::Authenticated, &here(), b"a longer secret").expect("it encrypts");
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        assert!(decrypt_file(&key(), &here(), &bytes).is_err(), "byte {at}");
        assert!(decrypt_file(&key(), &here(), &text.as_bytes()[..at]).is_err() || at == 0, "{at} bytes");
    }
}
