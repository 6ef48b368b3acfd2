//! Integers in the verbs `d b o O x X c q U`, and plain decimals.

use super::flags::Flags;
use super::is_print;
use super::quote::write_quoted_rune;
use super::rune::push_rune;

/// Appends an integer in decimal.
pub fn write_int(out: &mut Vec<u8>, n: i64) {
    if n < 0 {
        out.push(b'-');
    }
    write_uint(out, n.unsigned_abs());
}

/// Appends an unsigned integer in decimal.
pub fn write_uint(out: &mut Vec<u8>, mut n: u64) {
    if n < 10 {
        out.push(b'0' + n as u8);
        return;
    }
    let start = out.len();
    while n > 0 {
        out.push(b'0' + (n % 10) as u8);
        n /= 10;
    }
    if let Some(digits) = out.get_mut(start..) {
        digits.reverse();
    }
}

/// How the digits of an integer are written.
#[derive(Clone, Copy)]
pub(super) struct Radix {
    pub(super) base: u64,
    pub(super) upper: bool,
    /// `%O` writes `0o` in front.
    pub(super) octal_prefix: bool,
}

impl Radix {
    pub(super) const HEX: Radix = Radix { base: 16, upper: false, octal_prefix: false };

    /// The radix a verb asks for.
    pub(super) fn of_verb(verb: char) -> Option<Radix> {
        let (base, upper, octal_prefix) = match verb {
            'v' | 'd' => (10, false, false),
            'b' => (2, false, false),
            'o' => (8, false, false),
            'O' => (8, false, true),
            'x' => (16, false, false),
            'X' => (16, true, false),
            _ => return None,
        };
        Some(Radix { base, upper, octal_prefix })
    }

    fn digit(self, n: u64) -> u8 {
        let table = if self.upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        table.get(n as usize).copied().unwrap_or(b'0')
    }
}

/// Appends `bits`, which are those of an `i64` when `signed`, with sign, prefix, leading zeros and padding.
pub(super) fn write_integer(out: &mut Vec<u8>, flags: &Flags, bits: u64, signed: bool, radix: Radix) {
    let negative = signed && (bits as i64) < 0;
    let magnitude = if negative { bits.wrapping_neg() } else { bits };
    let plain = flags.width.is_none() && flags.precision.is_none() && !flags.plus && !flags.space;
    if plain && radix.base == 10 {
        if negative {
            out.push(b'-');
        }
        return write_uint(out, magnitude);
    }
    if flags.precision == Some(0) && magnitude == 0 {
        return flags.without_zero().write_padding(out, flags.width.unwrap_or(0));
    }
    let mut reversed = Vec::with_capacity(68);
    push_reversed_digits(&mut reversed, magnitude, least_digits(flags, negative), radix);
    push_reversed_prefix(&mut reversed, flags, radix);
    if negative {
        reversed.push(b'-');
    } else if flags.plus {
        reversed.push(b'+');
    } else if flags.space {
        reversed.push(b' ');
    }
    reversed.reverse();
    flags.without_zero().pad(out, &reversed);
}

/// The minimum number of digits: the precision, or else the width if it is filled with zeros.
fn least_digits(flags: &Flags, negative: bool) -> usize {
    match (flags.precision, flags.width) {
        (Some(precision), _) => precision,
        (None, Some(width)) if flags.zero && !flags.minus => {
            width.saturating_sub(usize::from(negative || flags.plus || flags.space))
        }
        _ => 0,
    }
}

fn push_reversed_digits(out: &mut Vec<u8>, mut n: u64, least: usize, radix: Radix) {
    loop {
        out.push(radix.digit(n % radix.base));
        n /= radix.base;
        if n == 0 {
            break;
        }
    }
    if out.len() < least {
        out.resize(least, b'0');
    }
}

fn push_reversed_prefix(out: &mut Vec<u8>, flags: &Flags, radix: Radix) {
    match radix.base {
        2 if flags.sharp => out.extend_from_slice(b"b0"),
        8 if flags.sharp && out.last() != Some(&b'0') => out.push(b'0'),
        16 if flags.sharp => out.extend_from_slice(if radix.upper { b"X0" } else { b"x0" }),
        _ => {}
    }
    if radix.octal_prefix {
        out.extend_from_slice(b"o0");
    }
}

/// `%c`: the rune itself.
pub(super) fn write_rune(out: &mut Vec<u8>, flags: &Flags, bits: u64) {
    flags.pad(out, rune_of(bits).encode_utf8(&mut [0; 4]).as_bytes());
}

/// `%q`: the rune in single quotes.
pub(super) fn write_rune_literal(out: &mut Vec<u8>, flags: &Flags, bits: u64) {
    let mut quoted = Vec::with_capacity(16);
    write_quoted_rune(&mut quoted, rune_of(bits), flags.plus);
    flags.pad(out, &quoted);
}

/// `%U`: `U+0078`, with the sharp `U+0078 'x'`.
pub(super) fn write_code_point(out: &mut Vec<u8>, flags: &Flags, bits: u64) {
    let mut reversed = Vec::with_capacity(24);
    let least = flags.precision.unwrap_or(0).max(4);
    push_reversed_digits(&mut reversed, bits, least, Radix { upper: true, ..Radix::HEX });
    reversed.extend_from_slice(b"+U");
    reversed.reverse();
    let shown = u32::try_from(bits).ok().and_then(char::from_u32).filter(|&rune| flags.sharp && is_print(rune));
    if let Some(rune) = shown {
        reversed.extend_from_slice(b" '");
        push_rune(&mut reversed, rune);
        reversed.push(b'\'');
    }
    flags.without_zero().pad(out, &reversed);
}

fn rune_of(bits: u64) -> char {
    u32::try_from(bits).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}
