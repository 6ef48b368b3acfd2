//! Lists in the text of an annotation: a JSON array, YAML's `[a, b]`, or items separated by commas.

/// The items of a list; none if the text is blank.
///
/// Commas inside of quotes and braces do not separate items: `{.items[?(@.a == "x, y")]} == 1` is one item.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_list(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    let (inside, is_bracketed) = match text.strip_prefix('[') {
        Some(inside) => (inside, true),
        None => (text, false),
    };
    let mut list = Reader { rest: inside, is_bracketed };
    let mut items = Vec::new();
    loop {
        list.skip_space();
        let is_empty = items.is_empty();
        if is_bracketed && list.take(']') {
            return list.end(items);
        }
        if !is_bracketed && list.rest.is_empty() && is_empty {
            return Ok(items);
        }
        items.push(list.item()?);
        list.skip_space();
        if list.take(',') {
            continue;
        }
        if is_bracketed && list.take(']') {
            return list.end(items);
        }
        return match list.rest.chars().next() {
            None if is_bracketed => Err("the bracket at the start is not closed".to_string()),
            None => Ok(items),
            Some(next) => Err(format!("there is {next:?} where a comma is expected")),
        };
    }
}

struct Reader<'a> {
    rest: &'a str,
    is_bracketed: bool,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn end(&self, items: Vec<String>) -> Result<Vec<String>, String> {
        match self.rest.trim().is_empty() {
            true => Ok(items),
            false => Err("something follows the closing bracket".to_string()),
        }
    }

    fn item(&mut self) -> Result<String, String> {
        let item = match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            _ => self.plain()?,
        };
        if item.trim().is_empty() {
            return Err("an item is empty".to_string());
        }
        Ok(item)
    }

    /// A quoted text: in double quotes with JSON's escapes, in single quotes with `''` for a quote.
    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut found = String::new();
        let mut characters = self.rest[1..].chars();
        loop {
            match characters.next() {
                None => return Err(NOT_CLOSED.to_string()),
                Some('\\') if quote == '"' => found.push(escaped(&mut characters)?),
                Some(character) if character != quote => found.push(character),
                Some(_) if quote == '\'' && characters.as_str().starts_with('\'') => {
                    characters.next();
                    found.push('\'');
                }
                Some(_) => break,
            }
        }
        self.rest = characters.as_str();
        Ok(found)
    }

    /// The text up to the next comma or closing bracket outside of quotes and braces.
    fn plain(&mut self) -> Result<String, String> {
        let mut braces = 0usize;
        let mut quote = None;
        let mut before = ' ';
        let mut end = self.rest.len();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match (quote, character) {
                (Some(_), '\\') => {
                    characters.next();
                }
                (Some(open), _) => quote = quote.filter(|_| character != open),
                // An apostrophe as in "it's" does not start a quoted text.
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(character),
                (None, '{') => braces += 1,
                (None, '}') => braces = braces.saturating_sub(1),
                (None, '\n') => return Err("an item goes over more than one line".to_string()),
                (None, '[') if braces == 0 && self.is_bracketed => {
                    return Err("an item is a list itself".to_string());
                }
                (None, ',') if braces == 0 => {
                    end = at;
                    break;
                }
                (None, ']') if braces == 0 && self.is_bracketed => {
                    end = at;
                    break;
                }
                _ => {}
            }
            before = character;
        }
        match (quote, braces) {
            (Some(_), _) => return Err(NOT_CLOSED.to_string()),
            (None, 1..) => return Err("a brace is not closed".to_string()),
            (None, 0) => {}
        }
        let (item, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(item.trim_end().to_string())
    }
}

const NOT_CLOSED: &str = "a quote is not closed";

/// The character for an escape in double quotes, after the backslash.
fn escaped(characters: &mut std::str::Chars<'_>) -> Result<char, String> {
    let character = characters.next().ok_or(NOT_CLOSED)?;
    Ok(match character {
        '"' | '\\' | '/' => character,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let wrong = || "\\u is not followed by the four digits of a character".to_string();
            let first = four_digits(characters).ok_or_else(wrong)?;
            let code = match first {
                // The first half of a surrogate pair.
                0xD800..=0xDBFF => {
                    let rest = characters.as_str().strip_prefix("\\u").ok_or_else(wrong)?;
                    *characters = rest.chars();
                    let second = four_digits(characters).filter(|it| (0xDC00..=0xDFFF).contains(it));
                    0x10000 + ((first - 0xD800) << 10) + (second.ok_or_else(wrong)? - 0xDC00)
                }
                code => code,
            };
            char::from_u32(code).ok_or_else(wrong)?
        }
        other => return Err(format!("\\{other} means nothing between double quotes")),
    })
}

fn four_digits(characters: &mut std::str::Chars<'_>) -> Option<u32> {
    let mut code = 0;
    for _ in 0..4 {
        code = code * 16 + characters.next()?.to_digit(16)?;
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::parse_list;

    #[test]
    fn lists_are_read_in_all_their_forms() {
        let good: &[(&str, &[&str])] = &[
            ("", &[]),
            (" \n ", &[]),
            ("[]", &[]),
            ("a", &["a"]),
            ("a, b ,c", &["a", "b", "c"]),
            (r#"["a", "b"]"#, &["a", "b"]),
            (r#"["a\"b\\", "\u00e9\ud83d\ude00\n\/"]"#, &["a\"b\\", "é😀\n/"]),
            (r#"["\b\f\r\t."]"#, &["\u{8}\u{c}\r\t."]),
            ("[a, 'it''s', \"c\",]", &["a", "it's", "c"]),
            ("[\n  \"a\",\n  \"b\"\n]\n", &["a", "b"]),
            ("'a', \"b\"", &["a", "b"]),
            ("it's, b", &["it's", "b"]),
            ("a[0], b]", &["a[0]", "b]"]),
            ("[1, true]", &["1", "true"]),
            ("{.succeeded} == 1", &["{.succeeded} == 1"]),
            (
                r#"{.a[?(@.b == "x, }")].c} == "y, z", {.d} == 'it\'s, 1'"#,
                &[r#"{.a[?(@.b == "x, }")].c} == "y, z""#, r"{.d} == 'it\'s, 1'"],
            ),
            (r#"[{.a["b"]} == 1, {.c} > 2]"#, &[r#"{.a["b"]} == 1"#, "{.c} > 2"]),
        ];
        for (text, items) in good {
            let items = items.iter().map(|item| item.to_string()).collect();
            assert_eq!(parse_list(text), Ok(items), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let bad = [
            ("a,,b", "an item is empty"),
            ("a,", "an item is empty"),
            (",", "an item is empty"),
            ("[,]", "an item is empty"),
            ("\"\"", "an item is empty"),
            ("[a", "the bracket at the start is not closed"),
            ("[\"a\"", "the bracket at the start is not closed"),
            ("[a] b", "something follows the closing bracket"),
            ("[a, [b]]", "an item is a list itself"),
            ("[\"a\" \"b\"]", "there is '\"' where a comma is expected"),
            ("'a' b", "there is 'b' where a comma is expected"),
            ("\"a", "a quote is not closed"),
            ("\"a\\", "a quote is not closed"),
            ("a == 'b", "a quote is not closed"),
            ("{.a == 1, b", "a brace is not closed"),
            ("- a\n- b", "an item goes over more than one line"),
            (r#""\x""#, "\\x means nothing between double quotes"),
            (r#""\u12""#, "\\u is not followed by the four digits of a character"),
            (r#""\ud83dx""#, "\\u is not followed by the four digits of a character"),
            (r#""\ud83d\u0041""#, "\\u is not followed by the four digits of a character"),
            (r#""\udc00""#, "\\u is not followed by the four digits of a character"),
        ];
        for (text, wrong) in bad {
            assert_eq!(parse_list(text), Err(wrong.to_string()), "{text}");
        }
    }
}
