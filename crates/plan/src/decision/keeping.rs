//! Whether a live object must be kept when its release would delete it.

use skeg_resources::Object;

/// Reads the resource policies of the live object. Unreadable ones keep it too: a deletion cannot be undone.
pub fn is_kept(live: &Object) -> bool {
    if let Some(policy) = live.annotation("werf.io/resource-policy") {
        let mut words = policy.split(',').map(str::trim);
        return words.any(|word| !matches!(word, "" | "skip-create" | "skip-update" | "skip-recreate"));
    }
    live.annotation("helm.sh/resource-policy").is_some_and(|policy| !policy.trim().is_empty())
}
