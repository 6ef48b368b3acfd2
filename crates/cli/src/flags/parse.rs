//! Parses a command line to flags and arguments. Messages are pflag's, which Helm's users know.

use std::collections::BTreeSet;

use super::scalar::check;
use super::{Flag, Flags, Kind, WrongFlag, csv, find, find_short};
use crate::quote::quote;

/// Flags from the command line and the environment, checked but not interpreted.
#[derive(Clone)]
pub(crate) struct Parsed {
    flags: Flags,
    given: Vec<Given>,
    /// The words that are not flags.
    pub(crate) arguments: Vec<String>,
    /// Warnings about deprecated flags.
    pub(crate) warnings: Vec<String>,
}

#[derive(Clone)]
struct Given {
    flag: &'static Flag,
    value: String,
    /// The environment variable that set it; `None` if it was typed.
    variable: Option<String>,
}

/// Parses the words after the command.
pub(crate) fn parse(flags: Flags, words: &[String]) -> Result<Parsed, WrongFlag> {
    let mut parsed = Parsed { flags, given: Vec::new(), arguments: Vec::new(), warnings: Vec::new() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            parsed.arguments.extend(rest.cloned());
            break;
        } else if let Some(long) = word.strip_prefix("--") {
            parsed.long(word, long, &mut rest)?;
        } else if word.len() > 1 && word.starts_with('-') {
            parsed.letters(&word[1..], &mut rest)?;
        } else {
            parsed.arguments.push(word.clone());
        }
    }
    Ok(parsed)
}

type Words<'a> = std::slice::Iter<'a, String>;

impl Parsed {
    fn long(&mut self, word: &str, long: &str, rest: &mut Words<'_>) -> Result<(), WrongFlag> {
        if long.starts_with(['-', '=']) {
            return Err(WrongFlag::Syntax(word.to_string()));
        }
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let flag = find(self.flags, name).ok_or_else(|| WrongFlag::Unknown(name.to_string()))?;
        match value.or(flag.bare).or_else(|| rest.next().map(String::as_str)) {
            Some(value) => self.give(flag, value),
            None => Err(WrongFlag::NoValue(format!("--{name}"))),
        }
    }

    fn letters(&mut self, letters: &str, rest: &mut Words<'_>) -> Result<(), WrongFlag> {
        let mut letters = letters;
        while let Some(letter) = letters.chars().next() {
            let behind = &letters[letter.len_utf8()..];
            let flag = find_short(self.flags, letter)
                .ok_or_else(|| WrongFlag::UnknownLetter { letter, letters: letters.to_string() })?;
            if let Some(value) = behind.strip_prefix('=').filter(|value| !value.is_empty()) {
                return self.give(flag, value);
            } else if let Some(bare) = flag.bare {
                self.give(flag, bare)?;
                letters = behind;
            } else if !behind.is_empty() {
                return self.give(flag, behind);
            } else {
                let value = rest.next().ok_or_else(|| WrongFlag::NoValue(format!("'{letter}' in -{letters}")))?;
                return self.give(flag, value);
            }
        }
        Ok(())
    }

    fn give(&mut self, flag: &'static Flag, value: &str) -> Result<(), WrongFlag> {
        self.put(flag, value, self.given.len(), None).map_err(WrongFlag::Value)?;
        if let Some(instead) = flag.deprecated {
            self.warnings.push(format!("Flag --{} has been deprecated, {instead}", flag.name));
        }
        Ok(())
    }

    /// Adds a value, or the several values it contains, at a position.
    pub(super) fn put(
        &mut self,
        flag: &'static Flag,
        value: &str,
        at: usize,
        variable: Option<&str>,
    ) -> Result<(), String> {
        let refused = flag.refused_value.filter(|(refused, _)| *refused == value);
        let values = match (flag.kind, refused) {
            (_, Some((_, why))) => Err(why.to_string()),
            (Kind::List, _) if value.is_empty() => Ok(Vec::new()),
            (Kind::List, _) => csv::record(value),
            (Kind::Map, _) => csv::pairs(value),
            (kind, _) => check(kind, value).map(|()| vec![value.to_string()]),
        };
        let values = values.map_err(|why| {
            let name = match flag.short {
                Some(short) => format!("-{short}, --{}", flag.name),
                None => format!("--{}", flag.name),
            };
            format!("invalid argument {} for {} flag: {why}", quote(value), quote(&name))
        })?;
        let given = |value| Given { flag, value, variable: variable.map(str::to_string) };
        self.given.splice(at..at, values.into_iter().map(given));
        Ok(())
    }

    /// All values of a flag, in order.
    pub(super) fn values(&self, name: &str) -> Vec<&str> {
        self.given.iter().filter(|given| given.flag.name == name).map(|given| given.value.as_str()).collect()
    }

    #[cfg(test)]
    pub(super) fn list(&self, name: &str) -> Vec<&str> {
        self.values(name)
    }

    /// Whether the flag was given at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|given| given.flag.name == name)
    }

    /// The flags that were given, in order.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static Flag, &str)> {
        self.given.iter().map(|given| (given.flag, given.value.as_str()))
    }

    /// Removes values that came from variables. Returns the names of the variables.
    pub(crate) fn drop_variables(&mut self, is_meant: impl Fn(&Flag) -> bool) -> BTreeSet<String> {
        let is_dropped = |given: &Given| given.variable.is_some() && is_meant(given.flag);
        let dropped = self.given.iter().filter(|given| is_dropped(given)).filter_map(|given| given.variable.clone());
        let dropped = dropped.collect();
        self.given.retain(|given| !is_dropped(given));
        dropped
    }

    /// All flags of the command.
    pub(crate) fn flags(&self) -> Flags {
        self.flags
    }

    pub(super) fn count(&self) -> usize {
        self.given.len()
    }
}
