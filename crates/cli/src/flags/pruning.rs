//! Flags for what a deploy deletes of what the chart dropped.

use skeg_deploy::{DeployOptions, Policy, Pruning};

use super::{flag, flag_settings};

flag_settings! {
    /// What happens to objects that the new revision does not have any more.
    pub(crate) struct PruneFlags: "Pruning" {
        no_prune: bool = flag("no-prune", "keep what the chart dropped"),
    }
}

impl PruneFlags {
    /// Applies these settings to the options.
    pub(crate) fn applied(&self, options: DeployOptions) -> DeployOptions {
        let pruning = Pruning { is_off: self.no_prune };
        DeployOptions { policy: Policy { pruning, ..options.policy }, ..options }
    }
}
