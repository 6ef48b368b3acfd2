//! RSA keys: generating, reading, writing and signing with them.

use num_bigint::BigUint;

use super::der::{self, Reader};
use super::primes::random_prime;
use super::random;

const EXPONENT: u64 = 65_537;

/// The start of what PKCS#1 signs for SHA-256: the algorithm and the length of the digest.
const SHA256_PREFIX: &[u8] =
    &[0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20];

/// A private key of two primes.
#[derive(Clone)]
pub(super) struct RsaKey {
    n: BigUint,
    e: BigUint,
    d: BigUint,
    p: BigUint,
    q: BigUint,
}

impl RsaKey {
    /// Generates a key of `2 * 64 * N` bits.
    pub(super) fn generate<const N: usize>() -> Result<RsaKey, String> {
        loop {
            let (p, q) = std::thread::scope(|scope| {
                let first = scope.spawn(|| random_prime::<N>(EXPONENT));
                let second = random_prime::<N>(EXPONENT);
                let first = first.join().unwrap_or_else(|_| Err("prime search failed".to_string()));
                first.and_then(|p| second.map(|q| (p, q)))
            })?;
            if p == q {
                continue;
            }
            // The larger first, as most software writes it.
            let (p, q) = if p > q { (p, q) } else { (q, p) };
            let (a, b) = (&p - 1u32, &q - 1u32);
            let e = BigUint::from(EXPONENT);
            let totient = &a * &b / gcd(a, b);
            if let Some(d) = e.modinv(&totient) {
                return Ok(RsaKey { n: &p * &q, e, d, p, q });
            }
        }
    }

    /// Reads a PKCS#1 private key.
    pub(super) fn parse(bytes: &[u8]) -> Result<RsaKey, String> {
        let mut key = Reader::new(bytes).sequence()?;
        if key.integer()? != [0] {
            return Err("x509: unsupported private key version".to_string());
        }
        let mut number = || key.integer().map(|bytes| BigUint::from_bytes_be(&bytes));
        let key = RsaKey { n: number()?, e: number()?, d: number()?, p: number()?, q: number()? };
        let one = BigUint::from(1u32);
        if key.p <= one || key.q <= one || &key.p * &key.q != key.n || key.e <= one {
            return Err("crypto/rsa: invalid prime factors".to_string());
        }
        let inverse_of = |prime: &BigUint| (&key.e * &key.d) % (prime - 1u32) == one;
        if key.coefficient().is_none() || !inverse_of(&key.p) || !inverse_of(&key.q) {
            return Err("crypto/rsa: invalid exponents".to_string());
        }
        Ok(key)
    }

    fn coefficient(&self) -> Option<BigUint> {
        self.q.modinv(&self.p)
    }

    /// Writes a PKCS#1 private key.
    pub(super) fn to_der(&self) -> Vec<u8> {
        let (dp, dq) = (&self.d % (&self.p - 1u32), &self.d % (&self.q - 1u32));
        let coefficient = self.coefficient().unwrap_or_default();
        let numbers = [&self.n, &self.e, &self.d, &self.p, &self.q, &dp, &dq, &coefficient];
        let mut body = der::integer(&[0]);
        numbers.iter().for_each(|number| body.extend(der::integer(&number.to_bytes_be())));
        der::tlv(der::SEQUENCE, &body)
    }

    /// Writes the public key.
    pub(super) fn public_der(&self) -> Vec<u8> {
        der::sequence(&[&der::integer(&self.n.to_bytes_be()), &der::integer(&self.e.to_bytes_be())])
    }

    /// Signs a SHA-256 digest as PKCS#1 v1.5 says.
    pub(super) fn sign(&self, digest: &[u8]) -> Result<Vec<u8>, String> {
        let size = self.n.bits().div_ceil(8) as usize;
        let payload = [SHA256_PREFIX, digest].concat();
        let Some(padding) = size.checked_sub(payload.len() + 3).filter(|padding| *padding >= 8) else {
            return Err("crypto/rsa: message too long for RSA key size".to_string());
        };
        let message = [&[0, 1], &vec![0xff; padding][..], &[0], &payload[..]].concat();
        let signature = self.private_power(&BigUint::from_bytes_be(&message))?.to_bytes_be();
        Ok([vec![0; size - signature.len()], signature].concat())
    }

    /// Raises to the private exponent, blinded so that time tells nothing of it.
    fn private_power(&self, message: &BigUint) -> Result<BigUint, String> {
        let mut bytes = vec![0; self.n.to_bytes_be().len()];
        random(&mut bytes)?;
        let blind = BigUint::from_bytes_be(&bytes) % &self.n;
        let unblind = blind.modinv(&self.n).ok_or("crypto/rsa: internal error")?;
        let blinded = message * blind.modpow(&self.e, &self.n) % &self.n;
        let (p1, q1) = (&self.p - 1u32, &self.q - 1u32);
        let of_p = (&blinded % &self.p).modpow(&(&self.d % p1), &self.p);
        let of_q = (&blinded % &self.q).modpow(&(&self.d % q1), &self.q);
        let coefficient = self.coefficient().ok_or("crypto/rsa: internal error")?;
        let h = (&of_p + &self.p - &of_q % &self.p) * coefficient % &self.p;
        let power = of_q + h * &self.q;
        if power.modpow(&self.e, &self.n) != blinded {
            return Err("crypto/rsa: internal error: signing failed".to_string());
        }
        Ok(power * unblind % &self.n)
    }
}

fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b.bits() > 0 {
        (a, b) = (b.clone(), a % b);
    }
    a
}
