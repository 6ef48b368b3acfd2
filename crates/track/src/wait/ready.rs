//! Waits until a resource is ready.

use super::Observer;
use super::present::present;
use super::served::served;
use super::surroundings::surroundings;
use super::waiter::Waiter;
use crate::failure::TrackFailure;
use crate::options::TrackTarget;
use crate::rules::{Assessment, Besides, assess_stated, is_ready_once_present, rule_of};
use crate::tracker::Shared;

pub(crate) async fn ready(
    shared: &Shared,
    target: &TrackTarget,
    observer: Observer<'_>,
) -> Result<(), Box<TrackFailure>> {
    if target.object.is_none() {
        present(shared, target, observer).await?;
    }
    let conditions = target.conditions();
    if conditions.is_none() && is_ready_once_present(&target.id.group, &target.id.kind) {
        return Ok(());
    }
    let surroundings = surroundings(shared, target, observer).await?;
    let object = match &target.object {
        // The response to the apply may be enough.
        Some(object) if assess_stated(object, &surroundings, conditions) == Assessment::Ready => Some(object.clone()),
        _ => Waiter::new(shared, target, surroundings, observer).run().await?,
    };
    if let Some(object) = object
        && rule_of(object.group(), object.kind()).is_some_and(|rule| rule.besides == Besides::Definition)
    {
        served(&shared.cluster, &object).await;
    }
    Ok(())
}
