//! Reading objects: one by one, or all of a kind.

use serde_json::Value;
use skeg_resources::{Object, ResourceId};

use crate::action;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::kind::Kind;
use crate::page;
use crate::paging::Paging;
use crate::path::Target;
use crate::transport::Call;

pub(crate) const JSON: &str = "application/json";
const METADATA_LIST: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/// Which objects of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// A label selector; empty: all.
    pub labels: String,
    /// A field selector; empty: all.
    pub fields: String,
    /// Only `metadata` is wanted.
    pub metadata_only: bool,
    /// Objects may be large or very many: pages by the size of what the pages before held.
    pub by_size: bool,
}

/// Objects as they were together at one moment.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    pub objects: Vec<Object>,
    /// Where a watch can go on.
    pub resource_version: String,
}

impl Cluster {
    /// One object; none where there is none.
    pub async fn get(&self, id: &ResourceId, version: &str) -> Result<Option<Object>, Error> {
        let kind = self.kind_of(id, version).await?;
        self.get_of(&kind, id.namespace.as_deref(), &id.name).await
    }

    pub(crate) async fn get_of(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Object>, Error> {
        let namespace = namespace_for(kind, namespace, "reading", name)?;
        let action = action::on_object("reading", &kind.kind, name, namespace);
        match self.transport().get_json(kind.path_of(namespace, name), JSON, &action).await {
            Ok(value) => object(value, kind, &action).map(Some),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All objects of a kind that match; in all namespaces without one.
    pub async fn list(&self, kind: &Kind, namespace: Option<&str>, query: &Query) -> Result<Listing, Error> {
        let (objects, resource_version) = self.list_with(kind, namespace, query, Some).await?;
        Ok(Listing { objects, resource_version })
    }

    /// What `pick` makes of the objects of a kind that match, and the moment. It sees them one by one: where little is kept of
    /// many, little memory is needed.
    pub async fn list_with<T>(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        query: &Query,
        mut pick: impl FnMut(Object) -> Option<T>,
    ) -> Result<(Vec<T>, String), Error> {
        let paging = Paging::new(query.by_size);
        match self.pages(kind, namespace, query, paging, &mut pick).await {
            // The pages grew too old while they were read: all at once, then.
            Err(Error::Refused(status)) if status.code == 410 => {
                self.pages(kind, namespace, query, Paging::Whole, &mut pick).await
            }
            listed => listed,
        }
    }

    async fn pages<T>(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        query: &Query,
        mut paging: Paging,
        pick: &mut impl FnMut(Object) -> Option<T>,
    ) -> Result<(Vec<T>, String), Error> {
        let action = action::on_kind("listing", kind, namespace);
        let accept = if query.metadata_only { METADATA_LIST } else { JSON };
        let mut picked = Vec::new();
        let mut next = String::new();
        loop {
            let target = selected(kind, namespace, query)
                .with_some("limit", paging.limit().as_deref())
                .with_some("continue", Some(&next));
            let answer = self.transport().send(&Call::get(target.finish(), accept, &action), None).await?;
            let mut count = 0;
            let take = |item| {
                count += 1;
                picked.extend(pick(object(item, kind, &action)?));
                Ok(())
            };
            let end = page::read(&answer.body, &action, take)?;
            if end.next.is_empty() {
                return Ok((picked, end.resource_version));
            }
            next = end.next;
            paging = paging.after(count, answer.body.len());
        }
    }
}

/// The path of all objects of a kind that match.
pub(crate) fn selected(kind: &Kind, namespace: Option<&str>, query: &Query) -> Target {
    Target::new(kind.path(namespace))
        .with_some("labelSelector", Some(&query.labels))
        .with_some("fieldSelector", Some(&query.fields))
}

/// An object from an answer. What comes in lists, or as metadata alone, does not say its kind.
pub(crate) fn object(mut value: Value, kind: &Kind, action: &str) -> Result<Object, Error> {
    if let Value::Object(map) = &mut value {
        let is_metadata = map.get("kind").is_some_and(|kind| kind == "PartialObjectMetadata");
        if is_metadata || !map.contains_key("kind") {
            map.insert("apiVersion".to_string(), kind.api_version().into());
            map.insert("kind".to_string(), kind.kind.clone().into());
        }
    }
    Object::try_from(value).map_err(|error| unreadable(action, error))
}

pub(crate) fn unreadable(action: &str, error: impl std::fmt::Display) -> Error {
    Error::Unreachable {
        action: action.to_string(),
        message: format!("the answer cannot be read: {error}"),
        sent: true,
    }
}

/// The namespace of a path: none for what belongs to the whole cluster.
pub(crate) fn namespace_for<'a>(
    kind: &Kind,
    namespace: Option<&'a str>,
    verb: &str,
    name: &str,
) -> Result<Option<&'a str>, Error> {
    match namespace.filter(|namespace| !namespace.is_empty()) {
        _ if !kind.namespaced => Ok(None),
        Some(namespace) => Ok(Some(namespace)),
        None => Err(Error::bad_object(
            action::on_object(verb, &kind.kind, name, None),
            format!("{} is namespaced, and no namespace was given", kind.kind),
        )),
    }
}
