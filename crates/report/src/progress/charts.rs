//! Charts of an ordered deploy: a line when one starts and when it ends, and running operations grouped by chart.

use std::collections::BTreeMap;
use std::time::Duration;

use skeg_plan::{ChartRun, ChartState};

use super::{ProgressMode, ProgressText};
use crate::phrase::{chart_name, clean};
use crate::span;

/// The progress of charts.
#[derive(Clone, Debug, Default)]
pub(super) struct ChartProgress {
    states: BTreeMap<usize, ChartState>,
    /// When each chart started.
    begun: BTreeMap<usize, Duration>,
}

impl ProgressText {
    /// The line for a change of a chart's state.
    pub(super) fn chart(&mut self, chart: usize, run: &ChartRun, at: Duration) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let Some(name) = chart_name(plan, chart) else { return Vec::new() };
        self.charts.states.insert(chart, run.state);
        let word = plan.chart_word(chart, run.state);
        let error = clean(run.error.as_deref().unwrap_or_default());
        let what = match run.state {
            ChartState::Installing => {
                self.charts.begun.insert(chart, at);
                // The block shows it instead.
                if self.mode == ProgressMode::Live {
                    return Vec::new();
                }
                word.to_string()
            }
            ChartState::Ready => {
                // A chart without any operation is not worth a line.
                let Some(begun) = self.charts.begun.get(&chart) else { return Vec::new() };
                format!("{word} ({})", span::shown(at.saturating_sub(*begun)))
            }
            // The text says itself what happened: `not begun: …`.
            ChartState::Pending => error,
            ChartState::Failed if error.starts_with("not ") => error,
            ChartState::Failed => format!("{word}: {error}"),
        };
        vec![format!("chart {name}: {what}")]
    }

    /// Operations of an ordered deploy grouped by chart, in the order of the charts; those without a chart come first.
    pub(super) fn by_chart(&self, operations: &[usize]) -> Vec<(Option<usize>, Vec<usize>)> {
        let chart = |operation: &usize| {
            let plan = self.plan.as_ref()?;
            plan.targets.get(plan.operations.get(*operation)?.action.target()?)?.chart
        };
        let mut groups: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        operations.iter().for_each(|operation| groups.entry(chart(operation)).or_default().push(*operation));
        groups.into_iter().collect()
    }

    /// `  chart db: installing  12s`.
    pub(super) fn chart_line(&self, chart: usize, at: Duration) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let name = chart_name(plan, chart)?;
        let state = plan.chart_word(chart, self.charts.states.get(&chart).copied().unwrap_or_default());
        let took = self.charts.begun.get(&chart).map(|begun| format!("  {}", span::shown(at.saturating_sub(*begun))));
        Some(format!("  chart {name}: {state}{}", took.unwrap_or_default()))
    }

    /// `2 of 5 charts ready`; `None` if the deploy is not ordered.
    pub(super) fn charts_done(&self) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let all = plan.order.as_ref()?.charts.len();
        let ready = self.charts.states.values().filter(|state| **state == ChartState::Ready).count();
        Some(format!("{ready} of {all} charts {}", ChartState::Ready.word(plan.deploy_type)))
    }
}
