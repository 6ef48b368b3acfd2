//! Words for operations and their results.

use skeg_plan::{Action, ChangeKind, Plan};

use crate::visible::{is_unseen, push_escape};

/// The name of an action in reports: `create`, `track-readiness`.
pub(crate) fn verb(action: &Action) -> &'static str {
    match action {
        Action::Create { .. } => "create",
        Action::Update { .. } => "update",
        Action::Apply { .. } => "apply",
        Action::Recreate { .. } => "recreate",
        Action::Delete { .. } => "delete",
        Action::TrackReadiness { .. } => "track-readiness",
        Action::TrackPresence { .. } => "track-presence",
        Action::TrackAbsence { .. } => "track-absence",
        Action::CreateRelease { .. } => "create-release",
        Action::UpdateRelease { .. } => "update-release",
        Action::DeleteRelease { .. } => "delete-release",
        Action::Border { .. } => "border",
    }
}

/// The word for a finished action.
pub(crate) fn done(plan: &Plan, action: &Action) -> &'static str {
    match action {
        Action::Create { .. } => "created",
        Action::Update { .. } => "updated",
        Action::Apply { .. } => "applied",
        Action::Recreate { .. } => "recreated",
        Action::Delete { .. } | Action::TrackAbsence { .. } => "deleted",
        Action::TrackReadiness { target } => {
            let is_job = plan.targets.get(*target).is_some_and(|target| target.id.is_kind("batch", "Job"));
            if is_job { "succeeded" } else { "ready" }
        }
        Action::TrackPresence { .. } => "present",
        Action::CreateRelease { .. } | Action::UpdateRelease { .. } => "recorded",
        Action::DeleteRelease { .. } => "forgotten",
        Action::Border { .. } => "passed",
    }
}

/// The text for a failed operation: `Deployment/web did not become ready`.
pub(crate) fn failed(plan: &Plan, operation: usize) -> String {
    let Some(action) = plan.operations.get(operation).map(|operation| &operation.action) else { return String::new() };
    let name = action.target().map(|target| plan.name(target)).unwrap_or_default();
    match action {
        Action::TrackReadiness { .. } => format!("{name} did not become ready"),
        Action::TrackPresence { .. } => format!("{name} did not appear"),
        Action::TrackAbsence { .. } => format!("{name} did not go away"),
        Action::Create { .. } | Action::Update { .. } | Action::Apply { .. } => {
            format!("{name} could not be {}", done(plan, action))
        }
        Action::Recreate { .. } | Action::Delete { .. } => format!("{name} could not be {}", done(plan, action)),
        Action::CreateRelease { revision } | Action::UpdateRelease { revision, .. } => {
            format!("revision {revision} could not be recorded")
        }
        Action::DeleteRelease { revision } => format!("the record of revision {revision} could not be deleted"),
        Action::Border { name } => format!("{name} could not be passed"),
    }
}

/// The display name of a chart in the plan's order: `db`, or `shop/charts/api/charts/db` if another chart has that name
/// too.
pub(crate) fn chart_name(plan: &Plan, chart: usize) -> Option<&str> {
    let charts = &plan.order.as_ref()?.charts;
    let chart = charts.get(chart)?;
    let is_unique = charts.iter().filter(|other| other.name() == chart.name()).count() == 1;
    Some(if is_unique { chart.name() } else { &chart.path })
}

/// The first of several names: `Job/migrate, ConfigMap/settings and 3 more`.
pub(crate) fn some_of(names: &[String], shown: usize) -> String {
    match names.len().saturating_sub(shown) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..shown].join(", ")),
    }
}

/// `1 resource`, `4 resources`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `2 to update, 1 to delete, 14 unchanged · 1 hook runs`; empty if nothing is planned.
pub(crate) fn planned(number: impl Fn(ChangeKind) -> usize, unchanged: usize, hooks: usize) -> String {
    let kinds = [
        (ChangeKind::Create, "create"),
        (ChangeKind::Update, "update"),
        (ChangeKind::Apply, "apply"),
        (ChangeKind::Recreate, "recreate"),
        (ChangeKind::Delete, "delete"),
    ];
    let changes = kinds.iter().map(|(kind, verb)| (number(*kind), verb)).filter(|(number, _)| *number > 0);
    let unchanged = (unchanged > 0).then(|| format!("{unchanged} unchanged"));
    let resources: Vec<String> = changes.map(|(number, verb)| format!("{number} to {verb}")).chain(unchanged).collect();
    let resources = (!resources.is_empty()).then(|| resources.join(", "));
    [resources, hooks_run(hooks)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// `1 hook runs`; `None` if none does.
pub(crate) fn hooks_run(hooks: usize) -> Option<String> {
    match hooks {
        0 => None,
        1 => Some("1 hook runs".to_string()),
        several => Some(format!("{several} hooks run")),
    }
}

/// One line without terminal control sequences.
pub(crate) fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            // Escape sequences are removed as a whole: `ESC [ … letter`.
            '\u{1b}' if rest.peek() == Some(&'[') => {
                rest.next();
                while rest.next_if(|c| !('\u{40}'..='\u{7e}').contains(c)).is_some() {}
                rest.next();
            }
            '\t' => line.push_str("    "),
            '\r' | '\n' => line.push(' '),
            control if control.is_control() => {}
            unseen if is_unseen(unseen) => push_escape(&mut line, unseen),
            other => line.push(other),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn no_cursor_is_moved() {
        assert_eq!(clean("\u{1b}[31mred\u{1b}[0m\tx\r\n"), "red    x");
        assert_eq!(clean("a\u{1b}]0;title\u{7}b\u{1b}"), "a]0;titleb");
        assert_eq!(clean("a\nb"), "a b");
        assert_eq!(clean("a\u{202e}b"), "a\\u202eb");
    }
}
