//! The one way to the user: data goes to stdout, words for people to stderr. Nothing else in this crate writes there.

use std::io::{self, Write};

use skeg_deploy::KnownSecrets;

use crate::level::Level;

/// Writes to both streams, remembers whether the reader of stdout has left, and knows about colour.
pub(crate) struct Printer<'a> {
    output: &'a mut dyn Write,
    errors: &'a mut dyn Write,
    colour: bool,
    /// Whether stdout shows colour.
    colour_on_stdout: bool,
    /// The first write to stdout that failed.
    failed: Option<io::Error>,
    /// How much is said on stderr.
    level: Level,
    /// What words for people must not contain.
    secrets: KnownSecrets,
}

/// How a piece of text for people looks on a terminal.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    Bad,
    Strong,
}

impl<'a> Printer<'a> {
    /// `colour` is for stderr.
    pub(crate) fn new(output: &'a mut dyn Write, errors: &'a mut dyn Write, colour: bool) -> Printer<'a> {
        let (level, secrets) = (Level::Info, KnownSecrets::default());
        Printer { output, errors, colour, colour_on_stdout: false, failed: None, level, secrets }
    }

    pub(crate) fn with_colour_on_stdout(self, colour: bool) -> Printer<'a> {
        Printer { colour_on_stdout: colour, ..self }
    }

    /// Whether texts for people on stdout may be coloured.
    pub(crate) fn has_colour_on_stdout(&self) -> bool {
        self.colour_on_stdout
    }

    /// Turns colour on or off, whatever the terminal is.
    pub(crate) fn set_colour(&mut self, colour: bool) {
        self.colour = colour;
        self.colour_on_stdout = colour;
    }

    pub(crate) fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Whether lines of a level are written.
    pub(crate) fn shows(&self, level: Level) -> bool {
        level <= self.level
    }

    /// What is known to be secret. Whoever learns of more adds it.
    pub(crate) fn secrets(&self) -> &KnownSecrets {
        &self.secrets
    }

    /// Writes text for people to stdout, without what is secret.
    pub(crate) fn text(&mut self, text: &str) {
        let text = self.secrets.mask(text).into_owned();
        self.data(text);
    }

    /// Writes data to stdout as they are: secrets are taken out of them before they are encoded, or are what was asked for.
    /// After a first failure nothing more is written.
    pub(crate) fn data(&mut self, bytes: impl AsRef<[u8]>) {
        if self.failed.is_none() {
            self.failed = self.output.write_all(bytes.as_ref()).err();
        }
    }

    /// Says what is no trouble.
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.put(Level::Info, line);
    }

    /// Says what may be trouble.
    pub(crate) fn warn(&mut self, text: impl AsRef<str>) {
        self.put(Level::Warning, format!("warning: {}", text.as_ref()));
    }

    /// Says what helps to understand what goes on.
    pub(crate) fn debug(&mut self, text: impl AsRef<str>) {
        self.put(Level::Debug, format!("debug: {}", text.as_ref()));
    }

    /// Writes a line for people to stderr, without what is secret, unless less is to be said. That nobody reads it is no
    /// reason to stop.
    pub(crate) fn put(&mut self, level: Level, line: impl AsRef<str>) {
        if self.shows(level) {
            let _ = writeln!(self.errors, "{}", self.secrets.mask(line.as_ref()));
        }
    }

    /// Writes to stderr what moves the cursor.
    pub(crate) fn control(&mut self, sequence: &str) {
        let _ = self.errors.write_all(sequence.as_bytes());
    }

    /// Passes on what was written to stdout so far.
    pub(crate) fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.output.flush().err();
        }
    }

    /// The text as it looks on stderr.
    pub(crate) fn styled(&self, style: Style, text: &str) -> String {
        let code = match style {
            _ if !self.colour || text.is_empty() => return text.to_string(),
            Style::Bad => "1;31",
            Style::Strong => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// Flushes, and says why stdout could not be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }
}
