//! What is wrong, where, and what to do: the message people search for first, then the place, then the likely remedy.

mod chart;
mod execution;
mod manifest;
mod parsing;
mod release;
mod scene;
pub(crate) mod secrets;
mod snippet;
mod values;

use skeg_render::Error;

use crate::command::Context;
use crate::error::CommandError;
use crate::rendering::Rendering;
use scene::Scene;

pub(crate) use release::{explain_artifact, explain_release};

/// Explains why a rendering failed. The chart is loaded again for it: success pays nothing.
pub(crate) fn explain(error: &Error, rendering: &Rendering, context: &mut Context<'_, '_>) -> CommandError {
    match error {
        Error::Chart(error) => chart::explain(error, rendering, context),
        Error::Parse { error: parse, .. } => {
            parsing::explain(parse, error, Scene::load(rendering, context).as_ref(), rendering.compat)
        }
        Error::Exec { error, .. } => execution::explain(error, Scene::load(rendering, context).as_ref()),
        Error::Manifest { source, content, .. } => manifest::explain(error, source, content),
        Error::Secret { file, error } => secrets::explain(file, error),
        Error::Other(text) => CommandError::failure(text.clone()),
    }
}
