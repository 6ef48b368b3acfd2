//! Renderings in which a cluster has its say.

use skeg_deploy::{Connection, Driver, DryRun, Error, dry_run};
use skeg_render::Rendered;

use crate::command::Context;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::screen::Screen;

/// Asks the cluster and renders; an error inside is one of rendering.
pub(crate) fn render_on_server(
    connection: Connection,
    request: DryRun,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, skeg_render::Error>, CommandError> {
    let done = drive(connection, Driver::default(), &mut Screen::silent(), context, move |world| async move {
        dry_run(request, &world).await
    })?;
    match done {
        Ok(rendered) => Ok(Ok(rendered)),
        Err(Error::Render(error)) => Ok(Err(*error)),
        Err(error) => Err(explain_release(&error)),
    }
}
