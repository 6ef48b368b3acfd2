//! How far each chart of an ordered deploy has come, derived from the beginnings and ends of operations.
//!
//! Pure: the caller supplies the time. Charts are indices into the plan's order.

#[cfg(test)]
mod tests;

use skeg_resources::{DeployType, Stage};
use skeg_sequence::Charts;

use crate::event::{ChartRun, ChartState, Ending};
use crate::operation::{Action, Operation};
use crate::plan::Plan;

/// The states of all charts.
#[derive(Clone, Debug, Default)]
pub struct ChartStates {
    charts: Vec<Chart>,
    runs: Vec<ChartRun>,
    /// By operation: the chart of its target.
    of: Vec<Option<usize>>,
    /// By operation: the charts whose state it belongs to, the innermost first.
    counted: Vec<Vec<usize>>,
}

#[derive(Clone, Debug, Default)]
struct Chart {
    name: String,
    parent: Option<usize>,
    /// Operations of it and of its subcharts, and how many of them are not done yet.
    operations: usize,
    left: usize,
    /// Charts that must be ready before it counts as ready, if it has nothing to do itself.
    waits: Vec<usize>,
}

impl ChartStates {
    /// All charts of the plan are pending. There are none if the plan has no order.
    pub fn new(plan: &Plan) -> ChartStates {
        let Some(order) = &plan.order else { return ChartStates::default() };
        let lookup = Charts::new(order);
        let mut charts: Vec<Chart> = order
            .charts
            .iter()
            .map(|chart| Chart {
                name: chart.name().to_string(),
                parent: chart.parent().and_then(|parent| lookup.at(parent)),
                ..Chart::default()
            })
            .collect();
        let is_uninstall = plan.deploy_type == DeployType::Uninstall;
        for (waiter, chart) in order.charts.iter().enumerate() {
            for on in chart.after.iter().filter_map(|wait| lookup.at(&wait.on)) {
                // Charts are deleted in the reverse order.
                let (waiter, on) = if is_uninstall { (on, waiter) } else { (waiter, on) };
                charts[waiter].waits.push(on);
            }
        }
        let target = |operation: &Operation| plan.targets.get(operation.action.target()?)?.chart;
        let of = plan.operations.iter().map(|operation| target(operation).filter(|chart| *chart < charts.len()));
        let of: Vec<Option<usize>> = of.collect();
        let mut states = ChartStates { runs: vec![ChartRun::default(); charts.len()], charts, of, counted: Vec::new() };
        states.counted = (0..plan.operations.len()).map(|operation| states.counted(plan, operation)).collect();
        for at in states.counted.concat() {
            states.charts[at].operations += 1;
            states.charts[at].left += 1;
        }
        states.wait_for_families();
        states
    }

    /// The charts whose state an operation belongs to, the innermost first. Whoever waits for a chart waits neither for its
    /// CRDs, which come before all charts, nor until what an upgrade removes from it is gone, which comes after all.
    fn counted(&self, plan: &Plan, operation: usize) -> Vec<usize> {
        let Some((chart, Operation { action, stage, .. })) = self.of[operation].zip(plan.operations.get(operation))
        else {
            return Vec::new();
        };
        let is_deletion = matches!(action, Action::Delete { .. } | Action::TrackAbsence { .. });
        let counts = |at: &usize| match is_deletion && plan.deploy_type != DeployType::Uninstall {
            true => plan.is_dropped(*at),
            false => *stage != Stage::PrePreInstall,
        };
        self.path_up(chart).into_iter().filter(counts).collect()
    }

    /// A chart starts no earlier than its parent, and is ready no earlier than its subcharts.
    fn wait_for_families(&mut self) {
        // Parents come before their subcharts, so a parent's list is complete when its subcharts copy it.
        let own: Vec<Vec<usize>> = self.charts.iter().map(|chart| chart.waits.clone()).collect();
        for at in 0..self.charts.len() {
            let above: Vec<usize> = self.path_up(at).into_iter().skip(1).flat_map(|above| own[above].clone()).collect();
            self.charts[at].waits.extend(above);
            if let Some(parent) = self.charts[at].parent {
                self.charts[parent].waits.push(at);
            }
        }
    }

    /// The state of each chart.
    pub fn runs(&self) -> &[ChartRun] {
        &self.runs
    }

    /// The run begins. This and the methods below return the charts that changed, in the order in which they did.
    pub fn start(&mut self, now: &str) -> Vec<usize> {
        let mut changed = Vec::new();
        self.settle_idle(now, &mut changed);
        changed
    }

    /// An operation begins.
    pub fn begun(&mut self, operation: usize, now: &str) -> Vec<usize> {
        let mut changed = Vec::new();
        for at in self.counted.get(operation).cloned().unwrap_or_default() {
            let run = &mut self.runs[at];
            if run.state == ChartState::Pending {
                (run.state, run.started) = (ChartState::Installing, Some(now.to_string()));
                changed.push(at);
            }
        }
        // The outermost chart comes first.
        changed.reverse();
        changed
    }

    /// An operation ended.
    pub fn ended(&mut self, plan: &Plan, operation: usize, ending: &Ending, now: &str) -> Vec<usize> {
        let mut changed = Vec::new();
        let Some(chart) = self.of.get(operation).copied().flatten() else { return changed };
        let counted = self.counted[operation].clone();
        for at in self.path_up(chart) {
            match ending {
                Ending::Done | Ending::Ignored(_) if counted.contains(&at) => {
                    self.charts[at].left -= 1;
                    if self.charts[at].left == 0 && self.runs[at].state != ChartState::Failed {
                        self.close(at, ChartState::Ready, None, now);
                        changed.push(at);
                        self.settle_idle(now, &mut changed);
                    }
                }
                Ending::Failed(failure) if self.runs[at].state != ChartState::Failed => {
                    let error = format!("{}: {}", plan.subject(operation), failure.message);
                    self.close(at, ChartState::Failed, Some(error), now);
                    changed.push(at);
                }
                Ending::Done | Ending::Ignored(_) | Ending::Failed(_) | Ending::Cancelled => {}
            }
        }
        changed
    }

    /// The run is over; `stopped` says why it ended early. Charts that were being installed have failed, and those that
    /// were not started say why.
    pub fn finish(&mut self, plan: &Plan, endings: &[Option<Ending>], stopped: Option<&str>, now: &str) -> Vec<usize> {
        let causes = Causes::new(plan, endings);
        let mut changed = Vec::new();
        for at in 0..self.charts.len() {
            if self.runs[at].state == ChartState::Installing {
                let why = self.why_not(at, plan, &causes, stopped);
                let why = why.unwrap_or_else(|| "the deploy was stopped".to_string());
                self.close(at, ChartState::Failed, Some(format!("not finished: {why}")), now);
                changed.push(at);
            }
        }
        for at in 0..self.charts.len() {
            if self.runs[at].state == ChartState::Pending
                && let Some(why) = self.why_not(at, plan, &causes, stopped)
            {
                self.runs[at].error = Some(format!("not begun: {why}"));
                changed.push(at);
            }
        }
        changed
    }

    fn why_not(&self, chart: usize, plan: &Plan, causes: &Causes, stopped: Option<&str>) -> Option<String> {
        if let Some(name) = self.blocker(chart, plan, &causes.failed) {
            return Some(format!("waits for {name}, which failed"));
        }
        Some(match (stopped?, self.blocker(chart, plan, &causes.cancelled)) {
            (stopped, Some(name)) => format!("{stopped} while waiting for {name}"),
            (stopped, None) => stopped.to_string(),
        })
    }

    /// A chart and all its ancestors, the innermost first.
    fn path_up(&self, chart: usize) -> Vec<usize> {
        std::iter::successors(Some(chart), |at| self.charts[*at].parent).collect()
    }

    fn close(&mut self, chart: usize, state: ChartState, error: Option<String>, now: &str) {
        let run = &mut self.runs[chart];
        run.started.get_or_insert_with(|| now.to_string());
        (run.state, run.error, run.ended) = (state, error, Some(now.to_string()));
    }

    /// Charts without operations are ready as soon as everything they wait for is ready.
    fn settle_idle(&mut self, now: &str, changed: &mut Vec<usize>) {
        let is_due = |states: &ChartStates, at: usize| {
            let chart = &states.charts[at];
            let is_idle = chart.operations == 0 && states.runs[at].state == ChartState::Pending;
            is_idle && chart.waits.iter().all(|on| states.runs[*on].state == ChartState::Ready)
        };
        // Subcharts come after their parents.
        while let Some(at) = (0..self.charts.len()).rev().find(|at| is_due(self, *at)) {
            self.close(at, ChartState::Ready, None, now);
            changed.push(at);
        }
    }

    /// Why a chart cannot continue, derived from the causes of its operations.
    fn blocker(&self, chart: usize, plan: &Plan, causes: &[Option<usize>]) -> Option<String> {
        if self.charts[chart].operations == 0 {
            return self.idle_blocker(chart, &mut vec![false; self.charts.len()]);
        }
        let is_of = |operation: &usize| {
            let of = self.of.get(*operation).copied().flatten();
            of.is_some_and(|of| self.path_up(of).contains(&chart))
        };
        let operations = (0..causes.len()).filter(is_of);
        let failed = operations.filter_map(|operation| causes[operation]).next()?;
        let Some(culprit) = self.of.get(failed).copied().flatten() else { return Some(plan.subject(failed)) };
        // The outermost failed chart that does not contain this one, since a wait is always for a whole chart.
        let own = self.path_up(chart);
        let outer = self.path_up(culprit).into_iter().take_while(|at| !own.contains(at)).last();
        Some(self.charts[outer.unwrap_or(culprit)].name.clone())
    }

    fn idle_blocker(&self, chart: usize, seen: &mut [bool]) -> Option<String> {
        if std::mem::replace(&mut seen[chart], true) {
            return None;
        }
        let waits = &self.charts[chart].waits;
        let failed = waits.iter().find(|on| self.runs[**on].state == ChartState::Failed);
        let failed = failed.map(|on| self.charts[*on].name.clone());
        failed.or_else(|| waits.iter().find_map(|on| self.idle_blocker(*on, seen)))
    }
}

/// For each operation that was not started: one that it waits for and that did not succeed.
struct Causes {
    failed: Vec<Option<usize>>,
    cancelled: Vec<Option<usize>>,
}

impl Causes {
    fn new(plan: &Plan, endings: &[Option<Ending>]) -> Causes {
        Causes {
            failed: causes(plan, endings, |ending| matches!(ending, Ending::Failed(_))),
            cancelled: causes(plan, endings, |ending| matches!(ending, Ending::Cancelled)),
        }
    }
}

fn causes(plan: &Plan, endings: &[Option<Ending>], is_cause: impl Fn(&Ending) -> bool) -> Vec<Option<usize>> {
    let mut causes: Vec<Option<usize>> = Vec::with_capacity(plan.operations.len());
    // Operations only wait for earlier ones, so one pass is enough.
    for (index, operation) in plan.operations.iter().enumerate() {
        let cause = |on: usize| match endings.get(on) {
            Some(Some(ending)) if is_cause(ending) => Some(on),
            _ => causes.get(on).copied().flatten(),
        };
        let is_begun = endings.get(index).is_some_and(Option::is_some);
        let cause = if is_begun { None } else { operation.after.iter().find_map(|edge| cause(edge.on)) };
        causes.push(cause);
    }
    causes
}
