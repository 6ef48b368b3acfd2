//! Flags, each declared once with the field of the settings it sets. Parsing, help, completion, the reference and
//! environment variables use the same declarations; commands see only the fields.
//! Syntax is that of Helm and Nelm (pflag): `--flag=value`, `--flag value`, `-fvalue`, flags after arguments, `--` ends
//! them.

pub(crate) mod accepted;
pub(crate) mod adoption;
mod choice;
pub(crate) mod cluster;
mod csv;
mod environment;
pub(crate) mod helm;
mod parse;
pub(crate) mod pruning;
mod scalar;
mod setting;
mod settings;
pub(crate) mod shared;
pub(crate) mod usage;
mod wrong;

use std::marker::PhantomData;

pub(crate) use choice::{Choice, words};
pub(crate) use environment::{Variables, is_ending, variable};
pub(crate) use parse::{Parsed, parse};
pub(crate) use setting::{Setting, Time, Verbatim};
pub(crate) use settings::{Settings, command_settings, count, flag_settings, join, joined};
pub(crate) use wrong::WrongFlag;

/// What values a flag takes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// `--flag`, `--flag=false`.
    Switch,
    /// One text; the last wins.
    Text,
    /// Repeatable; each value is taken as it is.
    Array,
    /// Repeatable; each value is a comma-separated list.
    List,
    /// Repeatable; each value is comma-separated `key=value` pairs.
    Map,
    Int,
    Float,
    Duration,
    /// One of a few words.
    Choice(Words),
}

/// The words of a choice.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    /// Every accepted word.
    pub(crate) all: &'static [&'static str],
    /// One word per meaning: shown in help and completion.
    pub(crate) shown: &'static [&'static str],
}

/// What completion offers as a flag's value, besides the words of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    Nothing,
    Files,
    Folders,
    Contexts,
    Namespaces,
    Releases,
}

/// A flag of a command. `Flag<T>` sets a field of type `T`; in tables the type is erased.
pub(crate) struct Flag<T = ()> {
    pub(crate) name: &'static str,
    /// Other names for the same flag.
    pub(crate) aliases: &'static [&'static str],
    pub(crate) short: Option<char>,
    pub(crate) kind: Kind,
    /// The help text.
    pub(crate) doc: &'static str,
    /// The name of its value in the help: `FILE`.
    pub(crate) value: &'static str,
    /// The value of the flag if it is given without one, if that is allowed.
    pub(crate) bare: Option<&'static str>,
    /// Printed if the flag is used: `Flag --NAME has been deprecated, …`.
    pub(crate) deprecated: Option<&'static str>,
    /// Omitted in help and completion.
    pub(crate) hidden: bool,
    /// Accepted without effect; the help lists such flags in one line.
    pub(crate) is_without_effect: bool,
    /// Known only for Helm's sake: no variable, no help, no suggestion.
    pub(crate) is_helms: bool,
    /// Variables `NAME_…` with any ending set it too.
    pub(crate) starred: bool,
    /// Helm's variable, read if ours is not set.
    pub(crate) helm_variable: Option<&'static str>,
    /// An invalid value of Helm's variable is an error. Helm ignores most.
    pub(crate) strict_variable: bool,
    /// Why the flag is refused.
    pub(crate) refused: Option<&'static str>,
    /// A value that other tools know and that is refused, and why.
    pub(crate) refused_value: Option<(&'static str, &'static str)>,
    /// What completion offers as its value.
    pub(crate) offer: Offer,
    /// A field of the command's settings holds it.
    pub(crate) has_field: bool,
    lands: PhantomData<fn() -> T>,
}

/// Declares a flag that sets a field: the field's type decides which values it takes.
pub(crate) const fn flag<T: Setting>(name: &'static str, doc: &'static str) -> Flag<T> {
    let flag = Flag { has_field: true, ..Flag::new(name, T::KIND, doc) };
    match T::KIND {
        Kind::Switch => flag.bare("true"),
        _ => flag,
    }
}

impl<T> Flag<T> {
    const fn new(name: &'static str, kind: Kind, doc: &'static str) -> Flag<T> {
        Flag {
            name,
            aliases: &[],
            short: None,
            kind,
            doc,
            value: match kind {
                Kind::Map => "KEY=VALUE",
                Kind::Int | Kind::Float => "NUMBER",
                Kind::Duration => "DURATION",
                Kind::Choice(_) => "",
                _ => "TEXT",
            },
            bare: None,
            deprecated: None,
            hidden: false,
            is_without_effect: false,
            is_helms: false,
            starred: false,
            helm_variable: None,
            strict_variable: false,
            refused: None,
            refused_value: None,
            offer: Offer::Nothing,
            has_field: false,
            lands: PhantomData,
        }
    }

    pub(crate) const fn value(self, value: &'static str) -> Flag<T> {
        Flag { value, ..self }
    }

    pub(crate) const fn short(self, short: char) -> Flag<T> {
        Flag { short: Some(short), ..self }
    }

    pub(crate) const fn also(self, aliases: &'static [&'static str]) -> Flag<T> {
        Flag { aliases, ..self }
    }

    pub(crate) const fn bare(self, value: &'static str) -> Flag<T> {
        Flag { bare: Some(value), ..self }
    }

    pub(crate) const fn deprecated(self, instead: &'static str) -> Flag<T> {
        Flag { deprecated: Some(instead), hidden: true, ..self }
    }

    pub(crate) const fn hidden(self) -> Flag<T> {
        Flag { hidden: true, ..self }
    }

    pub(crate) const fn without_effect(self) -> Flag<T> {
        Flag { is_without_effect: true, hidden: true, ..self }
    }

    pub(crate) const fn of_helm(self) -> Flag<T> {
        Flag { is_helms: true, ..self }
    }

    pub(crate) const fn starred(self) -> Flag<T> {
        Flag { starred: true, ..self }
    }

    pub(crate) const fn or_variable(self, name: &'static str) -> Flag<T> {
        Flag { helm_variable: Some(name), ..self }
    }

    pub(crate) const fn strict_variable(self) -> Flag<T> {
        Flag { strict_variable: true, ..self }
    }

    pub(crate) const fn refused_value(self, value: &'static str, why: &'static str) -> Flag<T> {
        Flag { refused_value: Some((value, why)), ..self }
    }

    pub(crate) const fn refused(self, why: &'static str) -> Flag<T> {
        Flag { refused: Some(why), ..self }
    }

    /// Its value is a file.
    pub(crate) const fn file(self) -> Flag<T> {
        Flag { value: "FILE", offer: Offer::Files, ..self }
    }

    /// Its value is a folder.
    pub(crate) const fn folder(self) -> Flag<T> {
        Flag { value: "FOLDER", offer: Offer::Folders, ..self }
    }

    /// Its value is the name of something.
    pub(crate) const fn name_of(self, offer: Offer) -> Flag<T> {
        Flag { value: "NAME", offer, ..self }
    }

    /// The same flag with its type erased, for tables.
    pub(crate) const fn erased(self) -> Flag {
        Flag {
            name: self.name,
            aliases: self.aliases,
            short: self.short,
            kind: self.kind,
            doc: self.doc,
            value: self.value,
            bare: self.bare,
            deprecated: self.deprecated,
            hidden: self.hidden,
            is_without_effect: self.is_without_effect,
            is_helms: self.is_helms,
            starred: self.starred,
            helm_variable: self.helm_variable,
            strict_variable: self.strict_variable,
            refused: self.refused,
            refused_value: self.refused_value,
            offer: self.offer,
            has_field: self.has_field,
            lands: PhantomData,
        }
    }
}

/// Flags in tables.
impl Flag {
    /// Whether it is repeatable.
    pub(crate) fn is_many(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::List | Kind::Map)
    }

    /// Whether this is one of its names.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Its name, then its other names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether variables with any ending set it too.
    pub(crate) fn has_endings(&self) -> bool {
        self.starred && self.is_many()
    }
}

/// Flags without a field: accepted without effect, or refused with an explanation.
impl Flag {
    pub(crate) const fn switch(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Switch, doc).bare("true")
    }

    pub(crate) const fn text(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Text, doc)
    }

    pub(crate) const fn array(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Array, doc)
    }

    #[cfg(test)]
    pub(crate) const fn list(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::List, doc)
    }

    pub(crate) const fn map(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Map, doc)
    }

    pub(crate) const fn int(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Int, doc)
    }

    pub(crate) const fn word(name: &'static str, words: Words, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Choice(words), doc)
    }

    pub(crate) const fn float(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Float, doc)
    }

    pub(crate) const fn duration(name: &'static str, doc: &'static str) -> Flag {
        Flag::new(name, Kind::Duration, doc)
    }
}

impl Flag<Vec<String>> {
    /// Each value is a comma-separated list.
    pub(crate) const fn comma_separated(self) -> Flag<Vec<String>> {
        Flag { kind: Kind::List, ..self }
    }
}

/// Flags under one heading of the help.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) flags: &'static [Flag],
}

/// All flags of a command.
pub(crate) type Flags = &'static [&'static Group];

/// Finds a flag by a long name.
pub(crate) fn find(flags: Flags, name: &str) -> Option<&'static Flag> {
    all(flags).find(|flag| flag.is_named(name))
}

/// Finds a flag by its letter.
pub(crate) fn find_short(flags: Flags, letter: char) -> Option<&'static Flag> {
    all(flags).find(|flag| flag.short == Some(letter))
}

/// Every flag, in the order of the tables.
pub(crate) fn all(flags: Flags) -> impl Iterator<Item = &'static Flag> {
    flags.iter().flat_map(|group| group.flags.iter())
}

#[cfg(test)]
mod tests;
