//! Shrinks a failing input.

/// Removes ever smaller pieces while `fails` stays true, in at most this many attempts.
pub(crate) fn shrink(input: Vec<u8>, attempts: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input;
    let mut left = attempts;
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        let mut smaller = false;
        while at < best.len() {
            if left == 0 {
                return best;
            }
            left -= 1;
            let end = (at + size).min(best.len());
            let candidate = [&best[..at], &best[end..]].concat();
            if fails(&candidate) {
                best = candidate;
                smaller = true;
            } else {
                at = end;
            }
        }
        // A removal succeeded at this size, so others may succeed now.
        if !smaller || size > 1 {
            size /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn leaves_what_is_needed() {
        let input = b"some words, a { here and a } there, and more".to_vec();
        let fails = |bytes: &[u8]| bytes.contains(&b'{') && bytes.contains(&b'}');
        assert_eq!(shrink(input, 10_000, fails), b"{}");
    }

    #[test]
    fn stops_when_told() {
        let mut calls = 0;
        let input = vec![0; 1000];
        let kept = shrink(input.clone(), 5, |_| {
            calls += 1;
            false
        });
        assert_eq!((kept, calls), (input, 5));
    }
}
