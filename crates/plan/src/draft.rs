//! The graph while it is built: operations in any order, their targets, and the group of each chain.

mod borders;
mod chains;
mod changes;
mod deletions;
mod externals;
mod sequence;

use skeg_resources::{Class, Object, Resource, ResourceId, Sensitive, Stage};
use skeg_sequence::Charts;

use crate::change::Change;
use crate::install::Install;
use crate::links::Link;
use crate::operation::{Action, Edge, Operation};
use crate::plan::Target;
use crate::propagation;
use crate::reason::Reason;
use crate::removal::{Rank, Removal};
use crate::request::Request;
use crate::sequence::Sequences;

/// Everything built so far.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) targets: Vec<Target>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) changes: Vec<Change>,
    chains: Vec<Chain>,
}

/// Consecutive operations within one stage.
struct Chain {
    first: usize,
    last: usize,
    stage: Stage,
    group: Option<Group>,
}

/// Operations that run together within a stage. Groups of the same variant run one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    Weight(i64),
    Rank(Rank),
    /// Kinds of one chart in an ordered deploy, where the order of charts takes precedence over that of kinds.
    ChartRank(usize, Rank),
}

/// Adds all operations and edges.
pub(crate) fn draw(
    request: &Request,
    installs: &[Install],
    removals: &[Removal<'_>],
    links: Vec<Link>,
    sequences: &Sequences<'_>,
) -> Draft {
    let mut draft = Draft::default();
    draft.records(Stage::Init, crate::records::at_first(request));
    let steps = chains::installs(&mut draft, request, installs);
    chains::link(&mut draft, &steps, links);
    if let Some(deploy) = &sequences.deploy {
        chains::sequence(&mut draft, installs, &steps, deploy);
    }
    externals::draw(&mut draft, request, installs, &steps);
    deletions::draw(&mut draft, request, installs, removals, &steps, sequences.delete.as_ref());
    mark_charts(&mut draft, request);
    draft.records(Stage::Final, crate::records::at_last(request));
    borders::draw(&mut draft);
    draft
}

/// Sets the chart of each target.
fn mark_charts(draft: &mut Draft, request: &Request) {
    let Some(order) = &request.order else { return };
    let charts = Charts::new(order);
    for target in draft.targets.iter_mut().filter(|target| !target.is_hook) {
        target.chart = charts.of_template(&target.origin.path);
    }
}

impl Draft {
    fn operation(&mut self, stage: Stage, weight: Option<i64>, action: Action) -> usize {
        self.operations.push(Operation { action, stage, weight, after: Vec::new() });
        self.operations.len() - 1
    }

    fn target(&mut self, target: Target) -> usize {
        self.targets.push(target);
        self.targets.len() - 1
    }

    fn edge(&mut self, waiter: usize, on: usize, why: Reason) {
        self.operations[waiter].after.push(Edge { on, why });
    }

    /// Adds an edge from the last step of a chain, if there is one, to the next.
    fn follow(&mut self, last: Option<usize>, next: usize) {
        if let Some(last) = last {
            self.edge(next, last, Reason::SameResource);
        }
    }

    fn chain(&mut self, first: usize, last: usize, group: Option<Group>) {
        self.chains.push(Chain { first, last, stage: self.operations[first].stage, group });
    }

    fn records(&mut self, stage: Stage, steps: Vec<Vec<Action>>) {
        let mut before: Vec<usize> = Vec::new();
        for step in steps.into_iter().filter(|step| !step.is_empty()) {
            let now: Vec<usize> = step.into_iter().map(|action| self.operation(stage, None, action)).collect();
            for &operation in &now {
                for &earlier in &before {
                    self.edge(operation, earlier, Reason::Release);
                }
                self.chain(operation, operation, None);
            }
            before = now;
        }
    }
}

/// A target that is deleted or only waited for.
fn plain_target(request: &Request, resource: &Resource, live: Option<&Object>) -> Target {
    Target {
        id: resource.id.clone(),
        version: resource.object.version().to_string(),
        origin: resource.origin.clone(),
        chart: None,
        is_hook: resource.class == Class::Hook,
        object: None,
        replicas_on_creation: None,
        uid: live.and_then(Object::uid).map(str::to_string),
        resource_version: live.and_then(Object::resource_version).map(str::to_string),
        takes_over: false,
        tracking: resource.rules.tracking.clone(),
        sensitive: resource.rules.sensitive.clone(),
        delete_if_failed: false,
        propagation: propagation::of(resource, &request.policy),
    }
}

/// A target outside the release.
fn outer_target(request: &Request, id: &ResourceId, version: &str, like: &Resource) -> Target {
    Target {
        id: id.clone(),
        version: version.to_string(),
        chart: None,
        is_hook: false,
        sensitive: Sensitive::Everything,
        ..plain_target(request, like, None)
    }
}
