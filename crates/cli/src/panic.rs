//! The message for a bug in Skeg.

use std::io::Write;
use std::panic::PanicHookInfo;

/// Installs a message in plain words, with what is needed to report it. Release builds end with it.
pub(crate) fn explain_panics() {
    std::panic::set_hook(Box::new(|panic| {
        // There is nowhere to report a failure to.
        let _ = std::io::stderr().write_all(text(panic).as_bytes());
    }));
}

fn text(panic: &PanicHookInfo<'_>) -> String {
    let why = panic.payload_as_str().unwrap_or("no reason given");
    let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
    format!(
        "error: skeg {} panicked: {why}{place}\n  This is a bug in Skeg, please report it.\n  \
         If a release was being changed, run the same command again: it recovers and continues from there.\n",
        env!("CARGO_PKG_VERSION")
    )
}
