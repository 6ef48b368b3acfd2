//! Float verbs: sign, sharp flag and padding around the digits.

use super::write_float;
use crate::fmt::flags::Flags;

/// Formats a float with a verb and its flags; `false` if the verb is not one for floats.
pub(in crate::fmt) fn write_float_verb(out: &mut Vec<u8>, flags: &Flags, f: f64, verb: char) -> bool {
    let (format, default_precision) = match verb {
        'v' => (b'g', None),
        'b' | 'g' | 'G' | 'x' | 'X' => (verb as u8, None),
        'f' | 'e' | 'E' => (verb as u8, Some(6)),
        'F' => (b'f', Some(6)),
        _ => return false,
    };
    let precision = flags.precision.or(default_precision);
    let plain = flags.width.is_none() && !flags.plus && !flags.space && !flags.sharp;
    if plain {
        write_float(out, f, format, precision);
        return true;
    }
    write_signed(out, flags, f, format, precision);
    true
}

fn write_signed(out: &mut Vec<u8>, flags: &Flags, f: f64, format: u8, precision: Option<usize>) {
    let mut number = vec![b'+'];
    write_float(&mut number, f, format, precision);
    if matches!(number.get(1), Some(b'-' | b'+')) {
        number.remove(0);
    }
    if flags.space && !flags.plus && number.first() == Some(&b'+') {
        number[0] = b' ';
    }
    if !f.is_finite() {
        let signless = f.is_nan() && !flags.space && !flags.plus;
        return flags.without_zero().pad(out, &number[usize::from(signless)..]);
    }
    if flags.sharp && format != b'b' {
        keep_point_and_zeros(&mut number, format, precision);
    }
    let (sign, unsigned) = (number[0], &number[1..]);
    if !flags.plus && sign == b'+' {
        return flags.pad(out, unsigned);
    }
    match flags.width {
        Some(width) if flags.zero && !flags.minus && width > number.len() => {
            out.push(sign);
            flags.write_padding(out, width - number.len());
            out.extend_from_slice(unsigned);
        }
        _ => flags.pad(out, &number),
    }
}

/// The sharp flag: always a point, and for `g` and `x` trailing zeros up to the precision.
fn keep_point_and_zeros(number: &mut Vec<u8>, format: u8, precision: Option<usize>) {
    let is_hex = matches!(format, b'x' | b'X');
    let mut missing = match format {
        b'g' | b'G' | b'x' => precision.unwrap_or(6) as isize,
        _ => 0,
    };
    let is_tail = |b: &u8| matches!(b, b'p' | b'P') || !is_hex && matches!(b, b'e' | b'E');
    let tail = number.iter().position(is_tail).map(|at| number.split_off(at)).unwrap_or_default();
    let digits = number.iter().skip(1).filter(|&&b| b != b'.').skip_while(|&&b| b == b'0').count();
    missing -= digits as isize;
    if !number.contains(&b'.') {
        if number.len() == 2 && number[1] == b'0' {
            missing -= 1;
        }
        number.push(b'.');
    }
    let zeros = missing.max(0) as usize;
    number.resize(number.len() + zeros, b'0');
    number.extend_from_slice(&tail);
}
