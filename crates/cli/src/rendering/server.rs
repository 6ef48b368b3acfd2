//! Rendering against a cluster.

use skeg_deploy::{Connection, Driver, DryRun, Error, Rendered, dry_run};

use crate::command::Context;
use crate::drive::drive;
use crate::error::CommandError;
use crate::screen::Screen;

/// Queries the cluster and renders.
pub(crate) fn render_on_server(
    connection: Connection,
    request: DryRun,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, Error>, CommandError> {
    drive(connection, Driver::default(), &mut Screen::silent(), context, move |world| async move {
        dry_run(request, &world).await
    })
}
