//! Reads releases from a storage.

use std::collections::BTreeSet;
use std::sync::Arc;

use skeg_cluster::Fence;
use skeg_resources::KnownSecrets;

use crate::error::Error;
use crate::history::History;
use crate::memory::Memory;
use crate::name::{check_name, record_key};
use crate::record::{Head, Record};
use crate::release::Release;
use crate::selector::Selector;
use crate::storage::Storage;
use crate::writer::Writer;

/// The records of the releases of one namespace. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) namespace: String,
    /// Collects the secrets of every record that is read.
    secrets: KnownSecrets,
}

impl Store {
    /// The records of a namespace in a storage.
    pub fn new(storage: Arc<dyn Storage>, namespace: &str) -> Store {
        Store { storage, namespace: namespace.to_string(), secrets: KnownSecrets::default() }
    }

    /// Records in memory, gone with the last clone of the store.
    pub fn in_memory(namespace: &str) -> Store {
        Store::new(Arc::new(Memory::default()), namespace)
    }

    /// The same records; secrets of those that are read are added to `secrets`.
    pub fn telling(self, secrets: &KnownSecrets) -> Store {
        Store { secrets: secrets.clone(), ..self }
    }

    /// The same storage for another namespace.
    pub fn in_namespace(&self, namespace: &str) -> Store {
        Store { namespace: namespace.to_string(), ..self.clone() }
    }

    /// Writes the same records while a fence is open: that of the release's lock.
    pub fn writer(&self, fence: Fence) -> Writer {
        Writer { store: self.clone(), fence }
    }

    /// All revisions of a release, without payloads: one request.
    pub async fn history(&self, name: &str) -> Result<History, Error> {
        check_name(name)?;
        let mut history = History::default();
        for head in self.heads(Some(&self.namespace), &Selector { name: Some(name), ..Selector::default() }).await? {
            let warning = unreadable(&head);
            match head.summary() {
                Some(summary) => history.revisions.push(summary),
                None => history.warnings.push(warning),
            }
        }
        history.revisions.sort_by_key(|each| each.revision);
        Ok(history)
    }

    /// The namespaces with records of a release, sorted: one request, if the user may list records everywhere.
    pub async fn namespaces_of(&self, name: &str) -> Result<Vec<String>, Error> {
        check_name(name)?;
        let heads = self.heads(None, &Selector { name: Some(name), ..Selector::default() }).await?;
        let found: BTreeSet<String> = heads.into_iter().filter_map(|head| Some(head.summary()?.namespace)).collect();
        Ok(found.into_iter().collect())
    }

    /// The names of the releases of this namespace: one request.
    pub async fn names(&self) -> Result<BTreeSet<String>, Error> {
        let heads = self.heads(Some(&self.namespace), &Selector::default()).await?;
        Ok(heads.into_iter().filter_map(Head::summary).map(|summary| summary.name).collect())
    }

    /// One revision in full.
    pub async fn get(&self, name: &str, revision: u64) -> Result<Option<Release>, Error> {
        check_name(name)?;
        let key = record_key(name, revision);
        let record = self.storage.get(&self.namespace, &key).await?;
        let release = record.map(Record::release).transpose()?;
        release.iter().for_each(|release| self.tell(release));
        Ok(release)
    }

    /// The newest revision in full.
    pub async fn last(&self, name: &str) -> Result<Option<Release>, Error> {
        match self.history(name).await?.last() {
            Some(last) => self.get(name, last.revision).await,
            None => Ok(None),
        }
    }

    pub(crate) async fn heads(&self, namespace: Option<&str>, selector: &Selector<'_>) -> Result<Vec<Head>, Error> {
        self.storage.heads(namespace, selector).await
    }

    /// Applies `pick` to records and their payloads.
    pub(crate) async fn pick<T: Send>(
        &self,
        namespace: Option<&str>,
        selector: &Selector<'_>,
        mut pick: impl FnMut(Head, Result<Vec<u8>, Error>) -> Option<T> + Send,
    ) -> Result<Vec<T>, Error> {
        let mut picked = Vec::new();
        let mut visit = |head, payload| picked.extend(pick(head, payload));
        self.storage.visit(namespace, selector, &mut visit).await?;
        Ok(picked)
    }

    /// Registers the secrets of a record.
    pub(crate) fn tell(&self, release: &Release) {
        release.tell(&self.secrets);
    }

    pub(crate) fn namespace(&self) -> &str {
        &self.namespace
    }
}

pub(crate) fn unreadable(head: &Head) -> String {
    format!("in namespace {}: release record {} has no revision and is ignored", head.namespace, head.key)
}
