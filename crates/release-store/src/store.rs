//! Where releases are kept and found.

use skeg_cluster::Cluster;
use skeg_resources::KnownSecrets;

use crate::error::Error;
use crate::history::{History, Summary};
use crate::labels::{CREATED, MODIFIED};
use crate::memory::Memory;
use crate::name::{check_name, record_key};
use crate::objects::{Form, Objects};
use crate::record::{Head, Record};
use crate::release::Release;
use crate::selector::Selector;

/// What records are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    #[default]
    Secret,
    ConfigMap,
    /// Nothing that outlives the process.
    Memory,
}

/// The records of the releases of one namespace. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    namespace: String,
    /// Told of the secrets of every record that is read.
    secrets: KnownSecrets,
}

#[derive(Clone)]
enum Backend {
    Objects(Objects),
    Memory(Memory),
}

impl Store {
    /// Records in a cluster. Hand in a fenced cluster to be kept from writing once the release lock is lost.
    pub fn new(driver: Driver, cluster: Cluster, namespace: &str) -> Store {
        let form = match driver {
            Driver::Secret => Form::Secret,
            Driver::ConfigMap => Form::ConfigMap,
            Driver::Memory => return Store::in_memory(namespace),
        };
        Store::of(Backend::Objects(Objects { cluster, form }), namespace)
    }

    /// Records in memory, gone with the last clone of the store.
    pub fn in_memory(namespace: &str) -> Store {
        Store::of(Backend::Memory(Memory::default()), namespace)
    }

    fn of(backend: Backend, namespace: &str) -> Store {
        Store { backend, namespace: namespace.to_string(), secrets: KnownSecrets::default() }
    }

    /// The same records; what is secret in those that are read gets known.
    pub fn telling(self, secrets: &KnownSecrets) -> Store {
        Store { secrets: secrets.clone(), ..self }
    }

    /// The same records, seen from another namespace.
    pub fn in_namespace(&self, namespace: &str) -> Store {
        Store { namespace: namespace.to_string(), ..self.clone() }
    }

    /// All revisions of a release, without their payloads: one request.
    pub async fn history(&self, name: &str) -> Result<History, Error> {
        check_name(name)?;
        let mut history = History::default();
        for head in self.heads(Some(&self.namespace), &Selector { name: Some(name), ..Selector::default() }).await? {
            let told = unreadable(&head);
            match head.summary() {
                Some(summary) => history.revisions.push(summary),
                None => history.warnings.push(told),
            }
        }
        history.revisions.sort_by_key(|each| each.revision);
        Ok(history)
    }

    /// One revision, whole.
    pub async fn get(&self, name: &str, revision: u64) -> Result<Option<Release>, Error> {
        check_name(name)?;
        let key = record_key(name, revision);
        let record = match &self.backend {
            Backend::Objects(objects) => objects.get(&self.namespace, &key).await?,
            Backend::Memory(memory) => memory.get(&self.namespace, &key),
        };
        let release = record.map(Record::release).transpose()?;
        release.iter().for_each(|release| self.tell(release));
        Ok(release)
    }

    /// The newest revision, whole.
    pub async fn last(&self, name: &str) -> Result<Option<Release>, Error> {
        match self.history(name).await?.last() {
            Some(last) => self.get(name, last.revision).await,
            None => Ok(None),
        }
    }

    /// Puts a new revision on record.
    ///
    /// # Errors
    /// [`Error::AlreadyExists`] where the revision is on record, [`Error::TooLarge`] before anything is sent.
    pub async fn create(&self, release: &Release) -> Result<(), Error> {
        check_name(&release.name)?;
        let record = Record::of(release, CREATED)?;
        let key = record.key.clone();
        let is_new = match &self.backend {
            Backend::Objects(objects) => objects.create(&self.namespace, record).await?,
            Backend::Memory(memory) => memory.create(&self.namespace, record),
        };
        if is_new { Ok(()) } else { Err(Error::AlreadyExists { key }) }
    }

    /// Writes a revision anew that is on record.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it is not.
    pub async fn update(&self, release: &Release) -> Result<(), Error> {
        check_name(&release.name)?;
        let record = Record::of(release, MODIFIED)?;
        let key = record.key.clone();
        let is_there = match &self.backend {
            Backend::Objects(objects) => objects.replace(&self.namespace, record).await?,
            Backend::Memory(memory) => memory.replace(&self.namespace, record),
        };
        if is_there { Ok(()) } else { Err(Error::NotFound { key }) }
    }

    /// Takes a revision off the record, if it is on it.
    pub async fn delete(&self, name: &str, revision: u64) -> Result<(), Error> {
        check_name(name)?;
        self.delete_record(&record_key(name, revision), None).await
    }

    async fn delete_record(&self, key: &str, uid: Option<&str>) -> Result<(), Error> {
        match &self.backend {
            Backend::Objects(objects) => objects.delete(&self.namespace, key, uid).await,
            Backend::Memory(memory) => {
                memory.delete(&self.namespace, key);
                Ok(())
            }
        }
    }

    /// Makes room for one more revision, as Helm does before it creates one. What cannot be deleted keeps no other from
    /// being so; the first error comes back.
    pub async fn prune(&self, history: &History, limit: usize) -> Result<(), Error> {
        let delete = |each: &Summary| {
            let (key, uid) = (record_key(&each.name, each.revision), each.uid.clone());
            async move { self.delete_record(&key, uid.as_deref()).await }
        };
        let deletions = futures::future::join_all(history.prunable(limit).map(delete)).await;
        deletions.into_iter().collect()
    }

    pub(crate) async fn heads(&self, namespace: Option<&str>, selector: &Selector<'_>) -> Result<Vec<Head>, Error> {
        match &self.backend {
            Backend::Objects(objects) => objects.heads(namespace, selector).await,
            Backend::Memory(memory) => Ok(memory.pick(namespace, selector, |head, _| Some(head))),
        }
    }

    /// What `pick` makes of records and their payloads.
    pub(crate) async fn pick<T>(
        &self,
        namespace: Option<&str>,
        selector: &Selector<'_>,
        mut pick: impl FnMut(Head, Result<Vec<u8>, Error>) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        match &self.backend {
            Backend::Objects(objects) => objects.pick(namespace, selector, pick).await,
            Backend::Memory(memory) => {
                Ok(memory.pick(namespace, selector, |head, payload| pick(head, Ok(payload.to_vec()))))
            }
        }
    }

    /// Tells of the secrets of a record that was read.
    pub(crate) fn tell(&self, release: &Release) {
        release.tell(&self.secrets);
    }

    pub(crate) fn namespace(&self) -> &str {
        &self.namespace
    }
}

pub(crate) fn unreadable(head: &Head) -> String {
    format!("in namespace {}: release record {} tells no revision and is left out", head.namespace, head.key)
}
