//! Records as Secrets or ConfigMaps of a cluster.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::FutureExt;
use serde_json::{Value, json};
use skeg_cluster::{Cluster, Delete, Fence, Query};
use skeg_resources::{Object, Propagation, ResourceId};

use crate::error::Error;
use crate::history::Written;
use crate::record::{Head, Record};
use crate::selector::Selector;
use crate::storage::{Answer, Driver, Storage, Visit};

/// Marks records written under the release's lock. Helm replaces the whole object, so its writes remove the mark.
const UNDER_LOCK: &str = "skeg.dev/written-under-lock";
/// Field managers of other tools that take the same lock.
const LOCKING: [&str; 2] = ["nelm", "werf"];

/// The kind of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Secret,
    ConfigMap,
}

/// The records of a cluster.
#[derive(Clone)]
pub(crate) struct Objects {
    pub(crate) cluster: Cluster,
    pub(crate) form: Form,
}

impl Form {
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Form::Secret => "Secret",
            Form::ConfigMap => "ConfigMap",
        }
    }

    pub(crate) fn id(self, namespace: &str, key: &str) -> ResourceId {
        ResourceId::new("", self.kind(), Some(namespace), key)
    }

    pub(crate) async fn list<T>(
        self,
        cluster: &Cluster,
        namespace: Option<&str>,
        query: &Query,
        pick: impl FnMut(Object) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        let kind = cluster
            .kind("", self.kind(), "v1")
            .await?
            .ok_or_else(|| skeg_cluster::Error::UnknownKind { group: String::new(), kind: self.kind().to_string() })?;
        Ok(cluster.list_with(&kind, namespace, query, pick).await?.0)
    }
}

impl Objects {
    async fn list<T>(
        &self,
        namespace: Option<&str>,
        selector: &Selector<'_>,
        metadata_only: bool,
        pick: impl FnMut(Object) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        let query = Query { labels: selector.text(), metadata_only, by_size: true, ..Query::default() };
        self.form.list(&self.cluster, namespace, &query, pick).await
    }

    fn payload(&self, object: &Object) -> Result<Vec<u8>, Error> {
        let key = object.name().unwrap_or_default();
        let undecodable = |problem: &str| Error::Undecodable { key: key.to_string(), problem: problem.to_string() };
        let text = object.text_at(&["data", "release"]).ok_or_else(|| undecodable("it has no data called release"))?;
        match self.form {
            // Kubernetes returns a Secret's data in base64.
            Form::Secret => STANDARD.decode(text).map_err(|_| undecodable("not base64")),
            Form::ConfigMap => Ok(text.as_bytes().to_vec()),
        }
    }

    fn object(&self, record: Record) -> Result<Object, Error> {
        let mut object = json!({
            "apiVersion": "v1",
            "kind": self.form.kind(),
            "metadata": {
                "name": record.key,
                "labels": record.labels,
                "annotations": { UNDER_LOCK: "true" },
            },
        });
        match self.form {
            Form::Secret => {
                object["type"] = json!("helm.sh/release.v1");
                object["data"] = json!({ "release": STANDARD.encode(&record.payload) });
            }
            Form::ConfigMap => object["data"] = json!({ "release": String::from_utf8_lossy(&record.payload) }),
        }
        Object::try_from(object).map_err(|error| Error::Unencodable { key: record.key, problem: error.to_string() })
    }
}

impl Storage for Objects {
    fn driver(&self) -> Driver {
        match self.form {
            Form::Secret => Driver::Secret,
            Form::ConfigMap => Driver::ConfigMap,
        }
    }

    fn heads<'a>(&'a self, namespace: Option<&'a str>, selector: &'a Selector<'a>) -> Answer<'a, Vec<Head>> {
        self.list(namespace, selector, true, |object| Some(head(&object))).boxed()
    }

    fn visit<'a>(
        &'a self,
        namespace: Option<&'a str>,
        selector: &'a Selector<'a>,
        visit: &'a mut Visit<'a>,
    ) -> Answer<'a, ()> {
        let hand_over = |object: Object| {
            visit(head(&object), self.payload(&object));
            None::<()>
        };
        async move { self.list(namespace, selector, false, hand_over).await.map(drop) }.boxed()
    }

    fn get<'a>(&'a self, namespace: &'a str, key: &'a str) -> Answer<'a, Option<Record>> {
        async move {
            let Some(object) = self.cluster.get(&self.form.id(namespace, key), "v1").await? else { return Ok(None) };
            let (head, payload) = (head(&object), self.payload(&object)?);
            Ok(Some(Record { key: head.key, labels: head.labels, payload }))
        }
        .boxed()
    }

    fn create<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool> {
        async move {
            match self.cluster.fenced(fence.clone()).create(&self.object(record)?, Some(namespace)).await {
                Ok(_) => Ok(true),
                Err(error) if error.is_already_exists() => Ok(false),
                Err(error) => Err(error.into()),
            }
        }
        .boxed()
    }

    /// The last writer wins, as with Helm; the release lock keeps writers apart.
    fn replace<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool> {
        async move {
            match self.cluster.fenced(fence.clone()).replace(&self.object(record)?, Some(namespace)).await {
                Ok(_) => Ok(true),
                Err(error) if error.is_not_found() => Ok(false),
                Err(error) => Err(error.into()),
            }
        }
        .boxed()
    }

    /// With a uid the object need not be read first.
    fn delete<'a>(
        &'a self,
        namespace: &'a str,
        key: &'a str,
        uid: Option<&'a str>,
        fence: &'a Fence,
    ) -> Answer<'a, ()> {
        async move {
            let options = Delete { propagation: Propagation::Background, uid: uid.map(str::to_string) };
            self.cluster.fenced(fence.clone()).delete(&self.form.id(namespace, key), "v1", &options).await?;
            Ok(())
        }
        .boxed()
    }
}

fn head(object: &Object) -> Head {
    Head {
        namespace: object.namespace().unwrap_or_default().to_string(),
        key: object.name().unwrap_or_default().to_string(),
        labels: object.labels().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        uid: object.uid().map(str::to_string),
        created: object.at(&["metadata", "creationTimestamp"]).and_then(Value::as_str).map(str::to_string),
        written: written(object),
    }
}

/// The last write, as far as known.
fn written(object: &Object) -> Written {
    let managed = object.at(&["metadata", "managedFields"]).and_then(Value::as_array);
    let entries = managed.into_iter().flatten().filter_map(|entry| {
        let at: jiff::Timestamp = entry["time"].as_str()?.parse().ok()?;
        Some((at, entry["manager"].as_str().unwrap_or_default().to_string()))
    });
    let last = entries.max_by_key(|(at, _)| *at);
    let (at, by) = last.map_or((None, String::new()), |(at, by)| (Some(at), by));
    let is_marked = object.annotation(UNDER_LOCK).is_some();
    let under_lock = is_marked || LOCKING.iter().any(|tool| by.starts_with(tool));
    Written { by, at, under_lock }
}
