//! Suggestions for mistyped words.

/// The closest of the words, if it is close enough or contained in what was typed. Annotations share long prefixes, so
/// fewer edits are allowed than elsewhere.
pub(super) fn nearest<'w>(typed: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let typed = typed.to_lowercase();
    if typed.is_empty() {
        return None;
    }
    let close = |word: &'w str| {
        let distance = skeg_nearest::distance(&typed, word);
        let plain = word.to_lowercase();
        let is_part = typed.len() > 2 && (typed.contains(&plain) || plain.contains(&typed));
        (is_part || distance <= 1 + word.len() / 12).then_some((distance, word))
    };
    words.into_iter().filter_map(close).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
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
