//! Waits until a resource exists.

use std::sync::Arc;

use skeg_cluster::{Backoff, Kind};
use tokio::sync::Notify;

use super::Observer;
use super::clock::{limit, shown};
use super::root::Root;
use crate::failure::{Cause, TrackFailure};
use crate::feed::{Observed, Source};
use crate::notice::Notice;
use crate::options::TrackTarget;
use crate::rules::Progress;
use crate::tracker::Shared;

pub(crate) async fn present(
    shared: &Shared,
    target: &TrackTarget,
    observer: Observer<'_>,
) -> Result<(), Box<TrackFailure>> {
    if target.object.is_some() {
        return Ok(());
    }
    let limit = limit(shared.options.presence_timeout);
    let appearing = appear(shared, target, observer);
    let Some(limit) = limit else { return appearing.await };
    match tokio::time::timeout(limit, appearing).await {
        Ok(ended) => ended,
        Err(_) => {
            let message = format!("it does not exist; waited for {}", shown(limit));
            Err(TrackFailure::new(&target.id, Cause::TimedOut, message))
        }
    }
}

async fn appear(shared: &Shared, target: &TrackTarget, observer: Observer<'_>) -> Result<(), Box<TrackFailure>> {
    known_kind(shared, target, observer).await?;
    // Most exist already, and one request is cheaper than a list.
    match shared.cluster.get(&target.id, &target.version).await {
        Ok(Some(object)) if !object.is_being_deleted() => return Ok(()),
        Err(error) if !error.is_temporary() => {
            return Err(TrackFailure::new(&target.id, Cause::Refused, error.to_string()));
        }
        _ => {}
    }
    observer(waits("it to be created"));
    let bell = Arc::new(Notify::new());
    let mut root = Root::watch(shared, target, Source::of(&target.id, &target.version).metadata(), &bell);
    loop {
        root.refresh().await?;
        if matches!(root.observed(), Observed::Here(object) if !object.is_being_deleted()) {
            return Ok(());
        }
        tokio::select! {
            () = bell.notified() => {}
            () = root.next_question() => {}
        }
    }
}

fn waits(text: impl Into<String>) -> Notice {
    Notice::Progress(Progress { waits: text.into(), ..Progress::default() })
}

/// The kind of the resource; waits until the cluster serves it. That cannot be watched.
pub(super) async fn known_kind(
    shared: &Shared,
    target: &TrackTarget,
    observer: Observer<'_>,
) -> Result<Kind, Box<TrackFailure>> {
    let mut backoff = Backoff::reconnecting();
    let mut has_reported = false;
    loop {
        for version in [target.version.as_str(), ""] {
            match shared.cluster.kind(&target.id.group, &target.id.kind, version).await {
                Ok(Some(kind)) => return Ok(kind),
                Err(error) if !error.is_temporary() => {
                    return Err(TrackFailure::new(&target.id, Cause::Refused, error.to_string()));
                }
                _ => {}
            }
        }
        if !has_reported {
            observer(waits("the cluster to know its kind"));
            has_reported = true;
        }
        tokio::time::sleep(backoff.step()).await;
    }
}
