//! Random primes of 1024 and 2048 bits.

use std::sync::LazyLock;

use num_bigint::BigUint;

use super::montgomery::Modulus;
use super::random;

/// Odd primes to sieve with.
static SMALL_PRIMES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    const LIMIT: usize = 1 << 14;
    let mut composite = vec![false; LIMIT];
    let mut primes = Vec::new();
    for n in (3..LIMIT).step_by(2) {
        if !composite[n] {
            primes.push(n as u64);
            (n * n..LIMIT).step_by(2 * n).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
});

/// Odd numbers above a random start that are looked at before another start is drawn.
const SPAN: usize = 2048;

/// Rounds with random bases, after one with base 2: an error is less likely than 2^-100 at these sizes.
const ROUNDS: usize = 5;

fn remainder(limbs: &[u64], divisor: u64) -> u64 {
    let step = |rest: u64, half: u64| (rest << 32 | half) % divisor;
    limbs.iter().rev().fold(0, |rest, limb| step(step(rest, limb >> 32), limb & 0xffff_ffff))
}

/// Tells whether an odd number passes the test for primes.
pub(super) fn is_prime<const N: usize>(limbs: [u64; N]) -> Result<bool, String> {
    let modulus = Modulus::new(limbs);
    if !modulus.may_be_prime(None) {
        return Ok(false);
    }
    for _ in 0..ROUNDS {
        // Any base below the modulus will do, whose top limb is full.
        let mut base = random_limbs()?;
        base[N - 1] >>= 1;
        if !modulus.may_be_prime(Some(&base)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tells whether a number of the size of `N` limbs has no small factor.
pub(super) fn has_small_factor<const N: usize>(limbs: &[u64; N]) -> bool {
    SMALL_PRIMES.iter().any(|prime| remainder(limbs, *prime) == 0)
}

fn random_limbs<const N: usize>() -> Result<[u64; N], String> {
    let mut limbs = [0; N];
    for limb in &mut limbs {
        let mut bytes = [0; 8];
        random(&mut bytes)?;
        *limb = u64::from_le_bytes(bytes);
    }
    Ok(limbs)
}

/// A random prime with its two highest bits set, such that `avoided` does not divide it minus one.
pub(super) fn random_prime<const N: usize>(avoided: u64) -> Result<BigUint, String> {
    loop {
        let mut start: [u64; N] = random_limbs()?;
        start[N - 1] |= 0b11 << 62;
        start[0] |= 1;
        for offset in sieve(&start) {
            let mut candidate = start;
            let mut carry = offset;
            for limb in &mut candidate {
                let (sum, overflow) = limb.overflowing_add(carry);
                *limb = sum;
                carry = u64::from(overflow);
            }
            if carry == 0 && remainder(&candidate, avoided) != 1 && is_prime(candidate)? {
                return Ok(from_limbs(&candidate));
            }
        }
    }
}

/// Offsets from a start at which no small prime divides.
fn sieve(start: &[u64]) -> Vec<u64> {
    let mut composite = [false; SPAN];
    for &prime in SMALL_PRIMES.iter() {
        // The first odd offset, halved, at which the prime divides.
        let missing = (prime - remainder(start, prime)) % prime;
        let first = if missing.is_multiple_of(2) { missing / 2 } else { (missing + prime) / 2 };
        composite.iter_mut().skip(first as usize).step_by(prime as usize).for_each(|slot| *slot = true);
    }
    (0..SPAN).filter(|at| !composite[*at]).map(|at| 2 * at as u64).collect()
}

pub(super) fn from_limbs(limbs: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
}

/// The limbs of a number that fits them.
pub(super) fn to_limbs<const N: usize>(number: &BigUint) -> [u64; N] {
    let mut limbs = [0; N];
    for (limb, digit) in limbs.iter_mut().zip(number.iter_u64_digits()) {
        *limb = digit;
    }
    limbs
}
