//! Why a revision has to be recorded even if no resource changes.

use skeg_plan::{Outdated, Recorded};
use skeg_release_store::Release;
use skeg_resources::{Class, Object, Resource};
use skeg_sequence::Order;

use crate::desired::{self, Desired, Reading};
use crate::error::Error;
use crate::order;
use crate::past::Past;

/// The parts of the record that would change. If there are none, a revision is needed only if resources change.
pub(crate) fn reasons(
    past: &Past,
    next: &Release,
    desired: &Desired,
    reading: &Reading<'_>,
) -> Result<Vec<Outdated>, Error> {
    let Some(last) = past.last_record() else { return Ok(vec![Outdated::NoPrevious]) };
    if !past.is_settled() {
        return Ok(vec![Outdated::EarlierUnsettled]);
    }
    let (before, now) = if is_same_text(last, next) {
        // If the manifest texts are equal, thousands of resources need not be compared.
        (RecordedState::new(last, &[]), RecordedState::new(next, &[]))
    } else {
        (
            RecordedState::new(last, &desired::stored(last, reading, true)?.0),
            RecordedState::new(next, &desired.resources),
        )
    };
    Ok(skeg_plan::outdated(Some(&before.recorded()), &now.recorded()))
}

fn is_same_text(one: &Release, other: &Release) -> bool {
    one.manifest == other.manifest
        && one.hooks.iter().map(|hook| &hook.manifest).eq(other.hooks.iter().map(|hook| &hook.manifest))
}

/// The parts of a record that are compared.
struct RecordedState<'a> {
    release: &'a Release,
    config: serde_json::Value,
    hooks: Vec<Object>,
    regular: Vec<Object>,
    order: Option<Order>,
}

impl<'a> RecordedState<'a> {
    fn new(release: &'a Release, resources: &[Resource]) -> RecordedState<'a> {
        let of = |class: Class| {
            let found = resources.iter().filter(move |resource| resource.class == class);
            found.map(|resource| resource.object.clone()).collect()
        };
        let config = serde_json::Value::Object(release.config.clone());
        let (hooks, regular, order) = (of(Class::Hook), of(Class::Regular), order::of_record(release, false).0);
        RecordedState { release, config, hooks, regular, order }
    }

    fn recorded(&self) -> Recorded<'_> {
        let info = &self.release.info;
        let (config, hooks, regular) = (&self.config, &self.hooks, &self.regular);
        Recorded { status: info.status, notes: &info.notes, config, hooks, regular, order: self.order.as_ref() }
    }
}
