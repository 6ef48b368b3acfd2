//! DSA keys of 2048 bits with a subgroup of 256, which `genPrivateKey` still offers.

use num_bigint::BigUint;

use super::der::{self, Reader};
use super::primes::{from_limbs, has_small_factor, is_prime, to_limbs};
use super::random;

const P_BITS: u64 = 2048;

/// A private key.
pub(super) struct DsaKey {
    p: BigUint,
    q: BigUint,
    g: BigUint,
    y: BigUint,
    x: BigUint,
}

fn random_number(bytes: usize) -> Result<BigUint, String> {
    let mut buffer = vec![0; bytes];
    random(&mut buffer)?;
    Ok(BigUint::from_bytes_be(&buffer))
}

/// A random prime of 256 bits.
fn subgroup_order() -> Result<[u64; 4], String> {
    loop {
        let mut limbs: [u64; 4] = to_limbs(&random_number(32)?);
        limbs[3] |= 1 << 63;
        limbs[0] |= 1;
        if !has_small_factor(&limbs) && is_prime(limbs)? {
            return Ok(limbs);
        }
    }
}

impl DsaKey {
    /// Generates parameters and a key.
    pub(super) fn generate() -> Result<DsaKey, String> {
        let (p, q) = generate_primes()?;
        let one = BigUint::from(1u32);
        let exponent = (&p - 1u32) / &q;
        let mut h = BigUint::from(2u32);
        let g = loop {
            let g = h.modpow(&exponent, &p);
            if g != one {
                break g;
            }
            h += 1u32;
        };
        let x = loop {
            let x = random_number(32)?;
            if x.bits() > 0 && x < q {
                break x;
            }
        };
        let y = g.modpow(&x, &p);
        Ok(DsaKey { p, q, g, y, x })
    }

    /// Reads sprig's form.
    pub(super) fn parse(bytes: &[u8]) -> Result<DsaKey, String> {
        let mut key = Reader::new(bytes).sequence()?;
        key.integer()?;
        let mut number = || key.integer().map(|bytes| BigUint::from_bytes_be(&bytes));
        Ok(DsaKey { p: number()?, q: number()?, g: number()?, y: number()?, x: number()? })
    }

    /// Writes sprig's form.
    pub(super) fn to_der(&self) -> Vec<u8> {
        let mut body = der::integer(&[0]);
        for number in [&self.p, &self.q, &self.g, &self.y, &self.x] {
            body.extend(der::integer(&number.to_bytes_be()));
        }
        der::tlv(der::SEQUENCE, &body)
    }
}

/// Two primes, the smaller of which divides the larger minus one.
fn generate_primes() -> Result<(BigUint, BigUint), String> {
    loop {
        let q = from_limbs(&subgroup_order()?);
        let step = &q * 2u32;
        for _ in 0..4 * P_BITS {
            let mut start = random_number(P_BITS as usize / 8)?;
            start.set_bit(P_BITS - 1, true);
            let p = &start - (&start % &step) + 1u32;
            if p.bits() != P_BITS {
                continue;
            }
            let limbs: [u64; 32] = to_limbs(&p);
            if !has_small_factor(&limbs) && is_prime(limbs)? {
                return Ok((p, q));
            }
        }
    }
}
