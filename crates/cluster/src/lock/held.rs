//! The lock while it is held: renewed by itself, given back in the end.

use std::time::Duration;

use jiff::Timestamp;
use skeg_resources::Object;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::acquire::{RENEW_EVERY, TTL, now};
use super::board::{Board, Edit};
use super::record::{Place, Record};
use crate::error::Error;
use crate::fence::Fence;
use crate::random;

/// After this long without a renewal nothing is written any more: before others may take the lock.
const SURE_FOR: Duration = Duration::from_millis(TTL.as_millis() as u64 * 2 / 3);
/// How long one renewal may take before the next is tried.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(500);
/// How often our own record may turn out to be another than we thought: a renewal whose answer was lost.
const MAX_SURPRISES: usize = 5;

/// A lock that is held. Dropped without [`Held::release`], it ends when its time is over.
pub struct Held {
    fence: Fence,
    stop: Option<oneshot::Sender<()>>,
    renewing: Option<JoinHandle<Lease>>,
    /// When the lock was taken, by the server's clock and by ours.
    taken: (Timestamp, Instant),
}

impl Held {
    /// `seen` is the ConfigMap with our record in it.
    pub(super) fn start(board: Board, place: Place, record: Record, taken_at: Instant, seen: &Object) -> Held {
        let fence = Fence::until(taken_at + SURE_FOR);
        let (stop, stopped) = oneshot::channel();
        let lease = Lease { board, place, text: record.to_text(), record, fence: fence.clone() };
        let taken = (last_write(seen).unwrap_or_else(Timestamp::now), Instant::now());
        Held { fence, stop: Some(stop), renewing: Some(tokio::spawn(lease.keep(stopped))), taken }
    }

    /// Closes when the lock is lost: give it to [`Cluster::fenced`](crate::Cluster::fenced).
    pub fn fence(&self) -> Fence {
        self.fence.clone()
    }

    /// What the server's clock says by now: ours may be wrong.
    pub fn server_now(&self) -> Timestamp {
        let (server, ours) = self.taken;
        server.saturating_add(ours.elapsed()).unwrap_or(server)
    }

    /// Gives the lock back. An error means that others have to wait until its time is over.
    pub async fn release(self) -> Result<(), Error> {
        self.give_back().await.map(drop)
    }

    /// Gives the lock back, and deletes the ConfigMap where nothing else is in it: after a release that is no more.
    pub async fn release_for_good(self) -> Result<(), Error> {
        let Some((board, left)) = self.give_back().await? else { return Ok(()) };
        if is_empty(&left) { board.delete(&left).await } else { Ok(()) }
    }

    /// What is left of the ConfigMap; none where the lock was lost.
    async fn give_back(mut self) -> Result<Option<(Board, Object)>, Error> {
        // The receiver is gone only if the lock was lost.
        let _ = self.stop.take().map(|stop| stop.send(()));
        let Some(renewing) = self.renewing.take() else { return Ok(None) };
        match renewing.await {
            Ok(lease) => lease.give_back().await,
            Err(_) => Ok(None),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.fence.close("it was given back");
        if let Some(renewing) = &self.renewing {
            renewing.abort();
        }
    }
}

/// When an object was last written, by the server's clock.
fn last_write(object: &Object) -> Option<Timestamp> {
    let entries = object.at(&["metadata", "managedFields"])?.as_array()?.iter();
    entries.filter_map(|entry| entry.get("time")?.as_str()?.parse().ok()).max()
}

/// Nobody holds a lock in it or waits for one, and nobody keeps anything else there.
fn is_empty(board: &Object) -> bool {
    let has = |path: &[&str]| board.at(path).is_some();
    let is_used = board.annotations().next().is_some() || board.labels().next().is_some();
    !is_used && !has(&["data"]) && !has(&["binaryData"]) && !has(&["metadata", "ownerReferences"])
}

/// What the renewing task knows.
struct Lease {
    board: Board,
    place: Place,
    record: Record,
    /// The record as we last wrote it, as far as we know.
    text: String,
    fence: Fence,
}

/// What an attempt to write the record came to.
enum Outcome {
    Written(Object),
    Lost(String),
}

impl Lease {
    /// Renews until told to stop, or until the lock is another's.
    async fn keep(mut self, mut stopped: oneshot::Receiver<()>) -> Lease {
        let mut pause = RENEW_EVERY;
        loop {
            tokio::select! {
                _ = &mut stopped => return self,
                () = tokio::time::sleep(pause) => {}
            }
            let begun = Instant::now();
            self.record.expires_at = now() + TTL.as_secs() as i64;
            // One that is cut off may be done all the same: the next one finds out.
            match tokio::time::timeout(RENEWAL_TIMEOUT, self.put(true)).await {
                Ok(Ok(Outcome::Written(_))) => {
                    self.fence.keep_open_until(begun + SURE_FOR);
                    // Holders that came together need not renew together.
                    pause = RENEW_EVERY.mul_f64(1.0 - random::fraction() / 4.0);
                }
                Ok(Ok(Outcome::Lost(reason))) => {
                    self.fence.close(&reason);
                    return self;
                }
                Ok(Err(_)) | Err(_) => pause = PAUSE_AFTER_FAILURE,
            }
        }
    }

    /// Writes our record, or takes it away, as long as it is still ours.
    async fn put(&mut self, keep: bool) -> Result<Outcome, Error> {
        for _ in 0..MAX_SURPRISES {
            let next = self.record.to_text();
            let edit = Edit::default().expect(&self.place.record_key, Some(&self.text));
            let edit = match keep {
                true => edit.set(&self.place.record_key, next.clone()),
                false => edit.remove(&self.place.record_key).remove(&self.place.holder_key),
            };
            if let Some(written) = self.board.change(&edit).await? {
                self.text = next;
                return Ok(Outcome::Written(written));
            }
            let Some(found) = &self.board.read().await? else {
                return Ok(Outcome::Lost("someone deleted its record".to_string()));
            };
            let Some(record) = self.place.record(found) else {
                return Ok(Outcome::Lost("someone removed its record".to_string()));
            };
            if record.uuid != self.record.uuid {
                let holder = self.place.holder(found, &record);
                return Ok(Outcome::Lost(format!("it was taken by {holder}")));
            }
            self.text = self.place.text(found).unwrap_or_default().to_string();
        }
        Err(Error::LockTimeout("its record keeps changing".to_string()))
    }

    async fn give_back(mut self) -> Result<Option<(Board, Object)>, Error> {
        self.fence.close("it was given back");
        match self.put(false).await? {
            Outcome::Written(left) => Ok(Some((self.board, left))),
            Outcome::Lost(_) => Ok(None),
        }
    }
}
