//! Plans saved with `--out`.

use super::{always, codes, when};

codes! {
    PLAN_INVALID:
        "The file is not a plan that can be executed",
        "It is not a plan, is incomplete, or was changed or damaged after it was written.",
        [always("Plan again: skeg release plan install … --out FILE"), always("Nothing was changed.")];
    PLAN_VERSION:
        "The plan was made by another version of Skeg",
        "The format of plans changed between the two versions.",
        [
            always("Plan again with this version of skeg, or execute it with the one that made it."),
            always("Nothing was changed."),
        ];
    PLAN_EXPIRED:
        "The plan is too old, or from the future",
        "A plan is valid for a limited time (--plan-lifetime), since the cluster changes.",
        [
            when("old", "Plan again; or, if an older plan is fine, execute it with --plan-lifetime."),
            when("future", "Are the clocks of both machines right?"),
            always("Nothing was changed."),
        ];
    PLAN_KEY:
        "The plan cannot be decrypted",
        "It was encrypted with the secret key of its author.",
        [
            when("missing", "Provide the key it was encrypted with: SKEG_SECRET_KEY, --secret-key or a key file."),
            when("wrong", "It is the wrong key, or the file was changed: the key also protects its readable part."),
            always("Nothing was changed."),
        ];
    PLAN_UNSIGNED:
        "The plan is not encrypted although there is a secret key",
        "With a key, plans are encrypted, so a plain one may have been forged by whoever can write the file.",
        [
            always("Plan again where the secret key is. Or, if you are sure where the file comes from: --allow-unsigned-plan."),
            always("Nothing was changed."),
        ];
    PLAN_OTHER_CLUSTER:
        "The plan is for another cluster",
        "A plan may be executed only on the cluster it was made for.",
        [
            when(
                "cluster",
                "Nothing was changed. Say which cluster: --kube-context NAME, --kube-config FILE; or plan again for this one.",
            ),
            when("server", "Nothing was changed. If it is the same cluster, reach it by the same address and certificate authority"),
            when("server", "(--kube-config FILE), or let both users get the release's namespace; or plan again for this one."),
        ];
    PLAN_NO_CLUSTER:
        "The plan cannot be saved: nothing identifies the cluster",
        "A saved plan names its cluster by the uid of a namespace, or by the address and certificate of the API server.",
        [
            always("Ask for the right to get namespace <namespace> (the role \"view\" in it has it), or drop"),
            always("--no-verify-kube-tls, and name the authority of the server's certificate: --kube-ca FILE."),
        ];
    PLAN_OTHER_RELEASE:
        "The plan is for another release",
        "The release or namespace that the command names is not the plan's.",
        [always("Nothing was changed.")];
    PLAN_OUTDATED:
        "The release was changed since the plan was made",
        "Another revision was deployed, rolled back or uninstalled meanwhile.",
        [always("Nothing was changed. The release was deployed, rolled back or uninstalled since; plan again.")];
    PLAN_EXECUTED:
        "The plan has been executed already",
        "A plan creates one revision, once.",
        [always("Nothing was changed. See skeg release history for its result.")];
    PLAN_DRIFT:
        "The cluster is no longer what was reviewed",
        "Resources that the plan changes were changed since the plan was made.",
        [
            when(
                "new",
                "Nothing was changed. Plan again to see the effect, or execute it anyway: --allow-drift.",
            ),
            when("resumed", "Nothing was changed. The plan was partly executed, and these are neither as reviewed nor as planned, so"),
            when("resumed", "it is not safe to continue. Plan again; what is already done will no longer be a change."),
        ];
    PLAN_SETTLED:
        "A flag contradicts the plan",
        "The plan says what is deployed; flags that would change that are refused when it is executed.",
        [];
}
