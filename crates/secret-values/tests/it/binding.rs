//! Binding texts to files: moved texts, those of the first version, and mixtures with werf's format.

use skeg_secret_values::{
    Accept, Error, Format, Location, Place, convert_file, convert_values, decrypt_file, decrypt_values, encrypt_file,
    encrypt_values, reencrypt_values,
};

use crate::{here, key};

/// `hello secret` with a line break, and `password: s3cr3t`, in the first version of the format.
const UNBOUND_FILE: &str = "skeg1.0d040ba0.Vl0zXV4XRI-MbPQB_XO4sETtsTj4V-DiV9tAtUedy13bUeB3ouEByWL4qmme";
const UNBOUND_VALUES: &str = "password: skeg1.0d040ba0.9crd-p4cOJ-3-eoAF4ksXdmqEIGYcnjqZqxJ9sJN0GwVduOgus5o\n";

fn at(place: Place, accept: Accept) -> Location {
    Location::new(place, accept)
}

fn cause<T>(result: Result<T, Error>) -> Option<Error> {
    result.err().map(|error| error.cause().clone())
}

#[test]
fn texts_open_in_their_own_file_only() {
    let places = [
        Place::in_chart("shop", "secret/a"),
        Place::in_chart("shop", "secret/b"),
        Place::in_chart("sub", "secret/a"),
        Place::in_chart("shops", "ecret/a"),
        Place::File("a".to_string()),
        Place::File("secret/a".to_string()),
    ];
    for own in &places {
        let home = at(own.clone(), Accept::Own);
        let file = encrypt_file(&key(), Format::Authenticated, &home, b"x").expect("it encrypts");
        let values = encrypt_values(&key(), Format::Authenticated, &home, "a: x\n").expect("it encrypts");
        for other in &places {
            for accept in [Accept::Own, Accept::Unbound, Accept::Foreign] {
                let there = at(other.clone(), accept);
                let error = (own != other && accept != Accept::Foreign)
                    .then(|| Error::Elsewhere { wanted: own.clone(), given: Some(other.clone()) });
                assert_eq!(cause(decrypt_file(&key(), &there, file.as_bytes())), error, "{own} {other}");
                assert_eq!(cause(decrypt_values(&key(), &there, &values)), error, "{own} {other}");
            }
        }
        let nowhere = Location::default();
        let elsewhere = Some(Error::Elsewhere { wanted: own.clone(), given: None });
        assert_eq!(cause(decrypt_file(&key(), &nowhere, file.as_bytes())), elsewhere);
    }
    let nowhere = Location::default();
    assert_eq!(encrypt_file(&key(), Format::Authenticated, &nowhere, b"x"), Err(Error::NoPlace));
    assert!(encrypt_file(&key(), Format::Werf, &nowhere, b"x").is_ok());
}

#[test]
fn the_first_version_is_read_where_that_is_asked_for_and_becomes_the_second() {
    assert_eq!(cause(decrypt_file(&key(), &here(), UNBOUND_FILE.as_bytes())), Some(Error::Unbound));
    assert_eq!(cause(decrypt_values(&key(), &here(), UNBOUND_VALUES)), Some(Error::Unbound));
    for accept in [Accept::Unbound, Accept::Foreign] {
        let lenient = Location { accept, ..here() };
        assert_eq!(decrypt_file(&key(), &lenient, UNBOUND_FILE.as_bytes()), Ok(b"hello secret\n".to_vec()));
        let file = convert_file(&key(), &key(), None, &lenient, UNBOUND_FILE.as_bytes()).expect("it converts");
        assert_eq!(decrypt_file(&key(), &here(), file.as_bytes()), Ok(b"hello secret\n".to_vec()));
        let values = convert_values(&key(), &key(), None, &lenient, UNBOUND_VALUES).expect("it converts");
        assert_eq!(decrypt_values(&key(), &here(), &values).expect("it decrypts").text, "password: s3cr3t\n");
        // Even unchanged values are bound when the file is re-encrypted.
        let edited = "password: s3cr3t\nmore: x\n";
        let again =
            reencrypt_values(&key(), Format::Authenticated, &lenient, UNBOUND_VALUES, edited).expect("it encrypts");
        assert_eq!(decrypt_values(&key(), &here(), &again).expect("it decrypts").text, edited);
    }
}

#[test]
fn texts_that_prove_less_than_their_neighbours_are_refused() {
    let bound = encrypt_values(&key(), Format::Authenticated, &here(), "a: x\n").expect("it encrypts");
    let werf = encrypt_values(&key(), Format::Werf, &here(), "b: y\n").expect("it encrypts");
    for (weak, path) in [(werf.as_str(), "b"), (UNBOUND_VALUES, "password")] {
        let mixed = format!("{bound}{weak}");
        for accept in [Accept::Own, Accept::Unbound] {
            let strict = Location { accept, ..here() };
            let error = decrypt_values(&key(), &strict, &mixed).err().expect("a refusal");
            assert_eq!((error.cause(), error.to_string().split(':').next()), (&Error::Mixed, Some(path)));
            assert_eq!(cause(convert_values(&key(), &key(), None, &strict, &mixed)), Some(Error::Mixed));
            let edited = reencrypt_values(&key(), Format::Authenticated, &strict, &mixed, "a: z\n");
            assert_eq!(cause(edited), Some(Error::Mixed));
        }
        let lenient = Location { accept: Accept::Foreign, ..here() };
        assert!(decrypt_values(&key(), &lenient, &mixed).is_ok());
    }
    // An empty text is neutral in every format.
    let with_empty = format!("{bound}b: ''\n");
    assert_eq!(decrypt_values(&key(), &here(), &with_empty).expect("it decrypts").text, "a: x\nb: \"\"\n");
}

/// `motd: *password` would reveal a password without any text being moved.
#[test]
fn aliases_bring_a_value_nowhere_but_where_they_did_when_it_was_encrypted() {
    let plain = "db: &db\n  user: admin\n  password: &pw s3cr3t\ncopy: *pw\nother:\n  <<: *db\nmotd: hello\n";
    let encrypted = encrypt_values(&key(), Format::Authenticated, &here(), plain).expect("it encrypts");
    assert_eq!(decrypt_values(&key(), &here(), &encrypted).expect("it decrypts").text, plain);
    let lines: Vec<&str> = encrypted.lines().collect();
    let motd = encrypted.lines().last().expect("a line");
    for (line, changed) in [
        (motd, "motd: *pw".to_string()),
        (motd, "motd: *db".to_string()),
        (motd, "motd: [*pw]".to_string()),
        (motd, "*pw : null".to_string()),
        ("copy: *pw", "motd2: *pw".to_string()),
        ("copy: *pw", String::new()),
        // A merge at another place repeats the value there too.
        ("other:\n  <<: *db", "other: &new\n  <<: *db\nmore: *new".to_string()),
        (motd, format!("{}\nmore: *new", motd.replace("motd: ", "motd: &new "))),
    ] {
        let changed = encrypted.replace(line, &changed);
        assert_eq!(cause(decrypt_values(&key(), &here(), &changed).map(|_| ())), Some(Error::Aliased), "{changed}");
        // A user who trusts the file re-encrypts it for its current aliases.
        let foreign = Location { accept: Accept::Foreign, ..here() };
        let anew = convert_values(&key(), &key(), None, &foreign, &changed).expect("it is brought over");
        decrypt_values(&key(), &here(), &anew).expect("it decrypts");
    }
    // Editing may add aliases; values without a new alias keep their ciphertext.
    let edited = plain.replace("motd: hello", "motd: hello\nmore: *pw");
    let again = reencrypt_values(&key(), Format::Authenticated, &here(), &encrypted, &edited).expect("it encrypts");
    assert_eq!(decrypt_values(&key(), &here(), &again).expect("it decrypts").text, edited);
    assert!(again.contains(lines[1]) && again.contains(motd) && !again.contains(lines[2]), "{again}");
}
