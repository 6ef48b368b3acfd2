//! What a run that was stopped waited for, and what its cleanup did not get done.

use std::collections::BTreeSet;
use std::fmt::Write;

use skeg_plan::{Action, Ending, Progress};

use crate::ending::{DeployEnding, RunView};
use crate::phrase::{clean, some_of};

/// How many are told in full; the report has them all.
const SHOWN: usize = 8;

/// A resource that was waited for when all was stopped, and what was last seen of it.
pub(crate) struct Awaited<'a> {
    pub(crate) target: usize,
    action: &'a Action,
    progress: &'a Progress,
}

/// What was waited for, as far as something is known of it.
pub(crate) fn awaited<'a>(run: &RunView<'a>) -> Vec<Awaited<'a>> {
    let known = run.waits.iter().filter(|(operation, _)| matches!(run.ending(**operation), Some(Ending::Cancelled)));
    let known = known.filter_map(|(operation, progress)| {
        let action = &run.plan.operations.get(*operation)?.action;
        Some(Awaited { target: action.target()?, action, progress })
    });
    known.collect()
}

/// In one line what was waited for: `waiting until ConfigMap/held is gone`; none where that is not one thing.
pub(crate) fn headline(run: &RunView<'_>, awaited: &[Awaited<'_>]) -> Option<String> {
    let [only] = awaited else { return None };
    let state = match only.action {
        Action::TrackPresence { .. } => "exists",
        Action::TrackAbsence { .. } | Action::Recreate { .. } => "is gone",
        _ => "is ready",
    };
    Some(format!("waiting until {} {state}", run.plan.name(only.target)))
}

/// Why each was still waited for, a line each; nothing where nothing is known.
pub(crate) fn reasons(run: &RunView<'_>, awaited: &[Awaited<'_>]) -> String {
    let mut text = String::new();
    for each in awaited.iter().take(SHOWN) {
        let Progress { ready, wanted, waits, .. } = each.progress;
        let state = match each.action {
            Action::TrackPresence { .. } => "does not exist yet".to_string(),
            Action::TrackAbsence { .. } | Action::Recreate { .. } => "is not gone yet".to_string(),
            _ => match (ready, wanted) {
                (Some(ready), Some(wanted)) => format!("is not ready, {ready} of {wanted}"),
                _ => "is not ready".to_string(),
            },
        };
        let waits = if waits.is_empty() { String::new() } else { format!("; it waits for: {}", clean(waits)) };
        let _ = writeln!(text, "  {} {state}{waits}", run.plan.name(each.target));
    }
    if awaited.len() > SHOWN {
        let _ = writeln!(text, "  And {} more; a report has them all: --save-report-to FILE.", awaited.len() - SHOWN);
    }
    if awaited.iter().any(|each| !each.progress.finalizers.is_empty()) {
        text.push_str(
            "  A finalizer is removed by the controller that set it: is it running? If that controller is gone for good,\n  \
             take the finalizer away yourself with kubectl edit.\n",
        );
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// What was to be done after a failure and was not; nothing where all was.
pub(crate) fn cleanup(ending: &DeployEnding<'_>) -> String {
    let Some(run) = ending.cleanup else { return String::new() };
    let undone = (0..run.plan.operations.len()).filter(|operation| !run.is_done(*operation));
    let (mut text, mut names) = (String::new(), BTreeSet::new());
    for operation in undone {
        let action = &run.plan.operations[operation].action;
        if action.is_release() {
            let why = match run.ending(operation) {
                Some(Ending::Failed(failure)) => format!(" ({})", clean(&failure.message)),
                _ => String::new(),
            };
            let _ =
                writeln!(text, "  Revision {} could not be marked failed{why}; the next run does it.", ending.revision);
        }
        if let Some(target) = action.target() {
            let waits = run.waits.get(&operation).map(|progress| format!(" (waits for: {})", clean(&progress.waits)));
            names.insert((run.plan.name(target), waits.unwrap_or_default()));
        }
    }
    // Of deleting and waiting the latter knows more.
    let names: Vec<String> = names.into_iter().map(|(name, waits)| name + &waits).collect();
    if !names.is_empty() {
        let names = some_of(&names, SHOWN);
        let _ = writeln!(text, "  Cleanup was not finished: {names} should have been deleted. The next run does it.");
    }
    if text.is_empty() { text } else { text + "\n" }
}
