//! The lock while it is held: renewed by itself, given back in the end.

use std::time::Duration;

use skeg_resources::Object;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::acquire::{RENEW_EVERY, TTL, id, now};
use super::record::{Place, Record};
use crate::cluster::Cluster;
use crate::error::Error;
use crate::fence::Fence;

/// After this long without a renewal nothing is written any more: before others may take the lock.
const SURE_FOR: Duration = Duration::from_millis(TTL.as_millis() as u64 * 2 / 3);
/// How long one renewal may take before the next is tried.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(500);
const MAX_CONFLICTS: usize = 20;

/// A lock that is held. Dropped without [`Held::release`], it ends when its time is over.
pub struct Held {
    fence: Fence,
    stop: Option<oneshot::Sender<()>>,
    renewing: Option<JoinHandle<Lease>>,
}

impl Held {
    pub(super) fn start(
        cluster: Cluster,
        namespace: &str,
        place: Place,
        config_map: Object,
        record: Record,
        taken_at: Instant,
    ) -> Held {
        let fence = Fence::until(taken_at + SURE_FOR);
        let (stop, stopped) = oneshot::channel();
        let lease =
            Lease { cluster, namespace: namespace.to_string(), place, config_map, record, fence: fence.clone() };
        Held { fence, stop: Some(stop), renewing: Some(tokio::spawn(lease.keep(stopped))) }
    }

    /// Closes when the lock is lost: give it to [`Cluster::fenced`].
    pub fn fence(&self) -> Fence {
        self.fence.clone()
    }

    /// Gives the lock back. An error means that others have to wait until its time is over.
    pub async fn release(mut self) -> Result<(), Error> {
        // The receiver is gone only if the lock was lost.
        let _ = self.stop.take().map(|stop| stop.send(()));
        let Some(renewing) = self.renewing.take() else { return Ok(()) };
        match renewing.await {
            Ok(lease) => lease.give_back().await,
            Err(_) => Ok(()),
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

/// What the renewing task knows.
struct Lease {
    cluster: Cluster,
    namespace: String,
    place: Place,
    /// As last seen; with its version, a renewal needs no read before.
    config_map: Object,
    record: Record,
    fence: Fence,
}

/// What an attempt to write the record came to.
enum Outcome {
    Written,
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
            // A renewal that is cut off leaves `config_map` as it was: the next one reads it anew.
            match tokio::time::timeout(RENEWAL_TIMEOUT, self.put(true)).await {
                Ok(Ok(Outcome::Written)) => {
                    self.fence.keep_open_until(begun + SURE_FOR);
                    pause = RENEW_EVERY;
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
        for _ in 0..MAX_CONFLICTS {
            let Some(record) = self.place.record(&self.config_map) else {
                return Ok(Outcome::Lost("somebody took its record away".to_string()));
            };
            if record.uuid != self.record.uuid {
                let holder = self.place.holder(&self.config_map, &record);
                return Ok(Outcome::Lost(format!("it was taken by {holder}")));
            }
            let mut next = self.config_map.clone();
            if keep {
                let holder = self.place.holder(&next, &record);
                self.place.write(&mut next, &self.record, &holder);
            } else {
                self.place.clear(&mut next);
            }
            match self.cluster.replace(&next, Some(&self.namespace)).await {
                Ok(written) => {
                    self.config_map = written;
                    return Ok(Outcome::Written);
                }
                // Other releases of the namespace keep their locks in the same object.
                Err(error) if error.is_conflict() => {}
                Err(error) if error.is_not_found() => {
                    return Ok(Outcome::Lost("somebody deleted its record".to_string()));
                }
                Err(error) => return Err(error),
            }
            match self.cluster.get(&id(&self.namespace), "v1").await? {
                Some(fresh) => self.config_map = fresh,
                None => return Ok(Outcome::Lost("somebody deleted its record".to_string())),
            }
        }
        Err(Error::LockTimeout("too many others change its record".to_string()))
    }

    async fn give_back(mut self) -> Result<(), Error> {
        self.fence.close("it was given back");
        self.put(false).await.map(drop)
    }
}
