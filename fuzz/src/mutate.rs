//! Creates input number `n` of a target: a seed, mutated a few times.

use crate::random::Random;
use crate::targets::Target;

/// Inputs do not grow beyond this.
const MOST_BYTES: usize = 64 << 10;
/// Bytes that parsers tend to mishandle.
const INTERESTING: &[u8] = b"\0\x01\t\n\r \"'\\{}[]():-,.=|&*!%@`#<>\x7f\x80\xbf\xc3\xe2\xef\xf0\xff";

/// The input. It is the same for the same seed and number, as long as the seed files do not change.
pub(crate) fn input(target: &Target, seeds: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random::new(seed, number);
    let mut bytes = random.pick(seeds).cloned().unwrap_or_default();
    for _ in 0..1 + random.below(6) {
        change(&mut bytes, &mut random, target.dictionary, seeds);
        bytes.truncate(MOST_BYTES);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, random: &mut Random, dictionary: &[&str], seeds: &[Vec<u8>]) {
    let at = random.below(bytes.len() + 1);
    match random.below(10) {
        0 => flip_bit(bytes, random),
        1 => set_byte(bytes, random),
        2 | 3 => insert(bytes, at, random.pick(dictionary).unwrap_or(&"").as_bytes()),
        4 => drop(bytes.drain(range(bytes.len(), random, 64))),
        5 => {
            let copy = bytes[range(bytes.len(), random, 64)].to_vec();
            insert(bytes, at, &copy);
        }
        6 => splice(bytes, random, seeds),
        7 => repeat(bytes, at, random, dictionary),
        8 => bytes.truncate(at),
        _ => insert(bytes, at, &[*random.pick(INTERESTING).unwrap_or(&0)]),
    }
}

fn flip_bit(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
}

fn set_byte(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte = *random.pick(INTERESTING).unwrap_or(&0);
    }
}

/// Replaces the end with the end of another seed.
fn splice(bytes: &mut Vec<u8>, random: &mut Random, seeds: &[Vec<u8>]) {
    bytes.truncate(random.below(bytes.len() + 1));
    if let Some(other) = random.pick(seeds) {
        bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
    }
}

/// Repeats a word or a piece of the text many times: this finds unbounded recursion.
fn repeat(bytes: &mut Vec<u8>, at: usize, random: &mut Random, dictionary: &[&str]) {
    let piece = if random.below(2) == 0 {
        random.pick(dictionary).unwrap_or(&"").as_bytes().to_vec()
    } else {
        bytes[range(bytes.len(), random, 16)].to_vec()
    };
    let times = [2, 3, 10, 100, 1000, 20_000][random.below(6)].min(MOST_BYTES / piece.len().max(1));
    insert(bytes, at, &piece.repeat(times));
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

fn range(len: usize, random: &mut Random, most: usize) -> std::ops::Range<usize> {
    let start = random.below(len + 1);
    start..start + random.below((len - start).min(most) + 1)
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, input};
    use crate::targets;

    #[test]
    fn follows_from_seed_and_number() {
        let seeds = vec![b"a: {b: [1, 2]}\n".to_vec(), b"{{ .Values.x }}".to_vec()];
        for target in targets::ALL {
            let all: Vec<_> = (0..500).map(|number| input(target, &seeds, 3, number)).collect();
            let again: Vec<_> = (0..500).map(|number| input(target, &seeds, 3, number)).collect();
            assert_eq!(all, again);
            assert!(all.iter().all(|bytes| bytes.len() <= MOST_BYTES));
            let mut different = all.clone();
            different.sort();
            different.dedup();
            assert!(different.len() > 300, "{} of 500 are different", different.len());
        }
    }

    #[test]
    fn works_without_seeds() {
        for number in 0..200 {
            input(&targets::ALL[0], &[], 1, number);
        }
    }
}
