//! What kept a release command from doing anything, and the way out.

use skeg_deploy::artifact::{ArtifactError, ClusterDoubt};
use skeg_deploy::{ClusterError, Error, Faulty, MissingRights, UnderWay, Wrong, in_namespaces};

use super::source::explain_source;
use crate::error::CommandError;
use crate::secret_key::explain_key;

/// Where locks are kept, as errors name it.
const LOCK: &str = "ConfigMap/werf-synchronization";

/// Explains why nothing was begun. Errors of rendering are explained elsewhere.
pub(crate) fn explain_release(error: &Error) -> CommandError {
    let failure = match items(error) {
        Some(items) => CommandError::list(items),
        None => CommandError::failure(error.to_string()),
    };
    match error {
        Error::Cluster(cluster) => explain_cluster(cluster, failure),
        Error::NoRelease { release, elsewhere } if !elsewhere.is_empty() => {
            let namespace = elsewhere.first().map(String::as_str).unwrap_or_default();
            failure
                .hint(format!("There is a release {} in {}: -n {namespace}", release.name, in_namespaces(elsewhere)))
        }
        Error::NoRelease { .. } => failure.hint("skeg release list shows all releases."),
        Error::NoRevision { known, .. } => {
            let known: Vec<String> = known.iter().map(u64::to_string).collect();
            failure.hint(format!("On record are: {}", known.join(", ")))
        }
        Error::NothingToRollBackTo(_) => failure.hint("skeg release history shows what is on record."),
        Error::NoNamespace(name) => {
            failure.hint(format!("Create it (kubectl create namespace {name}), or leave --no-create-namespace out."))
        }
        Error::NamespaceTerminating { name, .. } => failure
            .hint("Nothing was changed. Nothing new can be created in it: wait until it is gone, then run the command again.")
            .hint(format!("What is left in it, and why: kubectl describe namespace {name}")),
        Error::NamespaceStays { name, is_interrupted, .. } => {
            let failure = match is_interrupted {
                true => CommandError::interrupted(error.to_string()),
                false => failure,
            };
            failure.hint(format!("It goes by itself once nothing holds it any more: kubectl describe namespace {name}"))
        }
        Error::NamespaceRefused { name, .. } => failure
            .hint("Nothing was changed. Without --delete-namespace the release is uninstalled and the namespace stays.")
            .hint(format!("To see whether you may delete it: kubectl auth can-i delete namespace/{name} -n {name}")),
        Error::NamespaceHeld { is_uninstalled: false, .. } => failure
            .hint("Nothing was changed. Without --delete-namespace the release is uninstalled and all this stays. To delete the")
            .hint("namespace too, first delete what is named above, or uninstall the release that it belongs to."),
        Error::NamespaceHeld { namespace, .. } => failure
            .hint("The release is uninstalled; these came while that was done, so the namespace stays.")
            .hint(format!("To delete it with all that is in it: kubectl delete namespace {namespace}")),
        Error::Resources(_) => failure.hint("Nothing was changed."),
        Error::Faulty(faulty) => explain_faulty(faulty, failure),
        Error::MissingRights(missing) => explain_rights(missing, failure),
        Error::Artifact(error) => explain_artifact(None, error),
        Error::OtherCluster(doubt) => explain_doubt(doubt, failure),
        Error::NamelessCluster { namespace } => failure
            .hint(format!("Ask for the right to get namespace {namespace} (the role \"view\" in it has it), or drop"))
            .hint("--no-verify-kube-tls, and say by whom the server's certificate is signed: --kube-ca FILE."),
        Error::OtherRevision { .. } => failure
            .hint("Nothing was changed. The release was deployed, rolled back or uninstalled since; plan anew."),
        Error::PlanExecuted { .. } => failure.hint("Nothing was changed. skeg release history shows what became of it."),
        Error::Drift { is_resumed: false, .. } => failure
            .hint("Nothing was changed. Plan anew to see what comes of it, or execute it all the same: --allow-drift."),
        Error::Drift { is_resumed: true, .. } => failure
            .hint("Nothing was changed. The plan was begun, and these are neither as reviewed nor as planned, so that")
            .hint("it is not safe to go on. Plan anew; what was done already is then no change any more."),
        Error::UnderWay(found) => explain_under_way(found, failure),
        Error::Stopped => CommandError::interrupted("stopped before anything was changed"),
        Error::TimedOut { .. } => failure.hint("Nothing was changed. Try again, or with a longer --timeout."),
        Error::Plan(error) => failure.details(error.items().and_then(|(_, closing)| closing)),
        Error::Store(_) if error.broken_record().is_some() => {
            let key = error.broken_record().unwrap_or_default();
            failure
                .hint("This record is damaged. Restore it from a backup, or delete it, so that only the other revisions count:")
                .hint(format!("  kubectl delete secret {key} -n NAMESPACE (or configmap, where HELM_DRIVER says so)"))
        }
        Error::Chart(error) => explain_source(error),
        Error::SecretKey(error) => explain_key(error),
        Error::Store(_) | Error::Render(_) | Error::Other(_) => failure,
    }
}

/// Explains that somebody without a lock works on the release.
fn explain_under_way(found: &UnderWay, failure: CommandError) -> CommandError {
    let (namespace, record) = (&found.release.namespace, &found.record);
    failure
        .hint("Nothing was changed. Wait until that is done, or try again with a longer --lock-timeout.")
        .hint(format!("Unless its record changes until {}, it counts as dead, and is deployed over.", found.dead_at))
        .hint("If you know that it runs no more, say so, and deploy again:")
        .hint(format!("  kubectl label {record} status=failed --overwrite -n {namespace}"))
}

/// The problems of an error one by one, where there may be many.
fn items(error: &Error) -> Option<Vec<String>> {
    match error {
        Error::Plan(error) => error.items().map(|(items, _)| items),
        Error::Faulty(faulty) => Some(faulty.iter().map(ToString::to_string).collect()),
        Error::MissingRights(missing) => {
            let mut items: Vec<String> = missing.iter().map(|each| format!("  {each}")).collect();
            let first = items.first_mut()?;
            *first = format!("some rights are missing\n{first}");
            Some(items)
        }
        Error::Drift { found, .. } => {
            let mut items: Vec<String> = found.iter().map(ToString::to_string).collect();
            // What all of them have in common stands above the first.
            let first = items.first_mut()?;
            *first = format!("the cluster is no longer what was reviewed\n{first}");
            Some(items)
        }
        Error::Resources(error) => Some(error.problems.iter().map(ToString::to_string).collect()),
        _ => None,
    }
}

/// Explains what the API server would refuse.
fn explain_faulty(faulty: &[Faulty], failure: CommandError) -> CommandError {
    let failure = failure.hint("Nothing was changed.");
    let failure = match faulty.iter().find(|each| each.wrong == Wrong::Form) {
        Some(first) => {
            failure.hint(format!("What may be there: kubectl explain {} --recursive", first.id.kind.to_lowercase()))
        }
        None => failure,
    };
    let failure = match faulty.iter().any(|each| each.wrong == Wrong::Unanswered) {
        true => failure
            .hint("The webhook was waited for. Have what answers for it started, or delete its configuration:")
            .hint("kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations"),
        false => failure,
    };
    let ending = faulty.iter().find(|each| each.wrong == Wrong::NamespaceEnds);
    let failure = match ending.and_then(|each| each.id.namespace.as_ref()) {
        Some(name) => failure
            .hint(format!("Namespace {name} is being deleted: wait until it is gone, then run the command again."))
            .hint(format!("What is left in it, and why: kubectl describe namespace {name}")),
        None => failure,
    };
    match faulty.iter().any(|each| each.wrong == Wrong::Denied) {
        true => failure.hint("Change what is refused, or have whoever refuses it changed first, then deploy again."),
        false => failure,
    }
}

/// Explains what the user may not do.
fn explain_rights(missing: &[MissingRights], failure: CommandError) -> CommandError {
    let failure =
        failure.hint("Nothing was changed. Ask for these rights, or act as another user: --kube-context NAME.");
    let Some((first, verb)) = missing.first().and_then(|first| Some((first, first.verbs.first()?))) else {
        return failure;
    };
    let place = first.namespace.as_ref().map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
    failure.hint(format!("To see whether you have one: kubectl auth can-i {verb} {}{place}", first.resource))
}

/// Explains why a plan is not taken for one of this cluster.
fn explain_doubt(doubt: &ClusterDoubt, failure: CommandError) -> CommandError {
    match doubt {
        ClusterDoubt::OtherCluster | ClusterDoubt::OtherNamespace => failure.hint(
            "Nothing was changed. Say which cluster: --kube-context NAME, --kube-config FILE; or plan anew for this one.",
        ),
        ClusterDoubt::OtherServer { .. } => failure
            .hint("Nothing was changed. If it is the same cluster, reach it by the same address and certificate authority")
            .hint("(--kube-config FILE), or let both users get the release's namespace; else plan anew for this one."),
    }
}

/// Explains why a file is not taken for a plan, or not for one that may be executed.
pub(crate) fn explain_artifact(file: Option<&str>, error: &ArtifactError) -> CommandError {
    let file = file.map(|file| format!("{file}: ")).unwrap_or_default();
    let failure = CommandError::failure(format!("{file}{error}"));
    let failure = match error {
        ArtifactError::Expired { .. } => {
            failure.hint("Plan anew; or, if it may be older, execute it with --plan-lifetime.")
        }
        ArtifactError::FromTheFuture { .. } => failure.hint("Are the clocks of both machines right?"),
        ArtifactError::UnsupportedVersion { .. } => {
            failure.hint("Plan anew with this version of skeg, or execute it with the one that made it.")
        }
        ArtifactError::NoKey => {
            failure.hint("Give the key it was encrypted with: SKEG_SECRET_KEY, --secret-key or a key file.")
        }
        ArtifactError::Unsigned => failure.hint(
            "Plan anew where the secret key is. Or, if you are sure where the file comes from: --allow-unsigned-plan.",
        ),
        ArtifactError::WrongKey(_) => {
            failure.hint("It is the wrong key, or the file was changed: the key covers what is readable of it too.")
        }
        _ => failure.hint("Plan anew: skeg release plan install … --out FILE"),
    };
    failure.hint("Nothing was changed.")
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
            failure.hint("Another deploy of the release may have begun, so nothing more was written. Run the command again to go on.")
        }
        error if error.is_forbidden() && error.status().is_some_and(|status| status.action.contains(LOCK)) => failure
            .hint("Nothing was changed. This ConfigMap holds the locks that keep two deploys of a release apart, as with Nelm.")
            .hint("Ask for the rights to get, create, patch and watch configmaps there, or act as another user: --kube-context NAME."),
        error if error.is_forbidden() => {
            failure.hint("Ask for the rights, or act as another user with --kube-context.")
        }
        _ => failure,
    }
}
