//! A little chance for pauses and lock ids: enough to differ from others, no more.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Seeded by the operating system at each call.
pub(crate) fn bits() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// In 0..1.
pub(crate) fn fraction() -> f64 {
    (bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// A UUID of version 4.
pub(crate) fn uuid() -> String {
    let (high, low) = (bits(), bits());
    let (high, low) = (high & !0xf000 | 0x4000, low & !(0b11 << 62) | (0b10 << 62));
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn uuids_have_their_form_and_differ() {
        let (one, other) = (super::uuid(), super::uuid());
        assert_ne!(one, other);
        let lengths: Vec<usize> = one.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&one[14..15], "4");
        assert!("89ab".contains(&one[19..20]), "{one}");
    }

    #[test]
    fn fractions_stay_below_one() {
        assert!((0..1000).map(|_| super::fraction()).all(|chance| (0.0..1.0).contains(&chance)));
    }
}
