//! Finds the name that was probably meant, for every "did you mean".

/// Longer words are not typos, and comparing them takes long.
const LONGEST: usize = 200;

/// The candidate closest to a word, if it is close enough to be a typo. Ignores case.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1) + 1;
    candidates
        .into_iter()
        .filter(|candidate| word.len() <= LONGEST && candidate.len() <= LONGEST)
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The edit distance of two words (insert, delete, replace, swap neighbours). Ignores case.
pub fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(&one.to_lowercase(), &other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_typos() {
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
