//! Charts and values that cannot be used.

use std::path::Path;

use skeg_chart::{ArchiveError, Error, SetFlag, SetProblemKind, Validation, Violation};
use skeg_deploy::ChartRequest;
use skeg_go_yaml::{ErrorKind, Tree};
use skeg_report::codes::{self, Code};

use super::scene::Scene;
use super::snippet::{self, Mark, all_of};
use super::values::describe;
use crate::command::Context;
use crate::error::CommandError;

/// Explains what is wrong with a chart or its values.
pub(super) fn explain(error: &Error, request: &ChartRequest, context: &mut Context<'_, '_>) -> CommandError {
    let failure = |code: Code| CommandError::new(code, error.to_string().trim_end());
    let chart = skeg_chart::clean_path(&request.chart.directory.join(request.chart.name.trim()).to_string_lossy());
    let folder = || context.directory.display().to_string();
    match error {
        Error::Set { flag, argument, reason, .. } => failure(&codes::VALUES_SET)
            .details([format!("  {} {argument:?}", flag.name())])
            .case(set_case(*flag, reason.kind))
            .fill("flag", flag.name())
            .fill("folder", folder()),
        Error::ParseValues { file, reason } => {
            explain_values_file(failure(&codes::VALUES_FILE).fill("file", file), file, reason, context)
        }
        Error::ReadValues { file, .. } => {
            failure(&codes::VALUES_FILE).case("missing").fill("file", file).fill("folder", folder())
        }
        Error::Schema(validation) => explain_schema(failure(&codes::VALUES_SCHEMA), validation, request, context),
        Error::MissingDependencies { .. } => failure(&codes::CHART_DEPENDENCIES).fill("chart", chart),
        Error::NotInstallable { .. } => failure(&codes::CHART_NOT_INSTALLABLE),
        Error::KubeVersion { .. } => failure(&codes::CHART_KUBE_VERSION),
        Error::ReleaseName { .. } => failure(&codes::RELEASE_NAME),
        Error::NotATable { chart, .. } => failure(&codes::VALUES_TYPE).fill("subchart", chart),
        Error::Archive(error) => failure(&codes::CHART_ARCHIVE).case(archive_case(error)),
        Error::NoChartYaml | Error::Detect { .. } => {
            failure(&codes::CHART_INVALID).case("no-chart").fill("chart", chart)
        }
        Error::Parse { file, reason } => failure(&codes::CHART_INVALID)
            .details(show_line(&Path::new(&chart).join(file), file, reason).unwrap_or_default())
            .case("file")
            .fill("file", *file)
            .fill("chart", chart),
        Error::OutsideLink { is_secret, path, .. } => {
            failure(&codes::CHART_OUTSIDE_LINK).case(if *is_secret { "secret" } else { "file" }).fill("path", path)
        }
        Error::IgnoreRule { rule, .. } => failure(&codes::CHART_INVALID).case("ignore-rule").fill("rule", rule),
        _ => failure(&codes::CHART_INVALID),
    }
}

fn set_case(flag: SetFlag, problem: SetProblemKind) -> &'static str {
    match problem {
        SetProblemKind::File => "file",
        SetProblemKind::NoValue => "no-value",
        SetProblemKind::Path => "path",
        SetProblemKind::Index => "index",
        SetProblemKind::Json => "json",
        SetProblemKind::Syntax if flag == SetFlag::SetJson => "json",
        SetProblemKind::Syntax => "syntax",
    }
}

fn explain_values_file(
    explained: CommandError,
    file: &str,
    reason: &skeg_go_yaml::Error,
    context: &Context<'_, '_>,
) -> CommandError {
    if reason.kind() == ErrorKind::NotAMap {
        return explained.case("no-map");
    }
    match show_line(&context.directory.join(file), file, reason) {
        Some(lines) => explained.details(lines).case("syntax"),
        None => explained,
    }
}

/// The faulty line of a file, with its neighbours.
fn show_line(path: &Path, title: &str, reason: &skeg_go_yaml::Error) -> Option<Vec<String>> {
    let number = reason.line()?;
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
    let (mut lines, mut text) = (Vec::new(), None);
    for chart in &validation.charts {
        let values = scene.as_ref().map(|scene| scene.values_at(&chart.path));
        for violation in chart.violations.iter().flat_map(innermost) {
            let path = violation.path.iter().map(|name| format!(".{name}")).collect::<String>();
            // For missing values the message says it all.
            if let Some(value) = values.and_then(|values| walk(values, &violation.path)).filter(|_| !path.is_empty()) {
                let inside = chart.path.iter().map(|name| format!(".{name}")).collect::<String>();
                lines.push(format!("  .Values{inside}{path} is {}", describe(value)));
                if violation.message.ends_with("want string")
                    && matches!(value, Tree::Float(_) | Tree::Int(_) | Tree::Bool(_))
                {
                    text.get_or_insert(format!("{inside}{path}")[1..].to_string());
                }
            }
        }
    }
    let explained = explained.details(lines);
    text.into_iter().fold(explained, |explained, text| explained.fill("text", text))
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

fn archive_case(error: &ArchiveError) -> &'static str {
    match error {
        ArchiveError::Yaml { .. } => "yaml",
        ArchiveError::NotGzip { .. } | ArchiveError::BadHeader { .. } | ArchiveError::GzipHeader => "not-gzip",
        ArchiveError::ChartTooLarge { .. } | ArchiveError::FileTooLarge { .. } => "too-large",
        ArchiveError::AbsolutePath { .. }
        | ArchiveError::OutsideBase { .. }
        | ArchiveError::ParentDirectory { .. }
        | ArchiveError::IllegalName { .. } => "outside",
        _ => "damaged",
    }
}
