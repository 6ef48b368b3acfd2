//! SHA3-224 (FIPS 202), which names the locks.

const ROUNDS: [u64; 24] = [
    0x0000000000000001,
    0x0000000000008082,
    0x800000000000808a,
    0x8000000080008000,
    0x000000000000808b,
    0x0000000080000001,
    0x8000000080008081,
    0x8000000000008009,
    0x000000000000008a,
    0x0000000000000088,
    0x0000000080008009,
    0x000000008000000a,
    0x000000008000808b,
    0x800000000000008b,
    0x8000000000008089,
    0x8000000000008003,
    0x8000000000008002,
    0x8000000000000080,
    0x000000000000800a,
    0x800000008000000a,
    0x8000000080008081,
    0x8000000000008080,
    0x0000000080000001,
    0x8000000080008008,
];
/// Bytes taken in at a time.
const RATE: usize = 144;
const LENGTH: usize = 28;

/// The hash in lower-case hex.
pub(super) fn sha3_224(input: &[u8]) -> String {
    let mut padded = input.to_vec();
    padded.push(0x06);
    padded.resize(padded.len().next_multiple_of(RATE), 0);
    if let Some(last) = padded.last_mut() {
        *last |= 0x80;
    }
    let mut state = [0u64; 25];
    for block in padded.chunks_exact(RATE) {
        for (at, byte) in block.iter().enumerate() {
            state[at / 8] ^= u64::from(*byte) << (8 * (at % 8));
        }
        permute(&mut state);
    }
    (0..LENGTH).map(|at| format!("{:02x}", (state[at / 8] >> (8 * (at % 8))) as u8)).collect()
}

/// Keccak-f[1600]; the lane (x, y) is at x + 5y.
fn permute(state: &mut [u64; 25]) {
    for constant in ROUNDS {
        let column = |x: usize| (0..5).fold(0, |sum, y| sum ^ state[x + 5 * y]);
        let columns: [u64; 5] = std::array::from_fn(column);
        for (at, lane) in state.iter_mut().enumerate() {
            *lane ^= columns[(at + 4) % 5] ^ columns[(at % 5 + 1) % 5].rotate_left(1);
        }
        let moved = rotate_and_move(state);
        for at in 0..25 {
            let row = at / 5 * 5;
            state[at] = moved[at] ^ (!moved[row + (at + 1 - row) % 5] & moved[row + (at + 2 - row) % 5]);
        }
        state[0] ^= constant;
    }
}

fn rotate_and_move(state: &[u64; 25]) -> [u64; 25] {
    let mut moved = [0u64; 25];
    moved[0] = state[0];
    let (mut x, mut y) = (1, 0);
    for step in 0..24u32 {
        let turn = (step + 1) * (step + 2) / 2 % 64;
        let (to_x, to_y) = (y, (2 * x + 3 * y) % 5);
        moved[to_x + 5 * to_y] = state[x + 5 * y].rotate_left(turn);
        (x, y) = (to_x, to_y);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::sha3_224;

    #[test]
    fn known_hashes() {
        // FIPS 202, and what a real Nelm wrote.
        assert_eq!(sha3_224(b""), "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7");
        assert_eq!(sha3_224(b"abc"), "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf");
        assert_eq!(sha3_224(b"release/test"), "e4e2b16fed3f84806237c305e584ea8f0a2e7006d19cd9a5bcadce16");
        assert_eq!(sha3_224(b"release/bad"), "be96d960c686715bc310fa9edb7b299ec488e195d54da909c9068f5e");
    }

    #[test]
    fn every_length_around_a_block() {
        let hashes: std::collections::BTreeSet<String> = (140..150).map(|n| sha3_224(&vec![b'a'; n])).collect();
        assert_eq!(hashes.len(), 10);
        // Two blocks: of 200 bytes 0xa3, as NIST's examples have it.
        assert_eq!(sha3_224(&[0xa3; 200]), "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0");
    }
}
