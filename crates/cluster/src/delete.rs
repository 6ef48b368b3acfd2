//! Deletes objects: only the exact object that was seen.

use bytes::Bytes;
use http::Method;
use serde_json::{Value, json};
use skeg_resources::{Propagation, ResourceId};

use crate::action;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::path::Target;
use crate::read::{JSON, namespace_for};
use crate::transport::Call;

/// How an object is deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delete {
    /// How dependents are treated.
    pub propagation: Propagation,
    /// Delete only the object with this uid. Without it, whichever exists now.
    pub uid: Option<String>,
}

/// How far a deletion got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// The object is gone.
    Gone,
    /// It will be gone once its finalizers or its dependents are.
    Begun,
}

impl Cluster {
    /// Deletes an object. A missing object counts as gone; one with another uid is a conflict.
    pub async fn delete(&self, id: &ResourceId, version: &str, options: &Delete) -> Result<Deletion, Error> {
        let kind = self.kind_of(id, version).await?;
        let namespace = namespace_for(&kind, id.namespace.as_deref(), "deleting", &id.name)?;
        let uid = match &options.uid {
            Some(uid) => uid.clone(),
            // Without a uid, a retry could delete a successor.
            None => match self.get_of(&kind, namespace, &id.name).await? {
                Some(live) => live.uid().unwrap_or_default().to_string(),
                None => return Ok(Deletion::Gone),
            },
        };
        let propagation = match options.propagation {
            Propagation::Foreground => "Foreground",
            Propagation::Background => "Background",
            Propagation::Orphan => "Orphan",
        };
        let body = json!({
            "apiVersion": "v1",
            "kind": "DeleteOptions",
            "propagationPolicy": propagation,
            "preconditions": {"uid": uid},
        });
        let call = Call {
            method: Method::DELETE,
            target: kind.path_of(namespace, &id.name),
            accept: JSON,
            content_type: JSON,
            body: Bytes::from(body.to_string()),
            action: action::on_object("deleting", &kind.kind, &id.name, namespace),
            repeatable: true,
        };
        match self.write(&call, false).await {
            Ok(answer) => Ok(how_far(&answer.body)),
            Err(error) if error.is_not_found() => Ok(Deletion::Gone),
            Err(error) => Err(error),
        }
    }
}

impl Cluster {
    /// Asks whether an object may be deleted, by a dry run. A missing object may be.
    pub async fn dry_run_delete(&self, id: &ResourceId, version: &str) -> Result<(), Error> {
        let kind = self.kind_of(id, version).await?;
        let namespace = namespace_for(&kind, id.namespace.as_deref(), "deleting", &id.name)?;
        let call = Call {
            method: Method::DELETE,
            target: Target::new(kind.path_of(namespace, &id.name)).with("dryRun", "All").finish(),
            accept: JSON,
            content_type: JSON,
            body: Bytes::new(),
            action: action::on_object("deleting", &kind.kind, &id.name, namespace),
            repeatable: true,
        };
        match self.write(&call, true).await {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }
}

/// The server returns the object if it is not gone at once.
fn how_far(body: &[u8]) -> Deletion {
    let answer: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    if answer["metadata"]["deletionTimestamp"].is_string() { Deletion::Begun } else { Deletion::Gone }
}
