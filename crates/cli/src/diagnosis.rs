//! What is wrong, where, and what to do: the message people search for first, then the place, then the likely remedy.

mod chart;
mod execution;
mod manifest;
mod scene;
mod snippet;
mod values;

use skeg_render::{Error, ParseError};

use crate::command::Context;
use crate::error::CommandError;
use crate::rendering::Rendering;
use scene::Scene;

/// Explains why a rendering failed. The chart is loaded again for it: success pays nothing.
pub(crate) fn explain(error: &Error, rendering: &Rendering, context: &mut Context<'_, '_>) -> CommandError {
    match error {
        Error::Chart(error) => chart::explain(error, rendering, context),
        Error::Parse { error: parse, .. } => explain_parse(parse, error, Scene::load(rendering, context).as_ref()),
        Error::Exec { error, .. } => execution::explain(error, Scene::load(rendering, context).as_ref()),
        Error::Manifest { source, content, .. } => manifest::explain(error, source, content),
        Error::Other(text) => CommandError::failure(text.clone()),
    }
}

/// A template that is not a template.
fn explain_parse(parse: &ParseError, error: &Error, scene: Option<&Scene>) -> CommandError {
    let mut explained = CommandError::failure(error.to_string());
    if let Some(source) = scene.and_then(|scene| scene.template(&parse.name)) {
        explained = explained.details(snippet::line(&parse.name, &source, parse.line, None));
    }
    for (part, hint) in [
        ("unexpected EOF", "An if, range, with, define or block before the end of the file has no {{ end }}."),
        ("unexpected {{end}}", "There is one {{ end }} too many, or the opening action is inside a comment."),
        ("unclosed action", "An action is opened with {{ and not closed with }} on its line."),
        ("not defined", "Helm's templates have no function of that name; a field needs a dot in front."),
    ] {
        if parse.message.contains(part) {
            return explained.hint(hint);
        }
    }
    explained
}
