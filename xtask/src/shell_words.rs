//! Splits a line of a case file into words as a POSIX shell does, without expansions.

/// Splits at blanks. `'…'` is literal; in `"…"` only `\"` and `\\` are escapes; elsewhere a backslash escapes the next
/// character.
pub(crate) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match c {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => single_quoted(&mut rest, word.get_or_insert_default())?,
            '"' => double_quoted(&mut rest, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().extend(rest.next()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

fn single_quoted(rest: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    for c in rest {
        if c == '\'' {
            return Ok(());
        }
        word.push(c);
    }
    Err("a single quote is not closed".to_owned())
}

fn double_quoted(rest: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    while let Some(c) = rest.next() {
        match c {
            '"' => return Ok(()),
            '\\' => match rest.next() {
                Some(c @ ('"' | '\\')) => word.push(c),
                Some(c) => word.extend(['\\', c]),
                None => break,
            },
            other => word.push(other),
        }
    }
    Err("a double quote is not closed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn splits_as_a_shell() {
        let table: [(&str, &[&str]); 8] = [
            ("", &[]),
            ("  a  b\t", &["a", "b"]),
            ("--set 'a=b c'", &["--set", "a=b c"]),
            (r#"x"y z"w"#, &["xy zw"]),
            (r#""\"\\\n""#, &[r#""\\n"#]),
            (r"a\ b\\", &[r"a b\"]),
            ("'' \"\"", &["", ""]),
            (r"'a\'b", &[r"a\b"]),
        ];
        for (line, words) in table {
            assert_eq!(split(line).unwrap_or_default(), words, "{line}");
        }
        assert!(split("'a").is_err());
        assert!(split("\"a").is_err());
    }
}
