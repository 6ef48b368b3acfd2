//! What commands that only read have in common.

use std::future::Future;

use skeg_deploy::{Error, World};
use skeg_report::Format;

use super::settings;
use crate::command::Context;
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::Parsed;
use crate::screen::Screen;

/// Asks the cluster and waits for the answer.
pub(super) fn ask<T, F>(
    parsed: &Parsed,
    context: &mut Context<'_, '_>,
    work: impl FnOnce(World) -> F,
) -> Result<T, CommandError>
where
    F: Future<Output = Result<T, Error>> + Send + 'static,
    T: Send + 'static,
{
    let (connection, driver) = (connection(parsed, context), settings::driver(parsed));
    let answer = drive(connection, driver, &mut Screen::silent(), context, |world| {
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

/// The form that was asked for.
pub(super) fn format(parsed: &Parsed, default: Format) -> Format {
    parsed.text("output-format").and_then(Format::from_name).unwrap_or(default)
}

/// Prints a table for people, or data for programs.
pub(super) fn print(shown: &str, format: Format, context: &mut Context<'_, '_>) {
    match format {
        Format::Table => context.printer.text(shown),
        _ => context.printer.data(shown),
    }
}

/// Says what had to be left out.
pub(super) fn warn(warnings: &[String], context: &mut Context<'_, '_>) {
    for warning in warnings {
        context.printer.warn(warning);
    }
}
