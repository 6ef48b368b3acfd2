//! The `skeg` command: arguments in, manifests and messages out.
//!
//! A command file parses its flags, resolves them to a request, calls one use case and prints the outcome. What a process has
//! (arguments, environment, directory, streams) is handed to [`run`], so that tests can run commands without a process.

mod atomic_file;
mod command;
mod connection;
mod diagnosis;
mod drive;
mod environment;
mod error;
mod flags;
mod level;
mod line_colour;
mod log;
mod memory;
mod opening;
mod output;
mod pager;
mod panic;
mod plain_file;
mod platform;
mod printer;
mod quote;
mod rendering;
mod screen;
mod secret_key;
mod secret_place;
mod stack;

use std::io::{BufWriter, ErrorKind, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

pub use environment::Environment;

use command::Context;
use error::exit;
use printer::Printer;

/// Most manifests fit in here together: few calls, little memory.
const OUTPUT_BUFFER: usize = 64 << 10;

/// What a command is started with.
pub struct Invocation<'a> {
    /// Without the program's name.
    pub arguments: Vec<String>,
    /// The environment variables that it sees.
    pub environment: Environment,
    /// The base of relative paths.
    pub directory: PathBuf,
    /// stdin.
    pub input: &'a mut dyn Read,
    /// stdout: data.
    pub output: &'a mut dyn Write,
    /// stderr: messages.
    pub errors: &'a mut dyn Write,
    /// Whether `errors` shows colour.
    pub colour: bool,
    /// Whether `output` shows colour.
    pub colour_on_output: bool,
    /// Whether `output` is a terminal.
    pub output_is_terminal: bool,
    /// Columns and lines of the terminal that `errors` is, if it is one.
    pub terminal: Option<(usize, usize)>,
    /// The process ends after this command: skip freeing memory.
    pub is_last: bool,
    /// Bytes of this thread's stack that templates may use.
    pub stack: usize,
}

/// Runs a command and returns its exit status.
pub fn run(invocation: Invocation<'_>) -> u8 {
    let mut printer = Printer::new(invocation.output, invocation.errors, invocation.colour)
        .with_stdout(invocation.output_is_terminal, invocation.colour_on_output);
    let context = &mut Context {
        environment: &invocation.environment,
        directory: &invocation.directory,
        input: invocation.input,
        printer: &mut printer,
        terminal: invocation.terminal,
        begun: Instant::now(),
        time_limit: None,
        is_last: invocation.is_last,
        stack: invocation.stack,
        warned_key_files: Default::default(),
    };
    let status = command::dispatch(&invocation.arguments, context);
    match printer.finish() {
        Ok(()) => status,
        // The reader has what it wanted, as with `skeg … | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit::BROKEN_PIPE,
        Err(_) => exit::FAILURE,
    }
}

/// Runs the command of this process.
pub fn main() -> ExitCode {
    panic::explain_panics();
    platform::widen(std::io::stdout());
    let environment = Environment::of_process();
    skeg_render::set_local_zone(std::env::var("TZ").ok().as_deref());
    let may_colour = environment.get("NO_COLOR").is_none();
    let status = run(Invocation {
        arguments: std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
        environment,
        directory: std::env::current_dir().unwrap_or_default(),
        input: &mut std::io::stdin().lock(),
        output: &mut BufWriter::with_capacity(OUTPUT_BUFFER, std::io::stdout().lock()),
        errors: &mut std::io::stderr().lock(),
        colour: may_colour && std::io::stderr().is_terminal(),
        colour_on_output: may_colour && std::io::stdout().is_terminal(),
        output_is_terminal: std::io::stdout().is_terminal(),
        terminal: terminal(),
        is_last: true,
        stack: stack::of_first_thread(),
    });
    ExitCode::from(status)
}

/// Columns and lines of the terminal on stderr.
fn terminal() -> Option<(usize, usize)> {
    let (width, height) = terminal_size::terminal_size_of(std::io::stderr())?;
    Some((usize::from(width.0), usize::from(height.0)))
}
