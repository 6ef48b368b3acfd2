//! Escapes: single characters by letter or number, and Unicode classes by name.

use super::translate::{Error, Translator};

impl<'p> Translator<'p> {
    /// `\pL` or `\p{Greek}` at the start of a text.
    pub(super) fn unicode_class(&self, rest: &'p str, out: &mut String) -> Result<Option<&'p str>, Error> {
        if !rest.starts_with("\\p") && !rest.starts_with("\\P") {
            return Ok(None);
        }
        let invalid = |text: &str| Error::new("invalid character class range", text.as_bytes());
        let Some(c) = rest[2..].chars().next() else {
            return Err(self.end_error().unwrap_or_else(|| invalid(rest)));
        };
        let end = if c == '{' {
            match rest.find('}') {
                Some(end) => end + 1,
                None => return Err(self.end_error().unwrap_or_else(|| invalid(rest))),
            }
        } else {
            2 + c.len_utf8()
        };
        let (sequence, after) = rest.split_at(end);
        let name = &sequence[2..];
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        let (flipped, name) = name.strip_prefix('^').map_or((false, name), |name| (true, name));
        let class =
            if sequence.starts_with("\\P") != flipped { format!("\\P{{{name}}}") } else { format!("\\p{{{name}}}") };
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' '));
        // Only the crate has the tables.
        if !plain || regex::Regex::new(&class).is_err() {
            return Err(invalid(sequence));
        }
        out.push_str(&class);
        Ok(Some(after))
    }

    /// An escaped character at the start of a text.
    pub(super) fn escape(&self, text: &'p str) -> Result<(u32, &'p str), Error> {
        let mut chars = text[1..].chars();
        let Some(c) = chars.next() else {
            return Err(self.end_error().unwrap_or_else(|| Error::new("trailing backslash at end of expression", b"")));
        };
        let simple = match c {
            'a' => Some(7),
            'f' => Some(12),
            'n' => Some(10),
            'r' => Some(13),
            't' => Some(9),
            'v' => Some(11),
            '0'..='7' => octal(c, &mut chars),
            'x' => match self.hexadecimal(&mut chars) {
                Some(Err(error)) => return Err(error),
                Some(Ok(value)) => Some(value),
                None => None,
            },
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => Some(c as u32),
            _ => None,
        };
        let rest = chars.as_str();
        simple
            .map(|value| (value, rest))
            .ok_or_else(|| Error::new("invalid escape sequence", &text.as_bytes()[..text.len() - rest.len()]))
    }

    /// Parses `7F` or `{10FFFF}`; `None` for anything else.
    fn hexadecimal(&self, chars: &mut std::str::Chars<'_>) -> Option<Result<u32, Error>> {
        if chars.as_str().is_empty() && self.broken_at.is_none() {
            return None;
        }
        let missing = |translator: &Self| translator.end_error().map(Err);
        let Some(first) = chars.next() else { return missing(self) };
        if first == '{' {
            let (mut value, mut digits) = (0, 0);
            loop {
                let Some(c) = chars.next() else { return missing(self) };
                if c == '}' {
                    return (digits > 0).then_some(Ok(value));
                }
                value = value * 16 + c.to_digit(16)?;
                if value > 0x10ffff {
                    return None;
                }
                digits += 1;
            }
        }
        let Some(second) = chars.next() else { return missing(self) };
        Some(Ok(first.to_digit(16)? * 16 + second.to_digit(16)?))
    }
}

/// Up to three octal digits; a single digit except zero would be a back reference, which Go does not support.
fn octal(first: char, chars: &mut std::str::Chars<'_>) -> Option<u32> {
    let next = |chars: &std::str::Chars<'_>| chars.as_str().chars().next().and_then(|c| c.to_digit(8));
    if first != '0' && next(chars).is_none() {
        return None;
    }
    let mut value = first.to_digit(8)?;
    for _ in 0..2 {
        let Some(digit) = next(chars) else { break };
        chars.next();
        value = value * 8 + digit;
    }
    Some(value)
}
