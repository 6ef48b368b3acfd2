//! Collects what the rules need to know besides the object.

use skeg_resources::{Object, ResourceId};

use super::Observer;
use super::present::known_kind;
use crate::failure::TrackFailure;
use crate::options::TrackTarget;
use crate::rules::{Besides, Surroundings, rule_of};
use crate::tracker::Shared;

pub(super) async fn surroundings(
    shared: &Shared,
    target: &TrackTarget,
    observer: Observer<'_>,
) -> Result<Surroundings, Box<TrackFailure>> {
    let mut surroundings = Surroundings::default();
    let rule = rule_of(&target.id.group, &target.id.kind);
    if rule.is_some_and(|rule| rule.besides == Besides::StorageClass) {
        surroundings.binds_on_first_consumer = binds_on_first_consumer(shared, target).await;
    } else if target.id.group.contains('.') {
        let kind = known_kind(shared, target, observer).await?;
        surroundings.has_status = kind.subresources.iter().any(|name| name == "status");
    }
    Ok(surroundings)
}

/// If the class cannot be read, the claim is not waited for: its pods wait for it anyway.
async fn binds_on_first_consumer(shared: &Shared, target: &TrackTarget) -> bool {
    let found;
    let claim: Option<&Object> = match &target.object {
        Some(object) => Some(object),
        None => {
            found = shared.cluster.get(&target.id, &target.version).await.ok().flatten();
            found.as_ref()
        }
    };
    let class = claim.and_then(|claim| claim.text_at(&["spec", "storageClassName"])).filter(|name| !name.is_empty());
    let Some(class) = class else { return false };
    let id = ResourceId::new("storage.k8s.io", "StorageClass", None, class);
    match shared.cluster.get(&id, "v1").await {
        Ok(Some(class)) => class.text_at(&["volumeBindingMode"]) == Some("WaitForFirstConsumer"),
        Ok(None) => false,
        Err(_) => true,
    }
}
