//! The word that someone who mistyped one likely meant.

/// The closest of the words, where one is close.
pub(super) fn nearest<'w>(typed: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let typed = typed.to_lowercase();
    if typed.is_empty() {
        return None;
    }
    let close = |word: &'w str| {
        let plain = word.to_lowercase();
        let distance = distance(&typed, &plain);
        let is_part = typed.len() > 2 && (typed.contains(&plain) || plain.contains(&typed));
        (is_part || distance <= 1 + plain.len() / 12).then_some((distance, word))
    };
    words.into_iter().filter_map(close).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// How many letters must be changed, added, dropped or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn close_words_are_found_and_others_are_not() {
        let words = ["succeeded", "failed", "before-creation", "before-creation-if-immutable"];
        let cases = [
            ("succeded", Some("succeeded")),
            ("hook-failed", Some("failed")),
            ("before-creatoin", Some("before-creation")),
            ("Failed", Some("failed")),
            ("never", None),
            ("", None),
        ];
        for (typed, expected) in cases {
            assert_eq!(nearest(typed, words), expected, "{typed}");
        }
    }
}
