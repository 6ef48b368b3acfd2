//! Rendering a chart without a cluster: the one use case that needs no runtime.

use skeg_render::{Capabilities, Release, Rendered};
use skeg_resources::KnownSecrets;

use crate::chart_request::ChartRequest;
use crate::chart_source::ChartSource;
use crate::error::Error;
use crate::load::{LoadNote, load};

/// What templates are rendered for.
#[derive(Clone, Debug)]
pub struct Target {
    /// What `.Release` tells.
    pub release: Release,
    /// What `.Capabilities` tells.
    pub capabilities: Capabilities,
}

/// Loads and renders a chart on this thread.
///
/// # Errors
/// As [`load`](crate::load()), or [`Error::Render`].
pub fn render(
    request: &ChartRequest,
    target: Target,
    charts: &dyn ChartSource,
    secrets: &KnownSecrets,
    tell: &mut dyn FnMut(LoadNote),
) -> Result<Rendered, Error> {
    let loaded = load(request, charts, secrets, tell)?;
    let begun = std::time::Instant::now();
    let Target { release, capabilities } = target;
    let rendered = skeg_render::render(loaded.request(release, capabilities, None, request.process.stack));
    tell(LoadNote::Detail(format!("rendering took {} ms", begun.elapsed().as_millis())));
    Ok(rendered?)
}
