//! What a stopped run waited for, and what its cleanup did not finish.

use std::collections::BTreeSet;
use std::fmt::Write;

use skeg_plan::{Action, ChartState, Ending, Progress};

use crate::ending::{DeployEnding, RunView};
use crate::phrase::{chart_name, clean, some_of};

/// How many are shown in full; the report has them all.
const SHOWN: usize = 8;
/// The prefix of a chart's error if the chart did not fail itself.
const NOT_BEGUN: &str = "not begun: ";
const NOT_FINISHED: &str = "not finished: ";

/// A resource that was being waited for when the run was stopped, with its last known state.
pub(crate) struct Awaited<'a> {
    pub(crate) target: usize,
    action: &'a Action,
    progress: &'a Progress,
}

/// The resources waited for, as far as their state is known.
pub(crate) fn awaited<'a>(run: &RunView<'a>) -> Vec<Awaited<'a>> {
    let known = run.waits.iter().filter(|(operation, _)| matches!(run.ending(**operation), Some(Ending::Cancelled)));
    let known = known.filter_map(|(operation, progress)| {
        let action = &run.plan.operations.get(*operation)?.action;
        Some(Awaited { target: action.target()?, action, progress })
    });
    known.collect()
}

/// What was waited for in one line: `waiting until ConfigMap/held is gone`; `None` if it was several things.
pub(crate) fn headline(run: &RunView<'_>, awaited: &[Awaited<'_>]) -> Option<String> {
    let [only] = awaited else { return None };
    let state = match only.action {
        Action::TrackPresence { .. } => "exists",
        Action::TrackAbsence { .. } | Action::Recreate { .. } => "is gone",
        _ => "is ready",
    };
    Some(format!("waiting until {} {state}", run.plan.name(only.target)))
}

/// Why each was still waited for, one line each; empty if nothing is known.
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
             remove the finalizer yourself with kubectl edit.\n",
        );
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// Charts of an ordered deploy that were not started or not finished, and why; empty if there are none.
pub(crate) fn charts(run: &RunView<'_>) -> String {
    let Some(order) = &run.plan.order else { return String::new() };
    let is_pending = |chart: usize| run.charts.get(chart).is_some_and(|chart| chart.state == ChartState::Pending);
    let error = |chart: usize| run.charts.get(chart).and_then(|chart| chart.error.as_deref()).unwrap_or_default();
    let is_halfway = |chart: usize| error(chart).starts_with(NOT_FINISHED);
    let is_in = |chart: usize, other: usize| {
        let rest = order.charts[chart].path.strip_prefix(order.charts[other].path.as_str());
        rest.is_some_and(|rest| rest.starts_with("/charts/"))
    };
    let all = 0..order.charts.len();
    // The outermost charts that were not started, and the innermost that were not finished.
    let unbegun =
        all.clone().filter(|at| is_pending(*at) && !all.clone().any(|other| is_pending(other) && is_in(*at, other)));
    let halfway =
        all.clone().filter(|at| is_halfway(*at) && !all.clone().any(|other| is_halfway(other) && is_in(other, *at)));
    let mut groups: Vec<(&str, String, Vec<String>)> = Vec::new();
    let parts = unbegun.map(|at| ("begun", NOT_BEGUN, at)).chain(halfway.map(|at| ("finished", NOT_FINISHED, at)));
    for (what, prefix, at) in parts {
        let why = clean(error(at).strip_prefix(prefix).unwrap_or_default());
        let name = chart_name(run.plan, at).unwrap_or_default().to_string();
        match groups.iter_mut().find(|(known, reason, _)| *known == what && *reason == why) {
            Some((.., names)) => names.push(name),
            None => groups.push((what, why, vec![name])),
        }
    }
    let mut text = String::new();
    for (what, why, names) in groups {
        let why = if why.is_empty() { why } else { format!(" ({why})") };
        let _ = writeln!(text, "  Charts not {what}: {}{why}.", some_of(&names, SHOWN));
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// What the cleanup did not finish; empty if it did everything.
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
    // The wait after a deletion knows more than the deletion.
    let names: Vec<String> = names.into_iter().map(|(name, waits)| name + &waits).collect();
    if !names.is_empty() {
        let names = some_of(&names, SHOWN);
        let _ = writeln!(text, "  Cleanup was not finished: {names} should have been deleted. The next run does it.");
    }
    if text.is_empty() { text } else { text + "\n" }
}
