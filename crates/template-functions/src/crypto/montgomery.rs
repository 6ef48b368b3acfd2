//! Powers modulo an odd number of a fixed size, fast enough to search primes.

/// An odd modulus of `N` limbs of 64 bits, the lowest first.
pub(super) struct Modulus<const N: usize> {
    limbs: [u64; N],
    /// Minus the inverse of the lowest limb.
    inverse: u64,
    /// 2^(64 N), the form that 1 takes here.
    one: [u64; N],
    /// The square of that, which brings numbers into this form.
    square: [u64; N],
}

/// Bits of the exponent looked at together.
const WINDOW: usize = 5;

fn multiply_add(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(a) * u128::from(b) + u128::from(sum) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

fn subtract<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
    let mut out = [0; N];
    let mut borrow = false;
    for i in 0..N {
        let (difference, first) = a[i].overflowing_sub(b[i]);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        out[i] = difference;
        borrow = first | second;
    }
    (out, borrow)
}

impl<const N: usize> Modulus<N> {
    /// Prepares a modulus, which must be odd.
    pub(super) fn new(limbs: [u64; N]) -> Modulus<N> {
        // Newton's iteration doubles the bits that are right.
        let mut inverse = 1u64;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(limbs[0].wrapping_mul(inverse)));
        }
        let mut modulus = Modulus { limbs, inverse: inverse.wrapping_neg(), one: [0; N], square: [0; N] };
        let mut power = [0; N];
        power[0] = 1;
        for doubling in 1..=128 * N {
            power = modulus.double(&power);
            if doubling == 64 * N {
                modulus.one = power;
            }
        }
        modulus.square = power;
        modulus
    }

    fn double(&self, a: &[u64; N]) -> [u64; N] {
        let mut out = [0; N];
        let mut carry = 0;
        for i in 0..N {
            out[i] = a[i] << 1 | carry;
            carry = a[i] >> 63;
        }
        self.reduce(out, carry)
    }

    /// Subtracts the modulus once where the number, with a carry above it, is not below it.
    fn reduce(&self, a: [u64; N], carry: u64) -> [u64; N] {
        let (reduced, borrow) = subtract(&a, &self.limbs);
        if carry != 0 || !borrow { reduced } else { a }
    }

    /// Multiplies two numbers of this form.
    fn multiply(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let mut sum = [0; N];
        let mut top = 0u64;
        for &factor in b {
            let mut carry = 0;
            for j in 0..N {
                (sum[j], carry) = multiply_add(sum[j], a[j], factor, carry);
            }
            let (high, overflow) = top.overflowing_add(carry);
            let quotient = sum[0].wrapping_mul(self.inverse);
            (_, carry) = multiply_add(sum[0], quotient, self.limbs[0], 0);
            for j in 1..N {
                (sum[j - 1], carry) = multiply_add(sum[j], quotient, self.limbs[j], carry);
            }
            let (last, second) = high.overflowing_add(carry);
            sum[N - 1] = last;
            top = u64::from(overflow) + u64::from(second);
        }
        self.reduce(sum, top)
    }

    /// Squares a number of this form: the products of different limbs are needed once only.
    fn square_of(&self, a: &[u64; N]) -> [u64; N] {
        let mut halves = [[0u64; N]; 2];
        let wide = halves.as_flattened_mut();
        for i in 0..N {
            let mut carry = 0;
            for (sum, b) in wide[2 * i + 1..i + N].iter_mut().zip(&a[i + 1..]) {
                (*sum, carry) = multiply_add(*sum, a[i], *b, carry);
            }
            wide[i + N] = carry;
        }
        let (mut shifted_out, mut carry) = (0, 0);
        for (i, pair) in wide.chunks_exact_mut(2).enumerate() {
            let (low, high) = (pair[0] << 1 | shifted_out, pair[1] << 1 | pair[0] >> 63);
            shifted_out = pair[1] >> 63;
            let square = u128::from(a[i]) * u128::from(a[i]);
            let low = u128::from(low) + u128::from(square as u64) + carry;
            let high = u128::from(high) + (square >> 64) + (low >> 64);
            (pair[0], pair[1], carry) = (low as u64, high as u64, high >> 64);
        }
        let mut top = false;
        for i in 0..N {
            let quotient = wide[i].wrapping_mul(self.inverse);
            let mut carry = 0;
            for (sum, limb) in wide[i..i + N].iter_mut().zip(&self.limbs) {
                (*sum, carry) = multiply_add(*sum, quotient, *limb, carry);
            }
            let (sum, first) = wide[i + N].overflowing_add(carry);
            let (sum, second) = sum.overflowing_add(u64::from(top));
            wide[i + N] = sum;
            top = first | second;
        }
        let [_, high] = halves;
        self.reduce(high, u64::from(top))
    }

    /// Raises two to a power, by doubling instead of multiplying.
    fn power_of_two(&self, exponent: &[u64; N]) -> [u64; N] {
        let mut result = self.one;
        for at in (0..64 * N).rev() {
            result = self.square_of(&result);
            if exponent[at / 64] >> (at % 64) & 1 == 1 {
                result = self.double(&result);
            }
        }
        result
    }

    /// Raises a number below the modulus to a power; the result stays in this form.
    fn power(&self, base: &[u64; N], exponent: &[u64; N]) -> [u64; N] {
        let base = self.multiply(base, &self.square);
        let mut table = [self.one; 1 << WINDOW];
        for i in 1..table.len() {
            table[i] = self.multiply(&table[i - 1], &base);
        }
        let bit = |at: usize| exponent.get(at / 64).map_or(0, |limb| limb >> (at % 64) & 1) as usize;
        let mut result = self.one;
        for window in (0..(64 * N).div_ceil(WINDOW)).rev() {
            for _ in 0..WINDOW {
                result = self.square_of(&result);
            }
            let index = (0..WINDOW).rev().fold(0, |index, i| index << 1 | bit(window * WINDOW + i));
            result = self.multiply(&result, &table[index]);
        }
        result
    }

    /// One round of Miller and Rabin, with base 2 where none is given: tells whether the modulus may be a prime.
    pub(super) fn may_be_prime(&self, base: Option<&[u64; N]>) -> bool {
        let mut even = self.limbs;
        even[0] &= !1;
        let twos = trailing_zeros(&even);
        let (minus_one, _) = subtract(&self.limbs, &self.one);
        let exponent = shifted(&even, twos);
        let mut x = match base {
            Some(base) => self.power(base, &exponent),
            None => self.power_of_two(&exponent),
        };
        if x == self.one || x == minus_one {
            return true;
        }
        for _ in 1..twos {
            x = self.square_of(&x);
            if x == minus_one {
                return true;
            }
        }
        false
    }
}

fn trailing_zeros(limbs: &[u64]) -> usize {
    match limbs.iter().position(|limb| *limb != 0) {
        Some(at) => at * 64 + limbs[at].trailing_zeros() as usize,
        None => 0,
    }
}

fn shifted<const N: usize>(limbs: &[u64; N], bits: usize) -> [u64; N] {
    let mut out = [0; N];
    let (skip, shift) = (bits / 64, bits % 64);
    for i in skip..N {
        let high = if shift > 0 && i + 1 < N { limbs[i + 1] << (64 - shift) } else { 0 };
        out[i - skip] = limbs[i] >> shift | high;
    }
    out
}
