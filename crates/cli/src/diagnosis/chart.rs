//! Charts and values that cannot be used.

use std::path::Path;

use skeg_chart::{ArchiveError, Error, SetFlag, Validation, Violation};
use skeg_deploy::{ChartRequest, clean_text};
use skeg_go_yaml::Tree;

use super::manifest::line_number;
use super::scene::Scene;
use super::snippet::{self, Mark, all_of};
use super::values::describe;
use crate::command::Context;
use crate::error::CommandError;

/// Explains what is wrong with a chart or its values.
pub(super) fn explain(error: &Error, request: &ChartRequest, context: &mut Context<'_, '_>) -> CommandError {
    let explained = CommandError::failure(error.to_string().trim_end());
    let chart = &clean_text(&request.chart.directory.join(request.chart.name.trim()).to_string_lossy());
    match error {
        Error::Set { flag, argument, reason, .. } => {
            let explained = explained.details([format!("  {} {argument:?}", flag.name())]);
            if reason.starts_with("open ") {
                return explained.hint(format!("Files are looked for in {}.", context.directory.display()));
            }
            explained.hint(set_hint(*flag, reason))
        }
        Error::ParseValues { file, reason } => explain_values_file(explained, file, reason, context),
        Error::ReadValues { file, .. } => {
            explained.hint(format!("{file} is looked for in {}.", context.directory.display()))
        }
        Error::Schema(validation) => explain_schema(explained, validation, request, context),
        Error::MissingDependencies { .. } => explained.hint(format!("Get them with: helm dependency build {chart}")),
        Error::NotInstallable { .. } => {
            explained.hint("It only gives templates to other charts: render a chart that depends on it.")
        }
        Error::KubeVersion { .. } => explained.hint("Render for another version: --kube-version VERSION"),
        Error::ReleaseName { .. } => explained.hint("Choose another name: -r NAME (small letters, digits, - and .)"),
        Error::NotATable { chart, .. } => {
            explained.hint(format!("The values under `{chart}` belong to a subchart and must be a map."))
        }
        Error::Archive(error) => explained.hint(archive_hint(error)),
        Error::NoChartYaml | Error::Detect { .. } => {
            explained.hint(format!("A chart is a folder with a Chart.yaml, or a .tgz of one; {chart} is neither."))
        }
        Error::Parse { file, reason } => match show_line(&Path::new(chart).join(file), file, reason) {
            Some(lines) => explained.details(lines).hint(format!("Fix {file} in {chart}.")),
            None => explained.hint(format!("Fix {file} in {chart}.")),
        },
        Error::OutsideLink { is_secret: true, path, .. } => explained
            .hint(format!("Put a copy of the file in place of the link, or leave it out: {path} in .helmignore")),
        Error::OutsideLink { .. } => {
            explained.hint("Put copies in place of the links, or drop --no-outside-links to follow them as Helm does.")
        }
        Error::IgnoreRule { rule, .. } => explained.hint(format!("Fix the line `{rule}` in .helmignore.")),
        _ => explained,
    }
}

fn set_hint(flag: SetFlag, reason: &str) -> String {
    let name = flag.name();
    if reason.contains("has no value") {
        format!("Write {name} key=value. A comma, brace or dot that belongs to a text needs a \\ before it.")
    } else if reason.contains("interface conversion") {
        "The path goes through a value that is no map or list; set that one first.".to_string()
    } else if reason.contains("maximum supported index") {
        "Set the list as a whole: --set-json 'key=[…]'".to_string()
    } else if flag == SetFlag::SetJson {
        "The value must be JSON: --set-json 'key={\"a\": 1}'".to_string()
    } else {
        format!("Write {name} key=value.")
    }
}

fn explain_values_file(explained: CommandError, file: &str, reason: &str, context: &Context<'_, '_>) -> CommandError {
    if reason.contains("cannot unmarshal") && reason.contains("map[string]interface") {
        return explained.hint(format!("{file} must be a map of values at its top."));
    }
    match show_line(&context.directory.join(file), file, reason) {
        Some(lines) => explained.details(lines).hint("Check indentation and quotes around there."),
        None => explained,
    }
}

/// The line of a file that a reason names, with those around it.
fn show_line(path: &Path, title: &str, reason: &str) -> Option<Vec<String>> {
    let number = line_number(reason)?;
    if !path.is_file() {
        return None;
    }
    let text = skeg_chart::read_bounded(path, crate::rendering::LARGEST_FILE).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().nth(number.checked_sub(1)?)?;
    let mark = Mark { range: all_of(line), label: String::new() };
    Some(snippet::around(title, &text, number, Some(mark)))
}

/// Each violation with the value that causes it.
fn explain_schema(
    explained: CommandError,
    validation: &Validation,
    request: &ChartRequest,
    context: &mut Context<'_, '_>,
) -> CommandError {
    let scene = Scene::load(request, context);
    let mut lines = Vec::new();
    for chart in &validation.charts {
        let values = scene.as_ref().map(|scene| scene.values_at(&chart.path));
        for violation in chart.violations.iter().flat_map(innermost) {
            let path = violation.path.iter().map(|name| format!(".{name}")).collect::<String>();
            // What is missing, the message already says.
            if let Some(value) = values.and_then(|values| walk(values, &violation.path)).filter(|_| !path.is_empty()) {
                let inside = chart.path.iter().map(|name| format!(".{name}")).collect::<String>();
                lines.push(format!("  .Values{inside}{path} is {}", describe(value)));
            }
        }
    }
    explained.details(lines).hint("Fix the values, or leave the check out: --skip-schema-validation")
}

fn innermost(violation: &Violation) -> Vec<&Violation> {
    match violation.causes.as_slice() {
        [] => vec![violation],
        causes => causes.iter().flat_map(innermost).collect(),
    }
}

fn walk<'a>(values: &'a Tree, path: &[String]) -> Option<&'a Tree> {
    path.iter().try_fold(values, |here, name| match here {
        Tree::List(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}

fn archive_hint(error: &ArchiveError) -> &'static str {
    match error {
        ArchiveError::Yaml { .. } => {
            "Give the chart's folder or archive, not a file inside it; values files go with -f."
        }
        ArchiveError::NotGzip { .. } | ArchiveError::BadHeader { .. } | ArchiveError::GzipHeader => {
            "An archive of a chart is a .tgz file as `helm package` makes it; was the download complete?"
        }
        ArchiveError::ChartTooLarge { .. } | ArchiveError::FileTooLarge { .. } => {
            "Leave out what the chart does not need with .helmignore, and pack it again."
        }
        ArchiveError::AbsolutePath { .. }
        | ArchiveError::OutsideBase { .. }
        | ArchiveError::ParentDirectory { .. }
        | ArchiveError::IllegalName { .. } => {
            "The archive would write outside its folder; do not trust where it came from."
        }
        _ => "The archive is damaged: fetch or pack it again.",
    }
}
