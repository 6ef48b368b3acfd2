//! Floats as `strconv.FormatFloat` writes them, and the verbs `e E f F g G b x X` based on it.
//!
//! The digits come from the standard library, which rounds exactly and finds the shortest ones as Go does; the layout
//! is done here.

mod binary;
mod verb;

use std::fmt::Write;

use super::integer::write_int;

pub(super) use verb::write_float_verb;

/// No float64 has more significant digits; further ones are zeros.
const MOST_SIGNIFICANT: usize = 800;
/// Only with this many digits or more can a float64 lie halfway between two shortest candidates.
const FEWEST_TIED: usize = 15;
/// No float64 has more digits after the point than this.
const MOST_FRACTIONAL: usize = 1100;

/// Appends `strconv.FormatFloat(f, format, precision, 64)`; `None` is Go's -1, the shortest digits that parse to `f`.
/// The formats are `e E f g G b x X`.
pub fn write_float(out: &mut Vec<u8>, f: f64, format: u8, precision: Option<usize>) {
    if f.is_nan() {
        return out.extend_from_slice(b"NaN");
    }
    if f.is_infinite() {
        return out.extend_from_slice(if f < 0.0 { b"-Inf" } else { b"+Inf" });
    }
    if format == b'g' && precision.is_none() && f.abs() < 1e6 && f.trunc() == f && f.to_bits() != NEGATIVE_ZERO {
        return write_int(out, f as i64);
    }
    if f.is_sign_negative() {
        out.push(b'-');
    }
    let f = f.abs();
    match (format, precision) {
        (b'b', _) => binary::write_binary(out, f),
        (b'x' | b'X', _) => binary::write_hex(out, f, format, precision),
        (b'f', Some(precision)) => write_fixed(out, f, precision),
        (_, None) => write_shortest(out, f, format),
        (_, Some(precision)) => write_precise(out, f, format, precision),
    }
}

const NEGATIVE_ZERO: u64 = 1 << 63;

/// The format `f` with a precision, of a float that is not negative.
fn write_fixed(out: &mut Vec<u8>, f: f64, precision: usize) {
    let digits = precision.min(MOST_FRACTIONAL);
    // Writing to a vector does not fail.
    let _ = std::io::Write::write_fmt(out, format_args!("{f:.digits$}"));
    out.resize(out.len() + (precision - digits), b'0');
}

fn write_shortest(out: &mut Vec<u8>, f: f64, format: u8) {
    let mut text = Buffer::<32>::default();
    let _ = write!(text, "{f:e}");
    let mut digits = Digits::read(text.written());
    let count = digits.bytes.len();
    let mut even = Buffer::<32>::default();
    if count >= FEWEST_TIED && digits.bytes.last().is_some_and(|digit| digit % 2 == 1) {
        // Halfway between two shortest candidates Go takes the even one.
        let _ = write!(even, "{f:.*e}", count - 1);
        digits = Digits::read(even.written());
    }
    match format {
        b'e' | b'E' => write_exponent_form(out, &digits, count.saturating_sub(1), format),
        b'f' => write_point_form(out, &digits, (count as i32 - digits.point).max(0) as usize),
        _ if is_exponent_form(digits.point, 6) => {
            write_exponent_form(out, &digits, count.saturating_sub(1), exponent_letter(format));
        }
        _ => write_point_form(out, &digits, (count as i32 - digits.point).max(0) as usize),
    }
}

/// The formats `e` and `g` with a precision.
fn write_precise(out: &mut Vec<u8>, f: f64, format: u8, precision: usize) {
    let general = matches!(format, b'g' | b'G');
    let after_first = if general { precision.saturating_sub(1) } else { precision };
    let mut text = Buffer::<{ MOST_SIGNIFICANT + 16 }>::default();
    let _ = write!(text, "{f:.*e}", after_first.min(MOST_SIGNIFICANT));
    let digits = Digits::read(text.written());
    if !general {
        return write_exponent_form(out, &digits, precision, format);
    }
    let count = digits.bytes.len();
    let whole = digits.point;
    let precision = precision.max(1);
    let threshold = if precision > count && count as i32 >= whole { count } else { precision };
    if is_exponent_form(whole, threshold) {
        write_exponent_form(out, &digits, precision.min(count).saturating_sub(1), exponent_letter(format));
    } else {
        write_point_form(out, &digits, (count as i32 - whole).max(0) as usize);
    }
}

/// Whether the general format uses the exponent form at this precision.
fn is_exponent_form(point: i32, precision: usize) -> bool {
    let exponent = point - 1;
    exponent < -4 || exponent >= precision as i32
}

/// The letter before the exponent in the general formats.
fn exponent_letter(format: u8) -> u8 {
    if format == b'G' { b'E' } else { b'e' }
}

/// Significant decimal digits without trailing zeros (none for zero), and the position of the point: the value is
/// 0.DIGITS * 10^point.
struct Digits<'b> {
    bytes: &'b [u8],
    point: i32,
}

impl<'b> Digits<'b> {
    /// Parses the output of Rust's `{:e}`, such as `1.25e-7`, for a float that is not negative.
    fn read(text: &'b mut [u8]) -> Digits<'b> {
        let end = text.iter().position(|&b| b == b'e').unwrap_or(text.len());
        let exponent = text.get(end + 1..).and_then(|e| std::str::from_utf8(e).ok()?.parse::<i32>().ok()).unwrap_or(0);
        // Moves the first digit over the point, so that the digits are contiguous.
        let start = match text {
            [first, point, ..] if *point == b'.' => {
                *point = *first;
                1
            }
            _ => 0,
        };
        let bytes = text.get(start..end).unwrap_or_default();
        let count = bytes.iter().rposition(|&b| b != b'0').map_or(0, |last| last + 1);
        Digits { bytes: bytes.get(..count).unwrap_or_default(), point: if count == 0 { 0 } else { exponent + 1 } }
    }
}

/// `d.ddde±dd` with that many digits after the point.
fn write_exponent_form(out: &mut Vec<u8>, digits: &Digits<'_>, precision: usize, letter: u8) {
    let (&first, rest) = digits.bytes.split_first().unwrap_or((&b'0', &[]));
    out.push(first);
    if precision > 0 {
        out.push(b'.');
        let shown = rest.len().min(precision);
        out.extend_from_slice(rest.get(..shown).unwrap_or(rest));
        out.resize(out.len() + (precision - shown), b'0');
    }
    let exponent = if digits.bytes.is_empty() { 0 } else { digits.point - 1 };
    out.extend_from_slice(&[letter, if exponent < 0 { b'-' } else { b'+' }]);
    if exponent.abs() < 10 {
        out.push(b'0');
    }
    write_int(out, i64::from(exponent.abs()));
}

/// `ddd.ddd` with that many digits after the point.
fn write_point_form(out: &mut Vec<u8>, digits: &Digits<'_>, precision: usize) {
    let count = digits.bytes.len();
    let whole = digits.point.max(0) as usize;
    let (before, after) = digits.bytes.split_at(whole.min(count));
    if whole == 0 {
        out.push(b'0');
    }
    out.extend_from_slice(before);
    out.resize(out.len() + (whole - before.len()), b'0');
    if precision == 0 {
        return;
    }
    out.push(b'.');
    let zeros = (digits.point.min(0).unsigned_abs() as usize).min(precision);
    out.resize(out.len() + zeros, b'0');
    let shown = after.len().min(precision - zeros);
    out.extend_from_slice(after.get(..shown).unwrap_or(after));
    out.resize(out.len() + (precision - zeros - shown), b'0');
}

/// Text on the stack; text that does not fit is refused.
struct Buffer<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Default for Buffer<N> {
    fn default() -> Self {
        Buffer { bytes: [0; N], len: 0 }
    }
}

impl<const N: usize> Buffer<N> {
    fn written(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.len).unwrap_or_default()
    }
}

impl<const N: usize> Write for Buffer<N> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
