//! The grammar of properties in an annotation's value: `state=ready, kind=StatefulSet, name="the db"`.
//!
//! Keys are lowercased. A value may be quoted with `'` or `"`; within quotes a backslash escapes the next character. A
//! key alone means true, and `nokey` means false for `key`.

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Text(String),
    Flag(bool),
}

/// Parses properties in the order they are written.
///
/// # Errors
/// What is wrong, as text.
pub(super) fn parse(text: &str) -> Result<Vec<(String, Setting)>, String> {
    let mut properties = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(['=', ',']).unwrap_or(rest.len());
        let key = rest[..end].trim().to_lowercase();
        let is_set = rest[end..].starts_with('=');
        if key.is_empty() || key.contains(char::is_whitespace) {
            return Err(format!("{:?} is not the name of a property", rest[..end].trim()));
        }
        rest = rest[end..].trim_start_matches('=').trim_start();
        if is_set {
            let (value, tail) = parse_value(rest)?;
            properties.push((key, Setting::Text(value)));
            rest = tail.trim_start();
        } else {
            properties.push(match key.strip_prefix("no") {
                Some(name) if !name.is_empty() => (name.to_string(), Setting::Flag(false)),
                _ => (key, Setting::Flag(true)),
            });
        }
        rest = match rest.strip_prefix(',') {
            Some(tail) if tail.trim().is_empty() => return Err("it ends with a comma".to_string()),
            Some(tail) => tail.trim_start(),
            None => rest,
        };
    }
    Ok(properties)
}

/// A value up to its comma, and the rest of the text.
fn parse_value(text: &str) -> Result<(String, &str), String> {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '\'' | '"')) else {
        let end = text.find(',').unwrap_or(text.len());
        return Ok((text[..end].trim().to_string(), &text[end..]));
    };
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            _ if character == quote => {
                let rest = text[at + quote.len_utf8()..].trim_start();
                return match rest.is_empty() || rest.starts_with(',') {
                    true => Ok((value, rest)),
                    false => Err(format!("a comma must follow the quoted value {value:?}")),
                };
            }
            _ => value.push(character),
        }
    }
    Err(format!("the quote that starts {text:?} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::{Setting, parse};

    fn text(value: &str) -> Setting {
        Setting::Text(value.to_string())
    }

    #[test]
    fn properties_are_read() {
        let cases: [(&str, &[(&str, Setting)]); 9] = [
            ("", &[]),
            ("state=ready", &[("state", text("ready"))]),
            (" State = ready , kind=Job ", &[("state", text("ready")), ("kind", text("Job"))]),
            ("name='a,b'", &[("name", text("a,b"))]),
            (r#"name="a\"b" , x=1"#, &[("name", text("a\"b")), ("x", text("1"))]),
            ("name=", &[("name", text(""))]),
            ("name=a=b", &[("name", text("a=b"))]),
            ("ready,nowait", &[("ready", Setting::Flag(true)), ("wait", Setting::Flag(false))]),
            ("no", &[("no", Setting::Flag(true))]),
        ];
        for (given, expected) in cases {
            let found = parse(given).unwrap();
            let found: Vec<(&str, Setting)> = found.iter().map(|(k, v)| (k.as_str(), v.clone())).collect();
            assert_eq!(found, expected, "{given}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            ("=x", "\"\" is not the name of a property"),
            ("a=1,", "it ends with a comma"),
            ("a=1,,b=2", "\"\" is not the name of a property"),
            ("a='x", "the quote that starts \"'x\" is not closed"),
            ("a='x'y", "a comma must follow the quoted value \"x\""),
            ("kind Job", "\"kind Job\" is not the name of a property"),
        ];
        for (given, expected) in cases {
            assert_eq!(parse(given).unwrap_err(), expected, "{given}");
        }
    }
}
