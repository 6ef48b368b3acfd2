//! Prints a plan, and derives the exit status.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skeg_deploy::{Preview, Release, ReleaseName};
use skeg_report::codes;
use skeg_report::{
    Destination, GraphFormat, Made, PlanDetail, PlanFormat, PlanSource, PlanStyle, Standing, Verdict, graph, utc,
};

use super::flags::{FreezeFlags, OrderForm, PlanFlags};
use crate::command::Context;
use crate::command::release::files::{self, Content};
use crate::diagnosis::explain_release;
use crate::error::{CommandError, exit};
use crate::flags::cluster::RecordFlags;
use crate::opening::Opening;
use crate::pager;
use crate::screen::Screen;

/// Flags about the result of a deploy make no sense for a plan.
pub(super) fn check(
    records: &RecordFlags,
    freeze: &FreezeFlags,
    context: &Context<'_, '_>,
) -> Result<(), CommandError> {
    match &records.save_report_to {
        Some(_) => Err(CommandError::new(
            &codes::FLAG_CONFLICT,
            "--save-report-to: nothing is done, so there is nothing to report",
        )
        .hint("For the plan as data: -o json")),
        None => {
            files::check_one(Content::Plan, freeze.out.as_deref(), context)?;
            files::check(records, context)
        }
    }
}

/// The plan's title names the cluster; an error must do it itself.
pub(super) fn screen(release: &ReleaseName) -> Screen {
    let (what, namespace) = (format!("Planning release {}", release.name), release.namespace.clone());
    Screen::reading(Opening::Plan { what, namespace })
}

/// What is shown of a plan besides its changes.
#[derive(Default)]
pub(super) struct About<'a> {
    pub(super) destination: Option<&'a Destination>,
    /// `None` for a plan made now.
    pub(super) made: Option<Made>,
    pub(super) back_to: Option<u64>,
    pub(super) notes: Vec<String>,
}

/// Shows a plan, and writes its graph if requested.
pub(super) fn show(
    preview: &Preview,
    about: About<'_>,
    flags: &PlanFlags,
    save_graph_to: Option<&str>,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let About { destination, made, back_to, mut notes } = about;
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
    let view = skeg_report::PlanView::new(&source, &detail(flags));
    files::write(Content::Graph, save_graph_to, context, |path| graph(&preview.plan, GraphFormat::of_path(path)))?;
    let format = flags.format.unwrap_or_default();
    match flags.order {
        Some(OrderForm::Graph(form)) if form == GraphFormat::Dot || format == PlanFormat::Text => {
            context.printer.data(graph(&preview.plan, form));
        }
        _ if format == PlanFormat::Text => {
            let text = skeg_report::plan_text(&view, style(flags));
            match flags.no_pager {
                true => context.printer.styled_text(&text),
                false => pager::show(&text, context),
            }
        }
        _ => context.printer.data(skeg_report::plan(&view, &preview.plan, format, style(flags))),
    }
    view.warnings().iter().for_each(|warning| context.printer.warn(warning));
    if let Some(error) = preview.refusal() {
        context.printer.flush();
        return Err(explain_release(&error));
    }
    match view.verdict() {
        _ if !flags.exit_code => Ok(()),
        Verdict::Nothing => Ok(()),
        Verdict::Changes => Err(CommandError::silent(exit::CHANGES_PLANNED)),
        Verdict::RecordsOnly | Verdict::HooksOnly => Err(CommandError::silent(exit::RECORDS_PLANNED)),
    }
}

fn detail(flags: &PlanFlags) -> PlanDetail {
    PlanDetail {
        insignificant: flags.insignificant,
        sensitive: flags.sensitive,
        definitions: flags.definitions,
        whole: flags.whole.unwrap_or(true),
    }
}

fn style(flags: &PlanFlags) -> PlanStyle {
    PlanStyle { context_lines: flags.context_lines, order: flags.order.is_some(), all: flags.all }
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
