//! The seam for drivers: where records are kept, whatever they are made of.

use std::sync::Arc;

use futures::future::BoxFuture;
use skeg_cluster::{Cluster, Fence};

use crate::error::Error;
use crate::memory::Memory;
use crate::objects::{Form, Objects};
use crate::record::{Head, Record};
use crate::selector::Selector;

/// What records are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// Secrets in the namespace of the release.
    #[default]
    Secret,
    /// ConfigMaps in the namespace of the release.
    ConfigMap,
    /// Nothing that outlives the process.
    Memory,
}

/// What a storage answers with.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Error>>;
/// Takes a record and its payload, or why that cannot be read.
pub type Visit<'a> = dyn FnMut(Head, Result<Vec<u8>, Error>) + Send + 'a;

/// Keeps records: keys, labels, and payloads that are opaque to it.
///
/// Every write is handed the fence of the release's lock, and must be refused once that is closed.
pub trait Storage: Send + Sync {
    /// What it is called in messages and frozen plans.
    fn driver(&self) -> Driver;

    /// Heads of records, in one namespace or in all. Payloads stay where they are.
    fn heads<'a>(&'a self, namespace: Option<&'a str>, selector: &'a Selector<'a>) -> Answer<'a, Vec<Head>>;

    /// Hands records with their payloads to `visit`, in one namespace or in all. One may be handed over twice.
    fn visit<'a>(
        &'a self,
        namespace: Option<&'a str>,
        selector: &'a Selector<'a>,
        visit: &'a mut Visit<'a>,
    ) -> Answer<'a, ()>;

    /// One record.
    fn get<'a>(&'a self, namespace: &'a str, key: &'a str) -> Answer<'a, Option<Record>>;

    /// Adds a record. False where there is one already.
    fn create<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool>;

    /// Writes a record anew. False where there is none.
    fn replace<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool>;

    /// Deletes a record if it is there; with a uid, only that very one.
    fn delete<'a>(&'a self, namespace: &'a str, key: &'a str, uid: Option<&'a str>, fence: &'a Fence)
    -> Answer<'a, ()>;
}

/// The storage of a driver, in a cluster where it is one that needs it.
pub fn storage(driver: Driver, cluster: &Cluster) -> Arc<dyn Storage> {
    let objects = |form| Arc::new(Objects { cluster: cluster.clone(), form });
    match driver {
        Driver::Secret => objects(Form::Secret),
        Driver::ConfigMap => objects(Form::ConfigMap),
        Driver::Memory => Arc::new(Memory::default()),
    }
}
