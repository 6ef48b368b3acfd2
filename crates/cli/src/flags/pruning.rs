//! Flags for deleting resources that the chart dropped.

use skeg_deploy::{DeployOptions, Policy, Pruning};
use skeg_report::codes;

use crate::error::CommandError;

use super::{Flag, flag, flag_settings};

pub(crate) const PRUNE_NAMESPACES: Flag<bool> = flag(
    "prune-namespaces",
    "delete namespaces of the chart too, with everything in them; refused if others have objects there",
);

pub(crate) const PRUNE_DATA: Flag<bool> =
    flag("prune-data", "delete what the chart dropped even if it holds data: volumes, claims, snapshots");

flag_settings! {
    /// What happens to objects that the new revision no longer has.
    pub(crate) struct PruneFlags: "Pruning" {
        no_prune: bool = flag("no-prune", "keep what the chart dropped"),
        prune_namespaces: bool = PRUNE_NAMESPACES,
        prune_data: bool = PRUNE_DATA,
        max_deletes: Option<String> = flag(
            "max-deletes",
            "refuse to delete more objects than this, or this share of the release; 100% allows all (default: ten or \
             half of it, whichever is more, but never all)",
        )
        .value("NUMBER|PERCENT%"),
    }
}

impl PruneFlags {
    /// Applies these settings to the options.
    pub(crate) fn applied(&self, options: DeployOptions) -> Result<DeployOptions, CommandError> {
        let max_deletes = match &self.max_deletes {
            None => None,
            Some(text) => Some(text.parse().map_err(|()| {
                CommandError::new(&codes::BAD_VALUE, format!("--max-deletes {text}: neither a number nor a percentage"))
                    .hint("Examples: --max-deletes 20, --max-deletes 50%, --max-deletes 100% for any number.")
            })?),
        };
        let pruning =
            Pruning { is_off: self.no_prune, namespaces: self.prune_namespaces, data: self.prune_data, max_deletes };
        Ok(DeployOptions { policy: Policy { pruning, ..options.policy }, ..options })
    }
}
