//! Getting the lock: at once where nobody has it, else when the holder is done or dead.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use skeg_resources::{Object, ResourceId};
use tokio::time::Instant;

use super::held::Held;
use super::holder::Holder;
use super::record::{CONFIG_MAP, Place, Record};
use crate::chance;
use crate::cluster::Cluster;
use crate::error::Error;

/// For how long a record holds that is not renewed. Nelm's, as are the next two.
pub(super) const TTL: Duration = Duration::from_secs(10);
pub(super) const RENEW_EVERY: Duration = Duration::from_secs(3);
const POLL_EVERY: Duration = Duration::from_secs(1);
/// How long before a record that claims to have expired is believed to be dead: one renewal and a bit.
const EXPIRED_FOR: Duration = Duration::from_secs(4);

/// The lock of a release.
pub struct Lock;

/// How a lock is waited for, and who is waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockOptions {
    /// None: as long as it takes.
    pub timeout: Option<Duration>,
    /// Told to others who wait.
    pub user: String,
    pub host: String,
}

/// A record that stays the same, and since when we see it.
struct Sight {
    record: Record,
    since: Instant,
}

impl Lock {
    /// Waits for the lock of a release and takes it. `on_wait` is told who holds it, at first and when that changes. Dropping
    /// the future ends the waiting.
    pub async fn acquire(
        cluster: &Cluster,
        namespace: &str,
        release: &str,
        options: &LockOptions,
        mut on_wait: impl FnMut(&Holder),
    ) -> Result<Held, Error> {
        let place = Place::of(release);
        let deadline = options.timeout.map(|timeout| Instant::now() + timeout);
        let mut sight: Option<Sight> = None;
        loop {
            let config_map = cluster.get(&id(namespace), "v1").await?;
            let record = config_map.as_ref().and_then(|config_map| place.record(config_map));
            let (Some(config_map), Some(record)) = (&config_map, record) else {
                match take(cluster, namespace, &place, config_map, options).await? {
                    Some(held) => return Ok(held),
                    None => continue,
                }
            };
            let holder = place.holder(config_map, &record);
            let is_new = sight.as_ref().is_none_or(|sight| sight.record.uuid != record.uuid);
            if sight.as_ref().is_none_or(|sight| sight.record != record) {
                sight = Some(Sight { record: record.clone(), since: Instant::now() });
            }
            let seen_for = sight.as_ref().map_or(Duration::ZERO, |sight| sight.since.elapsed());
            if holder.is_gone() || is_dead(&record, seen_for, now()) {
                if let Some(held) = take(cluster, namespace, &place, Some(config_map.clone()), options).await? {
                    return Ok(held);
                }
                continue;
            }
            if is_new {
                on_wait(&holder);
            }
            if deadline.is_some_and(|deadline| Instant::now() + POLL_EVERY > deadline) {
                return Err(Error::LockTimeout(format!("release {release:?} is held by {holder}")));
            }
            tokio::time::sleep(POLL_EVERY).await;
        }
    }
}

pub(super) fn id(namespace: &str) -> ResourceId {
    ResourceId::new("", "ConfigMap", Some(namespace), CONFIG_MAP)
}

/// Clocks differ, so what counts is how long *we* saw no renewal; a record that says itself that it is over needs less.
fn is_dead(record: &Record, seen_for: Duration, now: i64) -> bool {
    seen_for >= TTL || (record.expires_at < now && seen_for >= EXPIRED_FOR)
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Writes our record; none where somebody else was quicker.
async fn take(
    cluster: &Cluster,
    namespace: &str,
    place: &Place,
    config_map: Option<Object>,
    options: &LockOptions,
) -> Result<Option<Held>, Error> {
    let uuid = chance::uuid();
    let record = Record {
        uuid: uuid.clone(),
        lock_name: place.lock_name.clone(),
        expires_at: now() + TTL.as_secs() as i64,
        holders: 1,
        is_shared: false,
    };
    let holder = Holder::this(
        &uuid,
        &options.user,
        &options.host,
        jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
    );
    let taken_at = Instant::now();
    let written = match config_map {
        Some(mut config_map) => {
            place.write(&mut config_map, &record, &holder);
            cluster.replace(&config_map, Some(namespace)).await
        }
        None => {
            let mut config_map = empty(namespace)?;
            place.write(&mut config_map, &record, &holder);
            cluster.create(&config_map, Some(namespace)).await
        }
    };
    match written {
        Ok(config_map) => {
            Ok(Some(Held::start(cluster.clone(), namespace, place.clone(), config_map, record, taken_at)))
        }
        Err(error) if error.is_conflict() || error.is_already_exists() => Ok(None),
        // It went away between the look and the write.
        Err(error)
            if error.is_not_found() && error.status().is_some_and(|status| status.about_kind == "configmaps") =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn empty(namespace: &str) -> Result<Object, Error> {
    let value = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": CONFIG_MAP, "namespace": namespace},
    });
    Object::try_from(value).map_err(|error| Error::bad_object("preparing the lock", error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Record, is_dead};

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
}
