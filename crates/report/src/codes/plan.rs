//! Refusals while planning, before anything was changed.

use super::{always, codes, when};

codes! {
    RESOURCE_INVALID:
        "A manifest cannot be deployed",
        "It lacks a kind or a name, exists twice, has an annotation that cannot be understood, or is the release's own namespace.",
        [always("Nothing was changed.")];
    RESOURCE_FOREIGN:
        "A resource belongs to somebody else",
        "The object exists already and belongs to another release or to none. Skeg does not adopt it unless asked to.",
        [];
    NAMESPACE_OCCUPIED:
        "A namespace that would be deleted holds objects of others",
        "--prune-namespaces deletes a namespace that the chart dropped or that goes with the release, and everything in it.",
        [];
    TOO_MANY_DELETIONS:
        "Too much of a release would be deleted at once",
        "The chart has no resources at all, or drops more than --max-deletes allows (by default half of the release, but at least ten objects).",
        [];
    RESOURCE_IMMUTABLE:
        "A resource cannot be changed in place",
        "Kubernetes does not allow changing these fields. The object would have to be deleted and recreated.",
        [];
    RESOURCE_CYCLE:
        "Resources wait for each other",
        "Dependencies, weights and hooks form a cycle, so that none of them could be deployed first.",
        [];
    DEPENDENCY_UNMATCHED:
        "A dependency matches no resource",
        "An annotation waits for something that the release does not have. Without --strict it is a warning.",
        [];
    UNKNOWN_KIND:
        "The cluster does not know a kind",
        "Neither the cluster nor a CustomResourceDefinition of the release defines it.",
        [];
    RESOURCE_REFUSED:
        "The API server would refuse a resource",
        "A dry run on the API server was refused: by the schema, by validation, or by an admission policy or webhook.",
        [
            always("Nothing was changed."),
            always("Allowed fields: kubectl explain <kind> --recursive"),
            when("unanswered", "The webhook was waited for. Start its server, or delete its configuration:"),
            when("unanswered", "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations"),
            always("Namespace <namespace> is being deleted: wait until it is gone, then run the command again."),
            always("What is left in it, and why: kubectl describe namespace <namespace>"),
            when("denied", "Change what is refused, or the policy that refuses it, then deploy again."),
            when("kept", "To delete it, change the policy that protects it. To leave it in the cluster instead:"),
            when("kept", "kubectl annotate <object> helm.sh/resource-policy=keep"),
        ];
    RIGHTS_MISSING:
        "Rights for the deploy are missing",
        "All rights that the plan needs are checked before the first write.",
        [
            always("Nothing was changed. Ask for these rights, or use another user: --kube-context NAME."),
            always("To see whether you have one: kubectl auth can-i <right>"),
        ];
}
