//! Keys.

use skeg_secret_values::{Error, Key};

#[test]
fn are_hexadecimal_of_three_lengths() {
    for digits in [32, 48, 64] {
        assert!(Key::parse(&format!(" {}\n", "aB".repeat(digits / 2))).is_ok());
    }
    for text in ["", "0", &"0".repeat(31), &"0".repeat(33), &"0".repeat(34), &"g".repeat(32), &"é".repeat(16)] {
        assert_eq!(Key::parse(text).err(), Some(Error::Key), "{text:?}");
    }
}

#[test]
fn new_ones_differ_and_read_back() {
    let (one, two) = (Key::generate().expect("a key"), Key::generate().expect("a key"));
    assert_eq!(one.reveal().len(), 32);
    assert_ne!(*one.reveal(), *two.reveal());
    assert_ne!(one.id(), two.id());
    assert_eq!(Key::parse(&one.reveal()).expect("a key").id(), one.id());
}

#[test]
fn show_nothing_of_themselves() {
    let key = crate::key();
    for shown in [format!("{key:?}"), format!("{key}"), format!("{:?}", Key::parse("00zz")), key.id().to_string()] {
        assert!(!shown.contains("0011") && !shown.contains("00zz"), "{shown}");
    }
}
