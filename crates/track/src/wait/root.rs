//! The current state of the tracked resource: from a feed or, if it cannot be watched, by polling.

use std::sync::Arc;

use skeg_cluster::{Backoff, Error};
use skeg_resources::Object;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use crate::failure::{Cause, TrackFailure};
use crate::feed::{Feed, Health, Observed, Source, Topic, revision_of};
use crate::options::TrackTarget;
use crate::tracker::Shared;

pub(super) struct Root<'a> {
    shared: &'a Shared,
    target: &'a TrackTarget,
    feed: Arc<Feed>,
    at_least: u64,
    asking: Option<Asking>,
    whole: Whole,
}

/// Whether the feed holds whole objects.
enum Whole {
    Fed,
    /// The feed holds only metadata; the object is fetched when that changes.
    Fetched(Option<Arc<Object>>),
}

/// Polls the object alone.
struct Asking {
    answer: Observed,
    outage: Option<String>,
    next: Instant,
    backoff: Backoff,
}

impl<'a> Root<'a> {
    pub(super) fn watch(shared: &'a Shared, target: &'a TrackTarget, source: Source, bell: &Arc<Notify>) -> Root<'a> {
        let feed = shared.feeds.open(&shared.cluster, source);
        feed.listen(Topic::Name(target.id.name.clone()), bell);
        let at_least = target.object.as_ref().map_or(0, revision_of);
        Root { shared, target, feed, at_least, asking: None, whole: Whole::Fed }
    }

    /// For kinds whose objects are too large to list them all for the sake of one.
    pub(super) fn watch_and_fetch(
        shared: &'a Shared,
        target: &'a TrackTarget,
        source: Source,
        bell: &Arc<Notify>,
    ) -> Root<'a> {
        Root { whole: Whole::Fetched(None), ..Root::watch(shared, target, source.metadata(), bell) }
    }

    /// Polls the object if it cannot be watched, and it is time.
    pub(super) async fn refresh(&mut self) -> Result<(), Box<TrackFailure>> {
        if !matches!(self.feed.health(), Health::Refused(_)) {
            return self.fetch().await;
        }
        let asking = self.asking.get_or_insert_with(Asking::begin);
        if asking.next > Instant::now() {
            return Ok(());
        }
        let answer = self.shared.cluster.get(&self.target.id, &self.target.version).await;
        asking.next = Instant::now() + asking.backoff.step();
        match answer {
            Ok(Some(object)) => asking.take(Observed::Here(Arc::new(object))),
            Ok(None) => asking.take(Observed::Gone(None)),
            Err(error) if error.is_temporary() => asking.outage = Some(error.to_string()),
            Err(error) => return Err(refused(self.target, &error)),
        }
        Ok(())
    }

    /// Fetches the object if the feed shows a change that was not fetched yet.
    async fn fetch(&mut self) -> Result<(), Box<TrackFailure>> {
        let Whole::Fetched(known) = &mut self.whole else { return Ok(()) };
        let Observed::Here(metadata) = self.feed.observed(&self.target.id.name, self.at_least) else { return Ok(()) };
        if known.as_ref().is_some_and(|known| revision_of(known) >= revision_of(&metadata)) {
            return Ok(());
        }
        let mut backoff = Backoff::reconnecting();
        loop {
            match self.shared.cluster.get(&self.target.id, &self.target.version).await {
                Ok(object) => {
                    *known = object.map(Arc::new);
                    return Ok(());
                }
                Err(error) if error.is_temporary() => sleep(backoff.step()).await,
                Err(error) => return Err(refused(self.target, &error)),
            }
        }
    }

    pub(super) fn observed(&self) -> Observed {
        if let Some(asking) = &self.asking {
            return asking.answer.clone();
        }
        match (self.feed.observed(&self.target.id.name, self.at_least), &self.whole) {
            (Observed::Here(_), Whole::Fetched(known)) => known.clone().map_or(Observed::Unknown, Observed::Here),
            (observed, _) => observed,
        }
    }

    /// All objects of its kind and namespace, if they can be read.
    pub(super) fn all_of_kind(&self) -> Vec<Arc<Object>> {
        self.feed.all()
    }

    /// Why nothing is known at the moment, if the server does not answer.
    pub(super) fn outage(&self) -> Option<String> {
        match (&self.asking, self.feed.health()) {
            (Some(asking), _) => asking.outage.clone(),
            (None, Health::Out(why)) => Some(why),
            _ => None,
        }
    }

    /// Returns when it is time to poll.
    pub(super) async fn next_question(&self) {
        match &self.asking {
            Some(asking) => sleep_until(asking.next).await,
            None => std::future::pending().await,
        }
    }
}

impl Asking {
    fn begin() -> Asking {
        let backoff = Backoff::asking();
        Asking { answer: Observed::Unknown, outage: None, next: Instant::now(), backoff }
    }

    /// A change is often followed by others, so polling speeds up.
    fn take(&mut self, answer: Observed) {
        let revision = |observed: &Observed| match observed {
            Observed::Here(object) => Some(object.resource_version().map(str::to_string)),
            _ => None,
        };
        if revision(&answer) != revision(&self.answer) {
            self.backoff.reset();
        }
        self.answer = answer;
        self.outage = None;
    }
}

fn refused(target: &TrackTarget, error: &Error) -> Box<TrackFailure> {
    TrackFailure::new(&target.id, Cause::Refused, error.to_string())
}

/// Whether the object with this uid is gone.
pub(super) fn is_gone(observed: &Observed, uid: Option<&str>) -> bool {
    match observed {
        Observed::Gone(_) => true,
        // Another one has its name.
        Observed::Here(object) => uid.is_some() && object.uid() != uid,
        Observed::Unknown => false,
    }
}

/// The finalizers that block a deletion.
pub(super) fn finalizers(object: &Object) -> Vec<&str> {
    let list = object.at(&["metadata", "finalizers"]).and_then(|list| list.as_array());
    list.into_iter().flatten().filter_map(|name| name.as_str()).collect()
}
