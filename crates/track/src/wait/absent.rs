//! Waits until a resource is gone.

use std::sync::Arc;

use skeg_resources::Object;
use tokio::sync::Notify;

use super::Observer;
use super::clock::{Clock, limit, shown};
use super::root::{Root, finalizers, is_gone};
use crate::failure::{Cause, TrackFailure};
use crate::feed::{Observed, Source};
use crate::notice::Notice;
use crate::options::TrackTarget;
use crate::rules::{Assessment, Progress, Surroundings, assess};
use crate::tracker::Shared;

pub(crate) async fn absent(
    shared: &Shared,
    target: &TrackTarget,
    observer: Observer<'_>,
) -> Result<(), Box<TrackFailure>> {
    if is_surely_gone(shared, target).await? {
        return Ok(());
    }
    let bell = Arc::new(Notify::new());
    let mut root = Root::watch(shared, target, source(target), &bell);
    let uid = target.object.as_ref().and_then(Object::uid);
    let mut clock = Clock::start();
    let mut reported = None;
    loop {
        root.refresh().await?;
        let observed = root.observed();
        if is_gone(&observed, uid) {
            return Ok(());
        }
        clock.run(root.outage().is_none());
        let now = clock.elapsed();
        let progress = progress(&observed, root.outage());
        let limit = limit(shared.options.absence_timeout);
        if limit.is_some_and(|limit| now >= limit) {
            let message = format!("still there after {}: {}", shown(shared.options.absence_timeout), progress.waits);
            return Err(TrackFailure::new(&target.id, Cause::TimedOut, message));
        }
        if reported.as_ref() != Some(&progress) {
            observer(Notice::Progress(progress.clone()));
            reported = Some(progress);
        }
        let moments = [limit];
        tokio::select! {
            () = bell.notified() => {}
            () = clock.reach(now, &moments) => {}
            () = root.next_question() => {}
        }
    }
}

/// Whether one request at most is enough to know that it does not exist.
async fn is_surely_gone(shared: &Shared, target: &TrackTarget) -> Result<bool, Box<TrackFailure>> {
    // An object of an unknown kind cannot exist.
    let kind = shared.cluster.kind(&target.id.group, &target.id.kind, "").await.map(|kind| kind.is_none());
    // Without a uid, the feed may still be from before the object was created.
    let answer = match kind {
        Ok(false) if target.object.is_none() => {
            shared.cluster.get(&target.id, &target.version).await.map(|object| object.is_none())
        }
        other => other,
    };
    match answer {
        Ok(is_gone) => Ok(is_gone),
        Err(error) if error.is_temporary() => Ok(false),
        Err(error) => Err(TrackFailure::new(&target.id, Cause::Refused, error.to_string())),
    }
}

/// Metadata is enough, except for namespaces: their status says what is left in them.
fn source(target: &TrackTarget) -> Source {
    let whole = Source::of(&target.id, &target.version);
    if target.id.is_kind("", "Namespace") { whole } else { whole.metadata() }
}

fn progress(observed: &Observed, outage: Option<String>) -> Progress {
    let waits = |waits: String| Progress { waits, ..Progress::default() };
    if let Some(outage) = outage {
        return waits(format!("the API server does not answer: {outage}"));
    }
    let Observed::Here(object) = observed else { return waits("it to go".to_string()) };
    if !object.is_being_deleted() {
        return waits("its deletion to start".to_string());
    }
    if object.kind() == "Namespace"
        && let Assessment::Progressing(progress) = assess(object, &Surroundings::default())
    {
        return waits(progress.waits);
    }
    let finalizers = finalizers(object);
    let reported = match finalizers.as_slice() {
        [] => return waits("it to go".to_string()),
        ["foregroundDeletion"] => return waits("the objects it owns to be deleted".to_string()),
        [only] => format!("finalizer {only}"),
        several => format!("finalizers {}", several.join(", ")),
    };
    Progress { finalizers: finalizers.into_iter().map(str::to_string).collect(), ..waits(reported) }
}
