//! The summary of a deploy: the result, why it failed, what is left, what to do next.

use std::collections::BTreeSet;
use std::fmt::Write;

use skeg_plan::{Action, ChangeKind, DeployResult, Failure, Plan};
use skeg_resources::DeployType;

use crate::chains::{Chain, Chains};
use crate::codes::{self, Particulars};
use crate::destination::Destination;
use crate::ending::{DeployEnding, RunView};
use crate::phrase::{clean, count, some_of};
use crate::unfinished::{self, Awaited, awaited};
use crate::{phrase, span};

/// How many failures are shown in full; the report has them all.
const FAILURES_SHOWN: usize = 5;
/// How many names a list has.
const NAMES_SHOWN: usize = 8;

/// The summary: several lines, with a final line feed.
pub fn summary(ending: &DeployEnding<'_>) -> String {
    match ending.result {
        DeployResult::UpToDate => up_to_date(ending),
        DeployResult::Deployed => deployed(ending),
        DeployResult::Uninstalled => uninstalled(ending),
        DeployResult::Failed | DeployResult::TimedOut => failed(ending),
        DeployResult::Interrupted => interrupted(ending),
    }
}

fn up_to_date(ending: &DeployEnding<'_>) -> String {
    // Nothing was done, so nothing was printed before: this line says it all.
    let place = place(ending, Destination::full);
    format!(
        "Release {}{place} is up to date: revision {}, nothing to change ({} checked in {}).\n",
        ending.release.name,
        ending.revision,
        count(ending.run.plan.unchanged, "resource"),
        span::shown(ending.took)
    )
}

/// ` in namespace shop on prod-eu`; empty without a cluster.
fn place(ending: &DeployEnding<'_>, shown: impl Fn(&Destination) -> String) -> String {
    let described = |destination| format!(" in namespace {} on {}", ending.release.namespace, shown(destination));
    ending.destination.map(described).unwrap_or_default()
}

fn deployed(ending: &DeployEnding<'_>) -> String {
    let plan = ending.run.plan;
    let changed = plan.changes.iter().filter(|change| !plan.is_hook(change));
    let number = |kind| changed.clone().filter(|change| change.kind == kind).count();
    let updated = number(ChangeKind::Update) + number(ChangeKind::Apply);
    let counts = [
        (number(ChangeKind::Create), "created"),
        (updated, "updated"),
        (number(ChangeKind::Recreate), "recreated"),
        (number(ChangeKind::Delete), "deleted"),
        (plan.unchanged, "unchanged"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let (name, revision, took) = (&ending.release.name, ending.revision, span::shown(ending.took));
    let done = match (hooks_ran(plan), changed.count()) {
        (Some(hooks), 0) => {
            format!("no resource changed, {hooks} ({} checked in {took})", count(plan.unchanged, "resource"))
        }
        (Some(hooks), _) => format!("{} · {hooks} ({took})", counts.join(", ")),
        (None, _) if counts.is_empty() => format!("no resources ({took})"),
        (None, _) => format!("{} ({took})", counts.join(", ")),
    };
    let place = place(ending, Destination::short);
    let mut text = format!("Release {name} is deployed{place}: revision {revision}, {done}.\n");
    let ignored = names(ending, |chain, run| chain.operations.iter().any(|each| is_ignored(run, *each)));
    if !ignored.is_empty() {
        let _ = writeln!(text, "Failed, but ignored because of their annotations: {}.", some_of(&ignored, NAMES_SHOWN));
    }
    text
}

/// `1 hook ran`; `None` if none did.
fn hooks_ran(plan: &Plan) -> Option<String> {
    (plan.hooks() > 0).then(|| format!("{} ran", count(plan.hooks(), "hook")))
}

fn is_ignored(run: &RunView<'_>, operation: usize) -> bool {
    matches!(run.ending(operation), Some(skeg_plan::Ending::Ignored(_)))
}

fn uninstalled(ending: &DeployEnding<'_>) -> String {
    let plan = ending.run.plan;
    let deleted = plan.changes.iter().filter(|change| change.kind == ChangeKind::Delete).count();
    let hooks = hooks_ran(plan).map(|hooks| format!(" · {hooks}")).unwrap_or_default();
    let (name, took) = (&ending.release.name, span::shown(ending.took));
    let place = place(ending, Destination::short);
    format!("Release {name} is uninstalled{place}: {} deleted{hooks} ({took}).\n", count(deleted, "resource"))
}

/// Names of the resources whose chain matches, each once: one that is deleted again has two chains.
fn names(ending: &DeployEnding<'_>, is_wanted: impl Fn(&Chain, &RunView<'_>) -> bool) -> Vec<String> {
    let plan = ending.run.plan;
    let chains = Chains::of_plan(plan);
    let mut seen = BTreeSet::new();
    let wanted = chains.list.iter().filter(|chain| is_wanted(chain, &ending.run));
    wanted.map(|chain| plan.name(chain.target)).filter(|name| seen.insert(name.clone())).collect()
}

fn failed(ending: &DeployEnding<'_>) -> String {
    let run = &ending.run;
    let failures: Vec<(usize, &Failure)> = run.failures().collect();
    let awaited = if ending.result == DeployResult::TimedOut { awaited(run) } else { Vec::new() };
    let what = match (ending.result, failures.first()) {
        (_, Some((operation, _))) => phrase::failed(run.plan, *operation),
        (DeployResult::TimedOut, None) => match unfinished::headline(run, &awaited) {
            Some(waiting) => format!("--timeout expired while {waiting}"),
            None => "--timeout expired before everything was done".to_string(),
        },
        _ => "it was stopped".to_string(),
    };
    let verb = if ending.result == DeployResult::TimedOut { "timed out" } else { "failed" };
    let (name, revision, took) = (&ending.release.name, ending.revision, span::shown(ending.took));
    let place = place(ending, Destination::short);
    let code = ending.code().map(|code| format!(" [{code}]")).unwrap_or_default();
    let mut text = format!("✗ Release {name}, revision {revision}, {verb} after {took}{place}: {what}.{code}\n\n");
    for (operation, failure) in failures.iter().take(FAILURES_SHOWN) {
        text.push_str(&failure_text(run, *operation, failure));
        text.push('\n');
    }
    if failures.len() > FAILURES_SHOWN {
        let _ = writeln!(
            text,
            "  And {} more failed; a report has them all: --save-report-to FILE.\n",
            failures.len() - FAILURES_SHOWN
        );
    }
    text.push_str(&unfinished::reasons(run, &awaited));
    text.push_str(&left(ending, &failures, &awaited));
    text.push_str(&unfinished::charts(run));
    text.push_str(&unfinished::cleanup(ending));
    text.push_str(&next(ending));
    text
}

/// Why an operation failed, with the deepest known cause.
fn failure_text(run: &RunView<'_>, operation: usize, failure: &Failure) -> String {
    let target = run.plan.operations.get(operation).and_then(|operation| operation.action.target());
    let mut path = vec![target.map_or_else(|| run.plan.title(operation), |target| run.plan.name(target))];
    path.extend(failure.pod.as_ref().map(|pod| format!("pod {pod}")));
    let message = clean(&failure.message);
    let container = failure.container.as_ref().map(|container| format!("container {container}"));
    // Some messages name the container themselves.
    path.extend(container.filter(|container| !message.starts_with(container)));
    let mut text = format!("  {}", path.join(" › "));
    let _ = match &failure.pod {
        Some(_) if message.starts_with("container ") => writeln!(text, " › {message}"),
        _ => writeln!(text, ": {message}"),
    };
    for (title, lines) in [("last log lines", &failure.log_lines), ("last events", &failure.events)] {
        if !lines.is_empty() {
            let _ = writeln!(text, "    {title}");
            lines.iter().for_each(|line| {
                let _ = writeln!(text, "      {}", clean(line));
            });
        }
    }
    let mut known = Particulars::default();
    let namespace = target.and_then(|target| run.plan.targets.get(target)?.id.namespace.as_deref());
    namespace.into_iter().for_each(|namespace| known.fill("namespace", namespace));
    for hint in codes::of_failure(failure).hints(&known) {
        let _ = writeln!(text, "    {hint}");
    }
    text
}

/// What was done, what was running, what was not started.
fn left(ending: &DeployEnding<'_>, failures: &[(usize, &Failure)], awaited: &[Awaited<'_>]) -> String {
    let plan = ending.run.plan;
    let failed = failures.iter().filter_map(|(operation, _)| plan.operations.get(*operation)?.action.target());
    let failed: BTreeSet<String> = failed.map(|target| plan.name(target)).collect();
    let awaited: BTreeSet<String> = awaited.iter().map(|each| plan.name(each.target)).collect();
    let mut halfway = names(ending, |chain, run| chain.is_begun(run) && !chain.is_done(run));
    halfway.retain(|name| !failed.contains(name) && !awaited.contains(name));
    let is_listed = |name: &String| failed.contains(name) || awaited.contains(name) || halfway.contains(name);
    let is_deletion = |chain: &Chain| {
        let first = chain.operations.first().and_then(|operation| plan.operations.get(*operation));
        first.is_some_and(|operation| matches!(operation.action, Action::Delete { .. }))
    };
    let mut done = names(ending, |chain, run| chain.is_done(run) && !is_deletion(chain));
    done.retain(|name| !is_listed(name));
    let mut deleted = names(ending, |chain, run| chain.is_done(run) && is_deletion(chain));
    deleted.retain(|name| !is_listed(name));
    // Such as hooks that are deleted after they ran.
    let (passing, done): (Vec<String>, Vec<String>) = done.into_iter().partition(|name| deleted.contains(name));
    deleted.retain(|name| !passing.contains(name));
    let waiting = names(ending, |chain, run| !chain.is_begun(run));
    let waiting = waiting.iter().filter(|name| {
        !is_listed(name) && ![&done, &passing, &deleted].iter().any(|described| described.contains(name))
    });
    let waiting = waiting.count();
    let mut parts = Vec::new();
    if !done.is_empty() {
        let kept = if ending.rollback.is_none() { " (kept)" } else { "" };
        parts.push(format!("Done before the failure: {}{kept}.", some_of(&done, NAMES_SHOWN)));
    }
    if !passing.is_empty() {
        parts.push(format!("Done and deleted again: {}.", some_of(&passing, NAMES_SHOWN)));
    }
    if !deleted.is_empty() {
        parts.push(format!("Deleted before the failure: {}.", some_of(&deleted, NAMES_SHOWN)));
    }
    if !halfway.is_empty() {
        parts.push(format!("Not ready yet: {}.", some_of(&halfway, NAMES_SHOWN)));
    }
    match (waiting, failed.first()) {
        (0, _) => {}
        (_, Some(name)) if failed.len() == 1 => {
            parts.push(format!("Not started: {} that came after {name}.", count(waiting, "resource")));
        }
        _ => parts.push(format!("Not started: {}.", count(waiting, "resource"))),
    }
    if parts.is_empty() { String::new() } else { format!("  {}\n\n", parts.join(" ")) }
}

fn next(ending: &DeployEnding<'_>) -> String {
    let (name, namespace) = (&ending.release.name, &ending.release.namespace);
    if let Some(rollback) = ending.rollback {
        let what = match rollback.result {
            DeployResult::Deployed | DeployResult::UpToDate => {
                format!("The release was rolled back to what was deployed before, as revision {}.", rollback.revision)
            }
            _ => format!("The rollback, as revision {}, failed too:\n\n{}", rollback.revision, summary(rollback)),
        };
        return format!("  {what}\n");
    }
    let why = ending.not_rolled_back.map(|why| format!("  There was no rollback: {}.\n", clean(why)));
    let next = match (ending.run.plan.deploy_type, ending.earlier) {
        (DeployType::Uninstall, _) => "  Next: fix and uninstall again; it continues from what is there.\n".to_string(),
        _ if ending.run.plan.is_of_manifests() => {
            "  Next: fix the manifests and apply them again, or apply the older ones.\n".to_string()
        }
        (_, Some(earlier)) => format!(
            "  Next: fix and install again, or go back with: skeg release rollback -n {namespace} -r {name} {earlier}\n"
        ),
        _ => "  Next: fix and install again; it continues from what is there.\n".to_string(),
    };
    why.unwrap_or_default() + &next
}

fn interrupted(ending: &DeployEnding<'_>) -> String {
    let run = &ending.run;
    let counted = |operation: &usize| {
        let action = &run.plan.operations[*operation].action;
        action.is_write() || action.is_tracking()
    };
    let operations: Vec<usize> = (0..run.plan.operations.len()).filter(counted).collect();
    let done = operations.iter().filter(|operation| run.is_done(**operation)).count();
    let is_marked = ending.cleanup.is_some_and(|cleanup| {
        let marks = |operation: &skeg_plan::Operation| matches!(operation.action, Action::UpdateRelease { .. });
        let mut marks = cleanup.plan.operations.iter().enumerate().filter(|(_, operation)| marks(operation));
        marks.any(|(index, _)| cleanup.is_done(index))
    });
    let marked = if is_marked { format!("Revision {} is marked failed; ", ending.revision) } else { String::new() };
    let place = place(ending, Destination::short);
    format!(
        "Stopped. {marked}{done} of {} were done{place}; the lock is free.\n{}{}Run the same command again to continue from what is there.\n",
        count(operations.len(), "operation"),
        unfinished::reasons(run, &awaited(run)),
        unfinished::cleanup(ending),
    )
}
