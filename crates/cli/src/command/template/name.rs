//! Which argument is the release's name and which the chart.

use skeg_chart::Compat;
use skeg_report::codes;

use super::flags::RenderingFlags;
use crate::error::CommandError;

/// The default name of a release.
const UNNAMED: &str = "release-name";

/// Reads the arguments.
pub(super) fn name_and_chart(
    flags: &RenderingFlags,
    arguments: &[String],
    compat: Compat,
) -> Result<(String, String), CommandError> {
    let template = flags.name_template.as_deref();
    match arguments {
        [_, _] if flags.generate_name => {
            Err(CommandError::new(&codes::FLAG_CONFLICT, "cannot set --generate-name and also specify a name"))
        }
        [_, _] if template.is_some() => {
            Err(CommandError::new(&codes::FLAG_CONFLICT, "cannot set --name-template and also specify a name"))
        }
        [name, chart] => Ok((name.clone(), chart.clone())),
        [chart] => match template {
            Some(text) => {
                let name = skeg_render::render_name_template(text, compat, crate::memory::METER);
                let name = name.map_err(|message| CommandError::new(&codes::RENDERING, message))?;
                Ok((name, chart.clone()))
            }
            None => Ok((UNNAMED.to_string(), chart.clone())),
        },
        words => {
            let unexpected = words.get(2..).unwrap_or_default().join(", ");
            Err(CommandError::new(
                &codes::UNEXPECTED_ARGUMENT,
                format!("expected at most two arguments, unexpected arguments: {unexpected}"),
            ))
        }
    }
}
