//! Exact decimals for comparing numbers: 0.3 is a multiple of 0.1.

use std::cmp::Ordering;

/// digits × 10^exponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal {
    digits: i128,
    exponent: i32,
    /// For what does not fit.
    approximate: f64,
}

impl Decimal {
    /// A JSON number.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let approximate: f64 = text.parse().ok()?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exact = || {
            let fraction = fraction.trim_end_matches('0');
            let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
            let exponent: i32 = exponent.trim_start_matches('+').parse().ok()?;
            let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
            Some(Decimal { digits, exponent, approximate })
        };
        // An impossible exponent marks a number that only the float stands for.
        Some(exact().unwrap_or(Decimal { digits: 0, exponent: i32::MAX, approximate }))
    }

    pub(crate) fn from_float(value: f64) -> Decimal {
        Decimal::parse(&format!("{value:e}")).unwrap_or(Decimal { digits: 0, exponent: 0, approximate: value })
    }

    pub(crate) fn from_int(value: i64) -> Decimal {
        Decimal { digits: i128::from(value), exponent: 0, approximate: value as f64 }
    }

    pub(crate) fn to_float(self) -> f64 {
        self.approximate
    }

    /// The whole number, if it is one that fits.
    pub(crate) fn to_int(self) -> Option<i64> {
        if !self.is_integer() {
            return None;
        }
        let scaled = scale(self.digits, self.exponent).or_else(|| {
            let shift = u32::try_from(-self.exponent).ok()?;
            self.digits.checked_div(10_i128.checked_pow(shift)?)
        })?;
        i64::try_from(scaled).ok()
    }

    pub(crate) fn is_integer(self) -> bool {
        if self.exponent == i32::MAX {
            return self.approximate.fract() == 0.0;
        }
        if self.exponent >= 0 || self.digits == 0 {
            return true;
        }
        let power = u32::try_from(-self.exponent).ok().and_then(|shift| 10_i128.checked_pow(shift));
        power.is_some_and(|power| self.digits % power == 0)
    }

    pub(crate) fn compare(self, other: Decimal) -> Ordering {
        match aligned(self, other) {
            Some((a, b)) => a.cmp(&b),
            None => self.approximate.partial_cmp(&other.approximate).unwrap_or(Ordering::Equal),
        }
    }

    pub(crate) fn is_multiple_of(self, unit: Decimal) -> bool {
        match aligned(self, unit) {
            Some((_, 0)) => false,
            Some((value, unit)) => value % unit == 0,
            None => (self.approximate / unit.approximate).fract() == 0.0,
        }
    }
}

fn scale(digits: i128, exponent: i32) -> Option<i128> {
    digits.checked_mul(10_i128.checked_pow(u32::try_from(exponent).ok()?)?)
}

/// Both as multiples of the same power of ten.
fn aligned(a: Decimal, b: Decimal) -> Option<(i128, i128)> {
    if a.exponent == i32::MAX || b.exponent == i32::MAX {
        return None;
    }
    let low = a.exponent.min(b.exponent);
    Some((scale(a.digits, a.exponent.checked_sub(low)?)?, scale(b.digits, b.exponent.checked_sub(low)?)?))
}
