//! Service: a load balancer has an address; every other type is ready once it exists.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};

pub(super) fn assess(object: &Object, surroundings: &Surroundings) -> Assessment {
    if object.text_at(&["spec", "type"]) != Some("LoadBalancer") {
        return Assessment::Ready;
    }
    let has = |path: &[&str]| object.at(path).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    if has(&["status", "loadBalancer", "ingress"]) || has(&["spec", "externalIPs"]) {
        return Assessment::Ready;
    }
    // Load balancer controllers leave a finalizer. Without one there will never be an address to wait for.
    if surroundings.settled && !has(&["metadata", "finalizers"]) {
        return Assessment::Ready;
    }
    Assessment::waits("an address of the load balancer")
}
