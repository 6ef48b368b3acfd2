//! What kept a release command from doing anything, and the way out.

use skeg_deploy::{ClusterError, Error};

use crate::error::CommandError;

/// Explains why nothing was begun. Errors of rendering are explained elsewhere.
pub(crate) fn explain_release(error: &Error) -> CommandError {
    let failure = CommandError::failure(error.to_string());
    match error {
        Error::Cluster(cluster) => explain_cluster(cluster, failure),
        Error::NoRelease(_) => failure.hint("skeg release list shows all releases."),
        Error::NoRevision { known, .. } => {
            let known: Vec<String> = known.iter().map(u64::to_string).collect();
            failure.hint(format!("On record are: {}", known.join(", ")))
        }
        Error::NothingToRollBackTo(_) => failure.hint("skeg release history shows what is on record."),
        Error::NoNamespace(name) => {
            failure.hint(format!("Create it (kubectl create namespace {name}), or let --no-create-namespace away."))
        }
        Error::NamespaceTerminating(_) => failure.hint("Wait until it is gone, then try again. Nothing was changed."),
        Error::Resources(_) => failure.hint("Nothing was changed."),
        Error::Faulty(faulty) => {
            let kind = faulty.first().map(|first| first.id.kind.to_lowercase()).unwrap_or_default();
            failure.hint(format!("Nothing was changed. What may be there: kubectl explain {kind} --recursive"))
        }
        Error::Stopped => CommandError::interrupted("stopped before anything was changed"),
        Error::Store(_) | Error::Plan(_) | Error::Render(_) | Error::Other(_) => failure,
    }
}

fn explain_cluster(error: &ClusterError, failure: CommandError) -> CommandError {
    match error {
        ClusterError::Configuration(_) => {
            failure.hint("Say which cluster: --kube-config FILE, --kube-context NAME, or the variable KUBECONFIG.")
        }
        ClusterError::Unreachable { .. } => {
            failure.hint("Is the cluster up, and does the kubeconfig's context point to it? kubectl version tells.")
        }
        ClusterError::LockTimeout(_) => {
            failure.hint("Nothing was changed. Try again later, or with a longer --lock-timeout.")
        }
        ClusterError::LostLease(_) => {
            failure.hint("Another deploy of the release took over; nothing more was written.")
        }
        error if error.is_forbidden() => {
            failure.hint("Ask for the rights, or act as another user with --kube-context.")
        }
        _ => failure,
    }
}
