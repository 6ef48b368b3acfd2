//! Floats with a binary exponent: `%b` and `%x`.

use crate::fmt::integer::{write_int, write_uint};

const MANTISSA_BITS: u32 = 52;
const BIAS: i32 = 1023;

/// The mantissa with its hidden bit, and the exponent of that bit.
fn parts(f: f64) -> (u64, i32) {
    let bits = f.to_bits();
    let mantissa = bits & ((1 << MANTISSA_BITS) - 1);
    match (bits >> MANTISSA_BITS & 0x7ff) as i32 {
        0 => (mantissa, 1 - BIAS),
        exponent => (mantissa | 1 << MANTISSA_BITS, exponent - BIAS),
    }
}

/// `4503599627370496p-52`, of a float that is not negative.
pub(super) fn write_binary(out: &mut Vec<u8>, f: f64) {
    let (mantissa, exponent) = parts(f);
    write_uint(out, mantissa);
    out.push(b'p');
    let exponent = exponent - MANTISSA_BITS as i32;
    if exponent >= 0 {
        out.push(b'+');
    }
    write_int(out, i64::from(exponent));
}

/// `0x1.8p+01`, of a float that is not negative.
pub(super) fn write_hex(out: &mut Vec<u8>, f: f64, format: u8, precision: Option<usize>) {
    const ONE: u64 = 1 << 60;
    let (mantissa, exponent) = parts(f);
    // The leading one goes to bit 60, so that 15 hex digits follow it.
    let lead = mantissa.leading_zeros();
    let (mut mantissa, mut exponent) = match mantissa {
        0 => (0, 0),
        m => (m << lead >> 3, exponent - (lead as i32 - (63 - MANTISSA_BITS as i32))),
    };
    if let Some(precision @ 0..15) = precision {
        let shift = 60 - 4 * precision as u32;
        let extra = mantissa << (60 - shift) & (ONE - 1);
        mantissa >>= shift;
        // Half to even.
        mantissa += u64::from(extra | mantissa & 1 > ONE >> 1);
        mantissa <<= shift;
        if mantissa & ONE << 1 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    out.extend_from_slice(&[b'0', format, b'0' + (mantissa >> 60 & 1) as u8]);
    write_fraction(out, mantissa << 4, format, precision);
    let letter = if format == b'X' { b'P' } else { b'p' };
    out.extend_from_slice(&[letter, if exponent < 0 { b'-' } else { b'+' }]);
    if exponent.abs() < 10 {
        out.push(b'0');
    }
    write_int(out, i64::from(exponent.abs()));
}

/// The point and the hex digits after it, taken from the top of `bits`.
fn write_fraction(out: &mut Vec<u8>, mut bits: u64, format: u8, precision: Option<usize>) {
    let table = if format == b'X' { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let count = precision.unwrap_or((64 - bits.trailing_zeros()).div_ceil(4) as usize);
    if count > 0 {
        out.push(b'.');
    }
    for _ in 0..count {
        out.push(table[(bits >> 60) as usize]);
        bits <<= 4;
    }
}
