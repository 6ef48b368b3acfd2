//! Shows long text on a terminal through the user's pager.

use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

use skeg_report::Styled;

use crate::command::Context;

/// The default pager: it leaves short texts on the screen, and shows our colours.
const USUAL: &str = "less -FRX";

/// Whether a pager has the terminal: then Ctrl-C is meant for it.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_open() -> bool {
    IS_OPEN.load(Ordering::SeqCst)
}

/// Shows a text, through a pager if a person reads it.
pub(crate) fn show(text: &Styled, context: &mut Context<'_, '_>) {
    let chosen = context.environment.get("PAGER").unwrap_or(USUAL).to_string();
    let is_wanted = context.printer.is_on_terminal()
        && context.environment.get("CI").is_none()
        && !matches!(chosen.trim(), "" | "cat");
    if !is_wanted || !is_paged(&chosen, &context.printer.painted(text), context) {
        context.printer.styled_text(text);
    }
}

/// Whether a pager took the text.
fn is_paged(chosen: &str, text: &str, context: &mut Context<'_, '_>) -> bool {
    let mut words = chosen.split_whitespace();
    let Some(program) = words.next() else { return false };
    context.printer.flush();
    let mut command = skeg_child_process::command(program);
    command.args(words).current_dir(context.directory).stdin(Stdio::piped());
    IS_OPEN.store(true, Ordering::SeqCst);
    let is_started = match command.spawn() {
        Ok(mut pager) => {
            // The reader may quit before the end.
            drop(pager.stdin.take().map(|mut input| input.write_all(text.as_bytes())));
            let _ = pager.wait();
            true
        }
        Err(_) => false,
    };
    IS_OPEN.store(false, Ordering::SeqCst);
    is_started
}
