//! Go's `filepath.Match`: `*` and `?` stop at `/`, classes in brackets, backslash escapes.

/// Whether the pattern can be used at all.
pub(crate) fn is_valid(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '\\' => match rest.chars().next() {
                Some(escaped) => rest = &rest[escaped.len_utf8()..],
                None => return false,
            },
            '[' => match read_class(rest) {
                Some((_, after)) => rest = after,
                None => return false,
            },
            _ => {}
        }
    }
    true
}

/// Whether the whole name matches. A malformed pattern matches nothing.
pub fn matches(pattern: &str, name: &str) -> bool {
    // Most patterns are a name or a star and an ending.
    if is_literal(pattern) {
        return pattern == name;
    }
    if let Some(ending) = pattern.strip_prefix('*').filter(|ending| is_literal(ending)) {
        return name.strip_suffix(ending).is_some_and(|start| !start.contains('/'));
    }
    // Only the last star needs to be tried again: what stood before it has matched already.
    let (mut pattern, mut name) = (pattern, name);
    let mut retry: Option<(&str, &str)> = None;
    loop {
        if let Some(after) = pattern.strip_prefix('*') {
            retry = Some((after, name));
            pattern = after;
            continue;
        }
        let step = if pattern.is_empty() { name.is_empty().then_some(("", "")) } else { match_one(pattern, name) };
        match step {
            Some(_) if pattern.is_empty() => return true,
            Some((next_pattern, next_name)) => (pattern, name) = (next_pattern, next_name),
            None => {
                let Some((after, from)) = retry else { return false };
                let Some(skipped) = from.chars().next().filter(|&ch| ch != '/') else { return false };
                let from = &from[skipped.len_utf8()..];
                retry = Some((after, from));
                (pattern, name) = (after, from);
            }
        }
    }
}

/// Whether every character stands for itself.
fn is_literal(pattern: &str) -> bool {
    !pattern.bytes().any(|b| matches!(b, b'*' | b'?' | b'[' | b'\\'))
}

/// Matches one item of the pattern (no star) against one character: what is left of both.
fn match_one<'p, 'n>(pattern: &'p str, name: &'n str) -> Option<(&'p str, &'n str)> {
    let ch = name.chars().next()?;
    let after_name = &name[ch.len_utf8()..];
    let first = pattern.chars().next()?;
    let rest = &pattern[first.len_utf8()..];
    match first {
        '?' => (ch != '/').then_some((rest, after_name)),
        '[' => {
            let (class, after) = read_class(rest)?;
            (class.contains(ch)).then_some((after, after_name))
        }
        '\\' => {
            let escaped = rest.chars().next()?;
            (escaped == ch).then(|| (&rest[escaped.len_utf8()..], after_name))
        }
        literal => (literal == ch).then_some((rest, after_name)),
    }
}

struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    fn contains(&self, ch: char) -> bool {
        self.ranges.iter().any(|&(low, high)| low <= ch && ch <= high) != self.negated
    }
}

/// Reads a class after its `[`: the class and what follows its `]`.
fn read_class(text: &str) -> Option<(Class, &str)> {
    let negated = text.starts_with('^');
    let mut rest = text.strip_prefix('^').unwrap_or(text);
    let mut ranges = Vec::new();
    loop {
        if !ranges.is_empty()
            && let Some(after) = rest.strip_prefix(']')
        {
            return Some((Class { negated, ranges }, after));
        }
        let (low, after) = read_class_char(rest)?;
        rest = after;
        let mut high = low;
        if let Some(after) = rest.strip_prefix('-') {
            (high, rest) = read_class_char(after)?;
        }
        ranges.push((low, high));
    }
}

fn read_class_char(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let ch = match chars.next()? {
        '-' | ']' => return None,
        '\\' => chars.next()?,
        ch => ch,
    };
    let rest = chars.as_str();
    (!rest.is_empty()).then_some((ch, rest))
}

#[cfg(test)]
mod tests {
    use super::matches;

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
