//! The ConfigMap with all locks of a namespace, and writes to it that touch only their own keys.
//!
//! A write is a JSON patch that tests the keys it depends on, so that locks of different releases do not block each
//! other. Replacing the whole object, as Nelm does, conflicts with every other change: 80 releases at once caused 2,748
//! conflicts.

use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt, TryStreamExt};
use http::Method;
use serde_json::{Map, Value, json};
use skeg_resources::managed_fields::FIELD_MANAGER;
use skeg_resources::{Object, ResourceId};

use crate::action;
use crate::backoff::Backoff;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::path::Target;
use crate::random;
use crate::read::{JSON, Query, object, unreadable};
use crate::transport::Call;
use crate::watch::WatchEvent;

/// Its name, the same as Nelm's.
pub const CONFIG_MAP: &str = "werf-synchronization";
const ANNOTATIONS: &str = "/metadata/annotations";
/// Polling interval if it cannot be watched, or the watch broke.
const READ_EVERY: Duration = Duration::from_secs(1);
/// How many collisions are retried before writing regardless of other changes.
const MAX_COLLISIONS: u32 = 10;
/// The longest pause after the first collision; it doubles up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_millis(40);
const LONGEST_PAUSE: Duration = Duration::from_millis(640);

/// The locks of a namespace.
#[derive(Clone)]
pub(super) struct Board {
    cluster: Cluster,
    namespace: String,
}

/// Changes of annotations, made together or not at all.
#[derive(Default)]
pub(super) struct Edit {
    /// Values that must be present; `None`: the key must be absent.
    expected: Vec<(String, Option<String>)>,
    /// Values to write; `None` removes the key.
    written: Vec<(String, Option<String>)>,
}

impl Edit {
    pub(super) fn expect(mut self, key: &str, value: Option<&str>) -> Edit {
        self.expected.push((key.to_string(), value.map(str::to_string)));
        self
    }

    pub(super) fn set(mut self, key: &str, value: String) -> Edit {
        self.written.push((key.to_string(), Some(value)));
        self
    }

    /// Removes an annotation, if it exists.
    pub(super) fn remove(mut self, key: &str) -> Edit {
        self.written.push((key.to_string(), None));
        self
    }

    /// As a JSON patch against the object as seen, or against any with annotations.
    fn patch(&self, seen: Option<&Object>) -> Value {
        let version = seen.and_then(Object::resource_version);
        let version =
            version.map(|version| json!({"op": "test", "path": "/metadata/resourceVersion", "value": version}));
        let mut operations: Vec<Value> = version.into_iter().collect();
        if seen.is_some_and(|seen| seen.annotations().next().is_none()) {
            operations.push(json!({"op": "test", "path": ANNOTATIONS, "value": null}));
            operations.push(json!({"op": "add", "path": ANNOTATIONS, "value": self.annotations()}));
            return Value::Array(operations);
        }
        let pointer = |key: &str| format!("{ANNOTATIONS}/{}", key.replace('~', "~0").replace('/', "~1"));
        let test =
            |(key, value): &(String, Option<String>)| json!({"op": "test", "path": pointer(key), "value": value});
        operations.extend(self.expected.iter().map(test));
        for (key, value) in &self.written {
            // A missing key cannot be removed, so it is added first.
            operations.push(json!({"op": "add", "path": pointer(key), "value": value.as_deref().unwrap_or_default()}));
            if value.is_none() {
                operations.push(json!({"op": "remove", "path": pointer(key)}));
            }
        }
        Value::Array(operations)
    }

    /// The annotations of a new object.
    fn annotations(&self) -> Map<String, Value> {
        let written = self.written.iter().filter_map(|(key, value)| Some((key.clone(), value.clone()?.into())));
        written.collect()
    }

    /// Whether an object meets the expectations.
    fn fits(&self, seen: Option<&Object>) -> bool {
        let is_so =
            |(key, value): &(String, Option<String>)| seen.and_then(|seen| seen.annotation(key)) == value.as_deref();
        self.expected.iter().all(is_so)
    }
}

impl Board {
    pub(super) fn new(cluster: &Cluster, namespace: &str) -> Board {
        Board { cluster: cluster.clone(), namespace: namespace.to_string() }
    }

    fn id(&self) -> ResourceId {
        ResourceId::new("", "ConfigMap", Some(&self.namespace), CONFIG_MAP)
    }

    /// The current object; `None` if it does not exist yet.
    pub(super) async fn read(&self) -> Result<Option<Object>, Error> {
        self.cluster.get(&self.id(), "v1").await
    }

    /// Makes changes to the object as last seen. `None` if it does not meet the expectations.
    ///
    /// The server reapplies a patch whenever another write wins, whatever the patch tests, and does so for all
    /// concurrent ones: 80 installs took 32 s. So the object must be exactly as seen; after a collision the writer
    /// pauses for a random and growing time and reads again.
    pub(super) async fn edit(&self, seen: Option<&Object>, edit: &Edit) -> Result<Option<Object>, Error> {
        let mut seen = seen.cloned();
        for collisions in 0..MAX_COLLISIONS {
            if !edit.fits(seen.as_ref()) {
                return Ok(None);
            }
            let written = match &seen {
                None => self.create(edit).await?,
                Some(seen) => self.patch(&edit.patch(Some(seen))).await?,
            };
            if written.is_some() {
                return Ok(written);
            }
            let longest = Backoff::after(FIRST_PAUSE, LONGEST_PAUSE, collisions);
            tokio::time::sleep(longest.mul_f64(random::fraction())).await;
            seen = self.read().await?;
        }
        self.change(edit).await
    }

    /// Makes changes to an object that has annotations, whatever else changes. `None` if it does not meet the
    /// expectations.
    pub(super) async fn change(&self, edit: &Edit) -> Result<Option<Object>, Error> {
        self.patch(&edit.patch(None)).await
    }

    async fn patch(&self, patch: &Value) -> Result<Option<Object>, Error> {
        let action = "reading the release lock";
        match self.send(Method::PATCH, "application/json-patch+json", patch).await {
            Ok(body) => {
                let kind = self.cluster.kind_of(&self.id(), "v1").await?;
                let value = serde_json::from_slice(&body).map_err(|error| unreadable(action, error))?;
                object(value, &kind, action).map(Some)
            }
            Err(error) if is_unexpected(&error) || error.is_conflict() || is_gone(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn create(&self, edit: &Edit) -> Result<Option<Object>, Error> {
        let metadata = json!({"name": CONFIG_MAP, "namespace": self.namespace, "annotations": edit.annotations()});
        let wanted = Object::try_from(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata}))
            .map_err(|error| Error::bad_object("preparing the lock", error.to_string()))?;
        match self.cluster.create(&wanted, Some(&self.namespace)).await {
            Ok(created) => Ok(Some(created)),
            Err(error) if error.is_already_exists() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Deletes the object if it is still exactly as seen.
    pub(super) async fn delete(&self, seen: &Object) -> Result<(), Error> {
        let preconditions = json!({"uid": seen.uid(), "resourceVersion": seen.resource_version()});
        let options = json!({"apiVersion": "v1", "kind": "DeleteOptions", "preconditions": preconditions});
        match self.send(Method::DELETE, JSON, &options).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_conflict() || error.is_not_found() => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn send(&self, method: Method, content_type: &'static str, body: &Value) -> Result<Bytes, Error> {
        let kind = self.cluster.kind_of(&self.id(), "v1").await?;
        let verb = if method == Method::DELETE { "deleting" } else { "changing" };
        let mut target = Target::new(kind.path_of(Some(&self.namespace), CONFIG_MAP));
        if method == Method::PATCH {
            target = target.with("fieldManager", FIELD_MANAGER);
        }
        let call = Call {
            target: target.finish(),
            method,
            accept: JSON,
            content_type,
            body: Bytes::from(body.to_string()),
            action: action::on_object(verb, "ConfigMap", CONFIG_MAP, Some(&self.namespace)),
            repeatable: true,
        };
        Ok(self.cluster.write(&call, false).await?.body)
    }

    /// Watches the object from where it was seen.
    async fn watch(&self, seen: Option<&Object>) -> Result<Option<Events>, Error> {
        let Some(since) = seen.and_then(Object::resource_version) else { return Ok(None) };
        let kind = self.cluster.kind_of(&self.id(), "v1").await?;
        let fields = format!("metadata.name={CONFIG_MAP}");
        let query = Query { fields, metadata_only: true, ..Query::default() };
        Ok(Some(self.cluster.watch(&kind, Some(&self.namespace), &query, since).boxed()))
    }
}

type Events = BoxStream<'static, Result<WatchEvent, Error>>;
type Reading = BoxFuture<'static, Result<Option<Object>, Error>>;

/// The object over time: by a watch if possible, else by polling.
pub(super) struct Feed {
    board: Board,
    watch: Option<Events>,
    /// In progress, since a read may take longer than one wait for it.
    reading: Option<Reading>,
    may_watch: bool,
}

impl Feed {
    pub(super) fn new(board: &Board) -> Feed {
        Feed { board: board.clone(), watch: None, reading: None, may_watch: true }
    }

    /// The object after its next change; `None` if it was deleted. May be dropped and called again at any time.
    pub(super) async fn next(&mut self, seen: Option<&Object>) -> Result<Option<Object>, Error> {
        loop {
            if let Some(reading) = &mut self.reading {
                let read = reading.await;
                self.reading = None;
                return read;
            }
            if self.watch.is_none() && self.may_watch {
                self.watch = self.board.watch(seen).await?;
            }
            let Some(watch) = &mut self.watch else {
                self.read_after(READ_EVERY);
                continue;
            };
            match watch.try_next().await {
                Ok(Some(WatchEvent::Applied(object))) => return Ok(Some(object)),
                Ok(Some(WatchEvent::Deleted(_))) => {
                    self.watch = None;
                    return Ok(None);
                }
                Ok(Some(WatchEvent::Bookmark(_))) => {}
                // The server ends every watch after a while.
                Ok(None) => self.read_after(Duration::ZERO),
                Err(error) => {
                    // A user who may not watch may still read.
                    self.may_watch = !error.is_forbidden();
                    self.read_after(READ_EVERY);
                }
            }
        }
    }

    fn read_after(&mut self, pause: Duration) {
        self.watch = None;
        let board = self.board.clone();
        let reading = async move {
            tokio::time::sleep(pause).await;
            board.read().await
        };
        self.reading = Some(reading.boxed());
    }
}

/// A test of the patch failed. The server uses the same code for an invalid object, but then names the field.
fn is_unexpected(error: &Error) -> bool {
    error.is_invalid() && error.status().is_some_and(|status| status.causes.is_empty())
}

/// The object itself is gone; not its namespace.
fn is_gone(error: &Error) -> bool {
    error.is_not_found() && error.status().is_some_and(|status| status.about_kind == "configmaps")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_resources::Object;

    use super::Edit;

    #[test]
    fn an_edit_tests_and_touches_only_its_own_keys() {
        let edit = Edit::default().expect("a/b~c", None).set("a/b~c", "1".to_string()).remove("x");
        let touched = json!([
            {"op": "test", "path": "/metadata/annotations/a~1b~0c", "value": null},
            {"op": "add", "path": "/metadata/annotations/a~1b~0c", "value": "1"},
            {"op": "add", "path": "/metadata/annotations/x", "value": ""},
            {"op": "remove", "path": "/metadata/annotations/x"},
        ]);
        assert_eq!(edit.patch(None), touched);
        let board = |annotations: Value| {
            let metadata = json!({"name": "x", "resourceVersion": "7", "annotations": annotations});
            Object::try_from(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata})).unwrap()
        };
        let version = json!({"op": "test", "path": "/metadata/resourceVersion", "value": "7"});
        let patch = edit.patch(Some(&board(json!({"y": "1"}))));
        assert_eq!((&patch[0], patch.as_array().unwrap().len()), (&version, 5));
        assert_eq!(
            edit.patch(Some(&board(json!({})))),
            json!([
                version,
                {"op": "test", "path": "/metadata/annotations", "value": null},
                {"op": "add", "path": "/metadata/annotations", "value": {"a/b~c": "1"}},
            ])
        );
        assert!(edit.fits(None) && edit.fits(Some(&board(json!({"y": "1"})))));
        assert!(!edit.fits(Some(&board(json!({"a/b~c": "2"})))));
        assert!(!Edit::default().expect("a", Some("1")).fits(None));
    }
}
