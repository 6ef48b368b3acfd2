//! Decimal numbers of any length, as shopspring/decimal computes: sums and products are exact, quotients have 16 decimals.

use num_bigint::{BigInt, Sign};
use skeg_go_template::{CallError, Value, fmt};

const DIVISION_DECIMALS: i64 = 16;

/// `digits * 10^exponent`.
#[derive(Clone)]
pub(crate) struct Decimal {
    digits: BigInt,
    exponent: i64,
}

fn ten_to(power: u64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(power).unwrap_or(u32::MAX))
}

impl Decimal {
    /// The number with the fewest digits that parses to the float.
    pub(crate) fn from_float(f: f64) -> Result<Decimal, CallError> {
        if !f.is_finite() {
            return Err(CallError::text(format!("Cannot create a Decimal from {}", fmt::format_float(f))));
        }
        let text = format!("{f:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let decimals = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i64);
        let digits = mantissa.replace('.', "").parse::<i64>().unwrap_or(0);
        Ok(Decimal { digits: digits.into(), exponent: exponent.parse::<i64>().unwrap_or(0) - decimals })
    }

    /// The nearest float.
    pub(crate) fn to_float(&self) -> Result<Value, CallError> {
        if self.digits.sign() == Sign::NoSign {
            return Ok(Value::Float(0.0));
        }
        Ok(Value::Float(format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(0.0)))
    }

    fn scaled_to(&self, exponent: i64) -> BigInt {
        &self.digits * ten_to((self.exponent - exponent).max(0) as u64)
    }

    pub(crate) fn add(&self, other: &Decimal) -> Decimal {
        let exponent = self.exponent.min(other.exponent);
        Decimal { digits: self.scaled_to(exponent) + other.scaled_to(exponent), exponent }
    }

    pub(crate) fn sub(&self, other: &Decimal) -> Decimal {
        let exponent = self.exponent.min(other.exponent);
        Decimal { digits: self.scaled_to(exponent) - other.scaled_to(exponent), exponent }
    }

    pub(crate) fn mul(&self, other: &Decimal) -> Decimal {
        Decimal { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }

    /// The quotient, rounded half away from zero.
    pub(crate) fn div(&self, other: &Decimal) -> Result<Decimal, CallError> {
        if other.digits.sign() == Sign::NoSign {
            return Err(CallError::text("decimal division by 0"));
        }
        let shift = self.exponent - other.exponent + DIVISION_DECIMALS;
        let mut dividend = self.digits.clone();
        let mut divisor = other.digits.clone();
        if shift >= 0 {
            dividend *= ten_to(shift as u64);
        } else {
            divisor *= ten_to(shift.unsigned_abs());
        }
        let mut digits = &dividend / &divisor;
        let remainder = &dividend % &divisor;
        if remainder.magnitude() * 2u32 >= *divisor.magnitude() {
            digits += if dividend.sign() == divisor.sign() { 1 } else { -1 };
        }
        Ok(Decimal { digits, exponent: -DIVISION_DECIMALS })
    }
}
