//! `skeg __complete WORDS…`: candidates for the last word, one per line, with a tab and a description. The scripts of
//! `skeg completion` call it. A line `:files` or `:folders` asks the shell to complete those itself.
//!
//! It never fails and prints nothing else: an error in the middle of a line helps nobody who pressed Tab.

mod ask;

use super::{COMMANDS, Choice, Command, Context, GROUPS, choose, completion};
use crate::flags::{self, Flag, Kind, Offer, Parsed, all, find, find_short};

pub(super) const NAME: &str = "__complete";

pub(super) const FILES: &str = ":files";
pub(super) const FOLDERS: &str = ":folders";

/// A word and what it is for.
type Candidate = (String, String);

pub(super) fn run(words: &[String], context: &mut Context<'_, '_>) {
    let empty = String::new();
    let (last, before) = words.split_last().unwrap_or((&empty, &[]));
    // As PowerShell has to pass it.
    let current = if last == "\"\"" { &empty } else { last };
    let found = match choose(before) {
        Choice::Command(command, rest) => of_command(command, &rest, current, context),
        Choice::Help(path) => next_words(&path),
        Choice::Unknown(_) => Vec::new(),
    };
    for (word, about) in found.iter().filter(|(word, _)| word.starts_with(current.as_str()) || word.starts_with(':')) {
        // Names from a cluster must not control the terminal or look like another line.
        let plain = |text: &str| text.replace(char::is_control, " ");
        let line = if about.is_empty() { plain(word) } else { format!("{}\t{}", plain(word), plain(about)) };
        context.printer.data(line + "\n");
    }
}

/// The words that can continue a command.
fn next_words(path: &[String]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let follow = COMMANDS.iter().filter(|command| {
        command.path.len() > path.len() && command.path.iter().zip(path).all(|(word, typed)| word == typed)
    });
    for command in follow {
        let word = command.path[path.len()];
        let is_group = command.path.len() > path.len() + 1;
        let of_group = || GROUPS.iter().find(|(name, _)| *name == word).map_or("", |(_, about)| about);
        let about = if is_group { of_group() } else { command.about };
        if !found.iter().any(|(known, _)| known == word) {
            found.push((word.to_string(), about.to_string()));
        }
    }
    found
}

/// The words before the one to complete.
#[derive(Default)]
struct Typed {
    /// Complete words: flags with their values, and arguments.
    words: Vec<String>,
    arguments: Vec<String>,
    /// The flag that expects a value next.
    awaits: Option<&'static Flag>,
    /// After `--`: only arguments follow.
    is_ended: bool,
}

fn of_command(
    command: &'static Command,
    before: &[String],
    current: &str,
    context: &mut Context<'_, '_>,
) -> Vec<Candidate> {
    let typed = typed(command, before);
    if let Some(flag) = typed.awaits {
        return values(flag, "", command, &typed, context);
    }
    if typed.is_ended || !current.starts_with('-') || current == "-" && command.arguments.contains("FILE") {
        return arguments(command, &typed, context);
    }
    if let Some((name, _)) = current.strip_prefix("--").and_then(|long| long.split_once('=')) {
        let flag = find(command.flags, name).filter(|flag| !matches!(flag.kind, Kind::Switch));
        return flag.map_or(Vec::new(), |flag| values(flag, &format!("--{name}="), command, &typed, context));
    }
    let offered = all(command.flags).filter(|flag| !flag.hidden);
    offered.map(|flag| (format!("--{}", flag.name), flag.doc.to_string())).collect()
}

fn typed(command: &'static Command, before: &[String]) -> Typed {
    let mut typed = Typed::default();
    for word in before {
        if typed.awaits.take().is_some() {
            typed.words.push(word.clone());
            continue;
        }
        match word.strip_prefix("--") {
            _ if typed.is_ended => typed.arguments.push(word.clone()),
            Some("") => typed.is_ended = true,
            Some(long) if !long.contains('=') => {
                typed.awaits = find(command.flags, long).filter(|flag| flag.bare.is_none());
            }
            None if word.len() > 1 && word.starts_with('-') => typed.awaits = last_letter(command, &word[1..]),
            None => typed.arguments.push(word.clone()),
            Some(_) => {}
        }
        typed.words.push(word.clone());
    }
    if typed.awaits.is_some() {
        typed.words.pop();
    }
    typed
}

/// The flag of the last letter, if it still needs a value.
fn last_letter(command: &Command, letters: &str) -> Option<&'static Flag> {
    let mut rest = letters.chars();
    loop {
        let flag = find_short(command.flags, rest.next()?)?;
        if flag.bare.is_none() {
            return rest.as_str().is_empty().then_some(flag);
        }
    }
}

/// The values of a flag, each prefixed with `prefix`.
fn values(
    flag: &'static Flag,
    prefix: &str,
    command: &'static Command,
    typed: &Typed,
    context: &mut Context<'_, '_>,
) -> Vec<Candidate> {
    let found: Vec<Candidate> = match (flag.kind, flag.offer) {
        (Kind::Choice(words), _) => words.shown.iter().map(|word| (word.to_string(), String::new())).collect(),
        (_, Offer::Nothing) => Vec::new(),
        (_, Offer::Files) => return line(FILES),
        (_, Offer::Folders) => return line(FOLDERS),
        (_, asked) => parsed(command, typed, context).map_or(Vec::new(), |parsed| ask::names(asked, &parsed, context)),
    };
    found.into_iter().map(|(word, about)| (format!("{prefix}{word}"), about)).collect()
}

/// The candidates for the next argument, by the argument names in the help.
fn arguments(command: &'static Command, typed: &Typed, context: &mut Context<'_, '_>) -> Vec<Candidate> {
    if std::ptr::eq(command, &completion::COMMAND) {
        return completion::SHELLS.iter().map(|shell| (shell.to_string(), String::new())).collect();
    }
    if std::ptr::eq(command, &super::help::COMMAND) {
        return next_words(&typed.arguments);
    }
    let expected: Vec<&str> = command
        .arguments
        .split(' ')
        .map(|word| word.trim_matches(['[', ']']))
        .filter(|word| !word.is_empty())
        .collect();
    let Some(parsed) = parsed(command, typed, context) else { return Vec::new() };
    let named = ask::named(&parsed);
    // With `-r NAME` the name is not an argument.
    let skipped = usize::from(named.is_some() && expected.first() == Some(&"NAME"));
    match expected.get(typed.arguments.len() + skipped).copied() {
        Some("NAME") => ask::names(Offer::Releases, &parsed, context),
        Some("REVISION") => {
            let name = named.or_else(|| typed.arguments.first().cloned());
            name.map_or(Vec::new(), |name| ask::revisions(&name, &parsed, context))
        }
        Some("CHART" | "FILE") => line(FILES),
        _ => Vec::new(),
    }
}

fn line(word: &str) -> Vec<Candidate> {
    vec![(word.to_string(), String::new())]
}

/// What was typed so far, combined with variables.
fn parsed(command: &'static Command, typed: &Typed, context: &Context<'_, '_>) -> Option<Parsed> {
    let mut parsed = flags::parse(command.flags, &typed.words).ok()?;
    parsed.read_environment(&command.variables, context.environment).ok()?;
    Some(parsed)
}
