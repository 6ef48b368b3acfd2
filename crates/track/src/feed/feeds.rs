//! All feeds of a tracker, each started when it is first needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use skeg_cluster::{Cluster, Query};
use skeg_resources::ResourceId;
use tokio::task::JoinSet;

use super::run::run;
use super::store::Feed;

/// What a feed watches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) version: String,
    pub(crate) namespace: Option<String>,
    pub(crate) query: Query,
}

impl Source {
    pub(crate) fn new(group: &str, kind: &str, version: &str, namespace: Option<&str>) -> Source {
        Source {
            group: group.to_string(),
            kind: kind.to_string(),
            version: version.to_string(),
            namespace: namespace.map(str::to_string),
            query: Query::default(),
        }
    }

    /// The kind and namespace of this resource.
    pub(crate) fn of(id: &ResourceId, version: &str) -> Source {
        Source::new(&id.group, &id.kind, version, id.namespace.as_deref())
    }

    pub(crate) fn metadata(mut self) -> Source {
        self.query.metadata_only = true;
        self
    }

    pub(crate) fn with_fields(mut self, fields: &str) -> Source {
        self.query.fields = fields.to_string();
        self
    }
}

/// The tasks end with the last handle of the tracker.
#[derive(Debug)]
pub(crate) struct Feeds {
    silence: Duration,
    running: Mutex<Running>,
}

#[derive(Debug, Default)]
struct Running {
    feeds: HashMap<Source, Arc<Feed>>,
    tasks: JoinSet<()>,
}

impl Feeds {
    pub(crate) fn new(silence: Duration) -> Feeds {
        Feeds { silence, running: Mutex::default() }
    }

    /// The feed of this source. One with whole objects also serves waits that need only metadata.
    pub(crate) fn open(&self, cluster: &Cluster, source: Source) -> Arc<Feed> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = Source { query: Query { metadata_only: false, ..source.query.clone() }, ..source.clone() };
        if let Some(feed) = running.feeds.get(&whole).or_else(|| running.feeds.get(&source)) {
            return feed.clone();
        }
        let feed = Arc::new(Feed::new());
        running.feeds.insert(source.clone(), feed.clone());
        running.tasks.spawn(run(cluster.clone(), source, feed.clone(), self.silence));
        feed
    }
}
