//! Pseudo-random numbers from a seed (SplitMix64).

pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// An independent sequence for each pair.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut random = Self { state: seed };
        random.state = random.next() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to but not including `end`; 0 if that is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }

    /// An item of the list, if it is not empty.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}
