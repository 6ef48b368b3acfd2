//! Deletes removed objects, and those that exist only for this deploy.

use skeg_resources::{Object, Resource, Stage, Why};

use super::chains::Steps;
use super::sequence::{self, Direction};
use super::{Draft, Group, changes, plain_target};
use crate::catalogue::Catalogue;
use crate::change::ChangeKind;
use crate::install::Install;
use crate::links;
use crate::observation::Live;
use crate::operation::Action;
use crate::removal::Removal;
use crate::request::Request;
use crate::sequence::Sequence;

/// The operations that delete an object.
struct Deletion<'a> {
    resource: &'a Resource,
    target: usize,
    delete: usize,
    absence: usize,
}

/// Adds all deletions and their order.
pub(super) fn draw(
    draft: &mut Draft,
    request: &Request,
    installs: &[Install],
    removals: &[Removal<'_>],
    steps: &[Steps],
    charts: Option<&Sequence<'_>>,
) {
    let mut deletions = Vec::new();
    for (index, removal) in removals.iter().enumerate() {
        let chart = charts.and_then(|charts| charts.related_chart(index));
        let group = removal.rank.map(|rank| chart.map_or(Group::Rank(rank), |chart| Group::ChartRank(chart, rank)));
        let deletion = deletion(draft, request, removal.resource, Some(removal.live), removal.stage, group);
        draft.changes.push(changes::of_removal(request, removal, deletion.target));
        deletions.push(deletion);
    }
    if let (Some(charts), Some(stage)) = (charts, removals.first().map(|removal| removal.stage)) {
        let steps = deletions.iter().enumerate().map(|(resource, deletion)| sequence::Steps {
            resource,
            first: deletion.delete,
            last: deletion.absence,
        });
        let steps: Vec<_> = steps.collect();
        sequence::draw(draft, charts, &steps, stage, Direction::Delete);
    }
    for (install, steps) in installs.iter().zip(steps).filter(|(install, _)| install.is_deleted_after) {
        let resource = &request.desired[install.resource];
        let (live, stage) = (reviewed(request, install), install.stage.cleanup());
        let deletion = deletion(draft, request, resource, live, stage, None);
        if stage == install.stage {
            draft.follow(steps.track.or(steps.deploy), deletion.delete);
        }
        deletions.push(deletion);
    }
    order(draft, &deletions);
}

/// The reviewed live object, if it still exists after the turn.
fn reviewed<'a>(request: &'a Request, install: &Install) -> Option<&'a Object> {
    let is_new = matches!(install.decision.change(), Some((ChangeKind::Create | ChangeKind::Recreate, _)));
    match request.live.get(&request.desired[install.resource].id) {
        Some(Live::Present { object, .. }) if install.is_first && !is_new => Some(object),
        _ => None,
    }
}

fn deletion<'a>(
    draft: &mut Draft,
    request: &Request,
    resource: &'a Resource,
    live: Option<&Object>,
    stage: Stage,
    group: Option<Group>,
) -> Deletion<'a> {
    let target = draft.target(plain_target(request, resource, live));
    let propagation = draft.targets[target].propagation;
    let delete = draft.operation(stage, None, Action::Delete { target, propagation });
    let absence = draft.operation(stage, None, Action::TrackAbsence { target });
    draft.follow(Some(delete), absence);
    draft.chain(delete, absence, group);
    Deletion { resource, target, delete, absence }
}

/// Adds edges to what must be gone before something else is deleted.
fn order(draft: &mut Draft, deletions: &[Deletion<'_>]) {
    let catalogue = Catalogue::new(deletions.iter().map(|deletion| deletion.resource));
    for deletion in deletions {
        let here = draft.operations[deletion.delete].stage;
        for dependency in &deletion.resource.rules.delete_dependencies {
            let is_manual = matches!(dependency.why, Why::Annotation(_));
            for other in catalogue.find(&dependency.on) {
                let first = &deletions[other];
                let there = draft.operations[first.absence].stage;
                // Objects deleted in an earlier stage are gone already. An edge against the order of stages is added
                // only for annotations.
                let is_needed = there == here || (there > here && is_manual);
                if is_needed && first.resource.id != deletion.resource.id {
                    draft.edge(deletion.delete, first.absence, links::reason(dependency));
                }
            }
        }
    }
}
