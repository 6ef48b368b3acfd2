//! Shared code of commands that only read.

use std::future::Future;

use skeg_deploy::{Driver, Error, World};
use skeg_report::Format;

use crate::command::Context;
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::cluster::ConnectionFlags;
use crate::opening::Opening;
use crate::screen::Screen;

/// Runs a query on the cluster and waits for the answer.
pub(super) fn ask<T, F>(
    screen: &mut Screen,
    flags: &ConnectionFlags,
    driver: Driver,
    context: &mut Context<'_, '_>,
    work: impl FnOnce(World) -> F,
) -> Result<T, CommandError>
where
    F: Future<Output = Result<T, Error>> + Send + 'static,
    T: Send + 'static,
{
    let answer = drive(connection(flags, context), driver, screen, context, |world| {
        let stop = world.stop.clone();
        let asking = work(world);
        async move {
            tokio::select! {
                biased;
                () = stop.asked() => Err(Error::Stopped),
                answer = asking => answer,
            }
        }
    })?;
    answer.map_err(|error| explain_release(&error))
}

/// The heading with the release. Omitted for programs, unless a person is watching.
pub(super) fn of_release(what: String, namespace: &str, format: Option<Format>, context: &Context<'_, '_>) -> Screen {
    opened(Opening::Release { what, namespace: namespace.to_string() }, format, context)
}

/// The same for any heading.
pub(super) fn opened(opening: Opening, format: Option<Format>, context: &Context<'_, '_>) -> Screen {
    let is_data = matches!(format, Some(Format::Json | Format::Yaml));
    Screen::reading(if is_data && context.terminal.is_none() { Opening::Silent } else { opening })
}

/// Prints a table for people, or data for programs.
pub(super) fn print(shown: &str, format: Format, context: &mut Context<'_, '_>) {
    match format {
        Format::Table => context.printer.text(shown),
        _ => context.printer.data(shown),
    }
}

/// Prints warnings about skipped records.
pub(super) fn warn(warnings: &[String], context: &mut Context<'_, '_>) {
    for warning in warnings {
        context.printer.warn(warning);
    }
}
