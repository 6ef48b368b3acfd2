//! Translates Go's regular expressions to the `regex` crate's syntax.
//!
//! Go's flags are resolved here: every atom is written so that it needs no flags. Patterns that Go refuses are refused
//! with Go's messages. Perl classes and word boundaries are ASCII; groups lose their names, which are returned
//! separately.

use std::fmt;

use super::class::{NOTHING, perl_class};

/// A pattern that Go does not accept. `Display` prints Go's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Error {
    code: &'static str,
    expression: Vec<u8>,
}

impl Error {
    pub(super) fn new(code: &'static str, expression: &[u8]) -> Error {
        Error { code, expression: expression.to_vec() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.code, String::from_utf8_lossy(&self.expression))
    }
}

/// A pattern in the `regex` crate's syntax, with the names of its groups from group 1.
#[derive(Debug)]
pub(super) struct Translated {
    pub(super) text: String,
    pub(super) names: Vec<Option<String>>,
}

/// How deep groups may nest; the `regex` crate's own limit.
const MAX_DEPTH: usize = 120;

#[derive(Clone, Copy, Default)]
struct Flags {
    fold_case: bool,
    multi_line: bool,
    dot_newline: bool,
    non_greedy: bool,
}

/// The operand of a repetition operator.
#[derive(Clone, Copy)]
struct Atom {
    /// Its start in the output.
    start: usize,
    repeated: bool,
    /// The largest product of nested repeat counts inside.
    copies: u64,
}

struct Group {
    start: usize,
    flags: Flags,
    copies: u64,
}

pub(super) struct Translator<'p> {
    whole: &'p [u8],
    out: String,
    names: Vec<Option<String>>,
    flags: Flags,
    groups: Vec<Group>,
    atom: Option<Atom>,
    /// The largest product of repeat counts seen in the current group.
    copies: u64,
    /// Where the pattern has invalid UTF-8: Go reports it when it gets there.
    pub(super) broken_at: Option<usize>,
}

/// Translates a pattern.
pub(super) fn translate(pattern: &[u8]) -> Result<Translated, Error> {
    let (valid, broken_at) = match std::str::from_utf8(pattern) {
        Ok(text) => (text, None),
        Err(error) => {
            let end = error.valid_up_to();
            (std::str::from_utf8(&pattern[..end]).unwrap_or_default(), Some(end))
        }
    };
    let mut translator = Translator {
        whole: pattern,
        out: String::with_capacity(valid.len() + 16),
        names: Vec::new(),
        flags: Flags::default(),
        groups: Vec::new(),
        atom: None,
        copies: 1,
        broken_at,
    };
    translator.run(valid)?;
    Ok(Translated { text: translator.out, names: translator.names })
}

impl<'p> Translator<'p> {
    fn run(&mut self, mut rest: &'p str) -> Result<(), Error> {
        let mut last_repeat: Option<&str> = None;
        while let Some(&first) = rest.as_bytes().first() {
            let before = rest;
            let mut repeat = None;
            match first {
                b'(' => rest = self.open_group(rest)?,
                b'|' => {
                    self.out.push('|');
                    self.atom = None;
                    rest = &rest[1..];
                }
                b')' => {
                    self.close_group()?;
                    rest = &rest[1..];
                }
                b'^' | b'$' | b'.' => {
                    let text = match (first, self.flags.multi_line, self.flags.dot_newline) {
                        (b'^', false, _) => "\\A",
                        (b'^', true, _) => "(?m:^)",
                        (b'$', false, _) => "\\z",
                        (b'$', true, _) => "(?m:$)",
                        (_, _, false) => ".",
                        (_, _, true) => "(?s:.)",
                    };
                    self.push_atom(text);
                    rest = &rest[1..];
                }
                b'[' => {
                    let mut class = String::new();
                    rest = self.class(rest, &mut class)?;
                    self.push_folded(&class);
                }
                b'*' | b'+' | b'?' => {
                    rest = self.repeat(before, &rest[1..], last_repeat, None)?;
                    repeat = Some(before);
                }
                b'{' => match parse_repeat(rest) {
                    None => {
                        self.literal('{' as u32);
                        rest = &rest[1..];
                    }
                    Some((counts, after)) => {
                        rest = self.repeat(before, after, last_repeat, Some(counts))?;
                        repeat = Some(before);
                    }
                },
                b'\\' => rest = self.backslash(rest)?,
                _ => {
                    let c = rest.chars().next().unwrap_or_default();
                    self.literal(c as u32);
                    rest = &rest[c.len_utf8()..];
                }
            }
            last_repeat = repeat;
        }
        if let Some(error) = self.end_error() {
            return Err(error);
        }
        if self.groups.is_empty() { Ok(()) } else { Err(Error::new("missing closing )", self.whole)) }
    }

    /// The error of a pattern whose valid part ends at invalid UTF-8.
    pub(super) fn end_error(&self) -> Option<Error> {
        self.broken_at.map(|at| Error::new("invalid UTF-8", &self.whole[at..]))
    }

    fn push_atom(&mut self, text: &str) {
        self.atom = Some(Atom { start: self.out.len(), repeated: false, copies: 1 });
        self.out.push_str(text);
    }

    fn push_folded(&mut self, text: &str) {
        if self.flags.fold_case {
            self.push_atom(&format!("(?i:{text})"));
        } else {
            self.push_atom(text);
        }
    }

    fn literal(&mut self, c: u32) {
        let Some(c) = char::from_u32(c) else { return self.push_atom(NOTHING) };
        let mut text = String::with_capacity(4);
        if "\\.+*?()|[]{}^$".contains(c) {
            text.push('\\');
        }
        text.push(c);
        if c.is_ascii() && !c.is_ascii_alphabetic() { self.push_atom(&text) } else { self.push_folded(&text) }
    }

    fn open_group(&mut self, rest: &'p str) -> Result<&'p str, Error> {
        if rest.starts_with("(?") {
            return self.open_perl_group(rest);
        }
        self.names.push(None);
        self.push_group("(")?;
        Ok(&rest[1..])
    }

    fn push_group(&mut self, open: &str) -> Result<(), Error> {
        if self.groups.len() >= MAX_DEPTH {
            return Err(Error::new("expression nests too deeply", self.whole));
        }
        self.groups.push(Group { start: self.out.len(), flags: self.flags, copies: self.copies });
        self.out.push_str(open);
        self.atom = None;
        self.copies = 1;
        Ok(())
    }

    fn close_group(&mut self) -> Result<(), Error> {
        let Some(group) = self.groups.pop() else { return Err(Error::new("unexpected )", self.whole)) };
        self.out.push(')');
        self.flags = group.flags;
        self.atom = Some(Atom { start: group.start, repeated: false, copies: self.copies });
        self.copies = self.copies.max(group.copies);
        Ok(())
    }

    /// A named group, a non-capturing group, or a change of flags.
    fn open_perl_group(&mut self, start: &'p str) -> Result<&'p str, Error> {
        let named = if start.len() > 4 && start.starts_with("(?P<") {
            Some(4)
        } else if start.len() > 3 && start.starts_with("(?<") {
            Some(3)
        } else {
            None
        };
        if let Some(at) = named {
            let Some(end) = start.find('>') else {
                return Err(self.end_error().unwrap_or_else(|| Error::new("invalid named capture", start.as_bytes())));
            };
            let name = &start[at..end];
            if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
                return Err(Error::new("invalid named capture", &start.as_bytes()[..=end]));
            }
            self.names.push(Some(name.to_string()));
            self.push_group("(")?;
            return Ok(&start[end + 1..]);
        }
        self.change_flags(start)
    }

    fn change_flags(&mut self, start: &'p str) -> Result<&'p str, Error> {
        let mut flags = self.flags;
        let (mut value, mut saw_flag) = (true, false);
        let mut chars = start[2..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                'i' => flags.fold_case = value,
                'm' => flags.multi_line = value,
                's' => flags.dot_newline = value,
                'U' => flags.non_greedy = value,
                '-' if value => {
                    (value, saw_flag) = (false, false);
                    continue;
                }
                ':' | ')' if value || saw_flag => {
                    if c == ':' {
                        self.push_group("(?:")?;
                    }
                    self.flags = flags;
                    return Ok(chars.as_str());
                }
                c => {
                    return Err(Error::new(
                        "invalid or unsupported Perl syntax",
                        &start.as_bytes()[..2 + at + c.len_utf8()],
                    ));
                }
            }
            saw_flag = true;
        }
        let error = Error::new("invalid or unsupported Perl syntax", start.as_bytes());
        Err(self.end_error().unwrap_or(error))
    }

    /// Applies a repetition operator to the last atom.
    fn repeat(
        &mut self,
        before: &'p str,
        mut after: &'p str,
        last_repeat: Option<&'p str>,
        counts: Option<(i64, i64)>,
    ) -> Result<&'p str, Error> {
        let operator = &before[..before.len() - after.len()];
        if let Some((min, max)) = counts
            && (!(0..=1000).contains(&min) || max > 1000 || (max >= 0 && min > max))
        {
            return Err(Error::new("invalid repeat count", operator.as_bytes()));
        }
        let mut lazy = self.flags.non_greedy;
        if let Some(rest) = after.strip_prefix('?') {
            lazy = !lazy;
            after = rest;
        }
        if let Some(last) = last_repeat {
            let nested = &last.as_bytes()[..last.len() - after.len()];
            return Err(Error::new("invalid nested repetition operator", nested));
        }
        let written = &before.as_bytes()[..before.len() - after.len()];
        let Some(atom) = self.atom.as_mut() else {
            return Err(Error::new("missing argument to repetition operator", written));
        };
        if atom.repeated {
            self.out.insert_str(atom.start, "(?:");
            self.out.push(')');
        }
        atom.repeated = true;
        if let Some((min, max)) = counts {
            let count = if max < 0 { min } else { max };
            atom.copies = if max == 0 { 1 } else { atom.copies.saturating_mul(count.max(1) as u64) };
            if (min >= 2 || max >= 2) && atom.copies > 1000 {
                return Err(Error::new("invalid repeat count", written));
            }
            self.copies = self.copies.max(atom.copies);
        }
        self.out.push_str(operator);
        if lazy {
            self.out.push('?');
        }
        Ok(after)
    }

    fn backslash(&mut self, rest: &'p str) -> Result<&'p str, Error> {
        let letter = rest.as_bytes().get(1).copied().unwrap_or_default();
        match letter {
            b'A' => self.push_atom("\\A"),
            b'z' => self.push_atom("\\z"),
            b'b' => self.push_atom("(?-u:\\b)"),
            b'B' => self.push_atom("(?-u:\\B)"),
            b'C' => return Err(Error::new("invalid escape sequence", b"\\C")),
            b'Q' => {
                let quoted = &rest[2..];
                let (quoted, after) = quoted.split_once("\\E").unwrap_or((quoted, ""));
                for c in quoted.chars() {
                    self.literal(c as u32);
                }
                return Ok(after);
            }
            b'p' | b'P' => {
                let mut class = String::new();
                if let Some(after) = self.unicode_class(rest, &mut class)? {
                    self.push_folded(&class);
                    return Ok(after);
                }
            }
            _ => match perl_class(letter) {
                Some(class) => self.push_folded(class),
                None => {
                    let (c, after) = self.escape(rest)?;
                    self.literal(c);
                    return Ok(after);
                }
            },
        }
        Ok(&rest[2..])
    }
}

/// Parses `{n}`, `{n,}` or `{n,m}`; -1 means no maximum or, as a minimum, a number that is too large.
fn parse_repeat(text: &str) -> Option<((i64, i64), &str)> {
    let (mut min, rest) = parse_int(&text[1..])?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (min, rest),
        Some(rest) if rest.starts_with('}') => (-1, rest),
        Some(rest) => {
            let (max, rest) = parse_int(rest)?;
            if max < 0 {
                min = -1;
            }
            (max, rest)
        }
    };
    rest.strip_prefix('}').map(|rest| ((min, max), rest))
}

fn parse_int(text: &str) -> Option<(i64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || (digits > 1 && text.starts_with('0')) {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    Some((if digits > 8 { -1 } else { number.parse().ok()? }, rest))
}
