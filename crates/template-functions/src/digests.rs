//! Checksums as lower-case hex digits; Adler-32 as a decimal number.

use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};
use skeg_go_template::{Function, Param, Value};

use crate::args;

use Param::String;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("sha1sum", &[String], |_, a| Ok(Value::str(hex(&Sha1::digest(args::text(a, 0)))))),
    Function::fixed("sha256sum", &[String], |_, a| Ok(Value::str(hex(&Sha256::digest(args::text(a, 0)))))),
    Function::fixed("sha512sum", &[String], |_, a| Ok(Value::str(hex(&Sha512::digest(args::text(a, 0)))))),
    Function::fixed("adler32sum", &[String], |_, a| Ok(Value::str(adler32(args::text(a, 0)).to_string()))),
];

fn hex(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]).collect()
}

fn adler32(text: &[u8]) -> u32 {
    const PRIME: u32 = 65521;
    let (mut low, mut high) = (1u32, 0u32);
    // The sums cannot overflow within this many bytes.
    for part in text.chunks(5552) {
        for byte in part {
            low += u32::from(*byte);
            high += low;
        }
        low %= PRIME;
        high %= PRIME;
    }
    high << 16 | low
}
