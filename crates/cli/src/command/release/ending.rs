//! The end of a deploy: last words, notes, files that were asked for, and the exit status.

use skeg_deploy::{DeployOutcome, DeployResult, Outcome, Run};
use skeg_report::{DeployEnding, EndKind, GraphFormat, RunView, deploy_report, graph, json_end, summary};

use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::flags::Parsed;
use crate::level::Level;
use crate::screen::Screen;

/// Shows how a deploy ended.
pub(super) fn show(
    outcome: &DeployOutcome,
    parsed: &Parsed,
    screen: &Screen,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let rollback = outcome.rollback.as_deref().map(|rollback| ending(rollback, None));
    let ending = ending(outcome, rollback.as_ref());
    write(parsed, "save-graph-to", context, |path| graph(ending.run.plan, GraphFormat::of_path(path)))?;
    write(parsed, "save-report-to", context, |_| deploy_report(&ending))?;
    if screen.is_json() {
        context.printer.data(json_end(&ending) + "\n");
    } else {
        let is_good = matches!(ending.kind, EndKind::Deployed | EndKind::UpToDate | EndKind::Uninstalled);
        context.printer.put(if is_good { Level::Info } else { Level::Error }, summary(&ending).trim_end());
    }
    match outcome.result {
        DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled => Ok(()),
        DeployResult::Failed | DeployResult::TimedOut => Err(CommandError::told_failure()),
        DeployResult::Interrupted => Err(CommandError::told_interruption()),
    }
}

/// What the chart has to say to whoever installed it.
pub(super) fn show_notes(outcome: &DeployOutcome, parsed: &Parsed, screen: &Screen, context: &mut Context<'_, '_>) {
    let notes = outcome.notes.trim_end();
    if !parsed.switch("no-notes") && !notes.is_empty() && !screen.is_json() {
        context.printer.text(&format!("{notes}\n"));
    }
}

fn ending<'a>(outcome: &'a DeployOutcome, rollback: Option<&'a DeployEnding<'a>>) -> DeployEnding<'a> {
    DeployEnding {
        release: &outcome.release,
        revision: outcome.revision,
        earlier: outcome.earlier_revision,
        kind: match outcome.result {
            DeployResult::Deployed => EndKind::Deployed,
            DeployResult::UpToDate => EndKind::UpToDate,
            DeployResult::Uninstalled => EndKind::Uninstalled,
            DeployResult::Failed => EndKind::Failed,
            DeployResult::Interrupted => EndKind::Interrupted,
            DeployResult::TimedOut => EndKind::TimedOut,
        },
        took: outcome.took,
        run: view(&outcome.run),
        cleanup: outcome.failure_run.as_ref().map(view),
        rollback,
        not_rolled_back: outcome.not_rolled_back.as_deref(),
    }
}

fn view(run: &Run) -> RunView<'_> {
    let Outcome { endings, took, waits, .. } = &run.outcome;
    RunView { plan: &run.plan, endings, took, waits }
}

/// Writes a file that a flag asks for.
pub(super) fn write(
    parsed: &Parsed,
    flag: &str,
    context: &Context<'_, '_>,
    text: impl FnOnce(&str) -> String,
) -> Result<(), CommandError> {
    let Some(path) = parsed.filled(flag) else { return Ok(()) };
    crate::plain_file::write(&context.directory.join(path), text(path).as_bytes())
        .map_err(|error| CommandError::failure(format!("writing {path}: {}", go_reason(&error))))
}
