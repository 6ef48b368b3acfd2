//! The lock while it is held: renewed in the background, released at the end.

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

/// Without a renewal for this long, writes stop: before others may take the lock.
const SURE_FOR: Duration = Duration::from_millis(TTL.as_millis() as u64 * 2 / 3);
/// Time limit for one renewal before the next attempt.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(500);
/// How often our record may differ from what we last wrote: a renewal whose response was lost.
const MAX_SURPRISES: usize = 5;

/// A held lock. If dropped without [`Held::release`], it expires.
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

    /// Closes when the lock is lost: pass it to [`Cluster::fenced`](crate::Cluster::fenced).
    pub fn fence(&self) -> Fence {
        self.fence.clone()
    }

    /// The current time of the server: our clock may be wrong.
    pub fn server_now(&self) -> Timestamp {
        let (server, ours) = self.taken;
        server.saturating_add(ours.elapsed()).unwrap_or(server)
    }

    /// Releases the lock. After an error others wait until it expires.
    pub async fn release(self) -> Result<(), Error> {
        self.give_back().await.map(drop)
    }

    /// Releases the lock, and deletes the ConfigMap if nothing else is in it: after an uninstall.
    pub async fn release_for_good(self) -> Result<(), Error> {
        let Some((board, left)) = self.give_back().await? else { return Ok(()) };
        if is_empty(&left) { board.delete(&left).await } else { Ok(()) }
    }

    /// What is left of the ConfigMap; `None` if the lock was lost.
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
        self.fence.close("it was released");
        if let Some(renewing) = &self.renewing {
            renewing.abort();
        }
    }
}

/// The last write of an object, by the server's clock.
fn last_write(object: &Object) -> Option<Timestamp> {
    let entries = object.at(&["metadata", "managedFields"])?.as_array()?.iter();
    entries.filter_map(|entry| entry.get("time")?.as_str()?.parse().ok()).max()
}

/// No locks, no waiters, and nothing of anybody else.
fn is_empty(board: &Object) -> bool {
    let has = |path: &[&str]| board.at(path).is_some();
    let is_used = board.annotations().next().is_some() || board.labels().next().is_some();
    !is_used && !has(&["data"]) && !has(&["binaryData"]) && !has(&["metadata", "ownerReferences"])
}

/// The state of the renewing task.
struct Lease {
    board: Board,
    place: Place,
    record: Record,
    /// The record as last written, as far as we know.
    text: String,
    fence: Fence,
}

/// The result of writing the record.
enum Outcome {
    Written(Object),
    Lost(String),
}

impl Lease {
    /// Renews until told to stop, or until the lock is lost.
    async fn keep(mut self, mut stopped: oneshot::Receiver<()>) -> Lease {
        let mut pause = RENEW_EVERY;
        loop {
            tokio::select! {
                _ = &mut stopped => return self,
                () = tokio::time::sleep(pause) => {}
            }
            let begun = Instant::now();
            self.record.expires_at = now() + TTL.as_secs() as i64;
            // A cancelled renewal may have succeeded anyway: the next one finds out.
            match tokio::time::timeout(RENEWAL_TIMEOUT, self.put(true)).await {
                Ok(Ok(Outcome::Written(_))) => {
                    self.fence.keep_open_until(begun + SURE_FOR);
                    // Jitter, so that holders that started together do not renew together.
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

    /// Writes or removes our record, if it is still ours.
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
        self.fence.close("it was released");
        match self.put(false).await? {
            Outcome::Written(left) => Ok(Some((self.board, left))),
            Outcome::Lost(_) => Ok(None),
        }
    }
}
