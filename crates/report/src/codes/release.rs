//! Releases, their records and their namespaces.

use super::{always, codes, when};

codes! {
    NO_RELEASE:
        "There is no such release in this namespace",
        "No record of the release was found.",
        [
            always("There is a release <name> in <namespaces>: -n <namespace>"),
            always("Did you mean: <meant>"),
            when("nowhere", "skeg release list shows all releases."),
        ];
    NO_REVISION:
        "The release has no such revision",
        "It never had it, or --release-history-limit removed it.",
        [always("Recorded revisions: <revisions>")];
    NO_EARLIER_REVISION:
        "There is no earlier revision to roll back to",
        "No earlier revision of the release was deployed successfully.",
        [always("skeg release history shows the recorded revisions.")];
    RELEASE_BUSY:
        "Somebody else is deploying the release",
        "A record of the release is pending. Helm takes no lock, so Skeg waits for such a deploy until it must be \
         dead.",
        [
            always("Nothing was changed. Wait until that is done, or try again with a longer <flag>."),
            always("Unless its record changes until <dead-at>, Skeg considers it dead and continues."),
            always("If you know that it is no longer running, mark it failed and deploy again:"),
            always("  kubectl label <record> status=failed --overwrite -n <namespace>"),
        ];
    RECORD_DAMAGED:
        "A release record cannot be read",
        "The Secret or ConfigMap exists, but what it holds cannot be decoded.",
        [
            always("This record is damaged. Restore it from a backup, or delete it, so that only the other revisions count:"),
            always("  kubectl delete secret <record> -n NAMESPACE (or configmap, if HELM_DRIVER=configmap)"),
        ];
    RECORD_UNWRITABLE:
        "A release record cannot be written",
        "It is larger than the API server accepts, nests too deeply, or has labels that records use themselves.",
        [];
    RECORD_CONFLICT:
        "Somebody else wrote the same release record",
        "Another deploy that takes no lock, such as Helm's, stored or removed this revision meanwhile.",
        [];
    INVENTORY_DAMAGED:
        "The release's inventory cannot be read",
        "The object that lists what belongs to the release was changed by hand, or a newer Skeg wrote it.",
        [
            always("If a newer Skeg wrote it, use that one. If it is damaged, restore it from a backup, or delete it:"),
            always("  kubectl delete secret <record> -n NAMESPACE (or configmap, if HELM_DRIVER=configmap)"),
            always("A chart's release gets a new one from its records with the next deploy, or before it with:"),
            always("  skeg release inventory rebuild RELEASE -n NAMESPACE"),
        ];
    RELEASE_OF_CHART:
        "The release was installed from a chart",
        "Plain manifests cannot be applied to it: each of the two would delete the other's objects.",
        [always("Nothing was changed. Choose another name, or uninstall the chart first.")];
    RELEASE_OF_MANIFESTS:
        "The release was applied from plain manifests",
        "Its only record is its inventory, which lists its objects and keeps no manifests. It cannot become a chart's \
         release, and there is nothing to show or to roll back to.",
        [
            always("To go back, apply the older manifests: skeg release apply <name> -n <namespace> -f FILE"),
            always("To install a chart instead, choose another name, or uninstall this release first."),
        ];
    MANIFEST_FILE:
        "Manifests cannot be read",
        "A file or folder given to skeg release apply is missing, unreadable, too large or empty.",
        [];
    INVENTORY_CONFLICT:
        "Somebody else wrote the release's inventory",
        "The object that lists what belongs to the release was changed by somebody who holds no lock.",
        [always("Run the command again. What was deployed so far stays recorded.")];
    NO_NAMESPACE:
        "The release's namespace does not exist",
        "It is created by default; --no-create-namespace was given, or the command only reads.",
        [always("Create it (kubectl create namespace <namespace>), or drop --no-create-namespace.")];
    NAMESPACE_TERMINATING:
        "The namespace is being deleted",
        "Nothing new can be created in a namespace that is being deleted.",
        [
            when("before", "Nothing was changed."),
            always("Nothing new can be created in it: wait until it is gone, then run the command again."),
            always("What is left in it, and why: kubectl describe namespace <namespace>"),
        ];
    NAMESPACE_STAYS:
        "The release is uninstalled, but its namespace still exists",
        "--delete-namespace deleted the namespace, and something in it has a finalizer that is still pending.",
        [always("It disappears once nothing blocks it: kubectl describe namespace <namespace>")];
    NAMESPACE_REFUSED:
        "You may not delete the namespace",
        "--delete-namespace was given, and the API server would refuse it.",
        [
            always("Nothing was changed. Without --delete-namespace the release is uninstalled and the namespace stays."),
            always("To see whether you may delete it: kubectl auth can-i delete namespace/<namespace> -n <namespace>"),
        ];
    NAMESPACE_HELD:
        "The namespace holds objects that must stay",
        "--delete-namespace would delete objects that belong to other releases or to nobody.",
        [
            when("before", "Nothing was changed. Without --delete-namespace the release is uninstalled and all this stays. To delete the"),
            when("before", "namespace too, first delete what is named above, or uninstall the release that it belongs to."),
            when("after", "The release is uninstalled; these were created in the meantime, so the namespace stays."),
            when("after", "To delete it with everything in it: kubectl delete namespace <namespace>"),
        ];
}
