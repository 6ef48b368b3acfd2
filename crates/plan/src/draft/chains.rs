//! The steps of each resource in sequence, and the edges between steps of different resources.

use skeg_resources::managed_fields::needs_take_over;
use skeg_resources::{FailMode, Stage, State, Termination};

use super::sequence::{self, Direction};
use super::{Draft, Group, changes, plain_target};
use crate::change::ChangeKind;
use crate::decision;
use crate::install::Install;
use crate::links::Link;
use crate::observation::Live;
use crate::operation::Action;
use crate::plan::Target;
use crate::request::Request;
use crate::sequence::Sequence;

/// The operations of one turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    pub(super) deploy: Option<usize>,
    pub(super) track: Option<usize>,
}

/// Adds the operations that deploy resources and track their readiness.
pub(super) fn installs(draft: &mut Draft, request: &Request, installs: &[Install]) -> Vec<Steps> {
    let mut all: Vec<Steps> = Vec::with_capacity(installs.len());
    for (index, install) in installs.iter().enumerate() {
        let steps = install_steps(draft, request, install);
        if let (Some(first), Some(last)) = (steps.deploy.or(steps.track), steps.track.or(steps.deploy)) {
            draft.chain(first, last, install.weight.map(Group::Weight));
            let earlier = index.checked_sub(1).filter(|&before| is_turn_before(request, &installs[before], install));
            draft.follow(earlier.and_then(|before| all[before].track.or(all[before].deploy)), first);
        }
        all.push(steps);
    }
    all
}

/// Whether both are turns of one object in the same stage. Turns in different stages are ordered by their stages.
fn is_turn_before(request: &Request, before: &Install, install: &Install) -> bool {
    before.stage == install.stage && request.desired[before.resource].id == request.desired[install.resource].id
}

fn install_steps(draft: &mut Draft, request: &Request, install: &Install) -> Steps {
    let mut steps = Steps::default();
    let change = install.decision.change().map(|(kind, _)| kind);
    if change.is_none() && !install.is_tracked {
        return steps;
    }
    let target = draft.target(install_target(request, install));
    if let Some(kind) = change {
        let propagation = draft.targets[target].propagation;
        let action = match kind {
            ChangeKind::Create => Action::Create { target },
            ChangeKind::Update => Action::Update { target },
            ChangeKind::Recreate => Action::Recreate { target, propagation },
            ChangeKind::Apply | ChangeKind::Delete => Action::Apply { target },
        };
        steps.deploy = Some(draft.operation(install.stage, install.weight, action));
        draft.changes.extend(changes::of_install(request, install, target));
    }
    if install.is_tracked {
        let track = draft.operation(install.stage, install.weight, Action::TrackReadiness { target });
        draft.follow(steps.deploy, track);
        steps.track = Some(track);
    }
    steps
}

fn install_target(request: &Request, install: &Install) -> Target {
    let resource = &request.desired[install.resource];
    let change = install.decision.change().map(|(kind, _)| kind);
    let live = match request.live.get(&resource.id) {
        Some(Live::Present { object, .. }) if install.is_first => Some(&**object),
        _ => None,
    };
    let mut target = plain_target(request, resource, live);
    target.object = change.map(|_| resource.object.clone());
    target.replicas_on_creation = resource.rules.replicas_on_creation;
    let keeps_object = matches!(change, Some(ChangeKind::Update | ChangeKind::Apply));
    target.takes_over = keeps_object && live.is_some_and(|live| needs_take_over(live, request.policy.manual_changes));
    let is_kept = resource.rules.resource_policy.skip_delete || (keeps_object && live.is_some_and(decision::is_kept));
    target.delete_if_failed = resource.rules.delete_policy.failed && change.is_some() && install.is_tracked && !is_kept;
    if install.is_awaited {
        target.tracking.termination = Termination::WaitUntilResourceReady;
        target.tracking.fail_mode = FailMode::FailWholeDeployProcessImmediately;
    }
    target
}

/// Adds edges for annotations and references.
pub(super) fn link(draft: &mut Draft, steps: &[Steps], links: Vec<Link>) {
    for link in links {
        let Some(waiter) = steps[link.waiter].deploy else { continue };
        let on = match link.state {
            State::Ready => steps[link.on].track,
            State::Present | State::Absent => None,
        };
        // What exists already needs no edge.
        if let Some(on) = on.or(steps[link.on].deploy) {
            draft.edge(waiter, on, link.why);
        }
    }
}

/// Adds the order of charts and resource groups.
pub(super) fn sequence(draft: &mut Draft, installs: &[Install], steps: &[Steps], order: &Sequence<'_>) {
    let in_stage = installs.iter().zip(steps).filter(|(install, _)| install.stage == Stage::Install);
    let ordered = in_stage.filter_map(|(install, steps)| {
        let (first, last) = (steps.deploy.or(steps.track)?, steps.track.or(steps.deploy)?);
        Some(sequence::Steps { resource: install.resource, first, last })
    });
    let ordered: Vec<_> = ordered.collect();
    sequence::draw(draft, order, &ordered, Stage::Install, Direction::Deploy);
}
