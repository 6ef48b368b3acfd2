//! Inventories: what belongs to a release.

use super::{always, codes};

codes! {
    NO_INVENTORY:
        "The release has no inventory",
        "The release was never deployed by Skeg, or the object that lists what belongs to it was deleted. Helm keeps \
         no such list.",
        [
            always("The next deploy by Skeg writes one. To make one now from Helm's records and what is in the cluster:"),
            always("  skeg release inventory rebuild <name> -n <namespace>"),
        ];
    NOTHING_DEPLOYED:
        "No revision of the release is deployed",
        "Drift is the difference from the revision that was deployed last, and all that are recorded failed or were \
         uninstalled.",
        [always("See what became of them: skeg release history <name> -n <namespace>")];
}
