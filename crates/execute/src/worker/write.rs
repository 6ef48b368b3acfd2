//! Writes resources.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_cluster::{Apply, Backoff, Delete, Deletion, Error, Status};
use skeg_plan::{Failure, Target};
use skeg_resources::{Object, Propagation, RefusalKind, defined_kind};

use super::wait::track_failure;
use super::{Worker, broken_plan, cluster_failure};
use crate::executor::Unfinished;
use crate::turn::Turn;

/// How long a kind may take to be served after its CRD was applied.
const UNTIL_SERVED: Duration = Duration::from_secs(30);

/// How long API servers may use the old schema after a CRD was changed. One alone needs milliseconds, but there may be
/// several, each with its own watch.
const UNTIL_JUDGED_ANEW: Duration = Duration::from_secs(15);

impl Worker {
    pub(super) async fn create(&self, target: usize, turn: &Turn) -> Result<(), Unfinished> {
        self.apply(target, None, turn).await
    }

    pub(super) async fn update(&self, target: usize, turn: &Turn) -> Result<(), Unfinished> {
        let aim = self.target(target)?;
        if aim.takes_over {
            self.cluster
                .take_over(&aim.id, &aim.version, self.manual)
                .await
                .map_err(|error| cluster_failure(&error))?;
        }
        self.apply(target, aim.uid.clone(), turn).await
    }

    /// Two writes with a wait between them: a finalizer may block the object for ever, and such a wait must be
    /// stoppable.
    pub(super) async fn recreate(
        &self,
        operation: usize,
        target: usize,
        propagation: Propagation,
        turn: &Turn,
    ) -> Result<(), Unfinished> {
        if self.delete(target, propagation).await? == Deletion::Begun {
            turn.wait(self.wait_until_absent(operation, target)).await??;
        }
        self.apply(target, None, turn).await
    }

    pub(super) async fn delete(&self, target: usize, propagation: Propagation) -> Result<Deletion, Failure> {
        let aim = self.target(target)?;
        let options = Delete { propagation, uid: aim.uid.clone() };
        match self.cluster.delete(&aim.id, &aim.version, &options).await {
            Ok(deletion) => Ok(deletion),
            // The kind is gone, and all of its objects with it.
            Err(Error::UnknownKind { .. }) => Ok(Deletion::Gone),
            // Another object has the name now, and that one must not be deleted.
            Err(error) if error.is_conflict() && aim.uid.is_some() => Ok(Deletion::Gone),
            Err(error) => Err(cluster_failure(&error)),
        }
    }

    async fn apply(&self, target: usize, uid: Option<String>, turn: &Turn) -> Result<(), Unfinished> {
        let aim = self.target(target)?;
        let Some(object) = &aim.object else {
            return Err(broken_plan(format!("the plan does not say what {} should be", aim.id)).into());
        };
        let object = match (aim.replicas_on_creation, uid.is_none()) {
            (Some(replicas), true) => with_replicas(object, replicas),
            _ => object.clone(),
        };
        let options = Apply { uid, ..Apply::default() };
        let applied = self.apply_once_served(aim, &object, &options, turn).await;
        self.report_warnings();
        let applied = applied?.map_err(|error| cluster_failure(&error))?;
        if aim.id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition") {
            turn.wait(self.await_definition(aim, &applied)).await??;
        }
        self.remember(target, applied);
        Ok(())
    }

    /// A kind that another part of the release defines may take a moment to be served.
    async fn apply_once_served(
        &self,
        aim: &Target,
        object: &Object,
        options: &Apply,
        turn: &Turn,
    ) -> Result<Result<Object, Error>, Unfinished> {
        let deadline = tokio::time::Instant::now() + UNTIL_SERVED;
        let mut backoff = Backoff::settling();
        loop {
            match self.cluster.apply(object, aim.id.namespace.as_deref(), options).await {
                Err(Error::UnknownKind { .. }) if tokio::time::Instant::now() < deadline => {
                    let refreshed = turn.wait(async {
                        self.cluster.refresh(&aim.id.group).await?;
                        tokio::time::sleep(backoff.step()).await;
                        Ok(())
                    });
                    if let Err(error) = refreshed.await? {
                        return Ok(Err(error));
                    }
                }
                Err(Error::Refused(status)) if is_judged(&status) && self.is_new_schema(aim) => {
                    turn.wait(tokio::time::sleep(backoff.step())).await?;
                }
                Ok(applied) => return Ok(Ok(applied.object)),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Whether the schema of the kind was just changed.
    fn is_new_schema(&self, aim: &Target) -> bool {
        self.defined_at(&aim.id.group_kind()).is_some_and(|at| at.elapsed() < UNTIL_JUDGED_ANEW)
    }

    /// Waits until the kinds of a CRD are served.
    async fn await_definition(&self, aim: &Target, applied: &Object) -> Result<(), Failure> {
        let wanted = self.tracked(aim, Some(applied.clone()));
        self.tracker.ready(&wanted, |_| {}).await.map_err(track_failure)?;
        defined_kind(applied).into_iter().for_each(|kind| self.remember_definition(kind));
        let group = applied.text_at(&["spec", "group"]).unwrap_or_default();
        self.cluster.refresh(group).await.map_err(|error| cluster_failure(&error))
    }
}

/// Whether a refusal comes from a schema: undeclared fields, or values that are not allowed.
fn is_judged(status: &Status) -> bool {
    status.code == 422 || matches!(status.kind(), RefusalKind::Misfit(_))
}

fn with_replicas(object: &Object, replicas: u64) -> Object {
    let mut object = object.clone();
    if let Some(spec) = object.as_map_mut().get_mut("spec").and_then(Value::as_object_mut) {
        spec.insert("replicas".to_string(), json!(replicas));
    }
    object
}
