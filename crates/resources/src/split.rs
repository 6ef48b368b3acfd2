//! Splits a stream of YAML documents as Helm does: at lines that start with `---`.

/// The documents of a stream; blank ones are left out.
pub(crate) fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut documents = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at <= text.len() {
        let is_separator = text.get(at..).is_some_and(|rest| rest.starts_with(b"---"));
        if is_separator {
            documents.push(&text[start..at]);
            start = at + b"---".len();
        }
        match text.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\n')) {
            Some(end) => at += end + 1,
            None => break,
        }
    }
    documents.push(text.get(start..).unwrap_or_default());
    documents.retain(|document| !document.trim_ascii().is_empty());
    documents
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn separators_are_lines_that_start_with_three_dashes() {
        let cases: [(&str, &[&str]); 7] = [
            ("", &[]),
            ("a: 1\n", &["a: 1\n"]),
            ("---\na: 1\n---\nb: 2\n", &["\na: 1\n", "\nb: 2\n"]),
            ("a: 1\n---\n---\nb: 2", &["a: 1\n", "\nb: 2"]),
            ("--- # first\na: 1\n", &[" # first\na: 1\n"]),
            ("a: |\n  x\n  ---\n  y\n", &["a: |\n  x\n  ---\n  y\n"]),
            ("a: 1\n---b: 2\n", &["a: 1\n", "b: 2\n"]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = split(text.as_bytes()).iter().map(|d| std::str::from_utf8(d).unwrap()).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
