//! What happens during a deploy, as lines: for a log that only grows, or for a terminal with a block that is redrawn.
//!
//! In: plans and events, each with the time since the start. Out: lines that are finished, each once, and the block of
//! what is under way. Drawing, cursors and colours are the caller's matter.

mod block;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use skeg_plan::{Ending, Event, Plan, Progress};
use skeg_resources::DeployType;

use crate::chains::Chains;
use crate::phrase::clean;
use crate::{phrase, span};

/// The plan that tidies up after a failure, as its events call it.
const CLEANUP: &str = "cleanup";
/// The widest column of names; longer names push the rest aside.
const NAMES: usize = 40;

/// How long something is as it is before a log is told.
const MOMENT: Duration = Duration::from_secs(1);

/// Where the lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMode {
    /// Only lines, as in a CI log: what changes is told in lines too.
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
    /// Operations that were begun and have not ended.
    running: BTreeMap<usize, Running>,
    /// When the turn of an operation's resource began, by the turn's first operation.
    begun: BTreeMap<usize, Duration>,
    /// Turns that came to their end, and turns that failed or were stopped on the way.
    done: usize,
    broken: usize,
    plans: usize,
    /// Warnings and waits that were told.
    told: BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
struct Running {
    since: Duration,
    progress: Progress,
    /// What a log was told of it last, and when.
    told: (Progress, Option<Duration>),
    /// The last line of its logs: pod, container, line.
    log: Option<(String, String, String)>,
}

impl ProgressText {
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
            told: BTreeSet::new(),
        }
    }

    /// A plan is about to be run: the events that follow are about its operations.
    pub fn begin(&mut self, plan: Plan) {
        self.chains = Chains::of_plan(&plan);
        let names = self.chains.list.iter().map(|chain| plan.name(chain.target).chars().count());
        self.width = names.max().unwrap_or_default().min(NAMES);
        self.running.clear();
        self.begun.clear();
        self.done = 0;
        self.broken = 0;
        self.plans += 1;
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
                "stopping: no new operations; waiting for {} in flight (again to leave at once)",
                phrase::count(*in_flight, "write")
            )],
        }
    }

    /// The line, unless it was told before.
    fn once(&mut self, line: String) -> Vec<String> {
        if self.told.insert(line.clone()) { vec![line] } else { Vec::new() }
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

    /// The first plan needs no title: the command said it. Neither does cleaning up.
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

    /// What came of a resource: that it is ready is news only of what had to become so.
    fn word(&self, plan: &Plan, operation: usize, ran: &Running) -> &'static str {
        let first = self.chains.chain_of(operation).and_then(|chain| chain.operations.first().copied());
        let told = if ran.progress.wanted.is_some() { operation } else { first.unwrap_or(operation) };
        let word =
            |operation: usize| plan.operations.get(operation).map_or("", |each| phrase::done(plan, &each.action));
        if word(operation) == "ready" { word(told) } else { word(operation) }
    }

    fn progress(&mut self, operation: usize, progress: &Progress) {
        if let Some(running) = self.running.get_mut(&operation) {
            running.progress = progress.clone();
        }
    }

    /// The lines of a log that time brings: what is under way, where it changed and has stood for a moment. To be asked for
    /// several times a second.
    pub fn settled(&mut self, at: Duration) -> Vec<String> {
        if self.mode == ProgressMode::Live {
            return Vec::new();
        }
        let is_due = |running: &Running| {
            let (told, when) = &running.told;
            running.progress != *told && at.saturating_sub(when.unwrap_or(running.since)) >= MOMENT
        };
        let due: Vec<usize> = self.running.iter().filter(|(_, each)| is_due(each)).map(|(at, _)| *at).collect();
        let lines = self.running_lines(&due, at);
        for operation in due {
            if let Some(running) = self.running.get_mut(&operation) {
                running.told = (running.progress.clone(), Some(at));
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
