//! Explains errors: first the message people search for, then the place, then the likely remedy.

mod chart;
mod execution;
mod manifest;
mod parsing;
mod release;
mod scene;
pub(crate) mod secrets;
mod snippet;
mod source;
mod values;

use skeg_deploy::{ChartRequest, Error};
use skeg_render::Error as RenderError;
use skeg_report::codes;

use crate::command::Context;
use crate::error::CommandError;
use crate::secret_key::explain_key;
use scene::Scene;

pub(crate) use release::{explain_artifact, explain_release};
pub(crate) use source::explain_source;

/// Explains why a chart could not be used.
pub(crate) fn explain(error: &Error, request: &ChartRequest, context: &mut Context<'_, '_>) -> CommandError {
    match error {
        Error::Render(error) => explain_rendering(error, request, context),
        Error::Chart(error) => explain_source(error),
        Error::SecretKey(error) => explain_key(error).hint("Or render without decrypting: --no-decrypt-secrets"),
        error => explain_release(error),
    }
}

/// Explains why a rendering failed. It loads the chart again, so that success costs nothing.
fn explain_rendering(error: &RenderError, request: &ChartRequest, context: &mut Context<'_, '_>) -> CommandError {
    match error {
        RenderError::Chart(error) => chart::explain(error, request, context),
        RenderError::Parse { error: parse, .. } => {
            parsing::explain(parse, error, Scene::load(request, context).as_ref(), request.compat)
        }
        RenderError::Exec { error, .. } => execution::explain(error, Scene::load(request, context).as_ref()),
        RenderError::Manifest(bad) => manifest::explain(bad),
        RenderError::Secret { file, error } => secrets::explain(file, error),
        RenderError::Other(text) => CommandError::new(&codes::RENDERING, text),
    }
}
