//! The lines of `--log-level debug` and `trace` about requests.

mod body;

use skeg_deploy::{Ending, Exchange, KnownSecrets, Note};

use crate::error::shortened;
use crate::level::Level;
use crate::printer::Printer;
use body::Bodies;

/// Formats notes about requests.
pub(crate) struct Log {
    secrets: KnownSecrets,
    bodies: Bodies,
}

impl Log {
    /// `secrets` are those known to the command.
    pub(crate) fn new(secrets: &KnownSecrets) -> Log {
        Log { secrets: secrets.clone(), bodies: Bodies::new(secrets) }
    }

    pub(crate) fn show(&self, note: &Note, printer: &mut Printer<'_>) {
        match note {
            Note::Settings(found) => printer.debug(found),
            Note::Again { request, why, pause } => {
                let line = format!("{request}: again in {} ms: {why}", pause.as_millis());
                printer.debug(shortened(&self.secrets.mask(&line)));
            }
            Note::Exchange(exchange) => self.show_exchange(exchange, printer),
        }
    }

    fn show_exchange(&self, exchange: &Exchange, printer: &mut Printer<'_>) {
        let Exchange { request, body, ending, took } = exchange;
        let took = took.as_millis();
        let became = match ending {
            Ending::Answered { code, .. } => format!("{code} in {took} ms"),
            Ending::Refused { code, message } => format!("{code} in {took} ms: {message}"),
            Ending::Lost(why) => format!("no answer after {took} ms: {why}"),
        };
        let line = format!("{request}: {became}");
        printer.debug(shortened(&self.secrets.mask(&line)));
        if !printer.shows(Level::Trace) {
            return;
        }
        let answer: &[u8] = match ending {
            Ending::Answered { body: Some(body), .. } => body,
            _ => &[],
        };
        for (what, body) in [("sent", &body[..]), ("got", answer)] {
            if !body.is_empty() {
                printer.put(Level::Trace, format!("trace:   {what} {}", self.bodies.shown(request, body)));
            }
        }
    }
}
