//! The progress of a deploy as lines: for a log that only grows, or for a terminal with a block that is redrawn.
//!
//! In: plans and events with the time since the start. Out: finished lines, each once, and the block of running
//! operations. The caller draws, moves cursors and colours.

mod block;
mod charts;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use skeg_plan::{Ending, Event, Plan, Progress};
use skeg_resources::DeployType;

use self::charts::ChartProgress;
use crate::chains::Chains;
use crate::phrase::clean;
use crate::{phrase, span};

/// The name of the cleanup plan in events.
const CLEANUP: &str = "cleanup";
/// The widest column of names; longer names push the rest aside.
const NAMES: usize = 40;

/// How long a state must last before it is logged.
const MOMENT: Duration = Duration::from_secs(1);

/// Where the lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMode {
    /// Only lines, as in a CI log: state changes are lines too.
    Lines,
    /// Finished lines above a block that is redrawn: see [`ProgressText::block`].
    Live,
}

/// Turns events into lines.
#[derive(Clone, Debug)]
pub struct ProgressText {
    mode: ProgressMode,
    plan: Option<Plan>,
    chains: Chains,
    /// Width of the column of names.
    width: usize,
    /// Operations that were started and have not ended.
    running: BTreeMap<usize, Running>,
    /// When the chain of an operation started, by the chain's first operation.
    begun: BTreeMap<usize, Duration>,
    /// Chains that finished, and chains that failed or were stopped.
    done: usize,
    broken: usize,
    plans: usize,
    /// How far the charts of an ordered plan have come.
    charts: ChartProgress,
    /// Warnings and waits that were already printed.
    printed: BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
struct Running {
    since: Duration,
    progress: Progress,
    /// The state that was last logged, and when.
    printed: (Progress, Option<Duration>),
    /// The last line of its logs: pod, container, line.
    log: Option<(String, String, String)>,
}

impl ProgressText {
    /// Starts without a plan: see [`ProgressText::begin`].
    pub fn new(mode: ProgressMode) -> ProgressText {
        ProgressText {
            mode,
            plan: None,
            chains: Chains::default(),
            width: 0,
            running: BTreeMap::new(),
            begun: BTreeMap::new(),
            done: 0,
            broken: 0,
            plans: 0,
            charts: ChartProgress::default(),
            printed: BTreeSet::new(),
        }
    }

    /// A plan is about to be executed: the following events refer to it.
    pub fn begin(&mut self, plan: Plan) {
        self.chains = Chains::of_plan(&plan);
        let names = self.chains.list.iter().map(|chain| plan.name(chain.target).chars().count());
        self.width = names.max().unwrap_or_default().min(NAMES);
        self.running.clear();
        self.begun.clear();
        self.done = 0;
        self.broken = 0;
        self.plans += 1;
        self.charts = ChartProgress::default();
        self.plan = Some(plan);
    }

    /// The lines that an event adds.
    pub fn take(&mut self, event: &Event, at: Duration) -> Vec<String> {
        match event {
            Event::PlanStarted { name, .. } => self.title(name),
            Event::OperationStarted { operation } => {
                self.start(*operation, at);
                Vec::new()
            }
            Event::OperationEnded { operation, ending, .. } => self.end(*operation, ending, at),
            Event::Chart { chart, run } => self.chart(*chart, run, at),
            Event::Progress { operation, progress } => {
                self.progress(*operation, progress);
                Vec::new()
            }
            Event::Log { operation, pod, container, line } => self.log(*operation, pod, container, line),
            Event::Message { operation, text } => self.message(*operation, text),
            Event::Waiting { text } => self.once(format!("waiting: {}", clean(text))),
            Event::Warning { text } => self.once(format!("warning: {}", clean(text))),
            Event::Stopping { in_flight: 0 } => vec!["stopping: no new operations".to_string()],
            Event::Stopping { in_flight } => vec![format!(
                "stopping: no new operations; waiting for {} in flight (again to quit at once)",
                phrase::count(*in_flight, "write")
            )],
        }
    }

    /// The line, unless it was printed before.
    fn once(&mut self, line: String) -> Vec<String> {
        if self.printed.insert(line.clone()) { vec![line] } else { Vec::new() }
    }

    fn message(&self, operation: usize, text: &str) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let target = plan.operations.get(operation).and_then(|operation| operation.action.target());
        target.map(|target| format!("  {}  • {}", plan.name(target), clean(text))).into_iter().collect()
    }

    fn start(&mut self, operation: usize, at: Duration) {
        self.running.insert(operation, Running { since: at, ..Running::default() });
        if let Some(first) = self.chains.chain_of(operation).and_then(|chain| chain.operations.first()) {
            self.begun.entry(*first).or_insert(at);
        }
    }

    /// The deploy itself needs no title: the command printed one. Neither does the cleanup.
    fn title(&self, name: &str) -> Vec<String> {
        match &self.plan {
            Some(plan) if self.plans > 1 && name != CLEANUP && plan.deploy_type == DeployType::Rollback => {
                vec![format!("rolling back to the last deployed revision, as revision {}", plan.revision)]
            }
            _ => Vec::new(),
        }
    }

    fn end(&mut self, operation: usize, ending: &Ending, at: Duration) -> Vec<String> {
        let ran = self.running.remove(&operation).unwrap_or_default();
        let Some(plan) = &self.plan else { return Vec::new() };
        let Some(action) = plan.operations.get(operation).map(|operation| &operation.action) else { return Vec::new() };
        let chain = self.chains.chain_of(operation);
        let is_last = chain.is_some_and(|chain| chain.is_last(operation));
        match ending {
            Ending::Done | Ending::Ignored(_) => self.done += usize::from(is_last),
            Ending::Failed(_) | Ending::Cancelled => self.broken += usize::from(chain.is_some()),
        }
        let (sign, text) = match ending {
            Ending::Done if is_last => ('✓', self.word(plan, operation, &ran).to_string()),
            Ending::Done | Ending::Cancelled => return Vec::new(),
            Ending::Ignored(failure) => ('!', format!("failed, ignored: {}", clean(&failure.message))),
            Ending::Failed(failure) => ('✗', clean(&failure.message)),
        };
        let since = chain.and_then(|chain| self.begun.get(chain.operations.first()?)).copied().unwrap_or(ran.since);
        let name = action.target().map_or_else(|| plan.title(operation), |target| plan.name(target));
        let took = span::shown(at.saturating_sub(since));
        vec![format!("{sign} {name:width$}  {took:>6}  {text}", width = self.width)]
    }

    /// The word for a finished resource: `ready` is only worth saying if it was not ready at once.
    fn word(&self, plan: &Plan, operation: usize, ran: &Running) -> &'static str {
        let first = self.chains.chain_of(operation).and_then(|chain| chain.operations.first().copied());
        let printed = if ran.progress.wanted.is_some() { operation } else { first.unwrap_or(operation) };
        let word =
            |operation: usize| plan.operations.get(operation).map_or("", |each| phrase::done(plan, &each.action));
        if word(operation) == "ready" { word(printed) } else { word(operation) }
    }

    fn progress(&mut self, operation: usize, progress: &Progress) {
        if let Some(running) = self.running.get_mut(&operation) {
            running.progress = progress.clone();
        }
    }

    /// Lines for a log as time passes: running operations whose state changed and has lasted for a moment. To be called
    /// several times a second.
    pub fn settled(&mut self, at: Duration) -> Vec<String> {
        if self.mode == ProgressMode::Live {
            return Vec::new();
        }
        let is_due = |running: &Running| {
            let (printed, when) = &running.printed;
            running.progress != *printed && at.saturating_sub(when.unwrap_or(running.since)) >= MOMENT
        };
        let due: Vec<usize> = self.running.iter().filter(|(_, each)| is_due(each)).map(|(at, _)| *at).collect();
        let lines = self.running_lines(&due, at);
        for operation in due {
            if let Some(running) = self.running.get_mut(&operation) {
                running.printed = (running.progress.clone(), Some(at));
            }
        }
        lines
    }

    fn log(&mut self, operation: usize, pod: &str, container: &str, line: &str) -> Vec<String> {
        let line = clean(line);
        match self.mode {
            ProgressMode::Lines => vec![format!("  {pod}  {container}  │ {line}")],
            ProgressMode::Live => {
                if let Some(running) = self.running.get_mut(&operation) {
                    running.log = Some((pod.to_string(), container.to_string(), line));
                }
                Vec::new()
            }
        }
    }
}
