//! Explains why a release command was refused, and the way out.

use skeg_deploy::artifact::{ArtifactError, ClusterDoubt};
use skeg_deploy::{
    ClusterError, Error, MissingRights, Obstacle, PlanError, RefusedObject, StoreError, UnderWay, in_namespaces,
};
use skeg_report::codes::{self, Code};

use super::source::explain_source;
use crate::error::{CommandError, exit};
use crate::secret_key::explain_key;

/// Explains a refusal. Errors of rendering are explained elsewhere.
pub(crate) fn explain_release(error: &Error) -> CommandError {
    let failure = |code: Code| match items(error) {
        Some(items) => CommandError::list(code, items),
        None => CommandError::new(code, error.to_string()),
    };
    match error {
        Error::Cluster(cluster) => explain_cluster(cluster),
        Error::NoRelease { release, elsewhere, meant } => {
            let failure = failure(&codes::NO_RELEASE);
            match (elsewhere.first(), meant) {
                (Some(first), _) => failure
                    .fill("name", &release.name)
                    .fill("namespaces", in_namespaces(elsewhere))
                    .fill("namespace", first),
                (None, Some(meant)) => failure.fill("meant", meant),
                (None, None) => failure.case("nowhere"),
            }
        }
        Error::InventoryDamaged(_) => failure(&codes::INVENTORY_DAMAGED).fill("record", "NAME"),
        Error::OfChart(_) => failure(&codes::RELEASE_OF_CHART),
        Error::OfManifests(release) => {
            failure(&codes::RELEASE_OF_MANIFESTS).fill("name", &release.name).fill("namespace", &release.namespace)
        }
        Error::ManifestFile(_) | Error::NoManifestFiles(_) | Error::NoManifests => failure(&codes::MANIFEST_FILE),
        Error::NoRevision { known, .. } => {
            let known: Vec<String> = known.iter().map(u64::to_string).collect();
            failure(&codes::NO_REVISION).fill("revisions", known.join(", "))
        }
        Error::NothingDeployed(release) => {
            failure(&codes::NOTHING_DEPLOYED).fill("name", &release.name).fill("namespace", &release.namespace)
        }
        Error::MoveRefused(_) => failure(&codes::MOVE_REFUSED),
        Error::NoInventory(release) => {
            failure(&codes::NO_INVENTORY).fill("name", &release.name).fill("namespace", &release.namespace)
        }
        Error::NothingToRollBackTo(_) => failure(&codes::NO_EARLIER_REVISION),
        Error::NoNamespace(name) => failure(&codes::NO_NAMESPACE).fill("namespace", name),
        Error::NamespaceTerminating { name, .. } => {
            failure(&codes::NAMESPACE_TERMINATING).case("before").fill("namespace", name)
        }
        Error::NamespaceStays { name, is_interrupted, .. } => {
            let failure = failure(&codes::NAMESPACE_STAYS).fill("namespace", name);
            if *is_interrupted { failure.with_status(exit::INTERRUPTED) } else { failure }
        }
        Error::NamespaceRefused { name, .. } => failure(&codes::NAMESPACE_REFUSED).fill("namespace", name),
        Error::NamespaceHeld { namespace, is_uninstalled, .. } => failure(&codes::NAMESPACE_HELD)
            .case(if *is_uninstalled { "after" } else { "before" })
            .fill("namespace", namespace),
        Error::Resources(_) => failure(&codes::RESOURCE_INVALID),
        Error::Several(errors) => explain_several(errors),
        Error::Refused(faulty) => explain_refused(faulty, failure(&codes::RESOURCE_REFUSED)),
        Error::MissingRights(missing) => explain_rights(missing, failure(&codes::RIGHTS_MISSING)),
        Error::Artifact(error) => explain_artifact(None, error),
        Error::OtherCluster(doubt) => failure(&codes::PLAN_OTHER_CLUSTER).case(match doubt {
            ClusterDoubt::OtherCluster | ClusterDoubt::OtherNamespace => "cluster",
            ClusterDoubt::OtherServer { .. } => "server",
        }),
        Error::NamelessCluster { namespace } => failure(&codes::PLAN_NO_CLUSTER).fill("namespace", namespace),
        Error::OtherRevision { .. } => failure(&codes::PLAN_OUTDATED),
        Error::PlanExecuted { .. } => failure(&codes::PLAN_EXECUTED),
        Error::Drift { is_resumed, .. } => {
            failure(&codes::PLAN_DRIFT).case(if *is_resumed { "resumed" } else { "new" })
        }
        Error::UnderWay(found) => explain_under_way(found, failure(&codes::RELEASE_BUSY)),
        Error::Stopped => CommandError::interrupted(error.to_string()),
        Error::TimedOut { is_waiting, .. } => {
            failure(&codes::TIMEOUT).case(if *is_waiting { "waiting" } else { "before" })
        }
        Error::Order(_) => failure(&codes::CHART_ORDER),
        Error::Plan(plan) => failure(of_plan(plan)).details(plan.items().and_then(|(_, closing)| closing)),
        Error::Chart(error) => explain_source(error),
        Error::SecretKey(error) => explain_key(error),
        Error::Store(store) => explain_store(store, failure),
        Error::Render(_) => failure(&codes::RENDERING),
        Error::Other(_) => failure(&codes::INTERNAL),
    }
}

/// Explains several reasons at once: the code is that of the first, and each keeps its hints.
fn explain_several(errors: &[Error]) -> CommandError {
    let mut each = errors.iter().map(explain_release);
    let first = each.next().unwrap_or_else(|| CommandError::silent(exit::FAILURE));
    each.fold(first, CommandError::and)
}

fn of_plan(error: &PlanError) -> Code {
    match error {
        PlanError::Foreign(_) => &codes::RESOURCE_FOREIGN,
        PlanError::Immutable { .. } => &codes::RESOURCE_IMMUTABLE,
        PlanError::Cycle(_) | PlanError::Order(_) => &codes::RESOURCE_CYCLE,
        PlanError::OccupiedNamespaces(_) => &codes::NAMESPACE_OCCUPIED,
        PlanError::TooManyDeletions(_) => &codes::TOO_MANY_DELETIONS,
        PlanError::Unmatched(_) => &codes::DEPENDENCY_UNMATCHED,
        PlanError::UnknownKinds(_) => &codes::UNKNOWN_KIND,
    }
}

fn explain_store(error: &StoreError, failure: impl Fn(Code) -> CommandError) -> CommandError {
    match error {
        StoreError::Undecodable { key, .. } => failure(&codes::RECORD_DAMAGED).fill("record", key),
        StoreError::TooLarge { .. }
        | StoreError::TooDeep { .. }
        | StoreError::Unencodable { .. }
        | StoreError::ReservedLabel(_) => failure(&codes::RECORD_UNWRITABLE),
        StoreError::AlreadyExists { .. } | StoreError::NotFound { .. } => failure(&codes::RECORD_CONFLICT),
        StoreError::Inventory { key, .. } => failure(&codes::INVENTORY_DAMAGED).fill("record", key),
        StoreError::InventoryChanged { .. } => failure(&codes::INVENTORY_CONFLICT),
        StoreError::InvalidName { .. } => failure(&codes::RELEASE_NAME),
        StoreError::Cluster(cluster) => explain_cluster(cluster),
    }
}

/// Explains that a tool without a lock is changing the release.
fn explain_under_way(found: &UnderWay, failure: CommandError) -> CommandError {
    failure
        .fill("flag", "--lock-timeout")
        .fill("dead-at", found.dead_at.to_string())
        .fill("record", found.record.to_string())
        .fill("namespace", &found.release.namespace)
}

/// The problems of an error one by one, if there may be many.
fn items(error: &Error) -> Option<Vec<String>> {
    match error {
        Error::Plan(error) => error.items().map(|(items, _)| items),
        Error::MoveRefused(problems) => Some(problems.clone()),
        Error::Refused(faulty) => Some(faulty.iter().map(ToString::to_string).collect()),
        Error::MissingRights(missing) => {
            let mut items: Vec<String> = missing.iter().map(|each| format!("  {each}")).collect();
            let first = items.first_mut()?;
            *first = format!("some rights are missing\n{first}");
            Some(items)
        }
        Error::Drift { found, .. } => {
            let mut items: Vec<String> = found.iter().map(ToString::to_string).collect();
            // Common advice goes above the first.
            let first = items.first_mut()?;
            *first = format!("the cluster is no longer what was reviewed\n{first}");
            Some(items)
        }
        Error::Resources(error) => Some(error.problems.iter().map(ToString::to_string).collect()),
        _ => None,
    }
}

/// Explains what the API server would refuse.
fn explain_refused(faulty: &[RefusedObject], mut failure: CommandError) -> CommandError {
    let first = |wrong: Obstacle| faulty.iter().find(|each| each.wrong == wrong);
    if let Some(misfit) = first(Obstacle::Form) {
        failure = failure.fill("kind", misfit.id.kind.to_lowercase());
    }
    if let Some(namespace) = first(Obstacle::NamespaceEnds).and_then(|each| each.id.namespace.as_ref()) {
        failure = failure.fill("namespace", namespace);
    }
    if first(Obstacle::Unanswered).is_some() {
        failure = failure.case("unanswered");
    }
    if first(Obstacle::Denied).is_some() {
        failure = failure.case("denied");
    }
    if let Some(kept) = first(Obstacle::Kept) {
        let place = kept.id.namespace.as_ref().map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
        failure =
            failure.case("kept").fill("object", format!("{}/{}{place}", kept.id.kind.to_lowercase(), kept.id.name));
    }
    failure
}

/// Explains missing rights.
fn explain_rights(missing: &[MissingRights], failure: CommandError) -> CommandError {
    let Some((first, verb)) = missing.first().and_then(|first| Some((first, first.verbs.first()?))) else {
        return failure;
    };
    let place = first.namespace.as_ref().map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
    failure.fill("right", format!("{verb} {}{place}", first.resource))
}

/// Explains why a file is not a frozen plan, or not one that may be executed.
pub(crate) fn explain_artifact(file: Option<&str>, error: &ArtifactError) -> CommandError {
    let file = file.map(|file| format!("{file}: ")).unwrap_or_default();
    let failure = |code: Code| CommandError::new(code, format!("{file}{error}"));
    match error {
        ArtifactError::Expired { .. } => failure(&codes::PLAN_EXPIRED).case("old"),
        ArtifactError::FromTheFuture { .. } => failure(&codes::PLAN_EXPIRED).case("future"),
        ArtifactError::UnsupportedVersion { .. } => failure(&codes::PLAN_VERSION),
        ArtifactError::NoKey => failure(&codes::PLAN_KEY).case("missing"),
        ArtifactError::WrongKey(_) => failure(&codes::PLAN_KEY).case("wrong"),
        ArtifactError::Unsigned => failure(&codes::PLAN_UNSIGNED),
        ArtifactError::NotAPlan(_)
        | ArtifactError::Incomplete(_)
        | ArtifactError::Damaged
        | ArtifactError::BadPayload(_)
        | ArtifactError::BadGraph(_) => failure(&codes::PLAN_INVALID),
    }
}

fn explain_cluster(error: &ClusterError) -> CommandError {
    let code = match error {
        ClusterError::Configuration(_) => &codes::KUBECONFIG,
        ClusterError::Unreachable { .. } | ClusterError::Expired => &codes::CLUSTER_UNREACHABLE,
        ClusterError::LockTimeout(_) => &codes::LOCK_HELD,
        ClusterError::LostLease(_) => &codes::LOCK_LOST,
        ClusterError::UnknownKind { .. } => &codes::UNKNOWN_KIND,
        ClusterError::Refused(status) if error.lacks_rights() && status.is_of_lock => &codes::LOCK_FORBIDDEN,
        ClusterError::Refused(_) if error.lacks_rights() => &codes::FORBIDDEN,
        ClusterError::Refused(_) | ClusterError::BadObject { .. } => &codes::CLUSTER_REFUSED,
    };
    CommandError::new(code, error.to_string())
}
