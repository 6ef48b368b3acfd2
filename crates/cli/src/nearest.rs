//! The name that was probably meant.

/// The candidate closest to a word, where one is close enough to be a slip of the fingers.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer words are no slips, and comparing them takes long.
    const LONGEST: usize = 200;
    let limit = (word.chars().count() / 3).max(1) + 1;
    candidates
        .into_iter()
        .filter(|candidate| word.len() <= LONGEST && candidate.len() <= LONGEST)
        .filter(|candidate| candidate.chars().count().abs_diff(word.chars().count()) <= limit)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words, case not counted.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            let mut best = (row[j - 1] + usize::from(!same)).min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips() {
        for (word, candidates, want) in [
            ("image", &["images", "imagePullPolicy"][..], Some("images")),
            ("imgae", &["image", "name"], Some("image")),
            ("temlate", &["template", "chart"], Some("template")),
            ("Image", &["image"], Some("image")),
            ("replicas", &["service", "ingress"], None),
            ("x", &["tag", "repository"], None),
        ] {
            assert_eq!(nearest(word, candidates.iter().copied()), want, "{word}");
        }
    }
}
