//! Paths as Go's `path/filepath` treats them: cleaning and pattern matching.

/// Removes `.`, `..` and doubled slashes where that needs no look at the disk.
pub(crate) fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_string(),
        (false, false) => parts.join("/"),
    }
}

/// Does a path match a pattern with `*`, `?`, `[a-z]` and `\`? None of them matches a slash. A malformed pattern matches nothing.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let path: Vec<char> = path.chars().collect();
    // Where the last star was, and how much it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    let (mut p, mut s) = (0, 0);
    loop {
        if pattern.get(p) == Some(&'*') {
            star = Some((p + 1, s));
            p += 1;
            continue;
        }
        if p == pattern.len() && s == path.len() {
            return true;
        }
        match path.get(s).and_then(|&c| match_one(&pattern[p..], c)) {
            Some(used) => {
                p += used;
                s += 1;
            }
            None => match star {
                Some((after, taken)) if path.get(taken).is_some_and(|&c| c != '/') => {
                    star = Some((after, taken + 1));
                    p = after;
                    s = taken + 1;
                }
                _ => return false,
            },
        }
    }
}

/// Matches one character; the length of pattern used.
fn match_one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['?', ..] => (c != '/').then_some(1),
        ['[', rest @ ..] => match_class(rest, c).map(|used| used + 1),
        ['\\', literal, ..] => (*literal == c).then_some(2),
        ['\\'] | [] => None,
        [literal, ..] => (*literal == c).then_some(1),
    }
}

fn match_class(pattern: &[char], c: char) -> Option<usize> {
    let negated = pattern.first() == Some(&'^');
    let mut at = usize::from(negated);
    let (mut found, mut ranges) = (false, 0);
    loop {
        if pattern.get(at) == Some(&']') && ranges > 0 {
            return (found != negated).then_some(at + 1);
        }
        let (low, used) = class_char(&pattern[at.min(pattern.len())..])?;
        at += used;
        let mut high = low;
        if pattern.get(at) == Some(&'-') {
            let (end, used) = class_char(&pattern[at + 1..])?;
            high = end;
            at += used + 1;
        }
        found |= low <= c && c <= high;
        ranges += 1;
    }
}

fn class_char(pattern: &[char]) -> Option<(char, usize)> {
    match pattern {
        ['\\', c, ..] => Some((*c, 2)),
        ['\\' | '-' | ']', ..] | [] => None,
        [c, ..] => Some((*c, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::{clean, matches};

    #[test]
    fn cleans_as_go() {
        for (path, want) in
            [("", "."), ("a//b/./c/..", "a/b"), ("/../a", "/a"), ("../../a", "../../a"), ("/", "/"), ("a/..", ".")]
        {
            assert_eq!(clean(path), want, "{path}");
        }
    }

    #[test]
    fn matches_as_go() {
        for (pattern, path, want) in [
            ("templates/*.yaml", "templates/a.yaml", true),
            ("templates/*", "templates/a/b.yaml", false),
            ("*/*/b.yaml", "templates/a/b.yaml", true),
            ("templates/?.yaml", "templates/a.yaml", true),
            ("templates/[a-c].yaml", "templates/b.yaml", true),
            ("templates/[^a-c].yaml", "templates/b.yaml", false),
            ("templates/[].yaml", "templates/].yaml", false),
            ("a\\*b", "a*b", true),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxbyy", false),
            ("", "", true),
            ("*", "", true),
            ("a[", "a", false),
        ] {
            assert_eq!(matches(pattern, path), want, "{pattern} {path}");
        }
    }
}
