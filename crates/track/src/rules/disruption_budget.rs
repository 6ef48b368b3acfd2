//! PodDisruptionBudget: its controller has counted the pods.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::is_observed;

pub(super) fn assess(object: &Object) -> Assessment {
    if is_observed(object) == Some(true) { Assessment::Ready } else { Assessment::waits("its controller to see it") }
}
