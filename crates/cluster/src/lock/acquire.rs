//! Acquires the lock: at once if it is free, else in turn when the holder is done or dead.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skeg_resources::Object;
use tokio::time::Instant;

use super::board::{Board, Edit, Feed};
use super::held::Held;
use super::holder::Holder;
use super::queue::{GRACE, Waiter, ahead, waiters};
use super::record::{Place, Record};
use crate::cluster::Cluster;
use crate::error::Error;
use crate::random;

/// How long a record is valid without renewal. The same as Nelm's, as is the next.
pub(super) const TTL: Duration = Duration::from_secs(10);
pub(super) const RENEW_EVERY: Duration = Duration::from_secs(3);
/// How often to check whether local processes still run and whether time has run out. Sends nothing.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long an expired record is still respected: one renewal and a bit.
const EXPIRED_FOR: Duration = Duration::from_secs(4);
/// Time limit for leaving the queue; without it the next waiter needs a little longer.
const LEAVING: Duration = Duration::from_secs(2);
/// How often in a row another writer may win.
const MAX_REFUSALS: u32 = 50;

/// How to wait for a lock, and who is waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockOptions {
    /// `None`: no limit.
    pub timeout: Option<Duration>,
    /// Shown to other waiters.
    pub user: String,
    /// Shown to other waiters, and used to recognize dead local holders.
    pub host: String,
}

/// A request for the lock of a release.
pub struct Lock {
    board: Board,
    place: Place,
    release: String,
    timeout: Option<Duration>,
    me: Holder,
    /// Our place in the queue, once we had to wait.
    waiter: Option<Waiter>,
    /// The last attempt to write our record.
    tried_at: Instant,
}

/// The lock as last seen, and since when it has not changed.
struct LastSeen {
    text: Option<String>,
    since: Instant,
    /// Since when nobody alive holds it.
    free_since: Option<Instant>,
}

/// What to do next.
enum Standing {
    /// An earlier attempt succeeded, though its response was lost.
    IsOurs(Record, Box<Object>),
    /// Nobody alive holds it, and it is our turn. These waiters are skipped.
    Free { passed_over: Vec<String> },
    /// Somebody holds it, or others come first. Check again after this long at the latest.
    Taken { holder: Option<Holder>, before: usize, look_after: Duration },
}

impl Lock {
    /// Waits for the lock of a release and takes it. `on_wait` is called with the holder, at first and when it changes.
    pub async fn acquire(
        cluster: &Cluster,
        namespace: &str,
        release: &str,
        options: &LockOptions,
        on_wait: impl FnMut(&Holder),
    ) -> Result<Held, Error> {
        let mut lock = Lock::of(cluster, namespace, release, options);
        let held = lock.wait(on_wait).await;
        if held.is_err() {
            lock.leave().await;
        }
        held
    }

    /// Prepares to take the lock of a release; nothing is sent yet.
    pub fn of(cluster: &Cluster, namespace: &str, release: &str, options: &LockOptions) -> Lock {
        let since = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        Lock {
            board: Board::new(cluster, namespace),
            place: Place::of(release),
            release: release.to_string(),
            timeout: options.timeout,
            me: Holder::this(&random::uuid(), &options.user, &options.host, since),
            waiter: None,
            tried_at: Instant::now(),
        }
    }

    /// Like [`Lock::acquire`]. If the future is dropped or fails, [`Lock::leave`] saves others a pause.
    pub async fn wait(&mut self, on_wait: impl FnMut(&Holder)) -> Result<Held, Error> {
        self.wait_for_turn(on_wait).await.map_err(Error::of_lock)
    }

    async fn wait_for_turn(&mut self, mut on_wait: impl FnMut(&Holder)) -> Result<Held, Error> {
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        let mut seen = self.board.read().await?;
        let mut feed = Feed::new(&self.board);
        let mut last_seen = LastSeen { text: None, since: Instant::now(), free_since: None };
        let (mut reported, mut refusals) = (String::new(), 0);
        loop {
            last_seen.look(&self.place, seen.as_ref());
            let (holder, before, look_after) = match self.standing(seen.as_ref(), &mut last_seen) {
                Standing::IsOurs(record, seen) => return Ok(self.start(record, &seen)),
                Standing::Free { passed_over } => match self.take(seen.as_ref(), &passed_over).await? {
                    Some(held) => return Ok(held),
                    None => {
                        refusals += 1;
                        seen = self.read_again(refusals).await?;
                        feed = Feed::new(&self.board);
                        continue;
                    }
                },
                Standing::Taken { holder, before, look_after } => (holder, before, look_after),
            };
            if !self.is_queued(seen.as_ref()) {
                match self.join_queue(seen.as_ref()).await? {
                    Some(written) => seen = Some(written),
                    None => {
                        refusals += 1;
                        seen = self.read_again(refusals).await?;
                    }
                }
                feed = Feed::new(&self.board);
                continue;
            }
            refusals = 0;
            if let Some(holder) = holder.as_ref().filter(|holder| holder.uuid != reported) {
                reported.clone_from(&holder.uuid);
                on_wait(holder);
            }
            let look_at = Instant::now() + look_after;
            let until = deadline.map_or(look_at, |deadline| deadline.min(look_at));
            match tokio::time::timeout_at(until, feed.next(seen.as_ref())).await {
                Ok(changed) => seen = changed?,
                Err(_) if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    return Err(Error::LockTimeout(in_words(&self.release, holder.as_ref(), before)));
                }
                Err(_) => {}
            }
        }
    }

    /// Leaves the queue.
    pub async fn leave(&mut self) {
        let Some(waiter) = self.waiter.take() else { return };
        let leaving = async {
            let seen = self.board.read().await?;
            let is_there = seen.as_ref().is_some_and(|seen| seen.annotation(&waiter.key).is_some());
            match is_there {
                true => self.board.edit(seen.as_ref(), &Edit::default().remove(&waiter.key)).await,
                false => Ok(None),
            }
        };
        let _is_left_to_others = tokio::time::timeout(LEAVING, leaving).await;
    }

    fn standing(&self, seen: Option<&Object>, last_seen: &mut LastSeen) -> Standing {
        let record = seen.and_then(|seen| self.place.record(seen));
        let holder = seen.zip(record.as_ref()).map(|(seen, record)| self.place.holder(seen, record));
        let seen_for = last_seen.since.elapsed();
        match (record, holder, seen) {
            (Some(record), _, Some(seen)) if record.uuid == self.me.uuid => {
                return Standing::IsOurs(record, Box::new(seen.clone()));
            }
            (Some(record), Some(holder), _) if !holder.is_gone() && !is_dead(&record, seen_for, now()) => {
                let before = ahead(&waiters(&self.place, seen), &self.own_key()).len();
                let look_after = LOOK_EVERY.min(TTL.saturating_sub(seen_for));
                return Standing::Taken { holder: Some(holder), before, look_after };
            }
            _ => {}
        }
        let free_for = last_seen.free_since.get_or_insert_with(Instant::now).elapsed();
        let queue = waiters(&self.place, seen);
        let before = ahead(&queue, &self.own_key());
        let grace = GRACE.saturating_mul(before.len().try_into().unwrap_or(u32::MAX));
        let left = grace.saturating_sub(free_for);
        if left > Duration::ZERO {
            return Standing::Taken { holder: None, before: before.len(), look_after: LOOK_EVERY.min(left) };
        }
        let gone = queue.iter().filter(|waiter| waiter.who.is_gone());
        let passed_over = before.into_iter().chain(gone).map(|waiter| waiter.key.clone()).collect();
        Standing::Free { passed_over }
    }

    fn own_key(&self) -> String {
        self.place.waiter_key(&self.me.uuid)
    }

    /// Another waiter may have removed us, thinking we were gone.
    fn is_queued(&self, seen: Option<&Object>) -> bool {
        seen.is_some_and(|seen| seen.annotation(&self.own_key()).is_some())
    }

    /// Joins the end of the queue, or our old place in it.
    async fn join_queue(&mut self, seen: Option<&Object>) -> Result<Option<Object>, Error> {
        let (place, me) = (&self.place, &self.me);
        let waiter = self.waiter.get_or_insert_with(|| Waiter::behind(&waiters(place, seen), place, me.clone()));
        self.board.edit(seen, &Edit::default().set(&waiter.key, waiter.text())).await
    }

    /// Writes our record; `None` if somebody else was quicker.
    async fn take(&mut self, seen: Option<&Object>, passed_over: &[String]) -> Result<Option<Held>, Error> {
        let record = Record {
            uuid: self.me.uuid.clone(),
            lock_name: self.place.lock_name.clone(),
            expires_at: now() + TTL.as_secs() as i64,
            holders: 1,
            is_shared: false,
        };
        let since = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let mut me = self.me.clone();
        me.since = since;
        let mut edit = Edit::default()
            .expect(&self.place.record_key, seen.and_then(|seen| self.place.text(seen)))
            .set(&self.place.record_key, record.to_text())
            .set(&self.place.holder_key, serde_json::to_string(&me).unwrap_or_default());
        for key in self.waiter.iter().map(|waiter| &waiter.key).chain(passed_over) {
            edit = edit.remove(key);
        }
        self.tried_at = Instant::now();
        Ok(self.board.edit(seen, &edit).await?.map(|written| self.start(record, &written)))
    }

    fn start(&mut self, record: Record, seen: &Object) -> Held {
        self.waiter = None;
        Held::start(self.board.clone(), self.place.clone(), record, self.tried_at, seen)
    }

    /// The lock as it is now, after somebody else was quicker.
    async fn read_again(&self, refusals: u32) -> Result<Option<Object>, Error> {
        if refusals > MAX_REFUSALS {
            return Err(Error::LockTimeout(format!(
                "others were always faster to take the lock of {:?}",
                self.release
            )));
        }
        if refusals > 1 {
            tokio::time::sleep(crate::retry::pause(refusals.min(4), None, random::fraction())).await;
        }
        self.board.read().await
    }
}

impl LastSeen {
    fn look(&mut self, place: &Place, seen: Option<&Object>) {
        let text = seen.and_then(|seen| place.text(seen));
        if self.text.as_deref() != text {
            *self = LastSeen { text: text.map(str::to_string), since: Instant::now(), free_since: None };
        }
    }
}

/// Clocks differ, so what counts is how long *we* saw no renewal; a record that is expired by its own time needs less.
fn is_dead(record: &Record, seen_for: Duration, now: i64) -> bool {
    seen_for >= TTL || (record.expires_at < now && seen_for >= EXPIRED_FOR)
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn in_words(release: &str, holder: Option<&Holder>, before: usize) -> String {
    let before = match before {
        0 => String::new(),
        1 => ", and 1 more deployer waits before this one".to_string(),
        several => format!(", and {several} more deployers wait before this one"),
    };
    match holder {
        Some(holder) => format!("release {release:?} is held by {holder}{before}"),
        None => format!("release {release:?} is about to be deployed by others{before}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Record, in_words, is_dead};

    #[test]
    fn when_a_record_is_dead() {
        let record =
            Record { uuid: String::new(), lock_name: String::new(), expires_at: 1000, holders: 1, is_shared: false };
        let dead = |seen: u64, now: i64| is_dead(&record, Duration::from_secs(seen), now);
        assert!(!dead(0, 5000), "just seen: perhaps our clock is ahead");
        assert!(!dead(3, 5000));
        assert!(dead(4, 5000), "expired, and not renewed since");
        assert!(!dead(9, 500), "the other clock is ahead of ours");
        assert!(dead(10, 500), "not renewed for its whole life");
    }

    #[test]
    fn says_how_many_come_before() {
        assert_eq!(
            in_words("web", None, 2),
            "release \"web\" is about to be deployed by others, and 2 more deployers wait before this one"
        );
    }
}
