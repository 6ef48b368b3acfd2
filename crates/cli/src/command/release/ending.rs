//! The end of a deploy: summary, notes, requested files, exit status.

use skeg_deploy::{DeployOutcome, DeployResult, Outcome, Run};
use skeg_report::{DeployEnding, GraphFormat, RunView, deploy_report, graph, json_end, summary};

use super::files::{self, Content};
use crate::command::Context;
use crate::error::{CommandError, exit};
use crate::flags::cluster::RecordFlags;
use crate::level::Level;
use crate::screen::Screen;

/// Shows how a deploy ended, with the chart's notes, and writes the requested files.
pub(super) fn show(
    outcome: &DeployOutcome,
    shows_notes: bool,
    flags: &RecordFlags,
    screen: &Screen,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let rollback = outcome.rollback.as_deref().map(|rollback| ending(rollback, None));
    let ending = DeployEnding { destination: screen.destination(), ..ending(outcome, rollback.as_ref()) };
    let is_good = ending.result.is_good();
    if screen.is_json() {
        context.printer.data(json_end(&ending) + "\n");
    } else {
        context.printer.put_painted(if is_good { Level::Info } else { Level::Error }, summary(&ending).trim_end());
        if shows_notes {
            show_notes(outcome, context);
        }
    }
    let files = write_files(&ending, flags, context);
    match outcome.result {
        // The deploy itself succeeded and must not look failed.
        DeployResult::Deployed => files.map_err(|error| unwritten(error, "The release is deployed nevertheless.")),
        DeployResult::UpToDate => files.map_err(|error| unwritten(error, "The release is up to date nevertheless.")),
        DeployResult::Uninstalled => {
            files.map_err(|error| unwritten(error, "The release is uninstalled nevertheless."))
        }
        DeployResult::Failed | DeployResult::TimedOut => {
            tell(files, context);
            // Interrupting the rollback after a failure counts as interrupting the command.
            Err(CommandError::silent(if outcome.is_stopped { exit::INTERRUPTED } else { exit::FAILURE }))
        }
        DeployResult::Interrupted => {
            tell(files, context);
            Err(CommandError::silent(exit::INTERRUPTED))
        }
    }
}

/// Prints the chart's notes.
fn show_notes(outcome: &DeployOutcome, context: &mut Context<'_, '_>) {
    let is_good = outcome.result == DeployResult::Deployed;
    let notes = outcome.notes.trim_end();
    if is_good && !notes.is_empty() {
        context.printer.text(&format!("{notes}\n"));
    }
}

/// Writes all requested files; returns the first error.
fn write_files(ending: &DeployEnding<'_>, flags: &RecordFlags, context: &Context<'_, '_>) -> Result<(), CommandError> {
    let draw = |ending: &DeployEnding<'_>, path: &str| graph(ending.run.plan, GraphFormat::of_path(path));
    let written = [
        files::write(Content::Graph, flags.save_graph_to.as_deref(), context, |path| draw(ending, path)),
        ending.rollback.map_or(Ok(()), |rollback| {
            files::write(Content::RollbackGraph, flags.save_rollback_graph_to.as_deref(), context, |path| {
                draw(rollback, path)
            })
        }),
        files::write(Content::Report, flags.save_report_to.as_deref(), context, |_| deploy_report(ending)),
    ];
    written.into_iter().collect()
}

fn unwritten(error: CommandError, what: &str) -> CommandError {
    error.with_status(exit::UNWRITTEN).hint(format!("{what} Only this file is missing: exit status 4."))
}

fn tell(files: Result<(), CommandError>, context: &mut Context<'_, '_>) {
    if let Err(error) = files {
        error.print(context.printer);
    }
}

fn ending<'a>(outcome: &'a DeployOutcome, rollback: Option<&'a DeployEnding<'a>>) -> DeployEnding<'a> {
    DeployEnding {
        release: &outcome.release,
        revision: outcome.revision,
        destination: None,
        earlier: outcome.earlier_revision,
        result: outcome.result,
        took: outcome.took,
        run: view(&outcome.run),
        cleanup: outcome.failure_run.as_ref().map(view),
        rollback,
        not_rolled_back: outcome.not_rolled_back.as_deref(),
    }
}

fn view(run: &Run) -> RunView<'_> {
    let Outcome { endings, took, waits, charts, .. } = &run.outcome;
    RunView { plan: &run.plan, endings, took, waits, charts }
}
