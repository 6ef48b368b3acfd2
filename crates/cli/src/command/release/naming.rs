//! Which release, and which chart: `NAME CHART`, `CHART` alone, or `-r NAME CHART`.

use std::path::Path;

use skeg_go_yaml::Tree;

use skeg_report::codes;

use crate::command::Context;
use crate::error::CommandError;
use crate::flags::cluster::ReleaseFlags;
use crate::rendering::LARGEST_FILE;

/// The release's name, and the chart if one is named. A chart alone gives the release its own name.
pub(super) fn name_and_chart(
    flags: &ReleaseFlags,
    arguments: &[String],
    context: &Context<'_, '_>,
    command: &str,
) -> Result<(String, Vec<String>), CommandError> {
    if let Some(name) = &flags.name {
        return Ok((name.clone(), arguments.to_vec()));
    }
    let missing = |error: &str| {
        CommandError::new(&codes::MISSING_ARGUMENT, error)
            .fill("example", format!("skeg {command} shop ./shop, or -r shop ./shop"))
    };
    match arguments {
        [] => Err(missing("the release's name is missing")),
        [chart] if is_path(chart) => match own_name(&context.directory.join(chart)) {
            Some(name) => Ok((name, vec![chart.clone()])),
            None => Err(missing(&format!("{chart} is a path, and the release's name is missing"))),
        },
        [chart, name] if is_path(chart) && !is_path(name) => Err(CommandError::new(
            &codes::MISSING_ARGUMENT,
            format!("{chart} is a path, and stands where the release's name is expected"),
        )
        .hint(format!("The name comes first: skeg {command} {name} {chart}"))),
        [name, rest @ ..] => Ok((name.clone(), rest.to_vec())),
    }
}

/// Not a valid name for a release.
fn is_path(word: &str) -> bool {
    word.contains('/') || word.starts_with(['.', '~']) || word.ends_with(".tgz") || word.ends_with(".tar.gz")
}

/// The name in the Chart.yaml of a folder.
fn own_name(folder: &Path) -> Option<String> {
    let text = skeg_chart::read_bounded(&folder.join("Chart.yaml"), LARGEST_FILE).ok()?;
    let about = skeg_go_yaml::read_tree(&text).ok()?;
    let name = about.get("name").and_then(Tree::as_str)?.to_string();
    (!name.is_empty()).then_some(name)
}
