//! Ciphertexts of a real Nelm, round trips, and everything that must be refused.

mod binding;
mod files;
mod keys;
mod sealing;
mod values;
mod vectors;

use skeg_secret_values::{Accept, Key, Location, Place};

/// The key of the recorded ciphertexts.
fn key() -> Key {
    Key::parse("00112233445566778899aabbccddeeff").expect("a key")
}

fn other_key() -> Key {
    Key::parse("ffeeddccbbaa99887766554433221100").expect("a key")
}

/// The file that texts are in.
fn here() -> Location {
    Location::new(Place::in_chart("shop", "secret/a"), Accept::Own)
}
