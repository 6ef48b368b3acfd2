//! Takes over the fields that client-side appliers own.

use bytes::Bytes;
use http::Method;
use serde_json::json;
use skeg_resources::ResourceId;
use skeg_resources::managed_fields::{ManualChanges, taken_over};

use crate::action;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::read::JSON;
use crate::transport::Call;

/// How many concurrent changes of the object are tolerated.
const MAX_CONFLICTS: usize = 8;

impl Cluster {
    /// Takes over the fields of client-side appliers. False if there were none.
    pub async fn take_over(&self, id: &ResourceId, version: &str, manual: ManualChanges) -> Result<bool, Error> {
        let kind = self.kind_of(id, version).await?;
        let mut conflicts = 0;
        loop {
            let Some(live) = self.get_of(&kind, id.namespace.as_deref(), &id.name).await? else { return Ok(false) };
            let Some(managed) = taken_over(&live, manual) else { return Ok(false) };
            let patch = json!([
                {"op": "replace", "path": "/metadata/managedFields", "value": managed},
                {"op": "replace", "path": "/metadata/resourceVersion", "value": live.resource_version()},
            ]);
            let namespace = id.namespace.as_deref().filter(|_| kind.namespaced);
            let call = Call {
                method: Method::PATCH,
                target: kind.path_of(namespace, &id.name),
                accept: JSON,
                content_type: "application/json-patch+json",
                body: Bytes::from(patch.to_string()),
                action: action::on_object("taking over the fields of", &kind.kind, &id.name, namespace),
                repeatable: true,
            };
            match self.write(&call, false).await {
                Ok(_) => return Ok(true),
                Err(error) if error.is_conflict() && conflicts < MAX_CONFLICTS => conflicts += 1,
                Err(error) if error.is_not_found() => return Ok(false),
                Err(error) => return Err(error),
            }
        }
    }
}
