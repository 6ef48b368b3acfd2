//! Every failure of a command, its exit status and its form on the screen.

use std::borrow::Cow;

use skeg_report::{Piece, Style};

use crate::level::Level;
use crate::printer::Printer;

/// Exit statuses.
pub(crate) mod exit {
    pub(crate) const SUCCESS: u8 = 0;
    /// Wrong usage too: status 2 means "there are changes" to those who plan releases in CI.
    pub(crate) const FAILURE: u8 = 1;
    /// A plan has changes of resources, and `--exit-code` asked.
    pub(crate) const CHANGES_PLANNED: u8 = 2;
    /// A plan has changes of records only.
    pub(crate) const RECORDS_PLANNED: u8 = 3;
    /// A deploy is done, and a file that was asked for could not be written.
    pub(crate) const UNWRITTEN: u8 = 4;
    /// What shells show for a program that Ctrl-C ended.
    pub(crate) const INTERRUPTED: u8 = 130;
    /// What shells show for a program that SIGPIPE ended.
    pub(crate) const BROKEN_PIPE: u8 = 141;
}

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The words of the command line make no sense.
    Usage,
    /// The chart, its values or the surroundings are at fault.
    Failure,
    /// Skeg cannot do this yet.
    Unsupported,
    /// Somebody wanted it to end.
    Interrupted,
    /// The work is done, and a file about it could not be written.
    Unwritten,
    /// No failure, but the exit status was asked to tell: a plan changes resources.
    ChangesPlanned,
    /// The same: it changes records only.
    RecordsPlanned,
}

/// A failure as the user sees it.
#[derive(Debug)]
pub(crate) struct CommandError {
    pub(crate) kind: Kind,
    /// What went wrong, in the words people search for.
    pub(crate) message: String,
    /// The problems of the message one by one, where there may be many; of very many not all are shown.
    pub(crate) items: Vec<String>,
    /// Where: lines shown as they are.
    pub(crate) details: Vec<String>,
    /// What to do about it, a line each.
    pub(crate) hints: Vec<String>,
}

impl CommandError {
    fn new(kind: Kind, message: impl Into<String>) -> CommandError {
        CommandError { kind, message: message.into(), items: Vec::new(), details: Vec::new(), hints: Vec::new() }
    }

    pub(crate) fn usage(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Usage, message)
    }

    pub(crate) fn failure(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Failure, message)
    }

    /// A failure of several things at once.
    pub(crate) fn list(items: Vec<String>) -> CommandError {
        CommandError { items: items.clone(), ..CommandError::failure(items.join("\n")) }
    }

    pub(crate) fn interrupted(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Interrupted, message)
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Unsupported, message)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hints.push(hint.into());
        self
    }

    /// For commands that speak as Helm does.
    pub(crate) fn without_hints(mut self) -> CommandError {
        self.hints.clear();
        self
    }

    pub(crate) fn details(mut self, details: impl IntoIterator<Item = String>) -> CommandError {
        self.details.extend(details);
        self
    }

    /// A failure that has been told already.
    pub(crate) fn told_failure() -> CommandError {
        CommandError::failure("")
    }

    /// An interruption that has been told already.
    pub(crate) fn told_interruption() -> CommandError {
        CommandError::interrupted("")
    }

    pub(crate) fn changes_planned() -> CommandError {
        CommandError::new(Kind::ChangesPlanned, "")
    }

    pub(crate) fn records_planned() -> CommandError {
        CommandError::new(Kind::RecordsPlanned, "")
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self.kind {
            Kind::Usage | Kind::Failure | Kind::Unsupported => exit::FAILURE,
            Kind::Interrupted => exit::INTERRUPTED,
            Kind::Unwritten => exit::UNWRITTEN,
            Kind::ChangesPlanned => exit::CHANGES_PLANNED,
            Kind::RecordsPlanned => exit::RECORDS_PLANNED,
        }
    }

    /// Prints the message, where it happened and what to do.
    pub(crate) fn print(&self, printer: &mut Printer<'_>) {
        if self.message.is_empty() {
            return;
        }
        // A secret is no less known where the end of a text cuts it in two.
        let secrets = printer.secrets().clone();
        let message = match self.items.as_slice() {
            [] | [_] => shortened(&secrets.mask(&self.message)).into_owned(),
            items => some_items(items, printer.shows(Level::Debug), |item| secrets.mask(item)),
        };
        let (first, rest) = message.split_once('\n').unwrap_or((&message, ""));
        let label = Piece::new(Style::Alarm, "error:");
        printer.put_styled(Level::Error, &[label, Piece::new(Style::Plain, " "), Piece::new(Style::Strong, first)]);
        if !rest.is_empty() {
            printer.put(Level::Error, rest);
        }
        for line in &self.details {
            printer.put(Level::Error, &*shortened(&secrets.mask(line)));
        }
        for hint in &self.hints {
            printer.put(Level::Error, format!("  {hint}"));
        }
    }

    /// Prints the message as Helm does.
    pub(crate) fn print_as_helm(&self, printer: &mut Printer<'_>) {
        printer.say(format!("Error: {}", shortened_to(&self.message, HELM_BEGINNING, HELM_END)));
        for hint in &self.hints {
            printer.say(hint);
        }
    }
}

/// The items below each other; of very many the first, unless all are wanted.
fn some_items<'t>(items: &'t [String], wants_all: bool, mask: impl Fn(&'t str) -> Cow<'t, str>) -> String {
    const MOST: usize = 40;
    let shown = if wants_all { items.len() } else { MOST.min(items.len()) };
    let mut lines: Vec<String> = items[..shown].iter().map(|item| shortened(&mask(item)).into_owned()).collect();
    if shown < items.len() {
        lines.push(format!("… and {} more; --log-level debug shows all of them", items.len() - shown));
    }
    lines.join("\n")
}

/// A text that fits a screen: of a longer one the two ends.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    shortened_to(text, BEGINNING, END)
}

const BEGINNING: usize = 2000;
const END: usize = 500;
/// Messages of Helm stay whole where it makes them itself: endless recursion alone takes a hundred kilobytes.
const HELM_BEGINNING: usize = 1 << 20;
const HELM_END: usize = 64 << 10;

fn shortened_to(text: &str, beginning: usize, end: usize) -> Cow<'_, str> {
    if text.len() <= beginning + end {
        return text.into();
    }
    let (first, last) = (text.floor_char_boundary(beginning), text.ceil_char_boundary(text.len() - end));
    format!("{} … {} bytes left out … {}", &text[..first], last - first, &text[last..]).into()
}

/// The reason of a failed system call as Go words it.
pub(crate) fn go_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
