//! Deploys by tools that take no lock: Helm's. The only sign of one is a pending record, and its age.
//!
//! Our own records, and those of other tools that take the lock, are marked: whoever has the lock knows that nobody
//! works on them any more.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use skeg_plan::{Event, ReleaseName};
use skeg_release_store::{Driver, History, ReleaseStatus, Summary, Writer, record_key};

use crate::error::Error;
use crate::past::Past;
use crate::world::World;

/// How long after the last write of its record such a deploy counts as alive. Helm writes at the start, after each hook
/// and at the end, and by default times out after five minutes.
const ALIVE_FOR: SignedDuration = SignedDuration::from_mins(6);
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long to wait for tools that take no lock.
#[derive(Clone)]
pub(crate) struct Patience {
    /// The same limit as for the lock; `None` for no limit.
    until: Option<Instant>,
    /// The server's time, and when it was read.
    clock: (Timestamp, Instant),
    /// What is being waited for, for the message if it is stopped.
    doing: Arc<Mutex<Option<String>>>,
}

/// A pending deploy that holds no lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Which release.
    pub release: ReleaseName,
    /// The revision being deployed.
    pub revision: u64,
    /// The status of its record.
    pub status: ReleaseStatus,
    /// The tool, as far as known.
    pub by: String,
    /// The last write of the record.
    pub since: Timestamp,
    /// When it counts as dead.
    pub dead_at: Timestamp,
    /// The object with its record: `secret/sh.helm.release.v1.shop.v2`.
    pub record: String,
}

impl Patience {
    pub(crate) fn new(until: Option<Instant>, server_now: Timestamp) -> Patience {
        Patience { until, clock: (server_now, Instant::now()), doing: Arc::default() }
    }

    /// Reads the records of a release once nobody else works on it.
    pub(crate) async fn read(&self, world: &World, release: &ReleaseName) -> Result<Past, Error> {
        let store = world.store(&release.namespace);
        let mut reported = None;
        loop {
            let history = store.history(&release.name).await?;
            let Some(found) = self.find(&history, release, world.driver()) else {
                self.tell(None);
                return Past::of(&store, &world.inventories, release, history).await;
            };
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return Err(Error::UnderWay(Box::new(found)));
            }
            if reported.as_ref() != Some(&found) {
                self.tell(Some(format!("waiting for another deploy: {found}")));
                (world.events)(Event::Waiting {
                    text: format!(
                        "{found}; waiting until it is done, or until {} if there is no sign of it",
                        found.dead_at
                    ),
                });
                reported = Some(found);
            }
            let left = self.until.map_or(LOOK_EVERY, |until| until.saturating_duration_since(Instant::now()));
            tokio::time::sleep(LOOK_EVERY.min(left)).await;
        }
    }

    /// Adds what was being waited for to a timeout.
    pub(crate) fn explain(&self, error: Error) -> Error {
        let doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match (error, doing) {
            (Error::TimedOut { limit, .. }, Some(doing)) => Error::TimedOut { limit, doing, is_waiting: true },
            (error, _) => error,
        }
    }

    fn tell(&self, doing: Option<String>) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing;
    }

    fn find(&self, history: &History, release: &ReleaseName, driver: Driver) -> Option<UnderWay> {
        let (server, seen_at) = self.clock;
        let now = server.saturating_add(SignedDuration::try_from(seen_at.elapsed()).unwrap_or_default()).ok()?;
        alive(history, now).map(|(summary, since)| {
            let kind = if driver == Driver::Secret { "secret" } else { "configmap" };
            UnderWay {
                release: release.clone(),
                revision: summary.revision,
                status: summary.status,
                by: summary.written.by.clone(),
                since,
                dead_at: since.saturating_add(ALIVE_FOR).unwrap_or(since),
                record: format!("{kind}/{}", record_key(&summary.name, summary.revision)),
            }
        })
    }
}

/// The newest revision that a tool without a lock seems to work on, and since when.
fn alive(history: &History, now: Timestamp) -> Option<(&Summary, Timestamp)> {
    let mut unlocked = history.revisions.iter().rev().filter(|each| each.is_under_way_unlocked());
    unlocked.find_map(|each| {
        let at = each.written.at?;
        (now.duration_since(at) < ALIVE_FOR).then_some((each, at))
    })
}

impl std::fmt::Display for UnderWay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by = match self.by.as_str() {
            "" => "another tool",
            by if by.eq_ignore_ascii_case("helm") => "Helm",
            by => by,
        };
        let doing = match self.status {
            ReleaseStatus::Uninstalling => "uninstalling",
            ReleaseStatus::PendingRollback => "rolling back to",
            _ => "deploying",
        };
        let (name, revision) = (&self.release.name, self.revision);
        write!(
            f,
            "{by} is {doing} revision {revision} of release {name:?} since {} ({})",
            self.since,
            self.status.name()
        )
    }
}

/// Marks all except one of the deployed revisions superseded: a deploy that was taken for dead may have finished after
/// all.
pub(crate) async fn supersede_others(writer: &Writer, name: &str, deployed: u64) -> Result<(), Error> {
    let store = writer.store();
    let history = store.history(name).await?;
    let is_other = |each: &&Summary| each.status == ReleaseStatus::Deployed && each.revision != deployed;
    for other in history.revisions.iter().filter(is_other) {
        if let Some(mut record) = store.get(name, other.revision).await? {
            record.info.status = ReleaseStatus::Superseded;
            writer.update(&record).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};
    use skeg_release_store::{History, ReleaseStatus, Summary, Written};

    use super::alive;

    fn summary(revision: u64, status: ReleaseStatus, age: i64, under_lock: bool) -> Summary {
        let at = Some(Timestamp::UNIX_EPOCH + SignedDuration::from_secs(100_000 - age));
        Summary {
            name: "shop".to_string(),
            namespace: "shop".to_string(),
            revision,
            status,
            created: at,
            modified: None,
            written: Written { by: "Helm".to_string(), at, under_lock },
            uid: None,
            labels: Default::default(),
        }
    }

    #[test]
    fn what_counts_as_alive() {
        use ReleaseStatus::{Deployed, PendingUpgrade, Uninstalling};
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(100_000);
        for (status, age, under_lock, expected) in [
            (PendingUpgrade, 3, false, true),
            (PendingUpgrade, 3, true, false),
            (PendingUpgrade, 359, false, true),
            (PendingUpgrade, 360, false, false),
            (PendingUpgrade, -5, false, true),
            (Uninstalling, 3, false, true),
            (Deployed, 3, false, false),
        ] {
            let revisions = vec![summary(1, Deployed, 4, false), summary(2, status, age, under_lock)];
            let history = History { revisions, warnings: Vec::new() };
            assert_eq!(alive(&history, now).is_some(), expected, "{status:?} {age} {under_lock}");
        }
    }
}
