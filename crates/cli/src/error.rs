//! Failures of commands: message, exit status, formatting.

use std::borrow::Cow;
use std::time::Duration;

use skeg_report::codes::{self, Code, Particulars};
use skeg_report::{Piece, Style, json_error};

use crate::level::Level;
use crate::printer::Printer;

/// Exit statuses.
pub(crate) mod exit {
    pub(crate) const SUCCESS: u8 = 0;
    /// Also for wrong usage: status 2 means "there are changes" to planning commands.
    pub(crate) const FAILURE: u8 = 1;
    /// A plan has changes of resources, with `--exit-code`.
    pub(crate) const CHANGES_PLANNED: u8 = 2;
    /// What was compared differs.
    pub(crate) const DIFFERENT: u8 = CHANGES_PLANNED;
    /// A plan has changes of records only, with `--exit-code`.
    pub(crate) const RECORDS_PLANNED: u8 = 3;
    /// The deploy is done, but a requested file could not be written.
    pub(crate) const UNWRITTEN: u8 = 4;
    /// As after Ctrl-C.
    pub(crate) const INTERRUPTED: u8 = 130;
    /// As after SIGPIPE.
    pub(crate) const BROKEN_PIPE: u8 = 141;
}

/// A failure as the user sees it.
#[derive(Debug)]
pub(crate) struct CommandError {
    /// `None` if there is nothing to print.
    pub(crate) code: Option<Code>,
    /// The exit status.
    pub(crate) status: u8,
    /// What went wrong, in the words people search for.
    pub(crate) message: String,
    /// The problems one by one, if there may be many; very many are cut.
    pub(crate) items: Vec<String>,
    /// The place: lines printed as they are.
    pub(crate) details: Vec<String>,
    /// Selects and fills the code's hints.
    known: Box<Particulars>,
    /// Hints besides those of the code, one line each.
    hints: Vec<String>,
}

impl CommandError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> CommandError {
        CommandError { code: Some(code), ..CommandError::silent(exit::FAILURE) }.saying(message)
    }

    /// A failure with several problems.
    pub(crate) fn list(code: Code, items: Vec<String>) -> CommandError {
        CommandError { items: items.clone(), ..CommandError::new(code, items.join("\n")) }
    }

    pub(crate) fn interrupted(message: impl Into<String>) -> CommandError {
        CommandError { status: exit::INTERRUPTED, ..CommandError::new(&codes::INTERRUPTED, message) }
    }

    /// Only an exit status: there is nothing to print, or it was printed already.
    pub(crate) fn silent(status: u8) -> CommandError {
        CommandError {
            code: None,
            status,
            message: String::new(),
            items: Vec::new(),
            details: Vec::new(),
            known: Box::default(),
            hints: Vec::new(),
        }
    }

    fn saying(self, message: impl Into<String>) -> CommandError {
        CommandError { message: message.into(), ..self }
    }

    pub(crate) fn with_status(self, status: u8) -> CommandError {
        CommandError { status, ..self }
    }

    /// Marks a case of the code that applies: hints for other cases are left out.
    pub(crate) fn case(mut self, case: &'static str) -> CommandError {
        self.known.add_case(case);
        self
    }

    /// Sets a placeholder of the code's hints.
    pub(crate) fn fill(mut self, blank: &'static str, value: impl Into<String>) -> CommandError {
        self.known.fill(blank, value);
        self
    }

    /// A hint for this failure only.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hints.push(hint.into());
        self
    }

    pub(crate) fn details(mut self, details: impl IntoIterator<Item = String>) -> CommandError {
        self.details.extend(details);
        self
    }

    /// Adds another failure. Its code is named with its first item.
    pub(crate) fn and(mut self, other: CommandError) -> CommandError {
        self.message = format!("{}\n{}", self.message, other.message);
        self.details.extend(other.details.iter().cloned());
        self.hints.extend(other.hints());
        self.items.extend(other.items);
        self
    }

    /// All hints, those of the code first.
    pub(crate) fn hints(&self) -> Vec<String> {
        let common = self.code.map(|code| code.hints(&self.known)).unwrap_or_default();
        common.into_iter().chain(self.hints.iter().cloned()).collect()
    }

    /// Prints the message, the place and the hints.
    pub(crate) fn print(&self, printer: &mut Printer<'_>) {
        if self.message.is_empty() {
            return;
        }
        // Masked before cutting: a cut could split a secret so that it is not recognized.
        let secrets = printer.secrets().clone();
        let message = match self.items.as_slice() {
            [] | [_] => shortened(&secrets.mask(&self.message)).into_owned(),
            items => some_items(items, printer.shows(Level::Debug), |item| secrets.mask(item)),
        };
        let (first, rest) = message.split_once('\n').unwrap_or((&message, ""));
        let label = self.code.map_or("error:".to_string(), |code| format!("error[{code}]:"));
        let label = Piece::new(Style::Alarm, label);
        printer.put_styled(Level::Error, &[label, Piece::new(Style::Plain, " "), Piece::new(Style::Strong, first)]);
        if !rest.is_empty() {
            printer.put(Level::Error, rest);
        }
        for line in &self.details {
            printer.put(Level::Error, &*shortened(&secrets.mask(line)));
        }
        for hint in self.hints() {
            printer.put(Level::Error, format!("  {hint}"));
        }
    }

    /// Prints the error as a line of `--progress json`.
    pub(crate) fn print_json(&self, at: Duration, printer: &mut Printer<'_>) {
        if let Some(code) = self.code {
            let message = printer.secrets().mask(&self.message).into_owned();
            printer.data(json_error(code, &message, &self.hints(), at) + "\n");
        }
    }

    /// Prints the message as Helm does: without the code, and without hints, which name flags that Helm does not have.
    pub(crate) fn print_as_helm(&self, printer: &mut Printer<'_>) {
        printer.say(format!("Error: {}", shortened_to(&self.message, HELM_BEGINNING, HELM_END)));
        for hint in &self.hints {
            printer.say(hint);
        }
    }
}

/// The items, one per line; only the first if there are very many, unless all are wanted.
fn some_items<'t>(items: &'t [String], wants_all: bool, mask: impl Fn(&'t str) -> Cow<'t, str>) -> String {
    const MOST: usize = 40;
    let shown = if wants_all { items.len() } else { MOST.min(items.len()) };
    let mut lines: Vec<String> = items[..shown].iter().map(|item| shortened(&mask(item)).into_owned()).collect();
    if shown < items.len() {
        lines.push(format!("… and {} more; --log-level debug shows all of them", items.len() - shown));
    }
    lines.join("\n")
}

/// Cuts a text to fit a screen, keeping both ends.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    shortened_to(text, BEGINNING, END)
}

const BEGINNING: usize = 2000;
const END: usize = 500;
/// Messages that Helm makes itself stay whole: endless recursion alone takes a hundred kilobytes.
const HELM_BEGINNING: usize = 1 << 20;
const HELM_END: usize = 64 << 10;

fn shortened_to(text: &str, beginning: usize, end: usize) -> Cow<'_, str> {
    if text.len() <= beginning + end {
        return text.into();
    }
    let (first, last) = (text.floor_char_boundary(beginning), text.ceil_char_boundary(text.len() - end));
    format!("{} … {} bytes left out … {}", &text[..first], last - first, &text[last..]).into()
}

/// The reason of a failed system call in Go's words.
pub(crate) fn go_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
