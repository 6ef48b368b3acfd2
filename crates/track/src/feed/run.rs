//! Fills a feed: lists, then watches, for as long as the task lives.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use skeg_cluster::{Backoff, Cluster, Error, Kind, WatchEvent};
use tokio::time::{sleep, timeout};

use super::feeds::Source;
use super::store::{Feed, Health};

/// Why a watch ended.
enum End {
    /// It can continue where it stopped.
    Over,
    Failed(Error),
    /// A new list is needed.
    Lost,
}

pub(super) async fn run(cluster: Cluster, source: Source, feed: Arc<Feed>, silence: Duration) {
    let mut backoff = Backoff::reconnecting();
    loop {
        let error = match feed_once(&cluster, &source, &feed, silence, &mut backoff).await {
            Ok(()) => continue,
            Err(error) => error,
        };
        if is_final(&error) {
            feed.set_health(Health::Refused(error.to_string()));
            return;
        }
        feed.set_health(Health::Out(error.to_string()));
        sleep(backoff.step()).await;
    }
}

/// Lists once and watches until a new list is needed.
async fn feed_once(
    cluster: &Cluster,
    source: &Source,
    feed: &Feed,
    silence: Duration,
    backoff: &mut Backoff,
) -> Result<(), Error> {
    let kind = kind_of(cluster, source).await?;
    let listing = cluster.list(&kind, source.namespace.as_deref(), &source.query).await?;
    feed.replace(listing.objects, &listing.resource_version);
    let mut since = listing.resource_version;
    loop {
        let before = since.clone();
        let end = watch(cluster, source, &kind, feed, silence, &mut since).await;
        if since != before {
            backoff.reset();
        }
        match end {
            End::Over if since != before => {}
            // A watch that ends before it said anything must not be retried at once, nor be the only source of news.
            End::Over | End::Lost => {
                sleep(backoff.step()).await;
                return Ok(());
            }
            End::Failed(error) => return Err(error),
        }
    }
}

/// The version is a hint: an object is the same in every version of its group.
async fn kind_of(cluster: &Cluster, source: &Source) -> Result<Kind, Error> {
    for version in [source.version.as_str(), ""] {
        if let Some(kind) = cluster.kind(&source.group, &source.kind, version).await? {
            return Ok(kind);
        }
    }
    Err(Error::UnknownKind { group: source.group.clone(), kind: source.kind.clone() })
}

/// Watches once.
async fn watch(
    cluster: &Cluster,
    source: &Source,
    kind: &Kind,
    feed: &Feed,
    silence: Duration,
    since: &mut String,
) -> End {
    let mut events = pin!(cluster.watch(kind, source.namespace.as_deref(), &source.query, since));
    loop {
        let event = match timeout(silence, events.next()).await {
            Err(_) => return End::Lost,
            Ok(None) => return End::Over,
            Ok(Some(Err(Error::Expired))) => return End::Lost,
            Ok(Some(Err(error))) => return End::Failed(error),
            Ok(Some(Ok(event))) => event,
        };
        match event {
            WatchEvent::Applied(object) => {
                *since = object.resource_version().unwrap_or_default().to_string();
                feed.put(object);
            }
            WatchEvent::Deleted(object) => {
                *since = object.resource_version().unwrap_or_default().to_string();
                feed.remove(object);
            }
            WatchEvent::Bookmark(revision) => {
                feed.reach(&revision);
                *since = revision;
            }
        }
    }
}

/// A retry would fail too: we may not, or the kind cannot be listed or watched.
fn is_final(error: &Error) -> bool {
    match error {
        Error::Refused(status) => (400..500).contains(&status.code) && !matches!(status.code, 408 | 410 | 429),
        Error::Unreachable { .. } | Error::Expired => false,
        _ => true,
    }
}
