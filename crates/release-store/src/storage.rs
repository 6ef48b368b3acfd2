//! The seam for drivers: where records are stored.

use std::sync::Arc;

use futures::future::BoxFuture;
use skeg_cluster::{Cluster, Fence};

use crate::error::Error;
use crate::memory::Memory;
use crate::objects::{Form, Objects};
use crate::record::{Head, Record};
use crate::selector::Selector;

/// What records are stored in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// Secrets in the namespace of the release.
    #[default]
    Secret,
    /// ConfigMaps in the namespace of the release.
    ConfigMap,
    /// Memory of this process.
    Memory,
}

/// The result of a storage operation.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Error>>;
/// Receives a record and its payload, or why that cannot be read.
pub type Visit<'a> = dyn FnMut(Head, Result<Vec<u8>, Error>) + Send + 'a;

/// Stores records: keys, labels, and opaque payloads.
///
/// Every write gets the fence of the release's lock, and must be refused once that is closed.
pub trait Storage: Send + Sync {
    /// Its name in messages and frozen plans.
    fn driver(&self) -> Driver;

    /// Records without payloads, in one namespace or in all.
    fn heads<'a>(&'a self, namespace: Option<&'a str>, selector: &'a Selector<'a>) -> Answer<'a, Vec<Head>>;

    /// Calls `visit` for records with their payloads, in one namespace or in all. A record may come twice.
    fn visit<'a>(
        &'a self,
        namespace: Option<&'a str>,
        selector: &'a Selector<'a>,
        visit: &'a mut Visit<'a>,
    ) -> Answer<'a, ()>;

    /// One record.
    fn get<'a>(&'a self, namespace: &'a str, key: &'a str) -> Answer<'a, Option<Record>>;

    /// Adds a record. False if it exists already.
    fn create<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool>;

    /// Replaces a record. False if it does not exist.
    fn replace<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool>;

    /// Deletes a record if it exists; with a uid, only that one.
    fn delete<'a>(&'a self, namespace: &'a str, key: &'a str, uid: Option<&'a str>, fence: &'a Fence)
    -> Answer<'a, ()>;
}

/// The storage of a driver, on a cluster if it needs one.
pub fn storage(driver: Driver, cluster: &Cluster) -> Arc<dyn Storage> {
    let objects = |form| Arc::new(Objects { cluster: cluster.clone(), form });
    match driver {
        Driver::Secret => objects(Form::Secret),
        Driver::ConfigMap => objects(Form::ConfigMap),
        Driver::Memory => Arc::new(Memory::default()),
    }
}
