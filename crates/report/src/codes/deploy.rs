//! Execution of a plan, and waiting before it.

use skeg_plan::{Failure, FailureKind};

use super::{CLUSTER_UNREACHABLE, FORBIDDEN, INTERNAL, LOCK_LOST, NAMESPACE_TERMINATING, UNKNOWN_KIND};
use super::{Code, codes, when};

codes! {
    RESOURCE_FAILED:
        "A resource failed",
        "It was written, but it, or a pod of it, failed and will not become ready: a container crashes, an image cannot be \
         pulled, a job has failed. The message names the pod, with its last log lines and events.",
        [];
    RESOURCE_TIMEOUT:
        "A resource took too long",
        "It was not ready, present or gone within --resource-readiness-timeout, --resource-creation-timeout or \
         --resource-deletion-timeout, or the annotation that sets it.",
        [];
    WRITE_REFUSED:
        "The API server refused to write a resource",
        "What passed the dry run was refused when it was written; the message is the API server's own.",
        [];
    RECORD_FAILED:
        "A release record could not be written while deploying",
        "The message says why.",
        [];
    TIMEOUT:
        "--timeout expired",
        "The command did not finish within --timeout. If the deploy had started, its revision is marked failed.",
        [
            when("before", "Nothing was changed. Try again, or with a longer --timeout."),
            when("waiting", "Nothing was changed. Try again when that is done, or with a longer --timeout."),
            when("waiting", "--lock-timeout limits the wait for another deploy; --timeout limits the whole command."),
        ];
    INTERRUPTED:
        "The command was interrupted",
        "Ctrl-C or SIGTERM. A running deploy finishes its writes and marks its revision failed; the same command resumes it.",
        [];
}

/// The code of an operation that failed.
pub fn of_failure(failure: &Failure) -> Code {
    match failure.kind {
        FailureKind::Internal => &INTERNAL,
        FailureKind::Failed => &RESOURCE_FAILED,
        FailureKind::TimedOut => &RESOURCE_TIMEOUT,
        FailureKind::Refused => &WRITE_REFUSED,
        FailureKind::Forbidden => &FORBIDDEN,
        FailureKind::Unreachable => &CLUSTER_UNREACHABLE,
        FailureKind::UnknownKind => &UNKNOWN_KIND,
        FailureKind::LockLost => &LOCK_LOST,
        FailureKind::NamespaceTerminating => &NAMESPACE_TERMINATING,
        FailureKind::Record => &RECORD_FAILED,
    }
}
