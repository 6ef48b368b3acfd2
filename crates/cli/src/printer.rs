//! All output: data goes to stdout, messages to stderr. Nothing else in this crate writes there.
//!
//! It also escapes everything that a terminal would interpret. Charts, records, pods and lock holders put text into our
//! lines, so control characters and bidirectional marks are escaped in all messages, wherever they go: logs end up on
//! terminals too. Our own colours and cursor movements are typed and added afterwards. Data stay exact to the byte,
//! unless stdout is a terminal.

use std::io::{self, Write};

use skeg_deploy::KnownSecrets;
use skeg_report::{Piece, Style, Styled, visible, visible_bytes};

use crate::level::Level;
use crate::line_colour;

/// Writes to both streams, remembers a broken stdout, and knows about colour.
pub(crate) struct Printer<'a> {
    output: &'a mut dyn Write,
    errors: &'a mut dyn Write,
    colour: bool,
    /// Whether stdout shows colour.
    colour_on_stdout: bool,
    /// Whether stdout is a terminal.
    stdout_is_terminal: bool,
    /// The first write to stdout that failed.
    failed: Option<io::Error>,
    /// How much is printed on stderr.
    level: Level,
    /// Secrets to mask in messages.
    secrets: KnownSecrets,
}

impl<'a> Printer<'a> {
    /// `colour` is for stderr.
    pub(crate) fn new(output: &'a mut dyn Write, errors: &'a mut dyn Write, colour: bool) -> Printer<'a> {
        let (level, secrets) = (Level::Info, KnownSecrets::default());
        Printer {
            output,
            errors,
            colour,
            colour_on_stdout: false,
            stdout_is_terminal: false,
            failed: None,
            level,
            secrets,
        }
    }

    /// Sets whether stdout is a terminal, and whether it shows colour.
    pub(crate) fn with_stdout(self, is_terminal: bool, colour: bool) -> Printer<'a> {
        Printer { stdout_is_terminal: is_terminal, colour_on_stdout: colour, ..self }
    }

    /// Turns colour on or off, whatever the terminal.
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

    /// The known secrets. Callers that learn of more add them.
    pub(crate) fn secrets(&self) -> &KnownSecrets {
        &self.secrets
    }

    /// Writes a text to stdout, with secrets masked.
    pub(crate) fn text(&mut self, text: &str) {
        let text = visible(&self.secrets.mask(text)).into_owned();
        self.write(text.as_bytes());
    }

    /// Writes a text to stdout, in colour if that is enabled.
    pub(crate) fn styled_text(&mut self, styled: &Styled) {
        let text = self.painted(styled);
        self.write(text.as_bytes());
    }

    /// Whether stdout is a terminal.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.stdout_is_terminal
    }

    /// The text as stdout would get it.
    pub(crate) fn painted(&self, styled: &Styled) -> String {
        styled.pieces.iter().map(|piece| painted(piece, self.colour_on_stdout)).collect()
    }

    /// Writes data to stdout as they are: secrets were masked before encoding, or were asked for. On a terminal control
    /// characters are escaped.
    pub(crate) fn data(&mut self, bytes: impl AsRef<[u8]>) {
        match self.stdout_is_terminal {
            true => self.write(&visible_bytes(bytes.as_ref())),
            false => self.write(bytes.as_ref()),
        }
    }

    /// After a first failure nothing more is written.
    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.output.write_all(bytes).err();
        }
    }

    /// Prints a message.
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.put(Level::Info, line);
    }

    /// Prints a warning.
    pub(crate) fn warn(&mut self, text: impl AsRef<str>) {
        self.put(Level::Warning, format!("warning: {}", text.as_ref()));
    }

    /// Prints a debug message.
    pub(crate) fn debug(&mut self, text: impl AsRef<str>) {
        self.put(Level::Debug, format!("debug: {}", text.as_ref()));
    }

    /// Writes a line to stderr with secrets masked, if the level is enabled. A failed write is ignored.
    pub(crate) fn put(&mut self, level: Level, line: impl AsRef<str>) {
        self.put_styled(level, &[Piece::new(Style::Plain, line.as_ref())]);
    }

    /// The same for lines of a deploy, with their signs in colour.
    pub(crate) fn put_painted(&mut self, level: Level, lines: &str) {
        lines.split('\n').for_each(|line| self.put_styled(level, &line_colour::painted(line)));
    }

    /// The same for a line whose pieces look different.
    pub(crate) fn put_styled(&mut self, level: Level, pieces: &[Piece]) {
        if self.shows(level) {
            let masked = pieces.iter().map(|piece| Piece::new(piece.style, self.secrets.mask(&piece.text)));
            let line: String = masked.map(|piece| painted(&piece, self.colour)).collect();
            let _ = writeln!(self.errors, "{line}");
        }
    }

    /// Writes a heading: names that the user or the kubeconfig gave. A secret may be spelled like one of them, so nothing
    /// is masked.
    pub(crate) fn put_heading(&mut self, level: Level, line: &str) {
        if self.shows(level) {
            let line: String = line_colour::painted(line).iter().map(|piece| painted(piece, self.colour)).collect();
            let _ = writeln!(self.errors, "{line}");
        }
    }

    /// Erases the last lines on stderr, which is a terminal.
    pub(crate) fn erase_lines(&mut self, lines: usize) {
        // Up, to the start of the line, erase below.
        let _ = write!(self.errors, "\x1b[{lines}A\r\x1b[J");
    }

    /// Flushes stdout.
    pub(crate) fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.output.flush().err();
        }
    }

    /// Flushes, and returns why stdout could not be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }
}

/// A piece of text for a terminal: only our own colours take effect.
fn painted(piece: &Piece, colour: bool) -> String {
    let text = visible(&piece.text);
    let code = match piece.style {
        _ if !colour || text.is_empty() => return text.into_owned(),
        Style::Plain => return text.into_owned(),
        Style::Strong => "1",
        Style::Faint => "2",
        Style::Alarm | Style::Delete => "1;31",
        Style::Removed => "31",
        Style::Added => "32",
        Style::Create => "1;32",
        Style::Update => "1;33",
        Style::Recreate => "1;35",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
