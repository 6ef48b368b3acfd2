//! What waits for what, and why.

use skeg_plan::{Action, Plan};

use super::model::StepView;
use crate::phrase::{count, verb};

/// How many are named; more are counted.
const NAMED: usize = 3;

/// All operations except borders, each with what it waits for.
pub(super) fn steps(plan: &Plan) -> Vec<StepView> {
    let borders = Borders::of(plan);
    let operations = plan.operations.iter().enumerate();
    let shown = operations.filter(|(_, operation)| !matches!(operation.action, Action::Border { .. }));
    shown
        .map(|(index, operation)| StepView {
            operation: index,
            action: verb(&operation.action),
            is_write: operation.action.is_write(),
            id: operation.action.target().and_then(|target| plan.targets.get(target)).map(|target| target.id.clone()),
            title: plan.title(index),
            stage: operation.stage.name(),
            after: borders.after(plan, index),
            waits: if operation.action.is_write() { waits(plan, &borders, index) } else { Vec::new() },
        })
        .collect()
}

/// The operations behind each border, with nested borders resolved.
struct Borders(Vec<Vec<usize>>);

impl Borders {
    fn of(plan: &Plan) -> Borders {
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); plan.operations.len()];
        // Operations come after everything they wait for, so one pass is enough.
        for (index, operation) in plan.operations.iter().enumerate() {
            if !matches!(operation.action, Action::Border { .. }) {
                continue;
            }
            let mut found: Vec<usize> = Vec::new();
            for edge in &operation.after {
                match plan.operations[edge.on].action {
                    Action::Border { .. } => found.extend(&behind[edge.on]),
                    _ => found.push(edge.on),
                }
            }
            found.sort_unstable();
            found.dedup();
            behind[index] = found;
        }
        Borders(behind)
    }

    /// The operations that one waits for, each with the reason.
    fn after(&self, plan: &Plan, operation: usize) -> Vec<(usize, String)> {
        let mut after: Vec<(usize, String)> = Vec::new();
        for edge in &plan.operations[operation].after {
            let why = plan.why(operation, edge);
            match plan.operations[edge.on].action {
                Action::Border { .. } => after.extend(self.0[edge.on].iter().map(|on| (*on, why.clone()))),
                _ => after.push((edge.on, why)),
            }
        }
        after.sort();
        after.dedup_by_key(|(on, _)| *on);
        after
    }
}

/// The same for people: without records, and with large numbers counted.
fn waits(plan: &Plan, borders: &Borders, operation: usize) -> Vec<(String, String)> {
    let mut by_reason: Vec<(String, Vec<String>)> = Vec::new();
    for (on, why) in borders.after(plan, operation) {
        let Some(what) = state(plan, on) else { continue };
        match by_reason.iter_mut().find(|(known, _)| *known == why) {
            Some((_, whats)) => whats.push(what),
            None => by_reason.push((why, vec![what])),
        }
    }
    let shown = by_reason.into_iter().map(|(why, whats)| match whats.len() {
        0..=NAMED => (whats.join(", "), why),
        many => (format!("{} and {}", whats[0], count(many - 1, "other")), why),
    });
    shown.collect()
}

/// The awaited state: `Job/migrate is ready`.
fn state(plan: &Plan, operation: usize) -> Option<String> {
    let action = &plan.operations.get(operation)?.action;
    let name = plan.name(action.target()?);
    Some(match action {
        Action::TrackReadiness { .. } => format!("{name} is ready"),
        Action::TrackPresence { .. } => format!("{name} exists"),
        Action::TrackAbsence { .. } => format!("{name} is gone"),
        Action::Delete { .. } => format!("{name} is being deleted"),
        _ => format!("{name} is applied"),
    })
}
