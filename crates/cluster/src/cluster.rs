//! The handle that everything on a cluster is done through.

use std::sync::Arc;

use skeg_resources::{Object, ResourceId};
use tokio_util::sync::CancellationToken;

use crate::connection::Connection;
use crate::error::Error;
use crate::fence::Fence;
use crate::kind::{self, Kind, KnownKinds};
use crate::kinds::Kinds;
use crate::patience::Patience;
use crate::server::Server;
use crate::transport::Transport;

/// A connection to a cluster. Cheap to clone; all clones share connections, limits and what is known of kinds.
#[derive(Clone)]
pub struct Cluster {
    shared: Arc<Shared>,
    pub(crate) fence: Option<Fence>,
    pub(crate) patience: Patience,
}

struct Shared {
    transport: Transport,
    namespace: String,
    kinds: Kinds,
}

/// What a server says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerVersion {
    pub major: String,
    pub minor: String,
    /// `v1.36.3`.
    pub git_version: String,
}

impl Cluster {
    /// Prepares a connection. Reads files and runs credential plugins, but sends nothing.
    pub async fn connect(connection: &Connection) -> Result<Cluster, Error> {
        let (transport, namespace) = Transport::new(connection).await?;
        let shared = Shared { transport, namespace, kinds: Kinds::default() };
        Ok(Cluster { shared: Arc::new(shared), fence: None, patience: Patience::default() })
    }

    /// The namespace of the context.
    pub fn default_namespace(&self) -> &str {
        &self.shared.namespace
    }

    /// A warning where nobody checks whether it is the right server that answers.
    pub fn unverified(&self) -> Option<String> {
        self.transport().unverified()
    }

    /// Where the connection leads, and how the server proves to be that one.
    pub fn server(&self) -> Server {
        self.transport().server()
    }

    /// The same cluster, with a fence that is asked before every write.
    pub fn fenced(&self, fence: Fence) -> Cluster {
        Cluster { fence: Some(fence), ..self.clone() }
    }

    /// The same cluster, where writes are not tried again once `stopping` is cancelled. The try that is on its way is always
    /// awaited: a request that was sent may have had its effect.
    pub fn patient_until(&self, stopping: CancellationToken) -> Cluster {
        Cluster { patience: Patience::until(stopping), ..self.clone() }
    }

    pub(crate) fn transport(&self) -> &Transport {
        &self.shared.transport
    }

    pub async fn version(&self) -> Result<ServerVersion, Error> {
        let version = self
            .transport()
            .get_json("/version".to_string(), "application/json", "reading the cluster's version")
            .await?;
        let text = |key: &str| version[key].as_str().unwrap_or_default().to_string();
        Ok(ServerVersion { major: text("major"), minor: text("minor"), git_version: text("gitVersion") })
    }

    /// As `.Capabilities.APIVersions` has it.
    pub async fn api_versions(&self) -> Result<Vec<String>, Error> {
        Ok(self.shared.kinds.all(self.transport()).await?.api_versions())
    }

    /// Which kinds live in namespaces, at this moment.
    pub async fn scopes(&self) -> Result<KnownKinds, Error> {
        Ok(self.shared.kinds.all(self.transport()).await?.scopes())
    }

    /// A kind as the cluster serves it; an empty version means the preferred one.
    pub async fn kind(&self, group: &str, kind: &str, version: &str) -> Result<Option<Kind>, Error> {
        if let Some(known) = kind::everywhere(group, kind, version) {
            return Ok(Some(known));
        }
        if let Some(found) = self.shared.kinds.all(self.transport()).await?.find(group, kind, version) {
            return Ok(Some(found.clone()));
        }
        let fresh = self.shared.kinds.with_fresh(self.transport(), group).await?;
        Ok(fresh.find(group, kind, version).cloned())
    }

    /// Every kind that lives in namespaces and whose objects can be listed and deleted, in the preferred version.
    pub async fn namespaced_kinds(&self) -> Result<Vec<Kind>, Error> {
        let discovery = self.shared.kinds.all(self.transport()).await?;
        let can = |kind: &&Kind| kind.namespaced && kind.has_verb("list") && kind.has_verb("delete");
        Ok(discovery.preferred().filter(can).cloned().collect())
    }

    /// Asks anew what kinds a group has, after a definition was applied.
    pub async fn refresh(&self, group: &str) -> Result<(), Error> {
        self.shared.kinds.refresh(self.transport(), group).await
    }

    /// Warnings of the server that were not taken yet, each once.
    pub fn take_warnings(&self) -> Vec<String> {
        self.transport().warnings.take()
    }

    /// The kind of an identity. The version is a hint: an object is the same in every version of its group.
    pub(crate) async fn kind_of(&self, id: &ResourceId, version: &str) -> Result<Kind, Error> {
        let mut found = self.kind(&id.group, &id.kind, version).await?;
        if found.is_none() && !version.is_empty() {
            found = self.kind(&id.group, &id.kind, "").await?;
        }
        found.ok_or_else(|| Error::UnknownKind { group: id.group.clone(), kind: id.kind.clone() })
    }

    /// The kind of an object, in just the version it is written in.
    pub(crate) async fn kind_for(&self, object: &Object) -> Result<Kind, Error> {
        let found = self.kind(object.group(), object.kind(), object.version()).await?;
        found.ok_or_else(|| Error::UnknownKind { group: object.group().to_string(), kind: object.kind().to_string() })
    }
}
