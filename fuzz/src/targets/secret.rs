//! Encrypted texts. The first byte selects the reader. Decrypted values survive being encrypted and decrypted; values
//! encrypted in place decrypt to the original.

use super::Target;
use skeg_secret_values::{
    Accept, Error, Format, Key, Location, Place, decrypt_file, decrypt_values, encrypt_file, encrypt_values, open,
    reencrypt_values, seal,
};

pub(super) const TARGET: Target = Target {
    name: "secret",
    dictionary: &[
        "1000", "skeg1.", "skeg2.", ".", "00", "ff", "- ", ": ", "|\n  ", "|+\n  ", ">-\n  ", "\"", "'", "\n", "#",
        " # c\n", "&a ", "*a", "[", "]", "{", "}", ",", "? ", "!!str ", "null", "5", "true", "\r\n", "\t", "---\n",
        "\u{85}", "\u{FEFF}",
    ],
    seeds,
    run,
};

fn key() -> Option<Key> {
    Key::parse("00112233445566778899aabbccddeeff").ok()
}

/// The location of all texts.
fn here() -> Location {
    Location::new(Place::in_chart("shop", "secret/a"), Accept::Own)
}

fn seeds() -> Vec<Vec<u8>> {
    let value = "1000d7346bf81c4e9257f7224964b83547cdf57ad006a98c1ad11678aa20fbbbf1f0";
    let plain = [
        "# c\ndb: &db\n  user: app # who\n  port: 5432\ncopy: *db\nlist:\n- one\n- [a, 'b c', {d: e}]\n",
        "block: |  # lines\n  one\n\n  two\n\nfolded: >-\n  many\n  words\nkept: |+\n  text\n\nlast: \"a\\nb\"\n",
        "? a\n: b\nlong: some words\n  go on\n  # in between\n",
        "- - - x\n- \"a\\u0085b\"\n",
    ];
    let encrypted = key().map(|key| {
        let values = plain.iter().filter_map(|text| encrypt_values(&key, Format::Authenticated, &here(), text).ok());
        values
            .chain(encrypt_file(&key, Format::Authenticated, &here(), b"file").ok())
            .chain(seal(&key, b"plan", b"").ok())
            .collect()
    });
    let encrypted: Vec<String> = encrypted.unwrap_or_default();
    let values = format!("db:\n  password: {value} # c\n  list: [{value}]\n");
    let texts = encrypted.into_iter().chain(plain.map(str::to_string)).chain([value.to_string(), values]);
    texts.flat_map(|text| (0..4).map(move |reader| [&[reader], text.as_bytes()].concat())).collect()
}

fn run(input: &[u8]) {
    let (Some((reader, data)), Some(key)) = (input.split_first(), key()) else { return };
    let Ok(text) = std::str::from_utf8(data) else {
        assert!(decrypt_file(&key, &here(), data).is_err());
        return;
    };
    match reader % 4 {
        0 => {
            if let Ok(plain) = decrypt_file(&key, &here(), data) {
                let again = encrypt_file(&key, Format::of(text), &here(), &plain);
                assert_eq!(again.and_then(|again| decrypt_file(&key, &here(), again.as_bytes())), Ok(plain));
            }
        }
        1 => drop(open(&key, text, b"")),
        2 => {
            if let Ok(decrypted) = decrypt_values(&key, &here(), text)
                && let Ok(format) = skeg_secret_values::format_of_values(text)
            {
                // A byte order mark is dropped; everything else stays.
                let same = reencrypt_values(&key, format.unwrap_or_default(), &here(), text, &decrypted.text);
                assert!(same.is_ok(), "{same:?}");
            }
        }
        _ => encrypt_in_place(&key, text),
    }
}

fn encrypt_in_place(key: &Key, text: &str) {
    for format in [Format::Werf, Format::Authenticated] {
        match encrypt_values(key, format, &here(), text) {
            Ok(encrypted) => {
                let decrypted = decrypt_values(key, &here(), &encrypted).map(|decrypted| decrypted.text);
                let decrypted = decrypted.unwrap_or_else(|error| panic!("{error}: {encrypted:?}"));
                let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
                if format == Format::Authenticated
                    && let Ok(before) = skeg_go_yaml::read_tree(text.as_bytes())
                {
                    let after = skeg_go_yaml::read_tree(decrypted.as_bytes()).unwrap_or_default();
                    assert_eq!(format!("{after:?}"), format!("{before:?}"), "{decrypted:?}");
                }
            }
            Err(error) => assert!(*error.cause() != Error::Random && !error.to_string().is_empty()),
        }
    }
}
