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
    MOVE_REFUSED:
        "Resources cannot be moved to another release",
        "A resource does not belong to the release that is to hand it over, is a hook, does not exist, or is no longer \
         its own.",
        [
            always("What belongs to a release: skeg release inventory show RELEASE -n NAMESPACE"),
            always("To take over what has no owner, or another one: --force-adoption of release install."),
        ];
}
