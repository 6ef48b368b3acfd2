//! A plan on stdout, and what it means for the exit status.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skeg_deploy::{Preview, Release, ReleaseName};
use skeg_report::codes;
use skeg_report::{
    Destination, GraphFormat, Made, PlanDetail, PlanFormat, PlanSource, PlanStyle, Standing, Verdict, graph, utc,
};

use crate::command::Context;
use crate::command::release::files;
use crate::diagnosis::explain_release;
use crate::error::{CommandError, exit};
use crate::flags::Parsed;
use crate::opening::Opening;
use crate::pager;
use crate::screen::Screen;

/// A flag of the command that would be carried out means nothing here if it is about what was done.
pub(super) fn check(parsed: &Parsed, context: &Context<'_, '_>) -> Result<(), CommandError> {
    match parsed.filled("save-report-to") {
        Some(_) => Err(CommandError::new(
            &codes::FLAG_CONFLICT,
            "--save-report-to: nothing is done, so there is nothing to report",
        )
        .hint("For the plan as data: -o json")),
        None => files::check(parsed, context),
    }
}

/// The plan's title says where; an error must say it for itself.
pub(super) fn screen(release: &ReleaseName) -> Screen {
    let (what, namespace) = (format!("Planning release {}", release.name), release.namespace.clone());
    Screen::reading(Opening::Plan { what, namespace })
}

/// Shows a plan.
pub(super) fn show(
    preview: &Preview,
    destination: Option<&Destination>,
    made: Option<Made>,
    back_to: Option<u64>,
    mut notes: Vec<String>,
    parsed: &Parsed,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    if preview.creates_namespace {
        notes.push(format!("Namespace {} does not exist and would be created.", preview.release.namespace));
    }
    notes.extend(preview.left_out().into_iter().map(|text| format!("✗ would be refused: {text}")));
    let made =
        made.unwrap_or_else(|| Made { at: utc(now()), by: concat!("skeg ", env!("CARGO_PKG_VERSION")).to_string() });
    let standing = preview.last.as_ref().map(standing);
    let source = PlanSource {
        plan: &preview.plan,
        is_idle: preview.is_idle,
        record_reasons: &preview.record_reasons,
        standing: standing.as_ref(),
        destination,
        made: Some(&made),
        back_to,
        notes: &notes,
        warnings: &preview.warnings,
        refused: &[],
        secrets: context.printer.secrets(),
    };
    let refused = preview.refused();
    let source = PlanSource { refused: &refused, ..source };
    let view = skeg_report::PlanView::new(&source, &detail(parsed));
    files::write(parsed, "save-graph-to", context, |path| graph(&preview.plan, GraphFormat::of_path(path)))?;
    let format = parsed.text("output-format").and_then(PlanFormat::from_name).unwrap_or_default();
    match parsed.text("show-order") {
        Some("dot") => context.printer.data(graph(&preview.plan, GraphFormat::Dot)),
        Some("mermaid") if format == PlanFormat::Text => {
            context.printer.data(graph(&preview.plan, GraphFormat::Mermaid));
        }
        _ if format == PlanFormat::Text => {
            pager::show(&skeg_report::plan_text(&view, style(parsed)), parsed, context);
        }
        _ => context.printer.data(skeg_report::plan(&view, &preview.plan, format, style(parsed))),
    }
    view.warnings().iter().for_each(|warning| context.printer.warn(warning));
    if let Some(error) = preview.refusal() {
        context.printer.flush();
        return Err(explain_release(&error));
    }
    match view.verdict() {
        _ if !parsed.switch("exit-code") => Ok(()),
        Verdict::Nothing => Ok(()),
        Verdict::Changes => Err(CommandError::told(exit::CHANGES_PLANNED)),
        Verdict::RecordsOnly | Verdict::HooksOnly => Err(CommandError::told(exit::RECORDS_PLANNED)),
    }
}

fn detail(parsed: &Parsed) -> PlanDetail {
    PlanDetail {
        insignificant: parsed.switch("show-insignificant-diffs"),
        sensitive: parsed.switch("show-sensitive-diffs"),
        definitions: parsed.switch("show-verbose-crd-diffs"),
        whole: !parsed.has("show-verbose-diffs") || parsed.switch("show-verbose-diffs"),
    }
}

fn style(parsed: &Parsed) -> PlanStyle {
    PlanStyle {
        context_lines: parsed.count_of("diff-context-lines"),
        order: parsed.has("show-order"),
        all: parsed.switch("show-all"),
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn standing(last: &Release) -> Standing {
    let deployed = last.info.last_deployed.timestamp().map(|time| time.as_second());
    let deployed = deployed.and_then(|then| u64::try_from(then).ok());
    let age = deployed.map(|then| now().saturating_sub(then));
    let chart = match (last.chart_name(), last.chart_version()) {
        (name, "") => name.to_string(),
        (name, version) => format!("{name}-{version}"),
    };
    Standing {
        revision: last.revision,
        status: last.info.status.name().to_string(),
        chart,
        age: age.map(Duration::from_secs),
        at: deployed.map(utc),
    }
}
