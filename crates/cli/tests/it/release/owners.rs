//! Field ownership of objects.

use serde_json::Value;

use super::site::Site;

/// `manager/operation` of each entry for the object itself, not for its status.
pub(super) fn owners(site: &Site, name: &str) -> Vec<String> {
    let text = site.kubectl(&["get", name, "--show-managed-fields", "-o", "json"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    let entries = object["metadata"]["managedFields"].as_array().unwrap().iter();
    let main = entries.filter(|entry| entry["subresource"].as_str().is_none_or(str::is_empty));
    // The Deployment controller writes the revision on the object itself.
    let others = main.filter(|entry| entry["manager"] != "kube-controller-manager");
    others
        .map(|entry| format!("{}/{}", entry["manager"].as_str().unwrap(), entry["operation"].as_str().unwrap()))
        .collect()
}

/// Only `helm` owns its fields, and only by server-side apply.
#[track_caller]
pub(super) fn assert_ours(site: &Site, name: &str) {
    assert_eq!(owners(site, name), ["helm/Apply"], "{name}");
}
