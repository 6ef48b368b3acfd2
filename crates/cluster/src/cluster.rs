//! The handle for everything done on a cluster.

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

/// A connection to a cluster. Cheap to clone; clones share connections, limits and discovery.
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

/// The version that a server reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerVersion {
    /// `1`.
    pub major: String,
    /// `36`, maybe with a suffix such as `+`.
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

    /// A warning if the server's certificate is not verified.
    pub fn unverified(&self) -> Option<String> {
        self.transport().unverified()
    }

    /// The server's address, and how it proves its identity.
    pub fn server(&self) -> Server {
        self.transport().server()
    }

    /// The same cluster with a fence that is checked before every write.
    pub fn fenced(&self, fence: Fence) -> Cluster {
        Cluster { fence: Some(fence), ..self.clone() }
    }

    /// The same cluster, where writes are not retried once `stopping` is cancelled. A request in flight is always
    /// awaited: it may already have had its effect.
    pub fn patient_until(&self, stopping: CancellationToken) -> Cluster {
        Cluster { patience: Patience::until(stopping), ..self.clone() }
    }

    pub(crate) fn transport(&self) -> &Transport {
        &self.shared.transport
    }

    /// The server's version, requested once.
    pub async fn version(&self) -> Result<ServerVersion, Error> {
        let version = self
            .transport()
            .get_json("/version".to_string(), "application/json", "reading the cluster's version")
            .await?;
        let text = |key: &str| version[key].as_str().unwrap_or_default().to_string();
        Ok(ServerVersion { major: text("major"), minor: text("minor"), git_version: text("gitVersion") })
    }

    /// As in `.Capabilities.APIVersions`.
    pub async fn api_versions(&self) -> Result<Vec<String>, Error> {
        Ok(self.shared.kinds.all(self.transport()).await?.api_versions())
    }

    /// Which kinds are namespaced, at this moment.
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

    /// Every namespaced kind whose objects can be listed and deleted, in the preferred version.
    pub async fn namespaced_kinds(&self) -> Result<Vec<Kind>, Error> {
        let discovery = self.shared.kinds.all(self.transport()).await?;
        let can = |kind: &&Kind| kind.namespaced && kind.has_verb("list") && kind.has_verb("delete");
        Ok(discovery.preferred().filter(can).cloned().collect())
    }

    /// Every kind whose objects can be listed, in the preferred version.
    pub async fn listable_kinds(&self) -> Result<Vec<Kind>, Error> {
        let discovery = self.shared.kinds.all(self.transport()).await?;
        Ok(discovery.preferred().filter(|kind| kind.has_verb("list")).cloned().collect())
    }

    /// Runs discovery for a group again, after a CRD was applied.
    pub async fn refresh(&self, group: &str) -> Result<(), Error> {
        self.shared.kinds.refresh(self.transport(), group).await
    }

    /// New warnings of the server, each once.
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

    /// The kind of an object, in exactly the version it uses.
    pub(crate) async fn kind_for(&self, object: &Object) -> Result<Kind, Error> {
        let found = self.kind(object.group(), object.kind(), object.version()).await?;
        found.ok_or_else(|| Error::UnknownKind { group: object.group().to_string(), kind: object.kind().to_string() })
    }
}
