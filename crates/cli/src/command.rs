//! The commands, and how arguments select one.

mod chart_dag;
mod chart_render;
mod chart_secret;
mod complete;
mod completion;
mod helm_words;
mod help;
mod man;
mod reference;
mod release;
mod template;
mod unknown_variables;
mod version;

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use skeg_deploy::WarnedFiles;
use skeg_nearest::nearest;
use skeg_report::codes;

use crate::environment::Environment;
use crate::error::{CommandError, exit};
use crate::flags::cluster::{ProgressForm, TrackingFlags};
use crate::flags::helm::DebugFlags;
use crate::flags::shared::{COMMON, ColourMode, HelpFlags, MessageFlags, SkegFlags};
use crate::flags::{self, Flags, Parsed, Settings, Variables, WrongFlag};
use crate::level::Level;
use crate::printer::Printer;
use crate::quote::quote;

pub(crate) use template::HelmConnectionFlags;

/// What a command works with.
pub(crate) struct Context<'a, 'p> {
    pub(crate) environment: &'a Environment,
    pub(crate) directory: &'a Path,
    pub(crate) input: &'a mut dyn Read,
    pub(crate) printer: &'a mut Printer<'p>,
    /// Columns and lines of the terminal on stderr, if it is one.
    pub(crate) terminal: Option<(usize, usize)>,
    /// When the command started.
    pub(crate) begun: Instant,
    /// `--timeout`.
    pub(crate) time_limit: Option<Duration>,
    /// The process ends after this command: skip freeing memory.
    pub(crate) is_last: bool,
    /// Bytes of this thread's stack that templates may use.
    pub(crate) stack: usize,
    /// Key files that were already warned about.
    pub(crate) warned_key_files: WarnedFiles,
}

/// A command, defined once for parsing, help and completion.
pub(crate) struct Command {
    /// Its name: `["chart", "render"]`.
    pub(crate) path: &'static [&'static str],
    /// Its arguments: `[CHART]`.
    pub(crate) arguments: &'static str,
    /// One line for lists of commands.
    pub(crate) about: &'static str,
    /// The rest of the help, examples included.
    pub(crate) text: &'static str,
    pub(crate) flags: Flags,
    pub(crate) variables: Variables,
    /// Errors are worded and formatted like Helm's.
    pub(crate) speaks_helm: bool,
    pub(crate) run: fn(&Parsed, &mut Context<'_, '_>) -> Result<(), CommandError>,
}

/// All commands, in the order of the help.
pub(crate) static COMMANDS: &[&Command] = &[
    &release::install::COMMAND,
    &release::apply::COMMAND,
    &release::rollback::COMMAND,
    &release::uninstall::COMMAND,
    &release::plan::install::COMMAND,
    &release::plan::apply::COMMAND,
    &release::plan::rollback::COMMAND,
    &release::plan::uninstall::COMMAND,
    &release::plan::show_frozen::COMMAND,
    &release::plan::execute::COMMAND,
    &release::list::COMMAND,
    &release::history::COMMAND,
    &release::get::COMMAND,
    &release::status::COMMAND,
    &release::drift::COMMAND,
    &release::move_resources::COMMAND,
    &release::inventory::show::COMMAND,
    &release::inventory::verify::COMMAND,
    &release::inventory::rebuild::COMMAND,
    &template::COMMAND,
    &chart_render::COMMAND,
    &chart_dag::COMMAND,
    &chart_secret::key_create::COMMAND,
    &chart_secret::key_rotate::COMMAND,
    &chart_secret::encrypt::VALUES,
    &chart_secret::decrypt::VALUES,
    &chart_secret::edit::VALUES,
    &chart_secret::encrypt::FILE,
    &chart_secret::decrypt::FILE,
    &chart_secret::edit::FILE,
    &chart_secret::upgrade::COMMAND,
    &completion::COMMAND,
    &man::COMMAND,
    &version::COMMAND,
    &help::COMMAND,
];

/// Groups of commands, with their descriptions.
pub(crate) static GROUPS: &[(&str, &str)] = &[
    ("release", "Work with releases in a cluster"),
    ("inventory", "See, check and repair what belongs to a release"),
    ("chart", "Work with charts"),
    ("secret", "Keep secrets in charts"),
    ("key", "Make and rotate keys"),
    ("file", "Encrypted files"),
    ("values-file", "Files with encrypted values"),
];

/// Runs the selected command.
pub(crate) fn dispatch(words: &[String], context: &mut Context<'_, '_>) -> u8 {
    match words {
        [first, rest @ ..] if first == reference::NAME => return end(reference::run(rest, context), context),
        [first, rest @ ..] if first == complete::NAME => {
            complete::run(rest, context);
            return exit::SUCCESS;
        }
        _ => {}
    }
    match choose(words) {
        Choice::Command(command, rest) => run(command, &rest, context),
        Choice::Help(topic) => {
            context.printer.data(help::text(&topic));
            exit::SUCCESS
        }
        Choice::Unknown(error) => end(Err(error), context),
    }
}

fn end(result: Result<(), CommandError>, context: &mut Context<'_, '_>) -> u8 {
    let Err(error) = result else { return exit::SUCCESS };
    error.print(context.printer);
    error.status
}

enum Choice {
    Command(&'static Command, Vec<String>),
    /// No command was named: show the help of this group, or of all.
    Help(Vec<String>),
    Unknown(CommandError),
}

/// Separates the command's name from its arguments; flags may come first.
fn choose(words: &[String]) -> Choice {
    let mut rest = words.to_vec();
    let mut path: Vec<String> = Vec::new();
    while let Some(at) = first_argument(&rest) {
        path.push(rest[at].clone());
        let fits = |command: &&&Command| command.path.iter().zip(&path).all(|(a, b)| a == b);
        match COMMANDS.iter().filter(fits).max_by_key(|command| command.path.len()) {
            Some(command) if command.path.len() == path.len() => {
                rest.remove(at);
                return Choice::Command(command, rest);
            }
            Some(_) => rest.remove(at),
            None => return Choice::Unknown(unknown_command(&path, &rest[at + 1..])),
        };
    }
    match rest.iter().find(|word| word.starts_with('-') && !matches!(word.as_str(), "-h" | "--help")) {
        Some(flag) if path.is_empty() && flag == "--version" => Choice::Command(&version::COMMAND, Vec::new()),
        Some(flag) => Choice::Unknown(
            CommandError::new(&codes::UNKNOWN_FLAG, format!("unknown flag: {flag}")).fill("command", "skeg"),
        ),
        None => Choice::Help(path),
    }
}

/// The index of the first argument that is neither a flag nor the value of one.
fn first_argument(words: &[String]) -> Option<usize> {
    let mut at = 0;
    loop {
        let word = words.get(at)?.as_str();
        let flag = match word.strip_prefix("--") {
            Some("") => return None,
            Some(name) => flags::find(template::GLOBAL, name),
            None if word.len() == 2 && word.starts_with('-') => {
                word.chars().nth(1).and_then(|letter| flags::find_short(template::GLOBAL, letter))
            }
            None if word.len() > 1 && word.starts_with('-') => None,
            None => return Some(at),
        };
        at += if flag.is_some_and(|flag| flag.bare.is_none()) { 2 } else { 1 };
    }
}

fn unknown_command(path: &[String], rest: &[String]) -> CommandError {
    let (word, before) = path.split_last().map_or(("", path), |(word, before)| (word.as_str(), before));
    let group = before.iter().fold("skeg".to_string(), |group, word| format!("{group} {word}"));
    let siblings = COMMANDS
        .iter()
        .filter(|command| command.path.len() > before.len() && command.path.iter().zip(before).all(|(a, b)| a == b));
    let error =
        CommandError::new(&codes::UNKNOWN_COMMAND, format!("unknown command {} for {}", quote(word), quote(&group)));
    if let Some(explanation) = helm_words::explain(before, word, rest) {
        return error.hint(explanation);
    }
    let error = match nearest(word, siblings.map(|command| command.path[before.len()])) {
        Some(meant) => error.fill("meant", format!("{group} {meant}")),
        None => error,
    };
    error.fill("command", group)
}

fn run(command: &'static Command, words: &[String], context: &mut Context<'_, '_>) -> u8 {
    let mut wants_json = false;
    let result = parse(command, words, context).and_then(|parsed| {
        let Some(parsed) = parsed else { return Ok(()) };
        wants_json = TrackingFlags::find(&parsed).is_some_and(|flags| flags.progress == Some(ProgressForm::Json));
        (command.run)(&parsed, context)
    });
    let Err(error) = result else { return exit::SUCCESS };
    if command.speaks_helm {
        error.print_as_helm(context.printer);
    } else {
        error.print(context.printer);
        if wants_json {
            error.print_json(context.begun.elapsed(), context.printer);
        }
    }
    error.status
}

/// Reads flags and variables; `None` if help was asked for (and printed).
fn parse(
    command: &'static Command,
    words: &[String],
    context: &mut Context<'_, '_>,
) -> Result<Option<Parsed>, CommandError> {
    let name = command.path.join(" ");
    let mut parsed = flags::parse(command.flags, words).map_err(|wrong| wrong_flags(command, &wrong))?;
    if HelpFlags::read(&parsed).help {
        context.printer.data(help::of_command(command));
        return Ok(None);
    }
    parsed
        .read_environment(&command.variables, context.environment)
        .map_err(|message| CommandError::new(&codes::BAD_VARIABLE, message))?;
    // Helm 3 has not deprecated any of the flags yet.
    let is_v4 = || SkegFlags::find(&parsed).is_none_or(|flags| flags.compat().is_v4());
    for warning in parsed.warnings.iter().filter(|_| is_v4()) {
        context.printer.say(warning);
    }
    if let Some(flags) = MessageFlags::find(&parsed) {
        apply_message_flags(&flags, &parsed, context.printer);
        unknown_variables::warn(command, context);
    }
    let tracking = TrackingFlags::find(&parsed);
    if let Some(contradiction) = tracking.as_ref().and_then(TrackingFlags::contradiction) {
        return Err(CommandError::new(&codes::BAD_VALUE, contradiction));
    }
    context.time_limit = tracking.and_then(|flags| flags.timeout);
    let refused =
        parsed.given().filter(|(_, value)| *value != "false").find_map(|(flag, _)| Some((flag, flag.refused?)));
    match refused {
        Some((flag, why)) if flag.is_helms => {
            Err(CommandError::new(&codes::HELM_FLAG, helm_words::refusal(flag, why, &parsed)))
        }
        Some((flag, why)) => {
            Err(CommandError::new(&codes::UNSUPPORTED, format!("skeg {name}: --{}: {why}", flag.name)))
        }
        None => Ok(Some(parsed)),
    }
}

/// Applies `--log-level` and `--color`.
fn apply_message_flags(flags: &MessageFlags, parsed: &Parsed, printer: &mut Printer<'_>) {
    let is_debug = DebugFlags::find(parsed).is_some_and(|flags| flags.debug);
    let level = flags.log_level.max(is_debug.then_some(Level::Debug));
    level.into_iter().for_each(|level| printer.set_level(level));
    match flags.colour {
        Some(ColourMode::On) => printer.set_colour(true),
        Some(ColourMode::Off) => printer.set_colour(false),
        Some(ColourMode::Auto) | None => {}
    }
}

/// The message, with the flag that was probably meant and a pointer to the help.
fn wrong_flags(command: &Command, wrong: &WrongFlag) -> CommandError {
    let code = match wrong {
        WrongFlag::Syntax(_) | WrongFlag::Unknown(_) | WrongFlag::UnknownLetter { .. } => &codes::UNKNOWN_FLAG,
        WrongFlag::NoValue(_) => &codes::MISSING_ARGUMENT,
        WrongFlag::Value(_) => &codes::BAD_VALUE,
    };
    let error = CommandError::new(code, wrong.to_string());
    if command.speaks_helm {
        return error;
    }
    let error = error.fill("command", format!("skeg {}", command.path.join(" ")));
    match wrong {
        WrongFlag::Unknown(name) if !helm_words::is_flag(name) => {
            let ours = flags::all(command.flags).filter(|flag| !flag.is_helms);
            nearest(name, ours.map(|flag| flag.name)).into_iter().fold(error, |error, meant| error.fill("meant", meant))
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests;
