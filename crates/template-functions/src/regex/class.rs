//! Character classes: translates Go's syntax between brackets to the `regex` crate's.

use super::translate::{Error, Translator};

/// Go's names of ASCII classes, with their characters.
const POSIX: &[(&str, &str)] = &[
    ("alnum", "0-9A-Za-z"),
    ("alpha", "A-Za-z"),
    ("ascii", "\\x00-\\x7F"),
    ("blank", "\\x09\\x20"),
    ("cntrl", "\\x00-\\x1F\\x7F"),
    ("digit", "0-9"),
    ("graph", "\\x21-\\x7E"),
    ("lower", "a-z"),
    ("print", "\\x20-\\x7E"),
    ("punct", "\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E"),
    ("space", "\\x09-\\x0D\\x20"),
    ("upper", "A-Z"),
    ("word", "0-9A-Za-z_"),
    ("xdigit", "0-9A-Fa-f"),
];

/// A class that matches nothing.
pub(super) const NOTHING: &str = "[^\\x00-\\x{10FFFF}]";

/// `\d` and similar, ASCII only.
pub(super) fn perl_class(letter: u8) -> Option<&'static str> {
    Some(match letter {
        b'd' => "[0-9]",
        b'D' => "[^0-9]",
        b's' => "[\\x09\\x0A\\x0C\\x0D\\x20]",
        b'S' => "[^\\x09\\x0A\\x0C\\x0D\\x20]",
        b'w' => "[0-9A-Za-z_]",
        b'W' => "[^0-9A-Za-z_]",
        _ => return None,
    })
}

impl<'p> Translator<'p> {
    /// Translates a class, starting at its `[`; returns the rest.
    pub(super) fn class(&self, text: &'p str, out: &mut String) -> Result<&'p str, Error> {
        let mut rest = &text[1..];
        let negated = rest.starts_with('^');
        rest = &rest[usize::from(negated)..];
        let mut items = String::new();
        let mut first = true;
        while first || !rest.starts_with(']') {
            first = false;
            rest = match self.class_group(rest, &mut items)? {
                Some(after) => after,
                None => self.class_range(rest, text, &mut items)?,
            };
        }
        match (items.is_empty(), negated) {
            (true, false) => out.push_str(NOTHING),
            (true, true) => out.push_str("(?s:.)"),
            (false, _) => {
                out.push_str(if negated { "[^" } else { "[" });
                out.push_str(&items);
                out.push(']');
            }
        }
        Ok(&rest[1..])
    }

    /// A named or escaped group of characters inside a class.
    fn class_group(&self, rest: &'p str, items: &mut String) -> Result<Option<&'p str>, Error> {
        if rest.len() > 2
            && rest.starts_with("[:")
            && let Some(end) = rest[2..].find(":]")
        {
            let (name, after) = rest.split_at(end + 4);
            let inner = &name[2..name.len() - 2];
            let (negated, inner) = inner.strip_prefix('^').map_or((false, inner), |inner| (true, inner));
            let Some((_, chars)) = POSIX.iter().find(|(known, _)| *known == inner) else {
                return Err(Error::new("invalid character class range", name.as_bytes()));
            };
            items.push_str(if negated { "[^" } else { "[" });
            items.push_str(chars);
            items.push(']');
            return Ok(Some(after));
        }
        if let Some(after) = self.unicode_class(rest, items)? {
            return Ok(Some(after));
        }
        match rest.as_bytes() {
            [b'\\', letter, ..] if perl_class(*letter).is_some() => {
                items.push_str(perl_class(*letter).unwrap_or_default());
                Ok(Some(&rest[2..]))
            }
            _ => Ok(None),
        }
    }

    fn class_range(&self, start: &'p str, whole: &'p str, items: &mut String) -> Result<&'p str, Error> {
        let (low, mut rest) = self.class_char(start, whole)?;
        let mut high = low;
        if rest.len() >= 2 && rest.starts_with('-') && !rest.starts_with("-]") {
            (high, rest) = self.class_char(&rest[1..], whole)?;
            if high < low {
                let range = &start[..start.len() - rest.len()];
                return Err(Error::new("invalid character class range", range.as_bytes()));
            }
        }
        // Surrogates are runes in Go, but never occur in a text.
        let low = if (0xd800..0xe000).contains(&low) { 0xe000 } else { low };
        let high = if (0xd800..0xe000).contains(&high) { 0xd7ff } else { high };
        if low <= high {
            push_character(items, low);
            if high > low {
                items.push('-');
                push_character(items, high);
            }
        }
        Ok(rest)
    }

    fn class_char(&self, rest: &'p str, whole: &'p str) -> Result<(u32, &'p str), Error> {
        match rest.chars().next() {
            None => Err(self.end_error().unwrap_or_else(|| Error::new("missing closing ]", whole.as_bytes()))),
            Some('\\') => self.escape(rest),
            Some(c) => Ok((c as u32, &rest[c.len_utf8()..])),
        }
    }
}

/// Appends a character of a class. Without braces if possible: they mark classes that the automaton over bytes should
/// not handle.
fn push_character(items: &mut String, character: u32) {
    match character {
        0..0x80 => items.push_str(&format!("\\x{character:02X}")),
        _ => items.push_str(&format!("\\x{{{character:X}}}")),
    }
}
