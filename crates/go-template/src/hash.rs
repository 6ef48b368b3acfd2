//! A fast hash for names from charts: an attacker gains nothing from collisions.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`FastHasher`]s.
pub type FastBuild = BuildHasherDefault<FastHasher>;

/// Mixes words by rotation and multiplication.
#[derive(Default)]
pub struct FastHasher(u64);

const FACTOR: u64 = 0x517c_c1b7_2722_0a95;

impl FastHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        let mut last = [0; 8];
        let rest = chunks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    fn finish(&self) -> u64 {
        // The map takes its bucket from the low bits and its tag from the high ones; multiplication fills the high ones.
        self.0.rotate_left(26)
    }
}
