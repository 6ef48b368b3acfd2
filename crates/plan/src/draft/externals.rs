//! Waits for resources outside the release: once each, before the first turn that needs it.

use std::collections::BTreeMap;

use skeg_resources::{ResourceId, Stage};

use super::chains::Steps;
use super::{Draft, Group, outer_target};
use crate::install::Install;
use crate::operation::Action;
use crate::reason::Reason;
use crate::request::Request;

/// A turn that needs something from outside.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct User {
    stage: Stage,
    weight: Option<i64>,
    install: usize,
    deploy: usize,
    dependency: usize,
}

/// Adds the waiting, and the edges of the turns that need it.
pub(super) fn draw(draft: &mut Draft, request: &Request, installs: &[Install], steps: &[Steps]) {
    let resource = |user: &User| &request.desired[installs[user.install].resource];
    let mut needs: BTreeMap<&ResourceId, Vec<User>> = BTreeMap::new();
    for (index, install) in installs.iter().enumerate() {
        let Some(deploy) = steps[index].deploy else { continue };
        let externals = &request.desired[install.resource].rules.external_dependencies;
        for (dependency, external) in externals.iter().enumerate() {
            let user = User { stage: install.stage, weight: install.weight, install: index, deploy, dependency };
            needs.entry(&external.id).or_default().push(user);
        }
    }
    for (id, mut users) in needs {
        users.sort();
        let first = &users[0];
        let version = &resource(first).rules.external_dependencies[first.dependency].version;
        let target = draft.target(outer_target(request, id, version, resource(first)));
        let (stage, weight) = (first.stage, first.weight);
        let presence = draft.operation(stage, weight, Action::TrackPresence { target });
        draft.chain(presence, presence, weight.map(Group::Weight));
        // Later stages come after it anyway.
        for user in users.iter().filter(|user| user.stage == stage) {
            let annotation = resource(user).rules.external_dependencies[user.dependency].annotation.clone();
            draft.edge(user.deploy, presence, Reason::External { annotation });
        }
    }
}
