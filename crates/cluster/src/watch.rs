//! Watches all objects of a kind over one connection. The caller restarts it after its end.

use std::time::Duration;

use futures::Stream;
use futures::stream::try_unfold;
use serde_json::Value;
use skeg_resources::Object;

use crate::action;
use crate::cluster::Cluster;
use crate::error::{Error, Status};
use crate::kind::Kind;
use crate::lines::Lines;
use crate::read::{JSON, Query, object, selected, unreadable};
use crate::transport::Call;

const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
/// Seconds after which the server ends the watch regularly.
const SERVER_ENDS_AFTER: &str = "290";
/// Bookmarks come about every minute, so a longer silence means a dead connection.
const SILENCE: Duration = Duration::from_secs(100);

/// A watch event.
#[derive(Clone, Debug)]
pub enum WatchEvent {
    /// The object is new or changed.
    Applied(Object),
    /// The object was deleted; this was its last state.
    Deleted(Object),
    /// No change up to this resource version.
    Bookmark(String),
}

/// The state of a watch.
enum Watch {
    Wanted(Cluster, Call),
    Open(Box<Lines>),
}

impl Cluster {
    /// Changes of a kind's objects after a resource version. Ends when the server ends it; [`Error::Expired`] says that
    /// the version is too old, and a new list is needed.
    pub fn watch(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        query: &Query,
        since: &str,
    ) -> impl Stream<Item = Result<WatchEvent, Error>> + Send + use<> {
        let target = selected(kind, namespace, query)
            .with("watch", "1")
            .with("allowWatchBookmarks", "true")
            .with("timeoutSeconds", SERVER_ENDS_AFTER)
            .with_some("resourceVersion", Some(since));
        let accept = if query.metadata_only { METADATA } else { JSON };
        let call = Call::get(target.finish(), accept, &action::on_kind("watching", kind, namespace));
        let kind = kind.clone();
        try_unfold(Watch::Wanted(self.clone(), call), move |watch| {
            let kind = kind.clone();
            async move {
                let mut lines = match watch {
                    Watch::Open(lines) => lines,
                    Watch::Wanted(cluster, call) => open(&cluster, &call).await?,
                };
                loop {
                    let Some(line) = lines.next().await? else { return Ok(None) };
                    if !line.is_empty() {
                        return Ok(Some((event(&line, &kind)?, Watch::Open(lines))));
                    }
                }
            }
        })
    }
}

async fn open(cluster: &Cluster, call: &Call) -> Result<Box<Lines>, Error> {
    match cluster.transport().stream(call).await {
        Ok(stream) => Ok(Box::new(Lines::new(stream, &call.action, Some(SILENCE)))),
        Err(Error::Refused(status)) if status.code == 410 => Err(Error::Expired),
        Err(error) => Err(error),
    }
}

fn event(line: &[u8], kind: &Kind) -> Result<WatchEvent, Error> {
    let action = "reading a watch";
    let mut event: Value = serde_json::from_slice(line).map_err(|error| unreadable(action, error))?;
    let body = event["object"].take();
    match event["type"].as_str().unwrap_or_default() {
        "ADDED" | "MODIFIED" => Ok(WatchEvent::Applied(object(body, kind, action)?)),
        "DELETED" => Ok(WatchEvent::Deleted(object(body, kind, action)?)),
        "BOOKMARK" => {
            Ok(WatchEvent::Bookmark(body["metadata"]["resourceVersion"].as_str().unwrap_or_default().to_string()))
        }
        "ERROR" if body["code"] == 410 => Err(Error::Expired),
        "ERROR" => Err(Error::Refused(Box::new(Status::read(action, 500, body.to_string().as_bytes(), None)))),
        other => Err(unreadable(action, format!("an event of the type {other:?}"))),
    }
}
