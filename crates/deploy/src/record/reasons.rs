//! Why a revision has to be put on record although no resource changes.

use skeg_plan::{Outdated, Recorded};
use skeg_release_store::Release;
use skeg_resources::{Class, Object, Resource};
use skeg_sequence::Order;

use crate::desired::{self, Desired, Reading};
use crate::error::Error;
use crate::order;
use crate::past::Past;

/// What the last record does not say as the next would. Nothing: then no revision is needed unless resources change.
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
        // Thousands of manifests need not be read to know that they say the same.
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

/// What a record says, taken apart for comparison.
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
