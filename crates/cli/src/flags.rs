//! Flags, each declared once, with the field of the settings it lands in. Parsing, help, completion, the reference and
//! environment variables are made from the same declarations; commands see only the fields.
//! The rules of the command line are those of Helm and Nelm (pflag): `--flag=value`, `--flag value`, `-fvalue`, flags
//! after arguments, `--` ends them.

pub(crate) mod accepted;
mod choice;
pub(crate) mod cluster;
mod csv;
mod environment;
pub(crate) mod helm;
mod parse;
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
pub(crate) use settings::{Settings, command_settings, flag_settings, join};
pub(crate) use wrong::WrongFlag;

/// What values a flag takes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// `--flag`, `--flag=false`.
    Switch,
    /// One text; the last wins.
    Text,
    /// May be given several times, each taken as it is.
    Array,
    /// May be given several times, each a record of comma-separated texts.
    List,
    /// May be given several times, each `key=value` pairs with commas between.
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
    /// Every word that is understood.
    pub(crate) all: &'static [&'static str],
    /// One for each meaning: what help shows and completion offers.
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

/// A flag of a command. `Flag<T>` lands in a field of type `T`; in tables the type is forgotten.
pub(crate) struct Flag<T = ()> {
    pub(crate) name: &'static str,
    /// Other names for the same flag.
    pub(crate) aliases: &'static [&'static str],
    pub(crate) short: Option<char>,
    pub(crate) kind: Kind,
    /// What help says.
    pub(crate) doc: &'static str,
    /// What help calls the value: `FILE`.
    pub(crate) value: &'static str,
    /// What the flag means without a value, where it may stand without one.
    pub(crate) bare: Option<&'static str>,
    /// Said when the flag is used: `Flag --NAME has been deprecated, …`.
    pub(crate) deprecated: Option<&'static str>,
    /// Help and completion leave it out.
    pub(crate) hidden: bool,
    /// Taken, though it changes nothing; help names it in one line with the others of its kind.
    pub(crate) is_without_effect: bool,
    /// It is known for Helm's sake alone: no variable, no help, no suggestion names it.
    pub(crate) is_helms: bool,
    /// Variables `NAME_…` with anything behind are values too.
    pub(crate) starred: bool,
    /// A variable of Helm that is read where ours is not set.
    pub(crate) helm_variable: Option<&'static str>,
    /// A value of Helm's variable that cannot be read is an error. Helm takes no notice of most.
    pub(crate) heeded: bool,
    /// Why giving the flag is refused.
    pub(crate) refused: Option<&'static str>,
    /// A value that others know and that is refused, and why.
    pub(crate) refused_value: Option<(&'static str, &'static str)>,
    /// What completion offers as its value.
    pub(crate) offer: Offer,
    /// A field of the command's settings has it.
    pub(crate) has_field: bool,
    lands: PhantomData<fn() -> T>,
}

/// Declares a flag that lands in a field: the field's type says what values it takes.
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
            heeded: false,
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

    pub(crate) const fn heeded(self) -> Flag<T> {
        Flag { heeded: true, ..self }
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

    /// The same flag for tables, where all kinds stand together.
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
            heeded: self.heeded,
            refused: self.refused,
            refused_value: self.refused_value,
            offer: self.offer,
            has_field: self.has_field,
            lands: PhantomData,
        }
    }
}

/// Flags as they stand in tables.
impl Flag {
    /// May be given several times.
    pub(crate) fn is_many(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::List | Kind::Map)
    }

    /// Is this its name or another name of it?
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Its name, then its other names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Are variables with anything behind its name values too?
    pub(crate) fn has_endings(&self) -> bool {
        self.starred && self.is_many()
    }
}

/// Flags without a field: those that are taken and change nothing, or are refused with an explanation.
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
    /// Each value is a record of comma-separated texts.
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
