//! Flags for what a deploy deletes of what the chart dropped.

use skeg_deploy::{DeployOptions, Policy, Pruning};

use super::{Flag, flag, flag_settings};

pub(crate) const PRUNE_NAMESPACES: Flag<bool> = flag(
    "prune-namespaces",
    "delete namespaces of the chart too, with everything in them; refused if others have objects there",
);

flag_settings! {
    /// What happens to objects that the new revision does not have any more.
    pub(crate) struct PruneFlags: "Pruning" {
        no_prune: bool = flag("no-prune", "keep what the chart dropped"),
        prune_namespaces: bool = PRUNE_NAMESPACES,
        prune_data: bool =
            flag("prune-data", "delete what the chart dropped even if it holds data: volumes, claims, snapshots"),
    }
}

impl PruneFlags {
    /// Applies these settings to the options.
    pub(crate) fn applied(&self, options: DeployOptions) -> DeployOptions {
        let pruning = Pruning { is_off: self.no_prune, namespaces: self.prune_namespaces, data: self.prune_data };
        DeployOptions { policy: Policy { pruning, ..options.policy }, ..options }
    }
}
