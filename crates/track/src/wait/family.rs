//! The pods of a workload and their events, from feeds that are opened on demand.

use std::collections::HashSet;
use std::sync::Arc;

use skeg_resources::Object;
use tokio::sync::Notify;

use crate::feed::{Feed, Health, Source, Topic};
use crate::pods::{newest_replica_set, of_newest_revision};
use crate::tracker::Shared;

pub(super) struct Family<'a> {
    shared: &'a Shared,
    namespace: Option<String>,
    bell: Arc<Notify>,
    sets: Option<Arc<Feed>>,
    pods: Option<Arc<Feed>>,
    events: Option<Arc<Feed>>,
    heard: HashSet<(&'static str, String)>,
}

/// The pods of a workload.
#[derive(Default)]
pub(super) struct Pods {
    /// The pods that decide about the workload.
    pub(super) newest: Vec<Arc<Object>>,
    pub(super) older: Vec<Arc<Object>>,
}

impl<'a> Family<'a> {
    pub(super) fn new(shared: &'a Shared, namespace: Option<&str>, bell: &Arc<Notify>) -> Family<'a> {
        Family {
            shared,
            namespace: namespace.map(str::to_string),
            bell: bell.clone(),
            sets: None,
            pods: None,
            events: None,
            heard: HashSet::new(),
        }
    }

    /// The pods of the workload, by revision.
    pub(super) fn pods(&mut self, root: &Arc<Object>) -> Pods {
        let Some(uid) = root.uid() else { return Pods::default() };
        match root.kind() {
            "Pod" => Pods { newest: vec![root.clone()], older: Vec::new() },
            "Deployment" => self.pods_of_deployment(root, uid),
            _ => {
                let (newest, older) = self.owned_pods(uid).into_iter().partition(|pod| of_newest_revision(root, pod));
                Pods { newest, older }
            }
        }
    }

    fn pods_of_deployment(&mut self, root: &Object, uid: &str) -> Pods {
        let source = Source::new("apps", "ReplicaSet", "v1", self.namespace.as_deref());
        let feed = self.sets.get_or_insert_with(|| self.shared.feeds.open(&self.shared.cluster, source)).clone();
        let sets = self.related(&feed, "set", uid);
        let newest = newest_replica_set(root, sets.iter().map(Arc::as_ref)).and_then(Object::uid);
        Pods { newest: newest.map(|uid| self.owned_pods(uid)).unwrap_or_default(), older: Vec::new() }
    }

    fn owned_pods(&mut self, uid: &str) -> Vec<Arc<Object>> {
        let source = Source::new("", "Pod", "v1", self.namespace.as_deref());
        let feed = self.pods.get_or_insert_with(|| self.shared.feeds.open(&self.shared.cluster, source)).clone();
        self.related(&feed, "pod", uid)
    }

    /// Starts reading events: all of them, or only warnings.
    pub(super) fn read_events(&mut self, all: bool) {
        let fields = if all { "" } else { "type=Warning" };
        let source = Source::new("", "Event", "v1", self.namespace.as_deref()).with_fields(fields);
        self.events.get_or_insert_with(|| self.shared.feeds.open(&self.shared.cluster, source));
    }

    pub(super) fn events_about(&mut self, object: &Object) -> Vec<Arc<Object>> {
        match (self.events.clone(), object.uid()) {
            (Some(feed), Some(uid)) => self.related(&feed, "event", uid),
            _ => Vec::new(),
        }
    }

    /// The feed's objects about this uid, with a notification whenever they change.
    fn related(&mut self, feed: &Feed, what: &'static str, uid: &str) -> Vec<Arc<Object>> {
        if self.heard.insert((what, uid.to_string())) {
            feed.listen(Topic::Related(uid.to_string()), &self.bell);
        }
        feed.related(uid)
    }

    /// Not everything requested is known yet.
    pub(super) fn is_starting(&self) -> bool {
        [&self.sets, &self.pods].into_iter().flatten().any(|feed| feed.health() == Health::Starting)
    }

    /// What we may not read: the wait continues without it.
    pub(super) fn refusal(&self) -> Option<String> {
        [&self.sets, &self.pods].into_iter().flatten().find_map(|feed| match feed.health() {
            Health::Refused(why) => Some(why),
            _ => None,
        })
    }
}
