//! Requests to the API server.

use super::{always, codes};

codes! {
    KUBECONFIG:
        "It is unclear how to reach the cluster",
        "The kubeconfig, its context, or a flag about the connection is missing or cannot be used.",
        [always("Say which cluster: --kube-config FILE, --kube-context NAME, or the variable KUBECONFIG.")];
    CLUSTER_UNREACHABLE:
        "The API server does not answer",
        "No connection could be made, or it broke. Requests are retried before this is reported.",
        [always("Is the cluster up, and does the kubeconfig's context point to it? Check with: kubectl version")];
    CLUSTER_REFUSED:
        "The API server refused a request",
        "The message is the API server's own.",
        [];
    FORBIDDEN:
        "You may not do this on the cluster",
        "The API server refused a request for lack of rights. docs/rights.md lists what Skeg needs.",
        [always("Ask for the rights, or use another user: --kube-context NAME.")];
    LOCK_FORBIDDEN:
        "You may not use the release lock",
        "Skeg keeps a lock in the ConfigMap werf-synchronization of the release's namespace, as Nelm does, so that two deploys of \
         a release never run at once.",
        [
            always("Nothing was changed. This ConfigMap holds the locks that keep two deploys of a release apart, as with Nelm."),
            always("Ask for the rights to get, create, patch and watch configmaps there, or use another user: --kube-context NAME."),
        ];
    LOCK_HELD:
        "Another deploy of the release is under way",
        "It holds the release's lock, and --lock-timeout expired first. A lock whose holder died is taken over \
         automatically.",
        [always("Nothing was changed. Try again later, or with a longer --lock-timeout.")];
    LOCK_LOST:
        "The release lock was lost",
        "It could not be renewed in time, for example because the machine slept or the network was down.",
        [always("Another deploy may have started, so nothing more was written. Run the command again to continue.")];
}
