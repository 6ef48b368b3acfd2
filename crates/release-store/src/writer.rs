//! Writes records, under the lock's fence.

use skeg_cluster::Fence;

use crate::error::Error;
use crate::history::{History, Summary};
use crate::labels::{CREATED, MODIFIED};
use crate::name::{check_name, record_key};
use crate::record::Record;
use crate::release::Release;
use crate::store::Store;

/// Writes the records of one namespace's releases while its fence is open.
#[derive(Clone)]
pub struct Writer {
    pub(crate) store: Store,
    pub(crate) fence: Fence,
}

impl Writer {
    /// Reads the same records.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Stores a new revision.
    ///
    /// # Errors
    /// [`Error::AlreadyExists`] if the revision is stored already, [`Error::TooLarge`] before anything is sent.
    pub async fn create(&self, release: &Release) -> Result<(), Error> {
        check_name(&release.name)?;
        let record = Record::of(release, CREATED)?;
        let key = record.key.clone();
        let Store { storage, namespace, .. } = &self.store;
        let is_new = storage.create(namespace, record, &self.fence).await?;
        if is_new { Ok(()) } else { Err(Error::AlreadyExists { key }) }
    }

    /// Replaces a stored revision.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it does not exist.
    pub async fn update(&self, release: &Release) -> Result<(), Error> {
        check_name(&release.name)?;
        let record = Record::of(release, MODIFIED)?;
        let key = record.key.clone();
        let Store { storage, namespace, .. } = &self.store;
        let is_there = storage.replace(namespace, record, &self.fence).await?;
        if is_there { Ok(()) } else { Err(Error::NotFound { key }) }
    }

    /// Deletes a revision, if it exists.
    pub async fn delete(&self, name: &str, revision: u64) -> Result<(), Error> {
        check_name(name)?;
        self.delete_record(&record_key(name, revision), None).await
    }

    async fn delete_record(&self, key: &str, uid: Option<&str>) -> Result<(), Error> {
        let Store { storage, namespace, .. } = &self.store;
        storage.delete(namespace, key, uid, &self.fence).await
    }

    /// Makes room for one more revision, as Helm does before it creates one. Tries to delete all, and returns the first
    /// error.
    pub async fn prune(&self, history: &History, limit: usize) -> Result<(), Error> {
        let delete = |each: &Summary| {
            let (key, uid) = (record_key(&each.name, each.revision), each.uid.clone());
            async move { self.delete_record(&key, uid.as_deref()).await }
        };
        let deletions = futures::future::join_all(history.prunable(limit).map(delete)).await;
        deletions.into_iter().collect()
    }
}
