//! The contents of a feed: objects of a kind in a namespace, their owners, and which waits to wake.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use skeg_resources::Object;
use tokio::sync::Notify;

use crate::pods::owners;

/// What a wait is interested in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// The object of this name.
    Name(String),
    /// Objects owned by, or events about, the object with this uid.
    Related(String),
}

/// Whether the contents can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    Starting,
    Live,
    /// The server does not answer; it is retried.
    Out(String),
    /// We may not watch; it is not retried.
    Refused(String),
}

/// The state of an object in the feed.
#[derive(Clone, Debug)]
pub(crate) enum Observed {
    /// Nothing new enough.
    Unknown,
    Here(Arc<Object>),
    /// It does not exist; with its last state, if that was seen.
    Gone(Option<Arc<Object>>),
}

/// A store shared by the task that fills it and the waits that read it.
#[derive(Debug)]
pub(crate) struct Feed(Mutex<Store>);

#[derive(Debug)]
struct Store {
    objects: HashMap<String, Arc<Object>>,
    /// Objects that were deleted while somebody listened.
    gone: HashMap<String, Arc<Object>>,
    related: HashMap<String, BTreeSet<String>>,
    listeners: HashMap<Topic, Vec<Weak<Notify>>>,
    revision: u64,
    health: Health,
}

impl Feed {
    pub(crate) fn new() -> Feed {
        Feed(Mutex::new(Store {
            objects: HashMap::new(),
            gone: HashMap::new(),
            related: HashMap::new(),
            listeners: HashMap::new(),
            revision: 0,
            health: Health::Starting,
        }))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies `bell` whenever something of the topic changes.
    pub(crate) fn listen(&self, topic: Topic, bell: &Arc<Notify>) {
        self.store().listeners.entry(topic).or_default().push(Arc::downgrade(bell));
    }

    pub(crate) fn health(&self) -> Health {
        self.store().health.clone()
    }

    /// The state of an object, at this revision or later.
    pub(crate) fn observed(&self, name: &str, at_least: u64) -> Observed {
        let store = self.store();
        if store.health == Health::Starting {
            return Observed::Unknown;
        }
        match store.objects.get(name) {
            Some(object) if revision_of(object) >= at_least => Observed::Here(object.clone()),
            Some(_) => Observed::Unknown,
            None if store.revision >= at_least => Observed::Gone(store.gone.get(name).cloned()),
            None => Observed::Unknown,
        }
    }

    /// All objects, unordered; empty until the feed is up to date.
    pub(crate) fn all(&self) -> Vec<Arc<Object>> {
        let store = self.store();
        if store.health == Health::Live { store.objects.values().cloned().collect() } else { Vec::new() }
    }

    /// Objects owned by, or events about, the object with this uid; ordered by name.
    pub(crate) fn related(&self, uid: &str) -> Vec<Arc<Object>> {
        let store = self.store();
        let names = store.related.get(uid).into_iter().flatten();
        names.filter_map(|name| store.objects.get(name).cloned()).collect()
    }

    /// Replaces the contents by a new list.
    pub(super) fn replace(&self, objects: Vec<Object>, revision: &str) {
        let mut store = self.store();
        store.set_health(Health::Live);
        let mut missing: BTreeSet<String> = store.objects.keys().cloned().collect();
        for object in objects {
            missing.remove(object.name().unwrap_or_default());
            store.put(object);
        }
        for name in missing {
            store.remove(&name, None);
        }
        store.reach(revision);
    }

    pub(super) fn put(&self, object: Object) {
        let mut store = self.store();
        store.set_health(Health::Live);
        store.put(object);
    }

    pub(super) fn remove(&self, object: Object) {
        let mut store = self.store();
        store.set_health(Health::Live);
        store.reach(object.resource_version().unwrap_or_default());
        let name = object.name().unwrap_or_default().to_string();
        store.remove(&name, Some(object));
    }

    pub(super) fn reach(&self, revision: &str) {
        let mut store = self.store();
        store.set_health(Health::Live);
        store.reach(revision);
    }

    pub(super) fn set_health(&self, health: Health) {
        self.store().set_health(health);
    }
}

impl Store {
    fn set_health(&mut self, health: Health) {
        if self.health != health {
            self.health = health;
            let topics: Vec<Topic> = self.listeners.keys().cloned().collect();
            topics.iter().for_each(|topic| self.wake(topic));
        }
    }

    fn put(&mut self, mut object: Object) {
        let name = object.name().unwrap_or_default().to_string();
        let revision = revision_of(&object);
        if self.objects.get(&name).is_some_and(|known| known.resource_version() == object.resource_version()) {
            return;
        }
        self.unrelate(&name);
        self.revision = self.revision.max(revision);
        // Half of an object's memory, and nobody here needs it.
        if let Some(metadata) = object.metadata_mut() {
            metadata.remove("managedFields");
        }
        for uid in relations(&object) {
            self.related.entry(uid).or_default().insert(name.clone());
        }
        self.gone.remove(&name);
        self.tell(&name, &object);
        self.objects.insert(name, Arc::new(object));
    }

    fn remove(&mut self, name: &str, last: Option<Object>) {
        self.unrelate(name);
        let known = self.objects.remove(name);
        let Some(last) = last.map(Arc::new).or(known) else { return };
        self.tell(name, &last);
        if self.listeners.contains_key(&Topic::Name(name.to_string())) {
            self.gone.insert(name.to_string(), last);
        }
    }

    fn unrelate(&mut self, name: &str) {
        let Some(known) = self.objects.get(name) else { return };
        for uid in relations(known) {
            if let Some(names) = self.related.get_mut(&uid) {
                names.remove(name);
                if names.is_empty() {
                    self.related.remove(&uid);
                }
            }
        }
    }

    fn reach(&mut self, revision: &str) {
        let revision = revision.parse().unwrap_or(0);
        if revision > self.revision {
            self.revision = revision;
        }
    }

    fn tell(&mut self, name: &str, object: &Object) {
        self.wake(&Topic::Name(name.to_string()));
        for uid in relations(object) {
            self.wake(&Topic::Related(uid));
        }
    }

    fn wake(&mut self, topic: &Topic) {
        let Some(bells) = self.listeners.get_mut(topic) else { return };
        bells.retain(|bell| bell.upgrade().inspect(|bell| bell.notify_one()).is_some());
        if bells.is_empty() {
            self.listeners.remove(topic);
        }
    }
}

/// The uids of an object's owners or, for an event, of the object it is about.
fn relations(object: &Object) -> Vec<String> {
    let about = object.text_at(&["involvedObject", "uid"]);
    owners(object).chain(about).map(str::to_string).collect()
}

/// Revisions of one cluster can be compared; zero if it cannot be read.
pub(crate) fn revision_of(object: &Object) -> u64 {
    object.resource_version().and_then(|revision| revision.parse().ok()).unwrap_or(0)
}
